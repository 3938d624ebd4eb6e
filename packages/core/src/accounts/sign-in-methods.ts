/** Counts a user's sign-in methods, over core and all plugins, so that no one loses the last one. */

import type { Transaction } from "../database/adapter.ts";
import type { AuthContext, RequestContext } from "../kernel/context.ts";
import { isMailable } from "../outbox/mail.ts";
import { accountTable } from "../tables/account.ts";
import type { UserRow } from "../tables/user.ts";
import { credentialProvider } from "./store.ts";

/**
 * Returns how many sign-in methods a user has: a password, linked accounts, and plugins' methods. Lock the user's row
 * first. Otherwise, two requests that each remove one method would both count the other's. One query, plus those of the
 * plugins.
 */
export async function countSignInMethods(tx: Transaction, context: RequestContext, userId: string): Promise<number> {
  const accounts = await tx.count(accountTable, {
    where: [
      { userId, providerId: { ne: credentialProvider } },
      { userId, password: { ne: null } },
    ],
  });
  return accounts + (await countPluginMethods(tx, context, userId));
}

/** Returns how many sign-in methods a user has in plugin tables. */
export async function countPluginMethods(tx: Transaction, context: RequestContext, userId: string): Promise<number> {
  let count = 0;
  for (const methods of context.extensions.signInMethods) count += await methods(tx, userId, context);
  return count;
}

/** Whether the user can recover the account with an email sent to an address that they have verified. */
export function hasRecoverableMailbox({ capabilities }: AuthContext, user: UserRow): boolean {
  const { signIn, password } = capabilities;
  const isOffered = password?.reset === true || signIn.magicLink || signIn.emailCode !== null;
  return isOffered && ((user.emailVerified && isMailable(user.email)) || user.provenEmail !== null);
}
