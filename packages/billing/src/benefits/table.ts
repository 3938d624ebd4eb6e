/** The tables `billingBenefit` and `billingGrant`. */

import { defineTable, type Table } from "@latchkey/core/database";
import type { Benefit, BenefitType } from "../entities/benefit.ts";
import type { BenefitGrant, GrantProperties } from "../entities/benefit-grant.ts";
import type { StateGrant } from "../entities/customer-state.ts";
import type { Metadata, OpenEnum } from "../entities/wire.ts";
import {
  type MirrorRow,
  mirrorColumns,
  type Origin,
  parseWireDate,
  pickKnown,
  type Snapshot,
  snapshot,
} from "../mirror/snapshot.ts";

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

export const benefitTable: Table<BenefitRow> = defineTable<BenefitRow>({
  name: "billingBenefit",
  columns: {
    ...mirrorColumns,
    type: { type: "string" },
    description: { type: "text" },
    selectable: { type: "boolean" },
    deletable: { type: "boolean" },
    sellerId: { type: "string" },
    metadata: { type: "json" },
    properties: { type: "json" },
  },
});

export const grantTable: Table<GrantRow> = defineTable<GrantRow>({
  name: "billingGrant",
  columns: {
    ...mirrorColumns,
    customerId: { type: "string", index: true },
    benefitId: { type: "string", index: true },
    benefitType: { type: "string" },
    subscriptionId: { type: "string", nullable: true },
    orderId: { type: "string", nullable: true },
    isGranted: { type: "boolean" },
    isRevoked: { type: "boolean" },
    grantedAt: { type: "date", nullable: true },
    revokedAt: { type: "date", nullable: true },
    error: { type: "text", nullable: true },
    properties: { type: "json" },
  },
});

/**
 * The properties that are stored for each type. The token of a Discord server is the seller's secret, so it isn't
 * stored.
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

export function benefitSnapshot(benefit: Benefit, origin: Origin): Snapshot<BenefitRow> {
  const properties = benefit.properties as object as Readonly<Record<string, unknown>>;
  return snapshot(benefitTable, origin, benefit, {
    type: benefit.type,
    description: benefit.description,
    selectable: benefit.selectable,
    deletable: benefit.deletable,
    sellerId: benefit.organization_id,
    metadata: benefit.metadata,
    properties: pickKnown(properties, benefitKeys.get(benefit.type) ?? []),
  });
}

export function grantSnapshot(grant: BenefitGrant, origin: Origin): Snapshot<GrantRow> {
  return snapshot(grantTable, origin, grant, {
    customerId: grant.customer_id,
    benefitId: grant.benefit_id,
    benefitType: grant.benefit.type,
    subscriptionId: grant.subscription_id,
    orderId: grant.order_id,
    isGranted: grant.is_granted,
    isRevoked: grant.is_revoked,
    grantedAt: parseWireDate(grant.granted_at),
    revokedAt: parseWireDate(grant.revoked_at),
    error: grant.error?.message ?? null,
    properties: pickKnown(grant.properties, grantKeys),
  });
}

/** Returns the snapshot of a grant in a customer state. */
export function stateGrantSnapshot(grant: StateGrant, customerId: string, origin: Origin): Snapshot<GrantRow> {
  return snapshot(grantTable, origin, grant, {
    customerId,
    benefitId: grant.benefit_id,
    benefitType: grant.benefit_type,
    subscriptionId: null,
    orderId: null,
    isGranted: true,
    isRevoked: false,
    grantedAt: parseWireDate(grant.granted_at),
    revokedAt: null,
    error: null,
    properties: pickKnown(grant.properties, grantKeys),
  });
}
