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
 * Removes a number that was added by someone who never proved control of the mailbox, because they could use it to sign
 * in again. When an email change is undone, an older number can't be distinguished from one that the attacker added, so
 * it's removed, too.
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
 * Marks the number with the verified email if this session has proven both. Checks the number, because someone else
 * might have replaced the one that the session proved.
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

/** Returns what a session stores after proving a number: the factor, and which number it was. */
export function phoneProofs(phoneNumber: string): readonly string[] {
  return ["phone", phoneDetail(phoneNumber)];
}

function phoneDetail(phoneNumber: string): string {
  return `phone:${sha256Base64Url(phoneNumber).slice(0, 16)}`;
}
