/** Calls that send and check codes. */

import {
  allowMail,
  defineEndpoint,
  type EndpointHook,
  type EndpointOf,
  fail,
  findOneTimeCode,
  getCodeBinding,
  type InputField,
  input,
  issueOneTimeCode,
  isWithinLimit,
  mailableEmail,
  type RequestContext,
  releaseOneTimeCode,
} from "@latchkey/core/plugin";
import { nullable, object, successResponse, text } from "@latchkey/core/shapes";
import { emailCodeKind, requireCode, requireEmail, sendCode } from "./codes.ts";
import type { EmailOtpCalls, EmailOtpType, VerificationOtpInput } from "./contract.ts";
import { emailOtpErrors } from "./errors.ts";
import type { EmailOtpSettings } from "./options.ts";

/** The rate limit of every call, which is the same as better-auth's. */
export const rateLimit = { window: 60, max: 3 } as const;

const { INVALID_EMAIL, INVALID_OTP, INVALID_OTP_TYPE, OTP_EXPIRED, TOO_MANY_ATTEMPTS } = emailOtpErrors;

/** The errors of a call that takes a code. */
export const codeCallErrors = { INVALID_EMAIL, INVALID_OTP, OTP_EXPIRED, TOO_MANY_ATTEMPTS } as const;

/** A code as the user typed it. Spaces are ignored later. */
export const otpInput: InputField<string> = input.text({ max: 64 });

const typeInput: InputField<EmailOtpType> = input.oneOf(
  "sign-in",
  "email-verification",
  "forget-password",
  "change-email",
);

/** Sends a code to an email, if someone there can use it. */
export function sendVerificationOTP(settings: EmailOtpSettings): EndpointOf<EmailOtpCalls["sendVerificationOTP"]> {
  return defineEndpoint({
    method: "POST",
    path: "/email-otp/send-verification-otp",
    summary: "Send a code",
    input: input.object({ email: input.rawText(), type: typeInput }),
    output: successResponse,
    errors: { INVALID_EMAIL, INVALID_OTP_TYPE },
    queryBudget: 3,
    rateLimit,
    originCheck: "always",
    async handle({ email: typed, type }, context) {
      const email = requireEmail(typed);
      if (type === "change-email") fail(emailOtpErrors, "INVALID_OTP_TYPE");
      await sendIfAllowed(context, settings, email, type);
      return { success: true };
    },
  });
}

async function sendIfAllowed(
  context: RequestContext,
  settings: EmailOtpSettings,
  email: string,
  type: EmailOtpType,
): Promise<void> {
  const binding = await getCodeBinding(context, "ask");
  if (await allowMail(context, email)) await sendCode(context, settings, { email, type, binding });
}

/** Sends a code to reset the password. */
export function requestPasswordReset(
  settings: EmailOtpSettings,
  path: string,
  aliasOf?: string,
): EndpointOf<EmailOtpCalls["requestPasswordResetEmailOTP"]> {
  return defineEndpoint({
    method: "POST",
    path,
    ...(aliasOf ? { aliasOf } : {}),
    summary: "Send a code to reset the password",
    input: input.object({ email: input.rawText() }),
    output: successResponse,
    errors: { INVALID_EMAIL },
    queryBudget: 3,
    rateLimit,
    originCheck: "always",
    async handle({ email }, context) {
      await sendIfAllowed(context, settings, requireEmail(email), "forget-password");
      return { success: true };
    },
  });
}

/** Checks a code and leaves it valid. */
export function checkVerificationOTP(settings: EmailOtpSettings): EndpointOf<EmailOtpCalls["checkVerificationOTP"]> {
  return defineEndpoint({
    method: "POST",
    path: "/email-otp/check-verification-otp",
    summary: "Check a code",
    input: input.object({ email: input.rawText(), type: typeInput, otp: otpInput }),
    output: successResponse,
    errors: codeCallErrors,
    queryBudget: 5,
    rateLimit,
    originCheck: "always",
    async handle({ email, type, otp }, context) {
      const checked = await requireCode(context, settings, { type, email: requireEmail(email), otp });
      await releaseOneTimeCode(context.db, checked);
      return { success: true };
    },
  });
}

/** Sends a code after a sign-up with a password, even if the email turns out to be taken. */
export function codeOnSignUp(settings: EmailOtpSettings): EndpointHook {
  return {
    on: ["signUpEmail"],
    async after(output, context) {
      const { user } = (output ?? {}) as {
        readonly user?: { readonly email?: string; readonly emailVerified?: boolean };
      };
      const email = mailableEmail(user?.email ?? "");
      if (email === null || user?.emailVerified === true) return output;
      if (await isWithinLimit(context, "mail:email-otp-sign-up", email, { window: 3600, max: 10 })) {
        const binding = await getCodeBinding(context, "ask");
        await sendCode(context, settings, { email, type: "email-verification", binding, onlyUnverified: true });
      }
      return output;
    },
  };
}

const serverInput: InputField<VerificationOtpInput> = input.object({ email: input.rawText(), type: typeInput });

/** Creates a code for the app's own server. */
export function createVerificationOTP(settings: EmailOtpSettings): EndpointOf<EmailOtpCalls["createVerificationOTP"]> {
  return defineEndpoint({
    method: "POST",
    path: "/email-otp/create-verification-otp",
    summary: "Create a code without sending it",
    serverOnly: true,
    input: serverInput,
    output: text,
    errors: { INVALID_EMAIL },
    queryBudget: 2,
    async handle({ email, type }, context) {
      const slot = { type, address: requireEmail(email), binding: "" } as const;
      return (await issueOneTimeCode(context, emailCodeKind(settings), slot)).code;
    },
  });
}

/** Returns a code that the app's own server created. */
export function getVerificationOTP(settings: EmailOtpSettings): EndpointOf<EmailOtpCalls["getVerificationOTP"]> {
  return defineEndpoint({
    method: "POST",
    path: "/email-otp/get-verification-otp",
    summary: "Get a code",
    serverOnly: true,
    input: serverInput,
    output: object({ otp: nullable(text) }),
    errors: { INVALID_EMAIL },
    queryBudget: 1,
    async handle({ email, type }, context) {
      const slot = { type, address: requireEmail(email), binding: "" } as const;
      return { otp: (await findOneTimeCode(context, emailCodeKind(settings), slot))?.code ?? null };
    },
  });
}
