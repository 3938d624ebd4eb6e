/**
 * Signs in the user that an identity belongs to: the account's owner, a user with the same verified email, or a new
 * one.
 */

import { type AccountWithUser, findAccountWithUser } from "../../accounts/store.ts";
import type { Transaction } from "../../database/adapter.ts";
import { UniqueViolation } from "../../database/errors.ts";
import { StaleUserError } from "../../kernel/sign-in-attempt.ts";
import { type CreatedSession, createSession } from "../../sessions/create.ts";
import { type UserRow, userTable } from "../../tables/user.ts";
import { verifyMailboxWithEvidence } from "../../users/mailbox.ts";
import { findUserByEmail, releaseEmail, updateUser } from "../../users/store.ts";
import { prepareAccount, tokenColumns, updateTokens } from "./accounts.ts";
import { createUserFromIdentity } from "./create-user.ts";
import { hasUnverifiedEmailChange, linkByEmail } from "./link-by-email.ts";
import type { MappedUser } from "./provider-identity.ts";
import { type SignInInput, sessionPartOf } from "./sign-in-input.ts";
import { SocialError } from "./social-error.ts";

export interface SocialSignInResult {
  readonly created: CreatedSession;
  readonly isNewUser: boolean;
}

/** Maximum attempts, including the first, if other requests keep winning the race. */
const maxAttempts = 4;

/**
 * Signs in with a provider's identity. Accounts are found only by provider and account ID. An email leads to an
 * existing user only if the provider vouches for it.
 *
 * @throws {SocialError} if the sign-in isn't possible
 * @throws {AuthError} if a gate rejects it
 */
export async function signInWithIdentity(request: SignInInput): Promise<SocialSignInResult> {
  const { context, connection } = request;
  const identity = (await connection.policy?.checkIdentity(context, request.identity)) ?? request.identity;
  const input = { ...request, identity };
  let isTaken = false;
  for (let attempt = 1; ; attempt++) {
    try {
      return await trySignIn(input, isTaken);
    } catch (error) {
      const isRace = error instanceof UniqueViolation || error instanceof StaleUserError;
      if (!isRace || attempt === maxAttempts) throw error;
      // The first attempt inserts without looking up the email. That saves new users a query, and concurrent sign-ups
      // still create one user.
      isTaken = error instanceof UniqueViolation;
    }
  }
}

async function trySignIn(input: SignInInput, isTaken: boolean): Promise<SocialSignInResult> {
  const { context, connection, identity } = input;
  const { provider } = connection;
  const existing = await findAccountWithUser(context.db, provider.id, identity.accountId);
  if (existing) return { created: await signInExistingAccount(input, existing), isNewUser: false };
  const { email } = identity.mappedUser;
  if (email === null) throw new SocialError("email_not_found");
  const { disableSignUp, disableImplicitSignUp } = provider.options;
  const canSignUp = !disableSignUp && !input.disableSignUp && (!disableImplicitSignUp || input.requestSignUp);
  const prepared = await prepareAccount(context, input.settings, provider.id, identity);
  const account = { ...connection.policy?.accountFields, ...prepared };
  if (canSignUp && !isTaken) {
    return { created: await createUserFromIdentity(input, account, email), isNewUser: true };
  }
  const owner = await findUserByEmail(context.db, email);
  if (owner && hasUnverifiedEmailChange(owner)) return releaseUnverifiedEmail(input, owner, canSignUp);
  if (owner) return { created: await linkByEmail(input, account, owner), isNewUser: false };
  // The email may be reserved for a user who changed away from it, or another unique column is taken.
  throw new SocialError(canSignUp ? "unable_to_create_user" : "signup_disabled");
}

/**
 * A user changed to this email and never verified it. Moves them back to their verified email, as when the email's
 * owner signs up. Always throws, so that the sign-in starts over with the email free.
 */
async function releaseUnverifiedEmail(
  { context, identity }: SignInInput,
  holder: UserRow,
  canSignUp: boolean,
): Promise<never> {
  if (!identity.mappedUser.emailVerified || !canSignUp) throw new SocialError("account_not_linked");
  const isFree = await context.db.transaction(async (tx) => {
    const user = await tx.lock(userTable, holder.id);
    if (!user || user.email !== holder.email || !hasUnverifiedEmailChange(user)) return true;
    return releaseEmail(tx, context, user);
  });
  // Another user has the verified email now.
  if (!isFree) throw new SocialError("account_not_linked");
  throw new StaleUserError("The email became available while signing in.");
}

/** Sends one query plus those of the session, and more to verify the email or update the profile. */
async function signInExistingAccount(input: SignInInput, { account, user }: AccountWithUser): Promise<CreatedSession> {
  const { context, settings, connection, identity } = input;
  const { provider, policy } = connection;
  const { mappedUser } = identity;
  await policy?.checkAccount(context, account, user);
  const plan = await policy?.prepare(context, user, identity);
  const isEmailVerified = mappedUser.emailVerified && mappedUser.email === user.email;
  const verifiedEmail = isEmailVerified ? user.email : account.verifiedEmail;
  const tokens = await tokenColumns(context, settings, account.id, identity.tokens, identity.providerData);
  const columns = { ...tokens, ...(verifiedEmail === account.verifiedEmail ? {} : { verifiedEmail }) };
  const changes = profileChanges(user, mappedUser, provider.options.overrideUserInfoOnSignIn === true);
  return context.db.transaction(async (tx) => {
    await updateTokens(tx, context, account.id, columns);
    let current = user;
    if (isEmailVerified && !user.emailVerified) {
      current = await lockUnchanged(tx, user);
      current = await verifyMailboxWithEvidence(tx, context, current, user.email, { accountId: account.id });
    }
    const expected = { email: user.email, epoch: user.epoch };
    const changed = changes === null ? current : await updateUser(tx, context, current, changes, { expected });
    if (!changed) throw new StaleUserError("The user changed while signing in.");
    await policy?.complete(tx, context, changed, plan);
    const newSession = { user: changed, method: provider.id, ...sessionPartOf(input) };
    return createSession(context, { ...newSession, verifiedEmail, accountId: account.id }, tx);
  });
}

async function lockUnchanged(tx: Transaction, { id, email, epoch }: UserRow): Promise<UserRow> {
  const locked = await tx.lock(userTable, id);
  if (locked?.email === email && locked.epoch === epoch) return locked;
  throw new StaleUserError("The user changed while signing in.");
}

/** Returns the provider's name and image if they should be applied and differ. Otherwise returns `null`. */
function profileChanges(user: UserRow, { name, image }: MappedUser, override: boolean): Partial<UserRow> | null {
  return override && (user.name !== name || user.image !== image) ? { name, image } : null;
}
