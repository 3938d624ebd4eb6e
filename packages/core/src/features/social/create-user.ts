/** Creates a user who signs in with a provider for the first time. */

import { recordAudit } from "../../audit/store.ts";
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
import { readFields, runUserInputHooks } from "../../users/fields.ts";
import { insertUser, newUserRow } from "../../users/store.ts";
import { createVerificationMessage } from "../../users/verification.ts";
import { type PreparedAccount, recordLink } from "./accounts.ts";
import { SocialError } from "./errors.ts";
import type { MappedUser } from "./identity.ts";
import type { SignInInput } from "./sign-in-input.ts";

/**
 * Stores the user and the account, and signs the user in. With a verified email, that's one transaction. With an
 * unverified one, the user is stored even if a gate then requires verification. Otherwise there would be no user to
 * verify.
 *
 * @throws {UniqueViolation} if the email is taken or the account is already linked
 */
export async function createUserFromIdentity(
  input: SignInInput,
  account: PreparedAccount,
  email: string,
): Promise<CreatedSession> {
  const { context, connection, identity } = input;
  const user = await newUserFor(context, identity.mappedUser, email);
  const verifiedEmail = user.emailVerified ? user.email : null;
  const newSession = {
    user,
    method: connection.provider.id,
    provenFactors: ["provider"],
    verifiedEmail,
    accountId: account.id,
  };
  if (user.emailVerified) {
    return context.db.transaction(async (tx) => {
      await insertUserAndAccount(tx, context, user, account);
      return createSession(context, { ...newSession, isNewUser: true }, tx);
    });
  }
  await context.db.transaction((tx) => insertUserAndAccount(tx, context, user, account));
  return signInUnverified(context, newSession);
}

async function insertUserAndAccount(
  tx: Transaction,
  context: RequestContext,
  user: UserRow,
  account: PreparedAccount,
): Promise<void> {
  const verifiedEmail = user.emailVerified ? user.email : null;
  await insertUser(tx, context, user, { ...account, userId: user.id, verifiedEmail });
  await recordLink(tx, context, user.id, account);
  const data = { method: account.providerId };
  await recordAudit(tx, context, { action: "user.create", actorId: user.id, userId: user.id, data });
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

async function newUserFor(context: RequestContext, person: MappedUser, email: string): Promise<UserRow> {
  const { name, image, emailVerified } = person;
  const all = context.settings.fields.user;
  try {
    // `mapProfileToUser` is the app's own code, so it can also set fields that clients can't.
    const open = ([key, field]: [string, Field]): [string, Field] => [
      key,
      Object.hasOwn(person.fields, key) ? { ...field, input: true } : field,
    ];
    const given = await readFields(Object.fromEntries(Object.entries(all).map(open)), person.fields, "create");
    const fields = await runUserInputHooks(context, { name, image, ...given }, "create");
    return newUserRow(context, { email, name, image, emailVerified, fields });
  } catch (error) {
    context.log.warn("A provider's profile does not fit the user's fields", { error });
    throw new SocialError("unable_to_create_user", error);
  }
}
