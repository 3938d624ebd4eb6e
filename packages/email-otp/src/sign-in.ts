/** Signs in, and verifies an email, with a code. */

import type { Transaction } from "@latchkey/core/database";
import {
  type ActiveSession,
  type CheckedOneTimeCode,
  clearSignUpCookie,
  consumeOneTimeCode,
  createSession,
  defineEndpoint,
  type EndpointOf,
  emailPasswordErrors,
  fail,
  fieldErrors,
  findUserByEmail,
  input,
  presentUser,
  type RequestContext,
  readSession,
  readSignUpEvidence,
  readUserInput,
  recordFailedAttempt,
  sessionEvidence,
  signInWithVerifiedEmail,
  syncSessionCookies,
  type UserRow,
  userTable,
  validateImage,
  verifyMailboxWithEvidence,
  withUser,
} from "@latchkey/core/plugin";
import { literal, model, nullable, object, type Shape, text } from "@latchkey/core/shapes";
import { requireCode, requireEmail } from "./codes.ts";
import type { EmailOtpCalls, SignInEmailOtpInput, SignInEmailOtpResponse, VerifyEmailOtpResponse } from "./contract.ts";
import { emailOtpErrors } from "./errors.ts";
import type { EmailOtpSettings } from "./options.ts";
import { codeCallErrors, otpInput, rateLimit } from "./send.ts";

const { FAILED_TO_CREATE_SESSION } = emailPasswordErrors;

const signInOutput: Shape<SignInEmailOtpResponse> = object({ token: text, user: model("user") });

/** Signs in with a code. Sending a field that clients can't set uses an attempt, but not the code. */
export function signInEmailOTP(settings: EmailOtpSettings): EndpointOf<EmailOtpCalls["signInEmailOTP"]> {
  return defineEndpoint({
    method: "POST",
    path: "/sign-in/email-otp",
    summary: "Sign in with a code",
    changes: ["session"],
    // Additional keys are plugin and app fields.
    input: input.openObject<SignInEmailOtpInput>({
      email: input.rawText(),
      otp: otpInput,
      name: input.optional(input.text()),
      image: input.optional(input.nullable(input.rawText())),
      rememberMe: input.optional(input.flag),
    }),
    output: signInOutput,
    stages: ["signIn", "signUp"],
    errors: { ...codeCallErrors, FIELD_NOT_ALLOWED: fieldErrors.FIELD_NOT_ALLOWED, FAILED_TO_CREATE_SESSION },
    queryBudget: 20,
    rateLimit,
    originCheck: "always",
    async handle(body, context) {
      const email = requireEmail(body.email);
      const checked = await requireCode(context, settings, { type: "sign-in", email, otp: body.otp }).catch(
        (error: unknown) => {
          recordFailedAttempt(context, { action: "session.create.failed", userId: null });
          throw error;
        },
      );
      const result = await signInWithVerifiedEmail(context, {
        email,
        method: "email-otp",
        rememberMe: body.rememberMe ?? true,
        consume: (tx) => consumeOneTimeCode(tx, context, checked),
        newUser: settings.canSignUp ? () => newUser(context, body) : null,
      });
      if (result.outcome !== "signed-in") return fail(emailOtpErrors, "INVALID_OTP");
      const { created } = result;
      if (created.kind === "challenge") return created.response;
      return { token: created.token, user: presentUser(context, created.active.user) };
    },
  });
}

async function newUser(context: RequestContext, body: SignInEmailOtpInput) {
  const core = { name: body.name ?? "", image: validateImage("image", body.image) ?? null };
  const fields = await readUserInput(context, body as object as Record<string, unknown>, "create", { core });
  return { ...core, fields };
}

const verifyOutput: Shape<VerifyEmailOtpResponse> = object({
  status: literal(true),
  token: nullable(text),
  user: model("user"),
});

/**
 * Verifies an email. Keeps the password and the sessions, as the link in a verification email does, because the user
 * who signed up may have just verified it.
 */
export function verifyEmailOTP(settings: EmailOtpSettings): EndpointOf<EmailOtpCalls["verifyEmailOTP"]> {
  return defineEndpoint({
    method: "POST",
    path: "/email-otp/verify-email",
    summary: "Verify an email with a code",
    changes: ["session"],
    input: input.object({ email: input.rawText(), otp: otpInput }),
    output: verifyOutput,
    stages: ["signIn"],
    errors: { ...codeCallErrors, USER_NOT_FOUND: emailOtpErrors.USER_NOT_FOUND, FAILED_TO_CREATE_SESSION },
    queryBudget: 18,
    rateLimit,
    originCheck: "always",
    async handle({ email: typed, otp }, context) {
      const email = requireEmail(typed);
      const active = await readSession(context);
      const checked = await requireCode(context, settings, { type: "email-verification", email, otp });
      const own = active?.user.email === email ? active : null;
      const user = await context.db.transaction((tx) => verify(tx, context, checked, email, own));
      if (user === "used") return fail(emailOtpErrors, "INVALID_OTP");
      if (user === null) return fail(emailOtpErrors, "USER_NOT_FOUND");
      clearSignUpCookie(context);
      if (own) syncSessionCookies(context, withUser(own, user));
      if (active || !context.settings.verification.autoSignIn) {
        return { status: true, token: null, user: presentUser(context, user) };
      }
      const newSession = { user, method: "email-otp", provenFactors: ["email"], verifiedEmail: email };
      const created = await createSession(context, newSession);
      if (created.kind === "challenge") return created.response;
      return { status: true, token: created.token, user: presentUser(context, created.active.user) };
    },
  });
}

async function verify(
  tx: Transaction,
  context: RequestContext,
  checked: CheckedOneTimeCode,
  email: string,
  own: ActiveSession | null,
): Promise<UserRow | "used" | null> {
  if (!(await consumeOneTimeCode(tx, context, checked))) return "used";
  const found = await findUserByEmail(tx, email);
  const user = found && (await tx.lock(userTable, found.id));
  if (!user || user.email !== email) return null;
  const evidence = own ? sessionEvidence(context, own) : readSignUpEvidence(context, user);
  return verifyMailboxWithEvidence(tx, context, user, email, evidence);
}
