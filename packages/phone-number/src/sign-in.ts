/** The endpoint `/sign-in/phone-number`. */

import {
  defineEndpoint,
  type EndpointOf,
  fail,
  findUserWithCredential,
  input,
  presentUser,
  rememberBrowser,
  signInWithPassword,
} from "@latchkey/core/plugin";
import { model, object, text } from "@latchkey/core/shapes";
import type { PhoneNumberCalls } from "./contract.ts";
import { phoneNumberErrors } from "./errors.ts";
import { requirePhoneNumber } from "./numbers.ts";
import type { PhoneNumberSettings } from "./options.ts";
import type { UserWithPhone } from "./tables.ts";

/** Signs in with a number and a password. An unknown number takes the same time as a wrong password. */
export function signInPhoneNumber(settings: PhoneNumberSettings): EndpointOf<PhoneNumberCalls["signInPhoneNumber"]> {
  const { INVALID_PHONE_NUMBER, INVALID_PHONE_NUMBER_OR_PASSWORD } = phoneNumberErrors;
  return defineEndpoint({
    method: "POST",
    path: "/sign-in/phone-number",
    summary: "Sign in with phone number and password",
    changes: ["session"],
    input: input.object({
      phoneNumber: input.rawText({ max: 256 }),
      password: input.password,
      rememberMe: input.optional(input.flag),
    }),
    output: object({ token: text, user: model("user") }),
    stages: ["signIn"],
    errors: { INVALID_PHONE_NUMBER, INVALID_PHONE_NUMBER_OR_PASSWORD },
    queryBudget: 4,
    rateLimit: { window: 10, max: 3 },
    originCheck: "always",
    async handle({ phoneNumber: typed, password, rememberMe }, context) {
      const { number: phoneNumber } = requirePhoneNumber(typed, settings);
      const created =
        (await signInWithPassword(context, {
          name: `phone:${phoneNumber}`,
          find: () => findUserWithCredential<UserWithPhone>(context.db, { phoneNumber }),
          password,
          rememberMe: rememberMe ?? true,
        })) ?? fail(phoneNumberErrors, "INVALID_PHONE_NUMBER_OR_PASSWORD");
      if (created.kind === "challenge") return created.response;
      rememberBrowser(context, phoneNumber);
      return { token: created.token, user: presentUser(context, created.active.user) };
    },
  });
}
