/** Which passkeys survive when an account is recovered through its mailbox. */

import type { Transaction, WhereAll } from "@latchkey/core/database";
import {
  type MailboxRecovery,
  notifyUser,
  type RequestContext,
  recordAudit,
  type VerifiedMailbox,
} from "@latchkey/core/plugin";
import { type PasskeyRow, passkeyTable, type SessionWithPasskey } from "./tables.ts";

/**
 * Removes passkeys from people who never proved control of the mailbox. Otherwise, they could use them to sign in
 * again. Sends one query, plus those for an audit entry and a notice if there were any.
 */
export async function removeUnverifiedPasskeys(
  tx: Transaction,
  { user, keepEmail, since }: MailboxRecovery,
  context: RequestContext,
): Promise<boolean> {
  const userId = String(user.id);
  const where: WhereAll<PasskeyRow>[] = [{ userId, verifiedEmail: { ne: keepEmail } }];
  if (since) where.push({ userId, createdAt: { gte: since } });
  const count = await tx.remove(passkeyTable, { where });
  if (count === 0) return false;
  await recordAudit(tx, context, {
    action: "passkey.delete",
    actorId: userId,
    userId,
    data: { by: "recovery", count },
  });
  await notifyUser(tx, context, userId, "passkey-removed");
  return true;
}

/** Marks the passkey that was proven in this session. */
export async function markVerifiedPasskey(tx: Transaction, { userId, email, session }: VerifiedMailbox): Promise<void> {
  const { passkeyId } = session as unknown as SessionWithPasskey;
  if (!passkeyId || session.proofs?.passkey === undefined) return;
  await tx.update(passkeyTable, { where: { id: passkeyId, userId }, set: { verifiedEmail: email } });
}
