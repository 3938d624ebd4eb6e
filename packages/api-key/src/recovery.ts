/** Decides which keys survive when an account is recovered through its mailbox. */

import type { Transaction } from "@latchkey/core/database";
import { type MailboxRecovery, type RequestContext, recordAudit } from "@latchkey/core/plugin";
import { apiKeyTable } from "./tables.ts";

/** Deletes keys whose creator never proved the mailbox, because someone else may have created them. */
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
