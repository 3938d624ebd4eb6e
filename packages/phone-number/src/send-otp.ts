/** The endpoint `/phone-number/send-otp`. */

import { defineEndpoint, type EndpointOf, fail, input, readSession } from "@latchkey/core/plugin";
import { literal, object } from "@latchkey/core/shapes";
import { requestCode } from "./codes.ts";
import type { PhoneNumberCalls } from "./contract.ts";
import { phoneNumberErrors } from "./errors.ts";
import { requirePhoneNumber } from "./numbers.ts";
import type { PhoneNumberSettings } from "./options.ts";

/** Texts a code. If sign-up is off, callers who aren't signed in get one only for an existing user's number. */
export function sendPhoneNumberOtp(settings: PhoneNumberSettings): EndpointOf<PhoneNumberCalls["sendPhoneNumberOTP"]> {
  const { INVALID_PHONE_NUMBER, SEND_OTP_NOT_IMPLEMENTED } = phoneNumberErrors;
  return defineEndpoint({
    method: "POST",
    path: "/phone-number/send-otp",
    summary: "Text a verification code",
    input: input.object({ phoneNumber: input.rawText({ max: 256 }) }),
    output: object({ message: literal("code sent") }),
    errors: { INVALID_PHONE_NUMBER, SEND_OTP_NOT_IMPLEMENTED },
    queryBudget: 3,
    rateLimit: { window: 60, max: 3 },
    originCheck: "always",
    async handle({ phoneNumber }, context) {
      if (!settings.send) fail(phoneNumberErrors, "SEND_OTP_NOT_IMPLEMENTED");
      const phone = requirePhoneNumber(phoneNumber, settings);
      const isSignedIn = (await readSession(context)) !== null;
      await requestCode(context, settings, "verify", phone, !isSignedIn && settings.signUp === null);
      return { message: "code sent" };
    },
  });
}
