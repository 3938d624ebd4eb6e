/**
 * Recovery: a user goes to whoever has just shown to own the mailbox. What carries the mailbox's address stays
 * (`mailbox.ts`). Everything else may have been set up by somebody else, and goes.
 */

import { credentialProvider } from "../accounts/store.ts";
import { type AccountRow, accountTable } from "../accounts/table.ts";
import { recordAudit } from "../audit/store.ts";
import type { Transaction, WhereAll } from "../database/adapter.ts";
import type { RequestContext } from "../plugin/context.ts";
import { StaleUserError } from "../plugin/gate.ts";
import { revokeSessions } from "../sessions/revoke.ts";
import { sessionTable } from "../sessions/table.ts";
import { removeUndoLinks, withdrawEveryToken } from "../tokens/store.ts";
import { tellRemoved } from "./mailbox.ts";
import { updateUser } from "./store.ts";
import type { UserRow } from "./table.ts";

/** How an account is recovered. */
export interface ReclaimOptions {
  /** New values of the user's row. */
  readonly set?: Readonly<Record<string, unknown>>;
  /** Whether the password stays, because the caller replaces it. Default: `false`. */
  readonly keepPassword?: boolean;
  /**
   * Whether pending links end and sign-ins in progress start over even if nothing is removed. Default: `false`.
   */
  readonly always?: boolean;
  /** Whether all sessions end even if nothing else is removed. Default: `false`. */
  readonly endSessions?: boolean;
  /**
   * Accounts that were linked and factors that were enrolled since this time are removed even if they carry the address.
   * Default: none.
   */
  readonly since?: Date;
  /** Links to undo a change of address that were issued by this time stay. Default: none stays. */
  readonly keepUndoLinksUntil?: Date;
}

/** More accounts than anybody has. */
const most = 1_000;

/**
 * Removes everything of the user that doesn't carry this address: linked accounts, the password, sessions, what plugins
 * keep, and links to undo a change of address. If anything was removed, pending links end and sign-ins in progress start
 * over. If anything but sessions was removed, all sessions end. Records `user.reclaim` and tells the owner what was
 * removed.
 *
 * @param user the row as `tx.lock` returned it
 * @param email the address whose mailbox the caller has just shown to own
 * @returns the user as they are now, but for columns that plugins changed
 * @throws {StaleUserError} the user is gone
 */
export async function reclaimAccount(
  tx: Transaction,
  context: RequestContext,
  user: UserRow,
  email: string,
  options: ReclaimOptions = {},
): Promise<UserRow> {
  const { set = {}, always = false, endSessions = false, since = null, keepUndoLinksUntil } = options;
  const { id: userId } = user;
  const accounts = await removeAccounts(tx, userId, email, options);
  let foreign = accounts.length > 0;
  for (const remove of context.extensions.onReclaim) {
    if (await remove(tx, { user, keepFor: email, since }, context)) foreign = true;
  }
  // Before the rest of the tokens: they decide whether the rest goes.
  if (!always && (await removeUndoLinks(tx, userId, { notTo: email })) > 0) foreign = true;
  const ended = await endForeignSessions(tx, context, userId, foreign || endSessions ? null : email);
  if (foreign || always || ended > 0) await withdrawEveryToken(tx, userId, keepUndoLinksUntil);
  if (accounts.length > 0) await tellRemoved(tx, context, userId, accounts);
  if (foreign || ended > 0) {
    const data = { accounts: accounts.map(({ providerId }) => providerId), email };
    await recordAudit(tx, context, { action: "user.reclaim", actorId: userId, userId, data });
  }
  const newEpoch = foreign || always || ended > 0;
  if (!newEpoch && Object.keys(set).length === 0) return user;
  const changed = await updateUser(tx, context, user, set, { newEpoch });
  if (!changed) throw new StaleUserError("The user went away during a recovery.");
  return changed;
}

/** Those that don't carry the address. */
async function removeAccounts(
  tx: Transaction,
  userId: string,
  email: string,
  { keepPassword = false, since }: ReclaimOptions,
) {
  const linked = { userId, providerId: { ne: credentialProvider } };
  const where: WhereAll<AccountRow>[] = [{ ...(keepPassword ? linked : { userId }), verifiedEmail: { ne: email } }];
  if (since) where.push({ ...linked, createdAt: { gte: since } });
  const accounts = await tx.findMany(accountTable, { where, columns: ["id", "providerId"], limit: most });
  if (accounts.length > 0) await tx.remove(accountTable, { where });
  return accounts;
}

/** Ends the sessions that don't carry the address; all, if none is given. Says how many only in the first case. */
async function endForeignSessions(
  tx: Transaction,
  context: RequestContext,
  userId: string,
  email: string | null,
): Promise<number> {
  if (email !== null) return tx.remove(sessionTable, { where: { userId, verifiedEmail: { ne: email } } });
  await revokeSessions(context, userId, { db: tx });
  return 0;
}
