/** Queries for the `apikey` table. */

import type { Adapter, Transaction, Where } from "@latchkey/core/database";
import type { RequestContext } from "@latchkey/core/plugin";
import type { ApiKey } from "./call-types.ts";
import { failWith } from "./errors.ts";
import type { ApiKeySettings } from "./options.ts";
import type { KeyOwner } from "./owner.ts";
import { type ApiKeyRow, apiKeyTable } from "./tables.ts";

/** Returns a key as responses show it. */
export function presentKey(row: ApiKeyRow): ApiKey {
  const { key: _key, userId: _userId, verifiedEmail: _verifiedEmail, rotatedTo: _rotatedTo, ...rest } = row;
  const { organizationId: _organizationId, serviceAccountId: _serviceAccountId, lastRequestIp: _ip, ...shown } = rest;
  return { ...shown, requestCount: 0 };
}

/**
 * Inserts a key, up to the owner's limit. Counts under the owner's lock, so that concurrent calls can't exceed it.
 * @throws {AuthError} `API_KEY_LIMIT_REACHED`, or another code if the owner was deleted meanwhile
 */
export async function insertKey(
  tx: Transaction,
  context: RequestContext,
  settings: ApiKeySettings,
  owner: KeyOwner,
  row: ApiKeyRow,
): Promise<void> {
  await owner.lock(tx, row.permissions);
  await checkLimit(tx, context, settings, row.referenceId);
  await tx.insert(apiKeyTable, row);
}

async function checkLimit(
  tx: Transaction,
  context: RequestContext,
  { maxKeys }: ApiKeySettings,
  referenceId: string,
): Promise<void> {
  const owned = { referenceId, graceUntil: null };
  const live: Where<ApiKeyRow> = [
    { ...owned, expiresAt: null },
    { ...owned, expiresAt: { gt: context.now() } },
  ];
  if ((await tx.count(apiKeyTable, { where: live })) >= maxKeys) failWith("API_KEY_LIMIT_REACHED");
}

/**
 * Checks that an expired key can get a new expiry. Expired keys don't count toward the limit, so other keys can have
 * taken its place. The owner and the key must be locked.
 * @throws {AuthError} `API_KEY_LIMIT_REACHED`
 */
export async function checkRevival(
  tx: Transaction,
  context: RequestContext,
  settings: ApiKeySettings,
  { expiresAt, referenceId }: ApiKeyRow,
): Promise<void> {
  if (expiresAt !== null && expiresAt <= context.now()) await checkLimit(tx, context, settings, referenceId);
}

/** How long expired keys are kept, so that users see why a key stopped working. In milliseconds. */
const keepExpired = 30 * 86_400_000;

/** Deletes keys that expired or were replaced a while ago, and returns how many. */
export async function removeExpiredKeys(db: Adapter, now: Date): Promise<number> {
  const before = new Date(now.getTime() - keepExpired);
  return db.remove(apiKeyTable, { where: [{ expiresAt: { lt: before } }, { graceUntil: { lt: before } }] });
}
