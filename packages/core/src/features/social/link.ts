/** Linking an account to the user who is signed in. */

import { findAccountWithUser } from "../../accounts/store.ts";
import { UniqueViolation } from "../../database/errors.ts";
import { isMailable } from "../../outbox/mail.ts";
import type { RequestContext } from "../../plugin/context.ts";
import { proveSession, showSession, withUser } from "../../sessions/change.ts";
import { isProven } from "../../sessions/guards.ts";
import { type ActiveSession, type SessionRow, sessionTable } from "../../sessions/table.ts";
import { tellOwner } from "../../users/notices.ts";
import { updateUser } from "../../users/store.ts";
import { type UserRow, userTable } from "../../users/table.ts";
import { insertAccount, newAccount, putTokens, tokenColumns, type UnownedAccount } from "./accounts.ts";
import type { Arrival, Person } from "./arrival.ts";
import type { Connection } from "./connection.ts";
import { SocialRefusal } from "./errors.ts";
import type { LinkingSettings, SocialSettings } from "./options.ts";

/**
 * Links an arrival to the user who is signed in. If the account is theirs already, it gets the new tokens, and the session
 * is fresh again. Another one is linked only from a session that has proven who they are not long ago, and only if the
 * provider vouches for its address: otherwise somebody who holds the session for a minute could come back at any time.
 *
 * @throws {SocialRefusal} `unable_to_link_account`, `email_does_not_match`, `account_already_linked_to_different_user`,
 *   `session_not_fresh`
 */
export async function linkAccount(
  context: RequestContext,
  settings: SocialSettings,
  connection: Connection,
  arrival: Arrival,
  active: ActiveSession,
): Promise<void> {
  const { provider } = connection;
  const { user } = active;
  const known = await findAccountWithUser(context.db, provider.id, arrival.accountId);
  if (known && known.user.id !== user.id) throw new SocialRefusal("account_already_linked_to_different_user");
  if (known) {
    const { email, emailVerified } = arrival.person;
    const tokens = await tokenColumns(context, settings, known.account.id, arrival.tokens, arrival.kept);
    const columns = emailVerified && email === user.email ? { ...tokens, verifiedEmail: email } : tokens;
    await putTokens(context.db, context, known.account.id, columns);
    await proveSession(context, active, ["provider"]);
    return;
  }
  if (!isProven(context, active)) throw new SocialRefusal("session_not_fresh");
  checkAddress(settings.linking, arrival.person, user);
  const account = await newAccount(context, settings, provider.id, arrival);
  const changed = await store(context, settings, arrival, active, account);
  if (settings.linking.updateUserInfo) showSession(context, withUser(active, changed));
}

/** A provider that gives no address has nothing to vouch for: its accounts can be linked, and carry no mark. */
function checkAddress(
  { enabled, allowDifferentEmails, allowUnverifiedEmails }: LinkingSettings,
  { email, emailVerified }: Person,
  user: UserRow,
): void {
  if (!enabled) refuse();
  if (email === null || !isMailable(email)) return;
  if (!allowDifferentEmails && email !== user.email) throw new SocialRefusal("email_does_not_match");
  if (!emailVerified && !allowUnverifiedEmails) refuse();
}

/** The address whose mailbox the account goes with: one that the provider vouches for, else that of the session. */
function markOf({ email, emailVerified }: Person, user: UserRow, session: Pick<SessionRow, "verifiedEmail">) {
  if (email === null || !isMailable(email)) return null;
  return emailVerified && email === user.email ? email : session.verifiedEmail;
}

async function store(
  context: RequestContext,
  { linking }: SocialSettings,
  { person }: Arrival,
  { session, user: { id, epoch } }: ActiveSession,
  account: UnownedAccount,
): Promise<UserRow> {
  try {
    return await context.db.transaction(async (tx) => {
      // The provider was asked for a while: the session may have been ended since, or the user be its owner's again.
      const user = (await tx.lock(userTable, id)) ?? refuse();
      const standing = await tx.findOne(sessionTable, {
        where: { id: session.id },
        columns: ["id", "verifiedEmail"],
      });
      if (user.epoch !== epoch || !standing) return refuse();
      await insertAccount(tx, context, account, { userId: id, verifiedEmail: markOf(person, user, standing) });
      await tellOwner(tx, context, id, "account-linked", { provider: account.providerId });
      if (!linking.updateUserInfo) return user;
      const { name, image } = person;
      return (await updateUser(tx, context, user, { name, image })) ?? refuse();
    });
  } catch (error) {
    // Somebody else, or another tab, linked it in between.
    if (error instanceof UniqueViolation) throw new SocialRefusal("account_already_linked_to_different_user", error);
    throw error;
  }
}

function refuse(): never {
  throw new SocialRefusal("unable_to_link_account");
}
