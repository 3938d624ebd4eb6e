/** Removes one of a user's sign-in methods, for the user and for admins. */

import type { Transaction } from "../database/adapter.ts";
import type { RequestContext } from "../kernel/context.ts";
import type { AccountChoice } from "../plugin/account-choice.ts";
import { type AccountRow, accountTable } from "../tables/account.ts";
import { sessionTable } from "../tables/session.ts";
import type { UserRow } from "../tables/user.ts";
import { notifyUser } from "../users/security-notices.ts";
import { updateUser } from "../users/store.ts";
import { countPluginMethods } from "./sign-in-methods.ts";
import { maxAccounts } from "./store.ts";

/** The account and the changed user, or why nothing was removed. `gone`: the user was deleted in the meantime. */
export type UnlinkResult =
  | { readonly account: AccountRow; readonly user: UserRow }
  | "not-found"
  | "last-method"
  | "gone";

/** What unlinking keeps. */
export interface UnlinkOptions {
  /** Whether the last sign-in method stays. */
  readonly keepLast: boolean;
  /** A session that stays even if it was started with the account. */
  readonly keepSessionId: string | null;
}

/**
 * Removes a sign-in method, ends the sessions that were started with it, and notifies the user. The caller must hold
 * the user's lock, so that if two requests remove the last two methods concurrently, one of them fails.
 */
export async function unlinkFromUser(
  tx: Transaction,
  context: RequestContext,
  user: UserRow,
  choice: AccountChoice,
  { keepLast, keepSessionId }: UnlinkOptions,
): Promise<UnlinkResult> {
  const accounts = await tx.findMany(accountTable, { where: { userId: user.id }, limit: maxAccounts });
  const account = accounts.find((candidate) => isChosen(candidate, choice));
  if (!account) return "not-found";
  if (keepLast && accounts.length === 1 && (await countPluginMethods(tx, context, user.id)) === 0) return "last-method";
  await tx.remove(accountTable, { where: { id: account.id } });
  const otherSessions = keepSessionId === null ? {} : { id: { ne: keepSessionId } };
  await tx.remove(sessionTable, { where: { userId: user.id, signInAccountId: account.id, ...otherSessions } });
  await notifyUser(tx, context, user.id, "account-unlinked", { provider: account.providerId });
  // The sign-in methods have changed, so a sign-in in progress with that account must start over.
  const changed = await updateUser(tx, context, user, {}, { newEpoch: true });
  return changed ? { account, user: changed } : "gone";
}

function isChosen({ id, providerId, accountId }: AccountRow, choice: AccountChoice): boolean {
  if (choice.providerId === undefined) return id === choice.accountId;
  return providerId === choice.providerId && (choice.accountId === undefined || accountId === choice.accountId);
}
