/** Marks the accounts of users whose email better-auth considers verified, so that account recovery keeps them. */

import type { OpenDatabase } from "../database/open.ts";
import type { Tables } from "../doctor/sql.ts";

/**
 * A condition that matches users whose email better-auth considers verified. Excludes guests, because someone could
 * create a mailbox with that name on the app's domain.
 * @param user the quoted name or alias of the user table
 */
export function hasVerifiedEmail({ has, quote }: Tables, user: string): string {
  const verified = `${user}.${quote("emailVerified")} is true`;
  return has("user", "isAnonymous") ? `${verified} and ${user}.${quote("isAnonymous")} is not true` : verified;
}

/**
 * Marks the accounts. Leaves them all unmarked if one has a mark, because that means users have already linked accounts
 * in Latchkey, and there's no way to tell which.
 */
export async function markAccounts(tables: Tables, { execute }: OpenDatabase): Promise<void> {
  const { quote, count } = tables;
  const [user, account, mark] = [quote("user"), quote("account"), quote("verifiedEmail")];
  if ((await count(account, `${mark} is not null`)) > 0) return;
  const verified = `u.id = ${account}.${quote("userId")} and ${hasVerifiedEmail(tables, "u")}`;
  await execute(`update ${account} set ${mark} = (select u.email from ${user} u where ${verified})`);
}
