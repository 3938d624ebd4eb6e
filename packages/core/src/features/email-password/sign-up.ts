/** `/sign-up/email` signs users up with email and password. */

import { hashForSignUp, removeDecoys, storeDecoys } from "../../accounts/decoys.ts";
import { rememberForThrottle } from "../../accounts/login-throttle.ts";
import { checkNewPassword, checkNotIdentifier } from "../../accounts/password.ts";
import { newCredential } from "../../accounts/store.ts";
import { recordAudit } from "../../audit/store.ts";
import { UniqueViolation } from "../../database/errors.ts";
import { fail } from "../../http/errors.ts";
import { validateImage } from "../../http/image.ts";
import type { RequestContext } from "../../kernel/context.ts";
import { linkBase } from "../../kernel/links.ts";
import { checkRedirect, getCallbackURL } from "../../kernel/redirect.ts";
import { mailableEmail } from "../../outbox/mail.ts";
import { enqueueMessage } from "../../outbox/store.ts";
import { defineEndpoint, type EndpointOf } from "../../plugin/endpoint.ts";
import * as input from "../../plugin/input.ts";
import { allowMail } from "../../rate-limits/limiter.ts";
import { type CreatedSession, createSession } from "../../sessions/create.ts";
import { presentUser } from "../../sessions/present.ts";
import { type UserRow, userTable } from "../../tables/user.ts";
import { createOrUpgradeUser } from "../../users/create-or-upgrade.ts";
import { hasConflictError, readUserInput } from "../../users/fields.ts";
import { setSignUpCookie } from "../../users/sign-up-cookie.ts";
import { EmailReserved, findReservationHolder, findUserByEmail, newUserRow, releaseEmail } from "../../users/store.ts";
import { createVerificationMessage } from "../../users/verification.ts";
import type { EmailPasswordCalls, SignUpResult } from "./contract.ts";
import { emailPasswordErrors } from "./errors.ts";
import { existingAccountMail } from "./existing-account-mail.ts";
import type { EmailPasswordSettings } from "./options.ts";
import { signUpOutput } from "./outputs.ts";

const { EMAIL_PASSWORD_DISABLED, INVALID_EMAIL_OR_PASSWORD, EMAIL_NOT_VERIFIED, ...errors } = emailPasswordErrors;

/** Creates a user with a password, and a session unless the email must be verified first. */
export function signUpEmail(settings: EmailPasswordSettings): EndpointOf<EmailPasswordCalls["signUpEmail"]> {
  return defineEndpoint({
    method: "POST",
    path: "/sign-up/email",
    summary: "Sign up with email and password",
    changes: ["session"],
    // Additional keys are plugin and app fields.
    input: input.openObject({
      name: input.text(),
      email: input.rawText(),
      password: input.rawText(),
      image: input.optional(input.nullable(input.rawText())),
      callbackURL: input.target,
      rememberMe: input.optional(input.flag),
    }),
    output: signUpOutput,
    stages: ["signUp", "newPassword", "signIn"],
    errors,
    // With required verification: one query checks whether the email is taken before hashing, one handles the decoys.
    queryBudget: settings.requireEmailVerification ? 5 : 3,
    rateLimit: { window: 10, max: 3 },
    acceptsForm: true,
    originCheck: "always",
    async handle(body, context) {
      if (!settings.enabled || !settings.isSignUpEnabled) fail(emailPasswordErrors, "EMAIL_PASSWORD_SIGN_UP_DISABLED");
      if (body.callbackURL !== undefined) await checkRedirect(context, "callbackURL", body.callbackURL);
      const email = mailableEmail(body.email) ?? fail(emailPasswordErrors, "INVALID_EMAIL");
      await checkNewPassword(context, body.password);
      const core = { name: body.name, image: validateImage("image", body.image) ?? null };
      const fields = await readUserInput(context, body as object as Record<string, unknown>, "create", { core });
      checkNotIdentifier(context, body.password, { ...fields, email });
      const hash = settings.requireEmailVerification
        ? await hashForSignUp(context, email, body.password)
        : await context.passwords.hash(body.password);
      const emailVerified = await isEmailVerifiedBySignUp(context, email, body as object as Record<string, unknown>);
      const user = newUserRow(context, { email, emailVerified, ...core, fields });
      // Count new and taken emails alike, so that the limit doesn't reveal which ones exist.
      const canSendEmail = await allowMail(context, email);
      return signUp(context, settings, { user, hash, rememberMe: body.rememberMe ?? true, canSendEmail });
    },
  });
}

/** Something in the request, such as a token from an emailed invitation, may already verify the email. */
async function isEmailVerifiedBySignUp(
  context: RequestContext,
  email: string,
  body: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  for (const verifiesEmail of context.extensions.emailVerifiers)
    if (await verifiesEmail(email, body, context)) return true;
  return false;
}

interface SignUpData {
  readonly user: UserRow;
  readonly hash: string;
  readonly rememberMe: boolean;
  /**
   * Whether the owner of a taken email can be notified. A new email always gets its verification email. Otherwise
   * strangers could use up its limit.
   */
  readonly canSendEmail: boolean;
}

