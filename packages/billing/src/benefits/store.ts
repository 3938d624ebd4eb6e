/** Reads customers' benefits. */

import type { Adapter, Joined, Where } from "@latchkey/core/database";
import type { LicenseKeyExpiry, LicenseKeysBenefitProperties } from "../entities/benefit.ts";
import type { BillingBenefit, LicenseKey, WaitingBenefit } from "../purchases.ts";
import { subscriptionTable } from "../subscriptions/table.ts";
import { benefitTable, type GrantRow, grantTable } from "./table.ts";

const join = {
  benefit: { table: benefitTable, on: { id: "benefitId" } },
  subscription: { table: subscriptionTable, on: { id: "subscriptionId" }, columns: ["id", "status", "activeUntil"] },
} as const;

/** Maximum grants in a list. */
const maxGrants = 200;

type GrantWithBenefit = GrantRow & Joined<typeof join>;

/** A customer's benefits. */
export interface CustomerGrants {
  /** Granted, and not revoked. */
  readonly benefits: readonly BillingBenefit[];
  /** Benefits that require an action from the customer first. */
  readonly waitingBenefits: readonly WaitingBenefit[];
}

/** Returns the benefits that a customer has now, and those that are waiting. */
export async function listGrants(db: Adapter, customerId: string, cutoff: Date): Promise<CustomerGrants> {
  const rows = await findGrants(db, { customerId, isRevoked: false });
  const effective = rows.filter((row) => isEffective(row, cutoff));
  return {
    benefits: effective.filter(({ isGranted }) => isGranted).map(presentBenefit),
    waitingBenefits: effective.flatMap((row) => {
      const { id, type, description } = presentBenefit(row);
      return row.isGranted || row.error === null ? [] : [{ id, grantId: row.id, type, description, error: row.error }];
    }),
  };
}

/** Whether a customer has a benefit now. */
export async function hasBenefitGrant(
  db: Adapter,
  customerId: string,
  benefitId: string,
  cutoff: Date,
): Promise<boolean> {
  const rows = await findGrants(db, { customerId, benefitId, isGranted: true, isRevoked: false });
  return rows.some((row) => isEffective(row, cutoff));
}

async function findGrants(db: Adapter, where: Where<GrantRow>): Promise<GrantWithBenefit[]> {
  const orderBy = [{ column: "createdAt" }] as const;
  return (await db.findMany(grantTable, { where, join, orderBy, limit: maxGrants })) as GrantWithBenefit[];
}

/** A grant ends when its subscription does, even if the event that revokes it was lost. */
function isEffective({ subscription }: GrantWithBenefit, cutoff: Date): boolean {
  const until = subscription?.activeUntil ?? null;
  return until === null || until > cutoff;
}

function presentBenefit(row: GrantWithBenefit): BillingBenefit {
  const { benefit, properties } = row;
  const known = (benefit?.properties ?? {}) as Partial<LicenseKeysBenefitProperties> & {
    readonly note?: string | null;
  };
  return {
    id: row.benefitId,
    grantId: row.id,
    type: row.benefitType,
    description: benefit?.description ?? null,
    grantedAt: row.grantedAt,
    note: known.note ?? null,
    licenseKey: row.benefitType === "license_keys" ? licenseKey(row, known) : null,
    files: row.benefitType === "downloadables" ? (properties.files ?? []) : null,
  };
}

function licenseKey(
  { properties, grantedAt }: GrantWithBenefit,
  benefit: Partial<LicenseKeysBenefitProperties>,
): LicenseKey {
  return {
    id: properties.license_key_id ?? null,
    displayKey: properties.display_key ?? null,
    limitUsage: benefit.limit_usage ?? null,
    activationLimit: benefit.activations?.limit ?? null,
    customerAdmin: benefit.activations?.enable_customer_admin ?? false,
    expiresAt: grantedAt && benefit.expires ? addPeriod(grantedAt, benefit.expires) : null,
  };
}

/**
 * Adds a period to a date, in UTC. If the month doesn't have that day, uses its last day. Returns `null` for an unknown
 * timeframe.
 */
function addPeriod(start: Date, { ttl, timeframe }: LicenseKeyExpiry): Date | null {
  if (timeframe === "day") return new Date(start.getTime() + ttl * 86_400_000);
  if (timeframe !== "month" && timeframe !== "year") return null;
  const end = new Date(start);
  const day = end.getUTCDate();
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + (timeframe === "year" ? 12 * ttl : ttl));
  const last = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(day, last));
  return end;
}
