/** Signing up with email and password. */

import { hashForSignUp, removeDecoys, storeDecoys } from "../../accounts/decoys.ts";
import { knowBrowser } from "../../accounts/guesses.ts";
import { checkNewPassword, checkNotOwnName } from "../../accounts/password.ts";
import { createCredential } from "../../accounts/store.ts";
import { recordAudit } from "../../audit/store.ts";
import { UniqueViolation } from "../../database/errors.ts";
import { fail } from "../../http/errors.ts";
import { acceptImage } from "../../http/image.ts";
import { mailableEmail } from "../../outbox/mail.ts";
import { putMessage } from "../../outbox/store.ts";
import type { RequestContext } from "../../plugin/context.ts";
import { defineEndpoint, type EndpointOf } from "../../plugin/endpoint.ts";
import * as input from "../../plugin/input.ts";
import { linkBase } from "../../plugin/links.ts";
import { checkedCallback, checkRedirect } from "../../plugin/redirect.ts";
import { mayMail } from "../../rate-limits/limiter.ts";
import { type CreatedSession, createSession } from "../../sessions/create.ts";
import { presentUser } from "../../sessions/present.ts";
import { rememberSignUp } from "../../sessions/sign-up-cookie.ts";
import { isTaken, readUserInput } from "../../users/fields.ts";
import { findUserByEmail, insertUser, newUserRow, releaseAddress, reservedFor } from "../../users/store.ts";
import { type UserRow, userTable } from "../../users/table.ts";
import { verificationWish } from "../../users/verification.ts";
import type { EmailPasswordCalls, SignedUp } from "./contract.ts";
import { emailPasswordErrors } from "./errors.ts";
import type { EmailPasswordSettings } from "./options.ts";
import { signedUpOutput } from "./outputs.ts";
import { ownerNotice } from "./owner-notice.ts";

const { EMAIL_PASSWORD_DISABLED, INVALID_EMAIL_OR_PASSWORD, EMAIL_NOT_VERIFIED, ...errors } = emailPasswordErrors;

/** Makes a user with a password, and a session unless the address must be proven first. */
export function signUpEmail(settings: EmailPasswordSettings): EndpointOf<EmailPasswordCalls["signUpEmail"]> {
  return defineEndpoint({
    method: "POST",
    path: "/sign-up/email",
    summary: "Sign up with email and password",
    // Further keys are fields of plugins and the app.
    input: input.openObject({
      name: input.text(),
      email: input.rawText(),
      password: input.rawText(),
      image: input.optional(input.nullable(input.rawText())),
      callbackURL: input.target,
      rememberMe: input.optional(input.flag),
    }),
    output: signedUpOutput,
    moments: ["signUp", "newPassword", "signIn"],
    errors,
    // One to see whether the address is taken before hashing, one for the decoys.
    statements: settings.requireEmailVerification ? 6 : 4,
    rateLimit: { window: 10, max: 3 },
    form: true,
    origin: "always",
    async handle(body, context) {
      if (!settings.enabled || !settings.signUp) fail(emailPasswordErrors, "EMAIL_PASSWORD_SIGN_UP_DISABLED");
      if (body.callbackURL !== undefined) await checkRedirect(context, "callbackURL", body.callbackURL);
      const email = mailableEmail(body.email) ?? fail(emailPasswordErrors, "INVALID_EMAIL");
      await checkNewPassword(context, body.password);
      const core = { name: body.name, image: acceptImage("image", body.image) ?? null };
      const fields = await readUserInput(context, body as object as Record<string, unknown>, "create", { core });
      checkNotOwnName(context, body.password, { ...fields, email });
      const hash = settings.requireEmailVerification
        ? await hashForSignUp(context, email, body.password)
        : await context.passwords.hash(body.password);
      const emailVerified = await isProvenBySignUp(context, email, body as object as Record<string, unknown>);
      const user = newUserRow(context, { email, emailVerified, ...core, fields });
      // Counted for a fresh address and a taken one alike.
      const tells = await mayMail(context, email);
      return signUp(context, settings, { user, hash, rememberMe: body.rememberMe ?? true, tells });
    },
  });
}

/** A mailed invitation, say, may have brought them here: then the address is proven already. */
async function isProvenBySignUp(
  context: RequestContext,
  email: string,
  body: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  for (const proves of context.extensions.emailProofs) if (await proves(email, body, context)) return true;
  return false;
}

interface Newcomer {
  readonly user: UserRow;
  readonly hash: string;
  readonly rememberMe: boolean;
  /** Whether a taken address may get word of that. A fresh one always gets its mail: others could use its count up. */
  readonly tells: boolean;
}

