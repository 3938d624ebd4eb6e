/** Takes one of a key's remaining uses. */

import { type Join, type Table, widen } from "@latchkey/core/database";
import { type OrganizationRef, type RequestContext, userTable, whereNotBlocked } from "@latchkey/core/plugin";
import type { DecidingOwner } from "./limited-keys.ts";
import { type ApiKeyRow, apiKeyTable } from "./tables.ts";

const organizations: Table<OrganizationRef> = widen({ name: "organization" });

/**
 * Takes one of a key's uses in one query, and returns the updated row. Returns `null` if the key can't be used or has
 * unlimited uses. The caller has to read the key to find out which.
 */
export async function claimUse(context: RequestContext, hash: string, owner: DecidingOwner): Promise<ApiKeyRow | null> {
  const usable = { key: hash, enabled: true, rotatedTo: null, graceUntil: null, remaining: { gt: 0 } } as const;
  const where = [
    { ...usable, expiresAt: null },
    { ...usable, expiresAt: { gt: context.now() } },
  ];
  const set = { remaining: { increment: -1 } } as const;
  if (owner === "organization") {
    const exists: Join<OrganizationRef> = { table: organizations, on: { id: "organizationId" } };
    return context.db.claim(apiKeyTable, { where, set, exists });
  }
  const standing = whereNotBlocked(context);
  if (standing === null) return null;
  const exists = { table: userTable, on: { id: "referenceId" }, where: standing };
  return context.db.claim(apiKeyTable, { where, set, exists });
}

/**
 * Gives back a use that was taken for a request that is then rejected, unless the key was refilled or changed since.
 */
export async function returnUse(context: RequestContext, row: ApiKeyRow): Promise<void> {
  const { id, lastRefillAt, updatedAt } = row;
  const where = { id, lastRefillAt, updatedAt, remaining: { ne: null } };
  await context.db.increment(apiKeyTable, { where, column: "remaining" });
}

/** Whether the remaining uses should have been set to the refill amount by now. */
export function isRefillDue({ refillAmount, refillInterval, lastRefillAt, createdAt }: ApiKeyRow, now: Date): boolean {
  if (refillAmount === null || refillInterval === null) return false;
  return now.getTime() - (lastRefillAt ?? createdAt).getTime() >= refillInterval;
}

/**
 * Takes one of the remaining uses. If a refill is due, one of several concurrent callers refills, and the others take
 * from it.
 */
export async function takeUse(context: RequestContext, row: ApiKeyRow): Promise<boolean> {
  const { db } = context;
  const { id, refillAmount, lastRefillAt } = row;
  const now = context.now();
  const isDue = isRefillDue(row, now);
  if (row.remaining === 0 && !isDue) return false;
  if (refillAmount !== null && isDue) {
    const set = { remaining: refillAmount - 1, lastRefillAt: now };
    if ((await db.update(apiKeyTable, { where: { id, lastRefillAt, enabled: true }, set })) > 0) return true;
  }
  const where = { id, enabled: true, remaining: { gt: 0 } };
  return (await db.increment(apiKeyTable, { where, column: "remaining", by: -1 })) !== null;
}
