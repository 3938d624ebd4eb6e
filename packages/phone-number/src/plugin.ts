/** Assembles the phone number plugin. */

import type { Plugin } from "@latchkey/core";
import { widen } from "@latchkey/core/database";
import { definePlugin, isMailable, userTable } from "@latchkey/core/plugin";
import { phoneNumberAuditActions } from "./audit-actions.ts";
import type { PhoneNumberCapabilities, PhoneNumberTypes } from "./contract.ts";
import { phoneNumberErrors } from "./errors.ts";
import { type PhoneNumberOptions, resolvePhoneNumber } from "./options.ts";
import { markNumber, removeUnverifiedNumber } from "./recovery.ts";
import { removeErrors, removeNumberHook } from "./remove-hook.ts";
import { requestPasswordReset, resetPassword } from "./reset.ts";
import { sendPhoneNumberOtp } from "./send-otp.ts";
import { signInPhoneNumber } from "./sign-in.ts";
import { phoneNumberColumns, type UserWithPhone } from "./tables.ts";
import { createTextHandler, phoneTextKind } from "./texts.ts";
import { verifyPhoneNumber } from "./verify.ts";

/** The plugin that `phoneNumber` returns. */
export interface PhoneNumberPlugin extends Plugin<PhoneNumberTypes> {
  readonly id: "phone-number";
}

/**
 * Lets users sign in with a phone number and either a texted code or a password. The app sends the texts.
 *
 * @throws {Error} if an option is missing or invalid
 */
export function phoneNumber(options: PhoneNumberOptions): PhoneNumberPlugin {
  const settings = resolvePhoneNumber(options);
  return definePlugin<PhoneNumberPlugin>({
    id: "phone-number",
    tables: [phoneNumberColumns],
    endpoints: {
      sendPhoneNumberOTP: sendPhoneNumberOtp(settings),
      verifyPhoneNumber: verifyPhoneNumber(settings),
      signInPhoneNumber: signInPhoneNumber(settings),
      requestPasswordResetPhoneNumber: requestPasswordReset(settings),
      resetPasswordPhoneNumber: resetPassword(settings),
    },
    errors: phoneNumberErrors,
    auditActions: phoneNumberAuditActions,
    stageErrors: { updateUser: removeErrors },
    hooks: [removeNumberHook],
    tokens: [settings.codes],
    outbox: { [phoneTextKind]: createTextHandler(settings) },
    identifiers: ({ phoneNumber: number }) => [number],
    signInMethods: async (tx, userId) => {
      const where = { id: userId, phoneNumberVerified: true };
      return tx.count(widen<UserWithPhone>(userTable), { where });
    },
    // Users who signed up with a number have no email to verify.
    allowsUnverifiedEmail: ({ user }) =>
      !isMailable(user.email) && (user as { readonly phoneNumberVerified?: unknown }).phoneNumberVerified === true,
    onReclaim: removeUnverifiedNumber,
    onMailboxVerified: markNumber,
    capabilities: (_, isCallable) => ({
      signIn: {
        phone:
          settings.send && isCallable("sendPhoneNumberOTP") && isCallable("verifyPhoneNumber")
            ? { digits: settings.codes.digits }
            : null,
      },
      plugin: {
        signUp: settings.signUp !== null,
        reset: settings.sendReset !== null && isCallable("resetPasswordPhoneNumber"),
        defaultCountry: settings.defaultCountry,
        countries: settings.countries,
      } satisfies PhoneNumberCapabilities,
    }),
  });
}
