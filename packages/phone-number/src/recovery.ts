/** Decides whether a number survives when an account is recovered through its mailbox. */

import { sha256Base64Url } from "@latchkey/core/crypto";
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
import { noNumber, type UserWithPhone } from "./tables.ts";

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

/**
 * Marks the number with the mailbox, if this session has proven both. Someone else may have put another number in the
 * place of the one that it has proven.
 */
export async function markNumber(
  tx: Transaction,
  { userId, email, session: { proofs } }: VerifiedMailbox,
): Promise<void> {
  if (proofs?.phone === undefined) return;
  const users = widen<UserWithPhone>(userTable);
  const user = await tx.findOne(users, { where: { id: userId }, columns: ["id", "phoneNumber"] });
  const phoneNumber = user?.phoneNumber ?? null;
  if (phoneNumber === null || proofs[phoneDetail(phoneNumber)] === undefined) return;
  await tx.update(users, { where: { id: userId, phoneNumberVerified: true }, set: { phoneVerifiedEmail: email } });
}

/** Returns what a session that has just proven a number stores: the factor, and which number it was. */
export function phoneProofs(phoneNumber: string): readonly string[] {
  return ["phone", phoneDetail(phoneNumber)];
}

function phoneDetail(phoneNumber: string): string {
  return `phone:${sha256Base64Url(phoneNumber).slice(0, 16)}`;
}
