/** Changes the email with codes: one to the current email, and one to the new one. */

import { UniqueViolation } from "@latchkey/core/database";
import {
  type ActiveSession,
  allowMail,
  checkAssurance,
  consumeOneTimeCode,
  defineEndpoint,
  denyGuest,
  denyImpersonation,
  type EndpointOf,
  emailChangeRequirement,
  fail,
  getCodeBinding,
  input,
  linkBase,
  lockSignedIn,
  type RequestContext,
  replaceEmail,
  requireFreshSession,
  sessionEvidence,
  syncSessionCookies,
  withUser,
} from "@latchkey/core/plugin";
import { successResponse } from "@latchkey/core/shapes";
import { requireCode, requireEmail, sendCode } from "./codes.ts";
import type { EmailOtpCalls } from "./contract.ts";
import { emailOtpErrors } from "./errors.ts";
import type { EmailOtpSettings } from "./options.ts";
import { codeCallErrors, otpInput, rateLimit } from "./send.ts";

const { CHANGE_EMAIL_DISABLED, EMAIL_ALREADY_IN_USE, EMAIL_IS_THE_SAME } = emailOtpErrors;

/** Sends a code to the new email. A taken email gets the same response, but no code. */
export function requestEmailChange(
  settings: EmailOtpSettings,
): EndpointOf<EmailOtpCalls["requestEmailChangeEmailOTP"]> {
  return defineEndpoint({
    method: "POST",
    path: "/email-otp/request-email-change",
    summary: "Send a code to a new email",
    isSensitive: true,
    input: input.object({
      newEmail: input.rawText(),
      otp: input.optional(otpInput),
      confirmWith: input.optional(input.literal("second-factor")),
    }),
    output: successResponse,
    guards: [requireFreshSession, denyImpersonation, denyGuest],
    stages: ["changeEmail"],
    errors: { ...codeCallErrors, CHANGE_EMAIL_DISABLED, EMAIL_IS_THE_SAME },
    queryBudget: 9,
    rateLimit,
    originCheck: "always",
    async handle({ newEmail, otp = "", confirmWith }, context) {
      const email = requireNewEmail(settings, context, newEmail);
      if (!hasVerifiedEmail(context)) {
        // No mailbox could confirm the change.
      } else if (confirmWith) {
        if (!settings.changeEmail?.secondFactorConfirms) fail(emailOtpErrors, "CHANGE_EMAIL_DISABLED");
        await checkAssurance(context, { session: context.session, user: context.user }, emailChangeRequirement);
      } else if (settings.changeEmail?.verifyCurrentEmail) {
        const current = context.user.provenEmail ?? context.user.email;
        const checked = await requireCode(context, settings, { type: "email-verification", email: current, otp });
        if (!(await consumeOneTimeCode(context.db, context, checked))) fail(emailOtpErrors, "INVALID_OTP");
      }
      const binding = await getCodeBinding(context, "ask");
      if (await allowMail(context, email)) {
        await sendCode(context, settings, { email, type: "change-email", binding });
      }
      return { success: true };
    },
  });
}

/** Changes the email. The previous one gets a link to undo it. */
export function changeEmail(settings: EmailOtpSettings): EndpointOf<EmailOtpCalls["changeEmailEmailOTP"]> {
  return defineEndpoint({
    method: "POST",
    path: "/email-otp/change-email",
    summary: "Change the email with a code",
    isSensitive: true,
    changes: ["session"],
    input: input.object({ newEmail: input.rawText(), otp: otpInput }),
    output: successResponse,
    guards: [requireFreshSession, denyImpersonation, denyGuest],
    stages: ["changeEmail"],
    errors: { ...codeCallErrors, CHANGE_EMAIL_DISABLED, EMAIL_IS_THE_SAME, EMAIL_ALREADY_IN_USE },
    queryBudget: 24,
    rateLimit,
    originCheck: "always",
    async handle({ newEmail, otp }, context) {
      const email = requireNewEmail(settings, context, newEmail);
      const active: ActiveSession = { session: context.session, user: context.user };
      const checked = await requireCode(context, settings, { type: "change-email", email, otp });
      const changed = await replaceEmail(context, {
        user: active.user,
        newEmail: email,
        isVerified: true,
        base: linkBase(context, "/"),
        evidence: sessionEvidence(context, active),
        consume: async (tx) => (await lockSignedIn(tx, active)) && consumeOneTimeCode(tx, context, checked),
      }).catch((error: unknown) => {
        if (error instanceof UniqueViolation) return fail(emailOtpErrors, "EMAIL_ALREADY_IN_USE");
        throw error;
      });
      if (!changed) return fail(emailOtpErrors, "INVALID_OTP");
      syncSessionCookies(context, withUser(active, changed));
      return { success: true };
    },
  });
}

type SignedIn = RequestContext & ActiveSession;

function requireNewEmail({ changeEmail }: EmailOtpSettings, { user }: SignedIn, typed: string): string {
  if (!changeEmail) fail(emailOtpErrors, "CHANGE_EMAIL_DISABLED");
  const email = requireEmail(typed);
  return email === user.email ? fail(emailOtpErrors, "EMAIL_IS_THE_SAME") : email;
}

/** Without a verified email, there's no mailbox that could agree to the change. */
function hasVerifiedEmail({ user }: SignedIn): boolean {
  return user.emailVerified || user.provenEmail !== null;
}
