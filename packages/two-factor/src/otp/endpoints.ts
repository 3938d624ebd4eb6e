/** Endpoints for codes that are sent. */

import { DIGITS, randomString } from "@latchkey/core/crypto";
import {
  allowMail,
  consumeToken,
  defineEndpoint,
  denyImpersonation,
  type EndpointOf,
  encryptMessage,
  enqueueMessage,
  fail,
  input,
  issueTokenWithSecret,
  listTokens,
  type RequestContext,
  storeToken,
  userTable,
} from "@latchkey/core/plugin";
import { statusResponse } from "@latchkey/core/shapes";
import { acceptsOtp } from "../challenge/gate.ts";
import { codeInput } from "../code-input.ts";
import { type ConsumeCode, completeVerification } from "../complete-verification.ts";
import type { TwoFactorCalls } from "../contract.ts";
import { twoFactorErrors } from "../errors.ts";
import { checkLock, clearedFailures, rejectCode, whereUnlocked } from "../lockout.ts";
import type { TwoFactorSettings } from "../options.ts";
import { verifiedOutput } from "../outputs.ts";
import { type TwoFactorRow, twoFactorTable } from "../tables.ts";
import {
  rejectPausedSignIn,
  requireSessionOrPausedSignIn,
  type VerificationSubject,
  verifiedEmailOf,
} from "../verification-subject.ts";
import { otpMailKind } from "./mail.ts";
import { otpToken, otpTokenSecret, otpTokenSubject } from "./token.ts";

/** Sends a code and invalidates the previous one. */
export function sendOtp(settings: TwoFactorSettings): EndpointOf<TwoFactorCalls["sendTwoFactorOTP"]> {
  const { ACCOUNT_TEMPORARILY_LOCKED, OTP_NOT_CONFIGURED, TWO_FACTOR_NOT_ENABLED } = twoFactorErrors;
  return defineEndpoint({
    method: "POST",
    path: "/two-factor/send-otp",
    summary: "Send a code",
    output: statusResponse,
    guards: [requireSessionOrPausedSignIn, denyImpersonation],
    errors: { ACCOUNT_TEMPORARILY_LOCKED, OTP_NOT_CONFIGURED, TWO_FACTOR_NOT_ENABLED },
    queryBudget: 5,
    rateLimit: { window: 10, max: 3 },
    originCheck: "always",
    async handle(_, context) {
      const { subject } = context;
      checkLock(context, subject, await requireOtpRow(context, settings, subject));
      // Requests above the limit are silently ignored, as for all email. Sessions and sign-ins have separate limits, so
      // a stolen session can't block the owner's sign-in codes.
      if (await allowMail(context, `${subject.kind}:${subject.userId}`)) await enqueueOtp(context, settings, subject);
      return { status: true };
    },
  });
}

async function enqueueOtp(
  context: RequestContext,
  { otp }: TwoFactorSettings,
  subject: VerificationSubject,
): Promise<void> {
  const { userId } = subject;
  const code = randomString(context.random, otp.digits, DIGITS);
  const about = { subject: otpTokenSubject(subject), userId, data: {}, expiresIn: otp.expiresIn };
  const issued = issueTokenWithSecret(context, otpToken, otpTokenSecret(subject, code), about);
  const content = { userId, code, expiresAt: issued.expiresAt.getTime() };
  const message = await encryptMessage(context, otpMailKind, content);
  await context.db.transaction(async (tx) => {
    const user = await tx.lock(userTable, userId);
    if (!user) rejectPausedSignIn(context, "INVALID_TWO_FACTOR_COOKIE");
    await storeToken(tx, issued);
    await enqueueMessage(tx, context, message);
  });
}

/** Returns the user's row if sent codes are one of their factors, or if they're enrolling them. */
async function requireOtpRow(
  context: RequestContext,
  settings: TwoFactorSettings,
  subject: VerificationSubject,
): Promise<TwoFactorRow> {
  if (!settings.otp.send) fail(twoFactorErrors, "OTP_NOT_CONFIGURED");
  const row = await context.db.findOne(twoFactorTable, { where: { id: subject.userId } });
  if (!row) return fail(twoFactorErrors, "TWO_FACTOR_NOT_ENABLED");
  const isPending = subject.kind === "session" && row.pendingOtp;
  if (!isPending && !acceptsOtp(settings, row)) fail(twoFactorErrors, "OTP_NOT_CONFIGURED");
  return row;
}

