/** Removes one of a user's sign-in methods, for the user and for admins. */

import type { Transaction } from "../database/adapter.ts";
import type { RequestContext } from "../kernel/context.ts";
import { type AccountRow, accountTable } from "../tables/account.ts";
import type { UserRow } from "../tables/user.ts";
import { notifyUser } from "../users/security-notices.ts";
import { updateUser } from "../users/store.ts";

/** The sign-in method to remove: by provider, and by its id there if the user has several, or by the account's id. */
export interface AccountChoice {
  readonly providerId?: string | undefined;
  readonly accountId?: string | undefined;
}

/** The account and the changed user, or why nothing was removed. `gone`: the user was deleted meanwhile. */
export type UnlinkResult =
  | { readonly account: AccountRow; readonly user: UserRow }
  | "not-found"
  | "last-method"
  | "gone";

/** Upper bound for the query that counts accounts. No user has this many. */
const maxAccounts = 1_000;

/**
 * Removes a sign-in method and notifies the user. Counts under the user's lock, which the caller must hold. If two
 * requests remove the last two methods concurrently, one of them fails.
 */
export async function unlinkFromUser(
  tx: Transaction,
  context: RequestContext,
  user: UserRow,
  choice: AccountChoice,
  keepLast: boolean,
): Promise<UnlinkResult> {
  const accounts = await tx.findMany(accountTable, { where: { userId: user.id }, limit: maxAccounts });
  const account = accounts.find((one) => isChosen(one, choice));
  if (!account) return "not-found";
  if (keepLast && accounts.length === 1) return "last-method";
  await tx.remove(accountTable, { where: { id: account.id } });
  await notifyUser(tx, context, user.id, "account-unlinked", { provider: account.providerId });
  // The sign-in methods have changed, so a sign-in in progress with that account must start over.
  const changed = await updateUser(tx, context, user, {}, { newEpoch: true });
  return changed ? { account, user: changed } : "gone";
}

function isChosen({ id, providerId, accountId }: AccountRow, choice: AccountChoice): boolean {
  if (choice.providerId === undefined) return id === choice.accountId;
  return providerId === choice.providerId && (choice.accountId === undefined || accountId === choice.accountId);
}
