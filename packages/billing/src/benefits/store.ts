/** Reads the benefits of customers. */

import type { Adapter, Joined } from "@latchkey/core/database";
import type { LicenseKeyExpiry, LicenseKeysBenefitProperties } from "../entities/benefit.ts";
import type { BillingBenefit, LicenseKey } from "../purchases.ts";
import { benefitTable, type GrantRow, grantTable } from "./table.ts";

const join = { benefit: { table: benefitTable, on: { id: "benefitId" } } } as const;

/** Maximum grants in a list. */
const maxGrants = 200;

type GrantWithBenefit = GrantRow & Joined<typeof join>;

/** Returns the benefits that a customer has now, which are granted and not revoked. */
export async function listGrants(db: Adapter, customerId: string): Promise<BillingBenefit[]> {
  const where = { customerId, isGranted: true, isRevoked: false };
  const orderBy = [{ column: "createdAt" }] as const;
  const rows = (await db.findMany(grantTable, { where, join, orderBy, limit: maxGrants })) as GrantWithBenefit[];
  return rows.map(presentBenefit);
}

/** Whether a customer has a benefit now. */
export async function hasBenefitGrant(db: Adapter, customerId: string, benefitId: string): Promise<boolean> {
  return (await db.count(grantTable, { where: { customerId, benefitId, isGranted: true, isRevoked: false } })) > 0;
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
