/** Decides which keys survive when an account is recovered through its mailbox, or turned off by a directory. */

import type { Transaction } from "@latchkey/core/database";
import { type AccessRevocation, type MailboxRecovery, type RequestContext, recordAudit } from "@latchkey/core/plugin";
import { apiKeyTable } from "./tables.ts";

/**
 * Deletes keys that someone else might have created: those without the recovered email as their verified email, and
 * those created since a time, if one is given.
 */
export async function removeUnverifiedKeys(
  tx: Transaction,
  { user: { id }, keepEmail, since }: MailboxRecovery,
  context: RequestContext,
): Promise<boolean> {
  const unverified = { referenceId: id, verifiedEmail: { ne: keepEmail } };
  const where = since === null ? unverified : [unverified, { referenceId: id, createdAt: { gte: since } }];
  const removed = await tx.remove(apiKeyTable, { where });
  if (removed === 0) return false;
  const data = { by: "recovery", removed };
  await recordAudit(tx, context, { action: "api-key.delete", actorId: id, userId: id, data });
  return true;
}

/** Deletes the user's own keys if a directory turned the account off. Keys of organizations stay. */
export async function removeKeysOfDeprovisioned(
  tx: Transaction,
  { userId, reason, actorId }: AccessRevocation,
  context: RequestContext,
): Promise<void> {
  if (reason !== "deprovisioned") return;
  const removed = await tx.remove(apiKeyTable, { where: { referenceId: userId } });
  if (removed === 0) return;
  await recordAudit(tx, context, { action: "api-key.delete", actorId, userId, data: { by: reason, removed } });
}