async function signUp(
  context: RequestContext,
  settings: EmailPasswordSettings,
  newcomer: Newcomer,
  isLastTry = false,
): Promise<SignedUp> {
  const withSession = settings.autoSignIn && (newcomer.user.emailVerified || !settings.requireEmailVerification);
  try {
    const created = await store(context, newcomer, withSession);
    const token = created?.kind === "session" ? created.token : null;
    rememberWithoutSession(context, newcomer.user, withSession);
    if (token !== null) knowBrowser(context, newcomer.user.email, newcomer.hash);
    return {
      token,
      user: presentUser(context, newcomer.user),
      ...(created?.kind === "challenge" ? created.answer : {}),
    };
  } catch (error) {
    const taken = await whatIsTaken(context, error, newcomer.user);
    if (taken.columns.join() !== "email") {
      // A value of a plugin's or the app's own is taken: the plugin may have a refusal of its own for that.
      if (isTaken(context, taken)) throw taken;
      fail(emailPasswordErrors, "FAILED_TO_CREATE_USER", { cause: error });
    }
    const answersTheSame = !withSession;
    const outcome = await claimOrTell(context, newcomer, answersTheSame);
    if (outcome === "free" && !isLastTry) return signUp(context, settings, newcomer, true);
    if (!answersTheSame) fail(emailPasswordErrors, "USER_ALREADY_EXISTS");
    // Where no session would be made anyway, a taken address gets the answer of a fresh one: nobody learns who is here.
    rememberWithoutSession(context, newcomer.user, withSession);
    return { token: null, user: presentUser(context, newcomer.user) };
  }
}

/** So that a verification link opened in this browser tells that the person who chose the password reads the mail. */
function rememberWithoutSession(context: RequestContext, user: UserRow, withSession: boolean): void {
  if (withSession || user.emailVerified || !context.settings.verification.onChange) return;
  rememberSignUp(context, user);
}

/**
 * The violation that a sign-up is refused for. Databases name one of several: another taken value comes before the
 * address, or who sends one that they know to be taken would learn of the address by the refusal.
 */
async function whatIsTaken(context: RequestContext, error: unknown, user: UserRow): Promise<UniqueViolation> {
  if (!(error instanceof UniqueViolation) || error.table !== "user") throw error;
  if (error.columns.join() !== "email") return error;
  for (const [column = "", ...more] of context.db.schema.get("user")?.uniques ?? []) {
    const value = (user as unknown as Record<string, unknown>)[column];
    if (column === "email" || more.length > 0 || value === null || value === undefined) continue;
    const where = { [column]: value } as Partial<UserRow>;
    if (await context.db.findOne(userTable, { where, columns: ["id"] })) return new UniqueViolation("user", [column]);
  }
  return error;
}

/** Everything in one transaction; the hash was computed before it. */
function store(
  context: RequestContext,
  { user, hash, rememberMe }: Newcomer,
  withSession: boolean,
): Promise<CreatedSession | null> {
  return context.db.transaction(async (tx) => {
    await insertUser(tx, context, user);
    const verifiedEmail = user.emailVerified ? user.email : null;
    await createCredential(tx, context, user.id, hash, verifiedEmail);
    if (context.settings.verification.required) await removeDecoys(tx, context, user);
    await recordAudit(tx, context, {
      action: "user.create",
      actorId: user.id,
      userId: user.id,
      data: { method: "password" },
    });
    if (context.settings.verification.onSignUp && !user.emailVerified) {
      await putMessage(tx, context, verificationWish(context, user.email, linkBase(context, checkedCallback(context))));
    }
    if (!withSession) return null;
    const grounds = { user, method: "password", proven: ["password"], rememberMe, verifiedEmail, isNewUser: true };
    return createSession(context, grounds, tx);
  });
}

/**
 * What becomes of a taken address. Who moved to it without ever proving it gives it up, to the one before. Else its owner
 * is told where the answer tells nobody: by as many statements and messages as a sign-up that succeeds would have sent
 * from here on.
 */
function claimOrTell(
  context: RequestContext,
  { user, hash, tells }: Newcomer,
  answersTheSame: boolean,
): Promise<"free" | "taken"> {
  const { email } = user;
  return context.db.transaction(async (tx) => {
    const holder = await findUserByEmail(tx, email);
    if (holder && (await releaseAddress(tx, context, holder))) return "free";
    if (!answersTheSame) return "taken";
    const reserved = await reservedFor(tx, context, email);
    await recordAudit(tx, context, { action: "user.create.refused", userId: holder?.id ?? reserved });
    if (context.settings.verification.required) await storeDecoys(tx, context, user, hash);
    if (tells) await putMessage(tx, context, ownerNotice(context, email));
    return "taken";
  });
}
