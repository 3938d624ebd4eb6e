/** The queries of the table `apikey`. */

import type { Adapter, Transaction, Where } from "@latchkey/core/database";
import { type RequestContext, userTable } from "@latchkey/core/plugin";
import type { ApiKey } from "./contract.ts";
import { failWith } from "./errors.ts";
import type { ApiKeySettings } from "./options.ts";
import { type ApiKeyRow, apiKeyTable } from "./tables.ts";

/** Returns a key as responses show it. */
export function presentKey(row: ApiKeyRow): ApiKey {
  const { key: _key, userId: _userId, verifiedEmail: _verifiedEmail, rotatedTo: _rotatedTo, ...shown } = row;
  return shown;
}

/** Selects a key of its owner. */
export function keyOf(ownerId: string, id: string): { readonly id: string; readonly referenceId: string } {
  return { id, referenceId: ownerId };
}

/** @throws {AuthError} `KEY_NOT_FOUND`, also for another user's key */
export async function findKey(db: Adapter, ownerId: string, id: string): Promise<ApiKeyRow> {
  return (await db.findOne(apiKeyTable, { where: keyOf(ownerId, id) })) ?? failWith("KEY_NOT_FOUND");
}

/**
 * Inserts a key, up to the owner's limit. Counts under the owner's lock, so that concurrent calls can't exceed it.
 * @throws {AuthError} `API_KEY_LIMIT_REACHED`, or `UNAUTHORIZED_SESSION` if the owner was deleted meanwhile
 */
export async function insertKey(
  tx: Transaction,
  context: RequestContext,
  settings: ApiKeySettings,
  row: ApiKeyRow,
): Promise<void> {
  if (!(await tx.lock(userTable, row.referenceId))) failWith("UNAUTHORIZED_SESSION");
  const owned = { referenceId: row.referenceId, graceUntil: null };
  const live: Where<ApiKeyRow> = [
    { ...owned, expiresAt: null },
    { ...owned, expiresAt: { gt: context.now() } },
  ];
  if ((await tx.count(apiKeyTable, { where: live })) >= settings.maxKeys) failWith("API_KEY_LIMIT_REACHED");
  await tx.insert(apiKeyTable, row);
}

/** How long expired keys are kept, so that users see why a key stopped working. In milliseconds. */
const keepExpired = 30 * 86_400_000;

/** Deletes keys that expired or were replaced a while ago. Returns their number. */
export async function removeExpiredKeys(db: Adapter, now: Date): Promise<number> {
  const before = new Date(now.getTime() - keepExpired);
  return db.remove(apiKeyTable, { where: [{ expiresAt: { lt: before } }, { graceUntil: { lt: before } }] });
}