/** Verifies a sent code. It finishes a sign-in or an enrollment, or proves the factor again. */
export function verifyOtp(settings: TwoFactorSettings): EndpointOf<TwoFactorCalls["verifyTwoFactorOTP"]> {
  const { ACCOUNT_TEMPORARILY_LOCKED, INVALID_CODE, OTP_HAS_EXPIRED, OTP_NOT_CONFIGURED, TWO_FACTOR_NOT_ENABLED } =
    twoFactorErrors;
  return defineEndpoint({
    method: "POST",
    path: "/two-factor/verify-otp",
    summary: "Verify a sent code",
    changes: ["session", "trustedDevices"],
    input: input.object({ code: codeInput(settings.otp.digits), trustDevice: input.optional(input.flag) }),
    output: verifiedOutput,
    stages: ["signIn"],
    guards: [requireSessionOrPausedSignIn, denyImpersonation],
    errors: { ACCOUNT_TEMPORARILY_LOCKED, INVALID_CODE, OTP_HAS_EXPIRED, OTP_NOT_CONFIGURED, TWO_FACTOR_NOT_ENABLED },
    queryBudget: 9,
    rateLimit: { window: 10, max: 3 },
    originCheck: "always",
    async handle({ code, trustDevice: trust = false }, context) {
      const { subject } = context;
      // During a sign-in, a valid code is enough to show that one was sent for this challenge, so the row doesn't have
      // to be read.
      const row = subject.kind === "session" ? await requireOtpRow(context, settings, subject) : null;
      const secret = otpTokenSecret(subject, code);
      // Read before writing anything, so that a correct guess can't get ahead of earlier wrong ones.
      const about = { subject: otpTokenSubject(subject), presented: secret };
      const [live] = await listTokens(context.db, context, otpToken, about);
      // Without a valid code, there's nothing to guess, so the attempt isn't counted.
      if (!live) fail(twoFactorErrors, "OTP_HAS_EXPIRED");
      const consume = live.isPresented ? otpConsumer(context, subject, row, secret) : null;
      const accepted =
        consume &&
        (await completeVerification(context, subject, { settings, kind: "sent-code", consume, trustDevice: trust }));
      return accepted || rejectCode(context, settings, subject, "INVALID_CODE");
    },
  });
}

/** Returns how to consume the code. During a sign-in, the code is bound to the challenge and ends with it. */
function otpConsumer(
  context: RequestContext,
  subject: VerificationSubject,
  row: TwoFactorRow | null,
  secret: string,
): ConsumeCode {
  const consume: ConsumeCode = async (tx) =>
    subject.kind === "challenge"
      ? {}
      : (await consumeToken(tx, context, otpToken, secret, otpTokenSubject(subject))) && {};
  const id = subject.userId;
  const pending = row?.pendingOtp ? row : null;
  return async (tx) => {
    if (!(await consume(tx))) return null;
    const { pendingCodes, codes } = pending ?? {};
    const expected = pending ? { pendingOtp: true, pendingCodes: pending.pendingCodes, codes: pending.codes } : {};
    const confirmed = pending
      ? {
          otp: true,
          pendingOtp: false,
          codes: pendingCodes ?? codes ?? null,
          pendingCodes: null,
          factorsChangedAt: context.now(),
          updatedAt: context.now(),
          // If the user has an authenticator app, the mark belongs to the app, and this code doesn't prove anything
          // about it.
          ...(pending.secret === null ? { verifiedEmail: verifiedEmailOf(subject) } : {}),
        }
      : {};
    const where = whereUnlocked(context, subject, { id, ...expected });
    const changed = await tx.update(twoFactorTable, { where, set: { ...confirmed, ...clearedFailures(subject) } });
    if (changed === 0) return null;
    return pending ? { confirmedEnrollment: { codes: pending.codes && pending.pendingCodes } } : {};
  };
}
