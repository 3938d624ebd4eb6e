/** Linking an account to the user who is signed in. */

import { findAccountWithUser } from "../../accounts/store.ts";
import { UniqueViolation } from "../../database/errors.ts";
import type { RequestContext } from "../../plugin/context.ts";
import { proveSession, showSession, withUser } from "../../sessions/change.ts";
import { type ActiveSession, sessionTable } from "../../sessions/table.ts";
import { tellOwner } from "../../users/notices.ts";
import { updateUser } from "../../users/store.ts";
import { type UserRow, userTable } from "../../users/table.ts";
import { insertAccount, newAccount, putTokens, tokenColumns, type UnownedAccount } from "./accounts.ts";
import type { Arrival } from "./arrival.ts";
import type { Connection } from "./connection.ts";
import { SocialRefusal } from "./errors.ts";
import type { SocialSettings } from "./options.ts";

/**
 * Links an arrival to whoever is signed in. An account that is theirs already gets the new tokens, and has proven them:
 * the session is fresh again.
 *
 * @throws {SocialRefusal} `unable_to_link_account`, `email_does_not_match`, `account_already_linked_to_different_user`
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
    const columns = await tokenColumns(context, settings, known.account.id, arrival.tokens, arrival.kept);
    await putTokens(context.db, context, known.account.id, columns);
    await proveSession(context, active, ["provider"]);
    return;
  }
  if (!settings.linking.enabled) throw new SocialRefusal("unable_to_link_account");
  if (!settings.linking.allowDifferentEmails && arrival.person.email !== user.email) {
    throw new SocialRefusal("email_does_not_match");
  }
  const account = await newAccount(context, settings, provider.id, arrival);
  const changed = await store(context, settings, arrival, active, account);
  if (settings.linking.updateUserInfo) showSession(context, withUser(active, changed));
}

async function store(
  context: RequestContext,
  { linking }: SocialSettings,
  { person: { name, image } }: Arrival,
  { session, user: { id, epoch } }: ActiveSession,
  account: UnownedAccount,
): Promise<UserRow> {
  try {
    return await context.db.transaction(async (tx) => {
      // The provider was asked for a while: the session may have been ended since, or the user be its owner's again.
      const user = (await tx.lock(userTable, id)) ?? refuse();
      const standing = await tx.findOne(sessionTable, { where: { id: session.id }, columns: ["id"] });
      if (user.epoch !== epoch || !standing) refuse();
      await insertAccount(tx, context, account, id);
      await tellOwner(tx, context, id, "account-linked", { provider: account.providerId });
      if (!linking.updateUserInfo) return user;
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
