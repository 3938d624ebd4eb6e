/**
 * Account recovery by the owner of a mailbox. Keeps what's marked with the mailbox's email (`mailbox.ts`) and removes
 * everything else, because someone else may have set it up.
 */

import { credentialProvider, maxAccounts } from "../accounts/store.ts";
import { recordAudit } from "../audit/store.ts";
import type { Transaction, WhereAll } from "../database/adapter.ts";
import type { RecoveryReason } from "../kernel/account-events.ts";
import type { RequestContext } from "../kernel/context.ts";
import { StaleUserError } from "../kernel/sign-in-attempt.ts";
import { revokeSessions } from "../sessions/revoke.ts";
import { type AccountRow, accountTable } from "../tables/account.ts";
import { sessionTable } from "../tables/session.ts";
import type { UserRow } from "../tables/user.ts";
import { revokeAllTokens, revokeUndoLinks } from "../tokens/revoke.ts";
import { notifyRemovedAccounts } from "./mailbox.ts";
import { updateUser } from "./store.ts";

/** Options for a recovery. */
export interface ReclaimOptions {
  readonly reason: RecoveryReason;
  /** New values of the user's row. */
  readonly set?: Readonly<Record<string, unknown>>;
  /** Whether the caller has already updated the user's row, with a new epoch. Default: `false`. */
  readonly isUpdated?: boolean;
  /** Whether to keep the password, because the caller replaces it. Default: `false`. */
  readonly keepPassword?: boolean;
  /** Whether to revoke pending links and restart sign-ins in progress even if nothing is removed. Default: `false`. */
  readonly alwaysRevoke?: boolean;
  /** Whether to end all sessions even if nothing else is removed. Default: `false`. */
  readonly endSessions?: boolean;
  /**
   * Also removes accounts linked and factors enrolled since this time, even if they're marked with the email. Default:
   * none.
   */
  readonly since?: Date;
  /** Keeps links to undo an email change that were issued by this time. Default: keeps none. */
  readonly keepUndoLinksUntil?: Date;
}

/**
 * Removes the user's data that isn't marked with this email: linked accounts, the password, sessions, plugins' data,
 * and links to undo an email change. If anything was removed, revokes pending links and restarts sign-ins in progress.
 * If anything but sessions was removed, ends all sessions. Records `user.reclaim` if anything was removed, and emails
 * the user which accounts were removed.
 *
 * @param user the row, which this transaction has locked or updated
 * @param email the email that the caller has just verified
 * @returns the updated user, without changes that plugins made
 * @throws {StaleUserError} if the user was deleted
 */
export async function reclaimAccount(
  tx: Transaction,
  context: RequestContext,
  user: UserRow,
  email: string,
  options: ReclaimOptions,
): Promise<UserRow> {
  const { reason, alwaysRevoke = false, endSessions = false, since = null, keepUndoLinksUntil } = options;
  const { id: userId } = user;
  const accounts = await removeAccounts(tx, userId, email, options);
  let removedAny = accounts.length > 0;
  for (const remove of context.extensions.onReclaim) {
    if (await remove(tx, { user, reason, keepEmail: email, since }, context)) removedAny = true;
  }
  // Revoke these before the other tokens, because the result decides whether those are revoked.
  if (!alwaysRevoke && (await revokeUndoLinks(tx, userId, { notTo: email })) > 0) removedAny = true;
  const ended = await endUnverifiedSessions(tx, context, userId, removedAny || endSessions ? null : email);
  if (removedAny || alwaysRevoke || ended > 0) await revokeAllTokens(tx, userId, keepUndoLinksUntil);
  if (accounts.length > 0) await notifyRemovedAccounts(tx, context, userId, accounts);
  if (removedAny || ended > 0) {
    const data = { accounts: accounts.map(({ providerId }) => providerId), email };
    await recordAudit(tx, context, { action: "user.reclaim", actorId: userId, userId, data });
  }
  return updateReclaimed(tx, context, user, options, removedAny || alwaysRevoke || ended > 0);
}

async function updateReclaimed(
  tx: Transaction,
  context: RequestContext,
  user: UserRow,
  { set = {}, isUpdated = false }: Pick<ReclaimOptions, "set" | "isUpdated">,
  newEpoch: boolean,
): Promise<UserRow> {
  if (isUpdated || (!newEpoch && Object.keys(set).length === 0)) return user;
  const changed = await updateUser(tx, context, user, set, { newEpoch });
  if (!changed) throw new StaleUserError("The user was deleted during a recovery.");
  return changed;
}

/** Removes the accounts that aren't marked with the email. */
async function removeAccounts(
  tx: Transaction,
  userId: string,
  email: string,
  { keepPassword = false, since }: Pick<ReclaimOptions, "keepPassword" | "since">,
) {
  const linked = { userId, providerId: { ne: credentialProvider } };
  const where: WhereAll<AccountRow>[] = [{ ...(keepPassword ? linked : { userId }), verifiedEmail: { ne: email } }];
  if (since) where.push({ ...linked, createdAt: { gte: since } });
  const accounts = await tx.findMany(accountTable, { where, columns: ["id", "providerId"], limit: maxAccounts });
  if (accounts.length > 0) await tx.remove(accountTable, { where });
  return accounts;
}

/**
 * Ends the sessions that aren't marked with the email, and returns their number. Without an email, ends all sessions
 * and returns 0.
 */
async function endUnverifiedSessions(
  tx: Transaction,
  context: RequestContext,
  userId: string,
  email: string | null,
): Promise<number> {
  if (email !== null) return tx.remove(sessionTable, { where: { userId, verifiedEmail: { ne: email } } });
  await revokeSessions(context, userId, { db: tx });
  return 0;
}
