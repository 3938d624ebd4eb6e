/** Links an account to the signed-in user. */

import { findAccountWithUser } from "../../accounts/store.ts";
import { UniqueViolation } from "../../database/errors.ts";
import type { RequestContext } from "../../kernel/context.ts";
import { isMailable } from "../../outbox/mail.ts";
import { recordProof, syncSessionCookies, withUser } from "../../sessions/change.ts";
import { hasRecentProof } from "../../sessions/guards.ts";
import { type ActiveSession, type SessionRow, sessionTable } from "../../tables/session.ts";
import { type UserRow, userTable } from "../../tables/user.ts";
import { notifyUser } from "../../users/security-notices.ts";
import { updateUser } from "../../users/store.ts";
import type { AccountSettings, LinkingSettings } from "./account-settings.ts";
import { insertAccount, type PreparedAccount, prepareAccount, tokenColumns, updateTokens } from "./accounts.ts";
import type { Connection } from "./connection.ts";
import type { MappedUser, ProviderIdentity } from "./provider-identity.ts";
import { SocialError } from "./social-error.ts";

/**
 * Links an identity to the signed-in user. If the account is already theirs, it gets the new tokens and the session
 * becomes fresh. A new account requires a recent proof. If the provider shares an email, it must also vouch for it,
 * unless the app allows unverified ones. Otherwise an attacker with brief access to a session could add a permanent
 * sign-in method.
 *
 * @throws {SocialError} `unable_to_link_account`, `email_does_not_match`, `account_already_linked_to_different_user`,
 *   `session_not_fresh`
 * @throws {AuthError} if a plugin rejects a new account
 */
export async function linkAccount(
  context: RequestContext,
  settings: AccountSettings,
  connection: Connection,
  identity: ProviderIdentity,
  active: ActiveSession,
): Promise<void> {
  const { provider } = connection;
  const { user } = active;
  const existing = await findAccountWithUser(context.db, provider.id, identity.accountId);
  if (existing && existing.user.id !== user.id) throw new SocialError("account_already_linked_to_different_user");
  if (existing) {
    const { email, emailVerified } = identity.mappedUser;
    const tokens = await tokenColumns(context, settings, existing.account.id, identity.tokens, identity.providerData);
    const columns = emailVerified && email === user.email ? { ...tokens, verifiedEmail: email } : tokens;
    await updateTokens(context.db, context, existing.account.id, columns);
    await recordProof(context, active, ["provider"]);
    return;
  }
  if (!hasRecentProof(context, active)) throw new SocialError("session_not_fresh");
  await runLinkChecks(context, active);
  checkEmail(settings.linking, identity.mappedUser, user);
  const account = await prepareAccount(context, settings, provider.id, identity);
  const changed = await insertLinkedAccount(context, settings, identity, active, account);
  if (settings.linking.updateUserInfo) syncSessionCookies(context, withUser(active, changed));
}

/** @throws {AuthError} if a plugin rejects a new account */
export async function runLinkChecks(context: RequestContext, active: ActiveSession): Promise<void> {
  for (const check of context.extensions.accountLinkChecks) await check(context, active);
}

/** Accounts from a provider that shares no email can be linked, too. They aren't marked. */
function checkEmail(
  { enabled, allowDifferentEmails, allowUnverifiedEmails }: LinkingSettings,
  { email, emailVerified }: MappedUser,
  user: UserRow,
): void {
  if (!enabled) failToLink();
  if (email === null || !isMailable(email)) return;
  if (!allowDifferentEmails && email !== user.email) throw new SocialError("email_does_not_match");
  if (!emailVerified && !allowUnverifiedEmails) failToLink();
}

/** Returns the account's mark: the user's email if the provider vouches for it, or else the session's mark. */
function chooseMark({ email, emailVerified }: MappedUser, user: UserRow, session: Pick<SessionRow, "verifiedEmail">) {
  if (email === null || !isMailable(email)) return null;
  return emailVerified && email === user.email ? email : session.verifiedEmail;
}

async function insertLinkedAccount(
  context: RequestContext,
  { linking }: AccountSettings,
  { mappedUser }: ProviderIdentity,
  { session, user: { id, epoch } }: ActiveSession,
  account: PreparedAccount,
): Promise<UserRow> {
  try {
    return await context.db.transaction(async (tx) => {
      // Calling the provider takes time. Meanwhile, the session may have ended or the owner may have recovered the
      // user.
      const user = (await tx.lock(userTable, id)) ?? failToLink();
      const currentSession = await tx.findOne(sessionTable, {
        where: { id: session.id },
        columns: ["id", "verifiedEmail"],
      });
      if (user.epoch !== epoch || !currentSession) return failToLink();
      await insertAccount(tx, context, account, {
        userId: id,
        verifiedEmail: chooseMark(mappedUser, user, currentSession),
      });
      await notifyUser(tx, context, id, "account-linked", { provider: account.providerId });
      if (!linking.updateUserInfo) return user;
      const { name, image } = mappedUser;
      return (await updateUser(tx, context, user, { name, image })) ?? failToLink();
    });
  } catch (error) {
    // Another request has linked the account since then.
    if (error instanceof UniqueViolation) throw new SocialError("account_already_linked_to_different_user", error);
    throw error;
  }
}

function failToLink(): never {
  throw new SocialError("unable_to_link_account");
}
