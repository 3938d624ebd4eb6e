/** Decides which factors survive when an account is recovered through its mailbox. */

import { type Transaction, type WhereAll, widen } from "@latchkey/core/database";
import {
  type MailboxRecovery,
  notifyUser,
  type RequestContext,
  recordAudit,
  userTable,
  type VerifiedMailbox,
} from "@latchkey/core/plugin";
import { removeOtherCodes } from "./backup-codes/store.ts";
import { codeKindProof } from "./challenge/proofs.ts";
import { type TwoFactorRow, twoFactorTable, type UserWithTwoFactor } from "./tables.ts";

/**
 * Removes factors of users who never proved control of the mailbox, because those factors would lock out the mailbox's
 * owner. Sends one query if there are none, two if they stay, and four if only an unfinished enrollment is removed.
 * Removing everything takes three, or four if the row is missing, plus the audit entry and the notice.
 */
export async function removeUnverifiedFactors(
  tx: Transaction,
  { user, keepEmail, since }: MailboxRecovery,
  context: RequestContext,
): Promise<boolean> {
  const { id, twoFactorEnabled } = user as UserWithTwoFactor;
  const removed = await tx.remove(twoFactorTable, { where: unverifiedFactors(id, keepEmail, since) });
  if (removed === 0) {
    if (!twoFactorEnabled) return false;
    // 2FA is enabled but the row is missing, for example after a partial restore. No code would work then.
    const remaining = await tx.findOne(twoFactorTable, { where: { id }, columns: ["id", "codes", "pendingCodes"] });
    if (remaining) {
      if (remaining.pendingCodes !== null) await cancelPendingEnrollment(tx, id, remaining.codes);
      return false;
    }
  }
  await removeOtherCodes(tx, id, null);
  if (!twoFactorEnabled) return true;
  await tx.update(widen<UserWithTwoFactor>(userTable), { where: { id }, set: { twoFactorEnabled: false } });
  await recordAudit(tx, context, { action: "two-factor.disable", actorId: id, userId: id, data: { by: "recovery" } });
  await notifyUser(tx, context, id, "two-factor-disabled");
  return true;
}

/** Matches factors without the email's mark, and factors that changed since. */
function unverifiedFactors(
  id: string,
  keepEmail: string,
  since: Date | null,
): WhereAll<TwoFactorRow> | readonly WhereAll<TwoFactorRow>[] {
  const unverified = { id, verifiedEmail: { ne: keepEmail } };
  if (since === null) return unverified;
  // A stolen session can have the owner's verified email, and so can a factor that the thief enrolled in that session.
  return [unverified, { id, createdAt: { gte: since } }, { id, factorsChangedAt: { gte: since } }];
}

/** Ends an unfinished enrollment. Someone else might have started it, and the owner's next code would confirm it. */
async function cancelPendingEnrollment(tx: Transaction, id: string, codes: string | null): Promise<void> {
  const set = { pendingSecret: null, pendingOtp: false, pendingCodes: null };
  await tx.update(twoFactorTable, { where: { id }, set });
  await removeOtherCodes(tx, id, codes);
}

/**
 * Marks the factors that this session proved, unless they changed since then, because they could be someone else's. A
 * sent code works in place of a stranger's authenticator app, so it marks the factors only if there's no app. A backup
 * code marks nothing, because new ones can be created without the app.
 */
export async function markVerifiedFactors(
  tx: Transaction,
  { userId, email, session: { proofs } }: VerifiedMailbox,
  context: RequestContext,
): Promise<void> {
  const proven: WhereAll<TwoFactorRow>[] = [];
  const appProvenAt = proofs?.[codeKindProof("app")];
  const otpProvenAt = proofs?.[codeKindProof("sent-code")];
  const unmarked = { id: userId, verifiedEmail: { ne: email } };
  if (appProvenAt !== undefined)
    proven.push({ ...unmarked, secret: { ne: null }, updatedAt: { lte: new Date(appProvenAt) } });
  if (otpProvenAt !== undefined) {
    proven.push({ ...unmarked, secret: null, otp: true, updatedAt: { lte: new Date(otpProvenAt) } });
  }
  if (proven.length === 0) return;
  const set = { verifiedEmail: email, factorsChangedAt: context.now() };
  await tx.update(twoFactorTable, { where: proven, set });
}
