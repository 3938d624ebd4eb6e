/**
 * Links a provider's account to an existing user with the same email. Nothing else finds an existing user by a
 * provider's email.
 */

import { StaleUserError } from "../../kernel/sign-in-attempt.ts";
import { type CreatedSession, createSession } from "../../sessions/create.ts";
import { type UserRow, userTable } from "../../tables/user.ts";
import { reclaimAccount } from "../../users/reclaim.ts";
import { notifyUser } from "../../users/security-notices.ts";
import { notifyEmailVerified } from "../../users/verification.ts";
import type { LinkingSettings } from "./account-settings.ts";
import { insertAccount, type PreparedAccount } from "./accounts.ts";
import type { MappedUser } from "./provider-identity.ts";
import { type SignInInput, sessionPartOf } from "./sign-in-input.ts";
import { SocialError } from "./social-error.ts";

/**
 * Links the account to the user with the same email and signs them in, if the provider vouches for the email.
 *
 * The provider proves that the user owns the mailbox. Anything added by someone who never proved that is removed first,
 * even if the email counts as verified, because an email scanner may have opened the link.
 *
 * @throws {SocialError} `account_not_linked`
 * @throws {StaleUserError} if the user has changed since it was read
 */
export async function linkByEmail(
  input: SignInInput,
  account: PreparedAccount,
  owner: UserRow,
): Promise<CreatedSession> {
  const { context, settings, connection, identity } = input;
  const { provider, policy } = connection;
  const { mappedUser } = identity;
  const canLink = policy ? policy.canLink(owner) : canLinkByEmail(settings.linking, provider.id);
  if (!mappedUser.emailVerified || !canLink) throw new SocialError("account_not_linked");
  const plan = await policy?.prepare(context, owner, identity);
  return context.db.transaction(async (tx) => {
    const user = await tx.lock(userTable, owner.id);
    const hasChanged = !user || user.email !== owner.email || (policy && user.emailVerified !== owner.emailVerified);
    if (hasChanged || hasUnverifiedEmailChange(user)) {
      throw new StaleUserError("The user changed while signing in.");
    }
    const { email, emailVerified } = user;
    const changed = await reclaimAccount(tx, context, user, email, {
      reason: "provider",
      set: userChanges(user, mappedUser, settings.linking),
    });
    if (!emailVerified) await notifyEmailVerified(tx, context, user.id);
    await insertAccount(tx, context, account, { userId: user.id, verifiedEmail: email });
    await notifyUser(tx, context, user.id, "account-linked", { provider: provider.id });
    await policy?.complete(tx, context, changed, plan);
    const newSession = { user: changed, method: provider.id, ...sessionPartOf(input) };
    return createSession(context, { ...newSession, verifiedEmail: email, accountId: account.id }, tx);
  });
}

/** Whether the user changed their email after verifying a different one, and hasn't verified the new one. */
export function hasUnverifiedEmailChange({ emailVerified, provenEmail }: UserRow): boolean {
  return !emailVerified && provenEmail !== null;
}

/** Anyone could have created a user with an unverified email, so the provider's name and image replace theirs. */
function userChanges(
  { emailVerified }: UserRow,
  { name, image }: MappedUser,
  { updateUserInfo }: LinkingSettings,
): Partial<UserRow> {
  if (!emailVerified) return { emailVerified: true, name, image };
  return updateUserInfo ? { name, image } : {};
}

function canLinkByEmail({ enabled, trustedProviders }: LinkingSettings, providerId: string): boolean {
  return enabled && (trustedProviders === null || trustedProviders.includes(providerId));
}