async function signUp(
  context: RequestContext,
  settings: EmailPasswordSettings,
  data: SignUpData,
  isRetry = false,
): Promise<SignUpResult> {
  const withSession = settings.autoSignIn && (data.user.emailVerified || !settings.requireEmailVerification);
  try {
    const created = await createUserAndSession(context, data, withSession);
    const token = created.session?.kind === "session" ? created.session.token : null;
    markSignUpBrowser(context, data.user, withSession);
    if (token !== null) rememberForThrottle(context, data.user.email, data.hash);
    return {
      token,
      user: presentUser(context, created.user),
      ...(created.session?.kind === "challenge" ? created.session.response : {}),
    };
  } catch (error) {
    const conflict = await resolveConflict(context, error, data.user);
    if (conflict.columns.join() !== "email") {
      // A unique plugin or app field is taken. The plugin may have its own error for that.
      if (hasConflictError(context, conflict)) throw conflict;
      fail(emailPasswordErrors, "FAILED_TO_CREATE_USER", { cause: error });
    }
    const hidesTakenEmail = !withSession;
    const isReserved = conflict instanceof EmailReserved;
    const outcome = await releaseOrNotify(context, data, { hidesTakenEmail, isReserved });
    if (outcome === "free" && !isRetry) return signUp(context, settings, data, true);
    if (!hidesTakenEmail) fail(emailPasswordErrors, "USER_ALREADY_EXISTS");
    // A new email wouldn't get a session here either, so a taken one gets the same response and isn't revealed.
    markSignUpBrowser(context, data.user, withSession);
    return { token: null, user: presentUser(context, data.user) };
  }
}

/** Marks the browser. If the verification link is opened here, the person who chose the password owns the mailbox. */
function markSignUpBrowser(context: RequestContext, user: UserRow, withSession: boolean): void {
  if (withSession || user.emailVerified || !context.settings.verification.sendsOnChange) return;
  setSignUpCookie(context, user);
}

/**
 * Finds the violation to report. Databases name only one of several. A taken value of another field takes precedence
 * over the email. Otherwise an attacker who sends a value they know is taken could tell from the error whether the
 * email is taken, too.
 */
export async function resolveConflict(
  context: RequestContext,
  error: unknown,
  user: UserRow,
): Promise<UniqueViolation> {
  if (!(error instanceof UniqueViolation) || error.table !== "user") throw error;
  if (error.columns.join() !== "email") return error;
  const values: Readonly<Record<string, unknown>> = { ...user };
  for (const [column = "", ...more] of context.db.schema.get("user")?.uniques ?? []) {
    const value = values[column];
    if (column === "email" || more.length > 0 || value === null || value === undefined) continue;
    const where = { [column]: value } as Partial<UserRow>;
    if (await context.db.findOne(userTable, { where, columns: ["id"] })) return new UniqueViolation("user", [column]);
  }
  return error;
}

/**
 * Creates the user, the account, and the session in one transaction. The caller has already hashed the password, so
 * hashing doesn't keep the transaction open.
 */
function createUserAndSession(
  context: RequestContext,
  { user: newUser, hash, rememberMe }: SignUpData,
  withSession: boolean,
): Promise<{ readonly user: UserRow; readonly session: CreatedSession | null }> {
  return context.db.transaction(async (tx) => {
    const verifiedEmail = newUser.emailVerified ? newUser.email : null;
    const account = (id: string) => newCredential(context, id, hash, verifiedEmail);
    const created = { user: newUser, account, method: "password", isSignedIn: withSession };
    const user = await createOrUpgradeUser(tx, context, created);
    if (context.settings.verification.required) await removeDecoys(tx, context, user);
    if (context.settings.verification.sendsOnSignUp && !user.emailVerified) {
      await enqueueMessage(
        tx,
        context,
        createVerificationMessage(context, user.email, linkBase(context, getCallbackURL(context))),
      );
    }
    if (!withSession) return { user, session: null };
    const newSession = {
      user,
      method: "password",
      provenFactors: ["password"],
      rememberMe,
      verifiedEmail,
      isNewUser: true,
    };
    return { user, session: await createSession(context, newSession, tx) };
  });
}

/**
 * Handles a taken email. If its user changed to it without verifying it, they get their previous email back. Otherwise,
 * if the response hides the taken email, notifies its owner, with as many queries and messages as a successful sign-up
 * would send from here on.
 */
function releaseOrNotify(
  context: RequestContext,
  { user, hash, canSendEmail }: SignUpData,
  { hidesTakenEmail, isReserved }: { readonly hidesTakenEmail: boolean; readonly isReserved: boolean },
): Promise<"free" | "taken"> {
  const { email } = user;
  return context.db.transaction(async (tx) => {
    const holder = isReserved ? null : await findUserByEmail(tx, email);
    if (holder && (await releaseEmail(tx, context, holder))) return "free";
    if (!hidesTakenEmail) return "taken";
    const userId = isReserved ? await findReservationHolder(tx, context, email) : (holder?.id ?? null);
    await recordAudit(tx, context, { action: "user.create.refused", userId });
    if (context.settings.verification.required) await storeDecoys(tx, context, user, hash);
    if (canSendEmail) await enqueueMessage(tx, context, existingAccountMail(context, email));
    return "taken";
  });
}
