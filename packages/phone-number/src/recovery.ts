/** Decides whether a number survives when an account is recovered through its mailbox. */

import type { Transaction } from "@latchkey/core/database";
import { widen } from "@latchkey/core/database";
import {
  type MailboxRecovery,
  notifyUser,
  type RequestContext,
  recordAudit,
  userTable,
  type VerifiedMailbox,
} from "@latchkey/core/plugin";
import { noNumber } from "./attach.ts";
import type { UserWithPhone } from "./tables.ts";

/**
 * Removes a number that someone added who has never proven the mailbox, because they could sign in with it again. A
 * number from before an email change that's undone can't be told from one that the thief added, so it goes too.
 */
export async function removeUnverifiedNumber(
  tx: Transaction,
  { user, keepEmail, since }: MailboxRecovery,
  context: RequestContext,
): Promise<boolean> {
  const { id, phoneNumber, phoneVerifiedEmail } = user as UserWithPhone;
  if (phoneNumber === null || (phoneVerifiedEmail === keepEmail && since === null)) return false;
  await tx.update(widen<UserWithPhone>(userTable), { where: { id }, set: noNumber });
  await recordAudit(tx, context, { action: "phone.remove", actorId: id, userId: id, data: { by: "recovery" } });
  await notifyUser(tx, context, id, "phone-removed");
  return true;
}

/** Marks the number with the mailbox, if this session has proven both. */
export async function markNumber(
  tx: Transaction,
  { userId, email, session: { proofs } }: VerifiedMailbox,
): Promise<void> {
  if (proofs?.phone === undefined) return;
  await tx.update(widen<UserWithPhone>(userTable), {
    where: { id: userId, phoneNumberVerified: true },
    set: { phoneVerifiedEmail: email },
  });
}
