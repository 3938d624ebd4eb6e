/** Which factors a recovery of the account keeps. */

import {
  type MailboxRecovery,
  type RequestContext,
  recordAudit,
  tellOwner,
  userTable,
  type VerifiedMailbox,
} from "@latchkey/core";
import { type Transaction, widen } from "@latchkey/core/database";
import { removeOtherCodes } from "./backup-codes/store.ts";
import { twoFactorProof } from "./challenge/gate.ts";
import { twoFactorTable, type UserWithTwoFactor } from "./tables.ts";

/**
 * Removes the factors of somebody who never showed to own the mailbox: they would keep its owner out. One statement if
 * there are none, two if they stay, four if an unfinished enrollment goes, three if they all go.
 */
export async function removeForeignFactors(
  tx: Transaction,
  { user, keepFor }: MailboxRecovery,
  context: RequestContext,
): Promise<boolean> {
  const { id, twoFactorEnabled } = user as unknown as UserWithTwoFactor;
  const where = keepFor === null ? { id } : { id, verifiedEmail: { ne: keepFor } };
  const removed = await tx.remove(twoFactorTable, { where });
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

/** Ends an unfinished enrollment. Someone else may have begun it, and the owner's next code would confirm it. */
async function dropPending(tx: Transaction, id: string, codes: string | null): Promise<void> {
  const set = { pendingSecret: null, pendingOtp: false, pendingCodes: null };
  await tx.update(twoFactorTable, { where: { id }, set });
  await removeOtherCodes(tx, id, codes);
}

/** Marks the factors that the session itself has proven. Factors that changed since then may be somebody else's. */
export async function markProvenFactors(
  tx: Transaction,
  { userId, email, session: { proofs } }: VerifiedMailbox,
): Promise<void> {
  const provenAt = proofs?.[twoFactorProof];
  if (provenAt === undefined) return;
  const where = { id: userId, updatedAt: { lte: new Date(provenAt) } };
  await tx.update(twoFactorTable, { where, set: { verifiedEmail: email } });
}
