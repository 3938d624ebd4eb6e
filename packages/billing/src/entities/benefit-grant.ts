/** Benefit grants: which customer has which benefit. */

import * as z from "zod";
import { type Benefit, type BenefitType, benefit, type RepositoryPermission, repositoryPermission } from "./benefit.ts";
import { type Customer, customer } from "./customer.ts";
import {
  type Entity,
  entityShape,
  flag,
  id,
  listOf,
  nullable,
  nullish,
  type OpenEnum,
  openUnion,
  orElse,
  text,
  time,
  type WireShape,
} from "./wire.ts";

/**
 * The properties of a grant. The possible keys depend on the benefit's type, and each can be missing.
 *
 * - `discord`: `account_id`, `guild_id`, `role_id`
 * - `github_repository`: `account_id`, `repository_owner`, `repository_name`, `permission`
 * - `downloadables`: `files`
 * - `license_keys`: `license_key_id`, `display_key`
 * - `meter_credit`: `last_credited_meter_id`, `last_credited_units`, `last_credited_at`
 */
export interface GrantProperties {
  readonly account_id?: string | undefined;
  readonly guild_id?: string | undefined;
  readonly role_id?: string | undefined;
  readonly repository_owner?: string | undefined;
  readonly repository_name?: string | undefined;
  readonly permission?: OpenEnum<RepositoryPermission> | undefined;
  /** File ids. */
  readonly files?: readonly string[] | undefined;
  readonly license_key_id?: string | undefined;
  /** Masked. */
  readonly display_key?: string | undefined;
  readonly last_credited_meter_id?: string | undefined;
  readonly last_credited_units?: number | undefined;
  readonly last_credited_at?: string | undefined;
}

/** Why a benefit couldn't be granted yet. */
export interface GrantError {
  readonly message: string;
  readonly type: string;
  readonly timestamp: string;
}

/** A customer's grant of a benefit. It keeps its id when it's revoked and granted again. */
export interface BenefitGrant extends Entity {
  readonly granted_at?: string | null | undefined;
  readonly is_granted: boolean;
  readonly revoked_at?: string | null | undefined;
  readonly is_revoked: boolean;
  /** Either this or `order_id` is set. */
  readonly subscription_id: string | null;
  readonly order_id: string | null;
  readonly customer_id: string;
  readonly benefit_id: string;
  /** A problem that the customer has to fix. The payment provider doesn't clear it when the grant is revoked. */
  readonly error?: GrantError | null | undefined;
  readonly customer: Customer | null;
  readonly benefit: Benefit;
  readonly properties: GrantProperties;
  readonly previous_properties?: GrantProperties | null | undefined;
}

/**
 * The grant properties by benefit type. Selected by type, because trying the schemas in turn could pick the wrong one.
 */
export const grantProperties: Readonly<Record<BenefitType, z.ZodType>> = {
  custom: z.looseObject({}),
  discord: z.looseObject({
    account_id: orElse(z.string(), undefined),
    guild_id: orElse(z.string(), undefined),
    role_id: orElse(z.string(), undefined),
  }),
  github_repository: z.looseObject({
    account_id: orElse(z.string(), undefined),
    repository_owner: orElse(z.string(), undefined),
    repository_name: orElse(z.string(), undefined),
    permission: orElse(repositoryPermission, undefined),
  }),
  downloadables: z.looseObject({ files: listOf(text).optional() }),
  license_keys: z.looseObject({
    license_key_id: orElse(z.string(), undefined),
    display_key: orElse(z.string(), undefined),
  }),
  meter_credit: z.looseObject({
    last_credited_meter_id: orElse(z.string(), undefined),
    last_credited_units: orElse(z.int(), undefined),
    last_credited_at: orElse(z.string(), undefined),
  }),
};

const error = z.looseObject({ message: text, type: text, timestamp: text });

/** The fields that the grants of all benefit types have in common. */
export const grantShape: WireShape<Omit<BenefitGrant, "properties" | "previous_properties">> = {
  ...entityShape,
  granted_at: nullish(time),
  is_granted: flag,
  revoked_at: nullish(time),
  is_revoked: flag,
  subscription_id: nullable(id),
  order_id: nullable(id),
  customer_id: id,
  benefit_id: id,
  error: error.nullish(),
  customer: nullable(customer),
  benefit,
};

const shared = z.looseObject({
  ...grantShape,
  properties: orElse(z.looseObject({}), {}),
  previous_properties: z.looseObject({}).nullish(),
});

export const benefitGrant: z.ZodType<BenefitGrant> = openUnion<BenefitGrant>(
  "benefit type",
  shared,
  (grant: { readonly benefit: { readonly type: string } }) => grant.benefit.type,
  Object.fromEntries(
    Object.entries(grantProperties).map(([type, shape]) => [
      type,
      z.looseObject({ properties: shape, previous_properties: shape.nullish() }),
    ]),
  ),
);
