/** Which factors a recovery of the account keeps. */

import { type Transaction, type WhereAll, widen } from "@latchkey/core/database";
import {
  type MailboxRecovery,
  type RequestContext,
  recordAudit,
  tellOwner,
  userTable,
  type VerifiedMailbox,
} from "@latchkey/core/plugin";
import { removeOtherCodes } from "./backup-codes/store.ts";
import { kindProof } from "./challenge/proofs.ts";
import { type TwoFactorRow, twoFactorTable, type UserWithTwoFactor } from "./tables.ts";

/**
 * Removes the factors of somebody who never showed to own the mailbox: they would keep its owner out. One statement if
 * there are none, two if they stay, four if an unfinished enrollment goes, three if they all go.
 */
export async function removeForeignFactors(
  tx: Transaction,
  { user, keepFor, since }: MailboxRecovery,
  context: RequestContext,
): Promise<boolean> {
  const { id, twoFactorEnabled } = user as unknown as UserWithTwoFactor;
  const removed = await tx.remove(twoFactorTable, { where: foreignFactors(id, keepFor, since) });
  if (removed === 0) {
    if (!twoFactorEnabled) return false;
    // Enabled without a row is half a restore: no code could answer that challenge.
    const kept = await tx.findOne(twoFactorTable, { where: { id }, columns: ["id", "codes", "pendingCodes"] });
    if (kept) {
      if (kept.pendingCodes !== null) await dropPending(tx, id, kept.codes);
      return false;
    }
  }
  await removeOtherCodes(tx, id, null);
  if (!twoFactorEnabled) return true;
  await tx.update(widen<UserWithTwoFactor>(userTable), { where: { id }, set: { twoFactorEnabled: false } });
  await recordAudit(tx, context, { action: "two-factor.disable", actorId: id, userId: id, data: { by: "recovery" } });
  await tellOwner(tx, context, id, "two-factor-disabled");
  return true;
}

/** What goes: everything without the address, and everything that changed since. */
function foreignFactors(
  id: string,
  keepFor: string | null,
  since: Date | null,
): WhereAll<TwoFactorRow> | readonly WhereAll<TwoFactorRow>[] {
  if (keepFor === null) return { id };
  const foreign = { id, verifiedEmail: { ne: keepFor } };
  if (since === null) return foreign;
  // A stolen session can carry the owner's address, and so can what a thief enrolled in it.
  return [foreign, { id, createdAt: { gte: since } }, { id, factorsChangedAt: { gte: since } }];
}

/** Ends an unfinished enrollment. Someone else may have begun it, and the owner's next code would confirm it. */
async function dropPending(tx: Transaction, id: string, codes: string | null): Promise<void> {
  const set = { pendingSecret: null, pendingOtp: false, pendingCodes: null };
  await tx.update(twoFactorTable, { where: { id }, set });
  await removeOtherCodes(tx, id, codes);
}

/**
 * Marks the factors that the session itself has proven. Factors that changed since then may be somebody else's. A sent
 * code can stand in for a stranger's authenticator app, so it marks only factors without an app. A backup code marks
 * nothing, because new ones can be created without the app.
 */
export async function markProvenFactors(
  tx: Transaction,
  { userId, email, session: { proofs } }: VerifiedMailbox,
  context: RequestContext,
): Promise<void> {
  const proven: WhereAll<TwoFactorRow>[] = [];
  const byApp = proofs?.[kindProof("app")];
  const bySentCode = proofs?.[kindProof("sent-code")];
  const unmarked = { id: userId, verifiedEmail: { ne: email } };
  if (byApp !== undefined) proven.push({ ...unmarked, secret: { ne: null }, updatedAt: { lte: new Date(byApp) } });
  if (bySentCode !== undefined) {
    proven.push({ ...unmarked, secret: null, otp: true, updatedAt: { lte: new Date(bySentCode) } });
  }
  if (proven.length === 0) return;
  const set = { verifiedEmail: email, factorsChangedAt: context.now() };
  await tx.update(twoFactorTable, { where: proven, set });
}
