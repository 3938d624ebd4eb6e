/** Creates a user who signs in with a provider for the first time. */

import type { Transaction } from "../../database/adapter.ts";
import { AuthError } from "../../http/errors.ts";
import type { RequestContext } from "../../kernel/context.ts";
import { linkBase } from "../../kernel/links.ts";
import { getCallbackURL } from "../../kernel/redirect.ts";
import type { Field } from "../../kernel/settings.ts";
import { isMailable } from "../../outbox/mail.ts";
import { enqueueMessageAfterResponse } from "../../outbox/store.ts";
import { allowMail } from "../../rate-limits/limiter.ts";
import { type CreatedSession, createSession, type NewSession } from "../../sessions/create.ts";
import type { UserRow } from "../../tables/user.ts";
import { createOrUpgradeUser } from "../../users/create-or-upgrade.ts";
import { readFields, runUserInputHooks } from "../../users/fields.ts";
import { newUserRow } from "../../users/store.ts";
import { createVerificationMessage } from "../../users/verification.ts";
import { type PreparedAccount, recordLink } from "./accounts.ts";
import type { MappedUser } from "./provider-identity.ts";
import { type SignInInput, sessionPartOf } from "./sign-in-input.ts";
import { SocialError } from "./social-error.ts";

/**
 * Stores the user and the account, and signs the user in. With a verified email, that's one transaction. With an
 * unverified one, the user is stored even if a gate then requires verification. Otherwise there would be no user to
 * verify.
 *
 * @throws {SocialError} `unable_to_create_user`, or `email_not_found` if a policy doesn't vouch for the email
 * @throws {UniqueViolation} if the email is taken or the account is already linked
 */
export async function createUserFromIdentity(
  input: SignInInput,
  account: PreparedAccount,
  email: string,
): Promise<CreatedSession> {
  const { context, connection, identity } = input;
  const newUser = await buildNewUser(context, identity.mappedUser, email);
  const verifiedEmail = newUser.emailVerified ? newUser.email : null;
  const { policy } = connection;
  // With a policy, only users whose email it vouches for can sign in.
  if (policy && !newUser.emailVerified) throw new SocialError("email_not_found");
  const newSession = {
    method: connection.provider.id,
    verifiedEmail,
    accountId: account.id,
    ...sessionPartOf(input),
  };
  if (newUser.emailVerified) {
    const plan = await policy?.prepare(context, newUser, identity);
    return context.db.transaction(async (tx) => {
      const user = await createUserAndAccount(tx, context, newUser, account);
      await policy?.complete(tx, context, user, plan);
      return createSession(context, { ...newSession, user, isNewUser: true }, tx);
    });
  }
  const user = await context.db.transaction((tx) => createUserAndAccount(tx, context, newUser, account));
  return signInUnverified(context, { ...newSession, user });
}

async function createUserAndAccount(
  tx: Transaction,
  context: RequestContext,
  newUser: UserRow,
  account: PreparedAccount,
): Promise<UserRow> {
  const verifiedEmail = newUser.emailVerified ? newUser.email : null;
  const user = await createOrUpgradeUser(tx, context, {
    user: newUser,
    account: (userId) => ({ ...account, userId, verifiedEmail }),
    method: account.providerId,
    isSignedIn: newUser.emailVerified || !context.settings.verification.required,
  });
  await recordLink(tx, context, user.id, account);
  return user;
}

/** Sends one verification email, either from the gate that requires verification or from the sign-up. */
async function signInUnverified(
  context: RequestContext,
  newSession: NewSession & { readonly user: UserRow },
): Promise<CreatedSession> {
  const { sendsOnSignUp, sendsOnSignIn } = context.settings.verification;
  let gateSendsEmail = false;
  try {
    return await createSession(context, newSession);
  } catch (error) {
    gateSendsEmail = sendsOnSignIn && error instanceof AuthError && error.code === "EMAIL_NOT_VERIFIED";
    throw error;
  } finally {
    if (sendsOnSignUp && !gateSendsEmail && isMailable(newSession.user.email)) {
      const { email } = newSession.user;
      const message = createVerificationMessage(context, email, linkBase(context, getCallbackURL(context)));
      enqueueMessageAfterResponse(context, message, () => allowMail(context, email));
    }
  }
}

async function buildNewUser(context: RequestContext, mappedUser: MappedUser, email: string): Promise<UserRow> {
  const { name, image, emailVerified } = mappedUser;
  const declaredFields = context.settings.fields.user;
  try {
    // `mapProfileToUser` is the app's own code, so it can also set fields that clients can't.
    const allowMapped = ([key, field]: [string, Field]): [string, Field] => [
      key,
      Object.hasOwn(mappedUser.fields, key) ? { ...field, input: true } : field,
    ];
    const additionalFields = await readFields(
      Object.fromEntries(Object.entries(declaredFields).map(allowMapped)),
      mappedUser.fields,
      "create",
    );
    const fields = await runUserInputHooks(context, { name, image, ...additionalFields }, "create");
    return newUserRow(context, { email, name, image, emailVerified, fields });
  } catch (error) {
    context.log.warn("A provider's profile doesn't match the app's user fields", { error });
    throw new SocialError("unable_to_create_user", error);
  }
}
