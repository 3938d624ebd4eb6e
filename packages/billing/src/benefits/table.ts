/** The `billingBenefit` and `billingGrant` tables. */

import type { Table } from "@latchkey/core/database";
import { type Benefit, type BenefitType, benefitShape } from "../entities/benefit.ts";
import { type BenefitGrant, type GrantProperties, grantShape } from "../entities/benefit-grant.ts";
import type { StateGrant } from "../entities/customer-state.ts";
import type { Entity, Metadata, OpenEnum } from "../entities/wire.ts";
import { defineMirror, type Mirror, type ToSnapshot } from "../mirror/define.ts";
import { type MirrorRow, type Origin, pickKnown, type Snapshot } from "../mirror/snapshot.ts";

/** A benefit that a product includes. */
export interface BenefitRow extends MirrorRow {
  readonly type: OpenEnum<BenefitType>;
  readonly description: string;
  readonly selectable: boolean;
  readonly deletable: boolean;
  readonly sellerId: string;
  readonly metadata: Metadata;
  /** The properties that depend on the type. Never secrets. */
  readonly properties: Readonly<Record<string, unknown>>;
}

/** A customer's grant of a benefit. */
export interface GrantRow extends MirrorRow {
  readonly customerId: string;
  readonly benefitId: string;
  readonly benefitType: OpenEnum<BenefitType>;
  readonly subscriptionId: string | null;
  readonly orderId: string | null;
  readonly isGranted: boolean;
  readonly isRevoked: boolean;
  readonly grantedAt: Date | null;
  readonly revokedAt: Date | null;
  /** Why the benefit couldn't be granted, in the payment provider's words. */
  readonly error: string | null;
  readonly properties: GrantProperties;
}

const benefitMirror: Mirror<BenefitRow, Benefit> = defineMirror<BenefitRow, Benefit>({
  name: "billingBenefit",
  wire: benefitShape,
  fields: {
    type: "type",
    description: "description",
    selectable: "selectable",
    deletable: "deletable",
    sellerId: "organization_id",
    metadata: "metadata",
    properties: { type: "json", from: pickProperties },
  },
});

export const benefitTable: Table<BenefitRow> = benefitMirror.table;

export const benefitSnapshot: ToSnapshot<Benefit> = benefitMirror.toSnapshot;

/** The part of a grant that the row needs. Grants in a customer state have fewer fields than those in events. */
interface AnyGrant
  extends Entity,
    Pick<BenefitGrant, "customer_id" | "benefit_id" | "subscription_id" | "order_id" | "is_granted" | "is_revoked">,
    Partial<Pick<BenefitGrant, "granted_at" | "revoked_at" | "error">> {
  readonly benefit: { readonly type: OpenEnum<BenefitType> };
  readonly properties: GrantProperties;
}

const grantMirror: Mirror<GrantRow, AnyGrant> = defineMirror<GrantRow, AnyGrant>({
  name: "billingGrant",
  wire: grantShape,
  fields: {
    customerId: { index: true, from: "customer_id" },
    benefitId: { index: true, from: "benefit_id" },
    benefitType: { type: "string", from: (grant) => grant.benefit.type },
    subscriptionId: "subscription_id",
    orderId: "order_id",
    isGranted: "is_granted",
    isRevoked: "is_revoked",
    grantedAt: "granted_at",
    revokedAt: "revoked_at",
    error: { type: "text", nullable: true, from: (grant) => grant.error?.message ?? null },
    properties: { type: "json", from: (grant) => pickKnown(grant.properties, grantKeys) },
  },
});

export const grantTable: Table<GrantRow> = grantMirror.table;

export const grantSnapshot: ToSnapshot<AnyGrant> = grantMirror.toSnapshot;

/**
 * The properties that are stored for each type. A Discord server's token is the seller's secret, so it isn't stored.
 */
const benefitKeys: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    custom: ["note"],
    discord: ["guild_id", "role_id"],
    github_repository: ["repository_owner", "repository_name", "permission"],
    downloadables: ["archived", "files"],
    license_keys: ["prefix", "expires", "activations", "limit_usage"],
    meter_credit: ["units", "rollover", "meter_id"],
  }),
);

const grantKeys: readonly (keyof GrantProperties)[] = [
  "account_id",
  "guild_id",
  "role_id",
  "repository_owner",
  "repository_name",
  "permission",
  "files",
  "license_key_id",
  "display_key",
  "last_credited_meter_id",
  "last_credited_units",
  "last_credited_at",
];

function pickProperties({ type, properties }: Benefit): BenefitRow["properties"] {
  return pickKnown(properties as object as BenefitRow["properties"], benefitKeys.get(type) ?? []);
}

/** Returns the snapshot of a grant in a customer state. */
export function stateGrantSnapshot(grant: StateGrant, customerId: string, origin: Origin): Snapshot {
  const granted = {
    customer_id: customerId,
    is_granted: true,
    is_revoked: false,
    subscription_id: null,
    order_id: null,
  };
  return grantSnapshot({ ...grant, ...granted, benefit: { type: grant.benefit_type } }, origin);
}
