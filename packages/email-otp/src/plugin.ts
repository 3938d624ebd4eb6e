/** Assembles the email code plugin. */

import type { Plugin } from "@latchkey/core";
import { definePlugin } from "@latchkey/core/plugin";
import { changeEmail, requestEmailChange } from "./change-email.ts";
import { createEmailCodeHandler, emailCodeMailKind, emailCodeName } from "./codes.ts";
import type { EmailOtpCapabilities, EmailOtpTypes } from "./contract.ts";
import { emailOtpErrors } from "./errors.ts";
import { type EmailOtpOptions, resolveEmailOtp } from "./options.ts";
import { resetPasswordEmailOTP } from "./reset-password.ts";
import {
  checkVerificationOTP,
  codeOnSignUp,
  createVerificationOTP,
  getVerificationOTP,
  requestPasswordReset,
  sendVerificationOTP,
} from "./send.ts";
import { signInEmailOTP, verifyEmailOTP } from "./sign-in.ts";

/** The plugin that `emailOTP` returns. */
export interface EmailOtpPlugin extends Plugin<EmailOtpTypes> {
  readonly id: "email-otp";
}

const resetPath = "/email-otp/request-password-reset";

/**
 * Sends codes by email: to sign in, verify an email, reset a password, or change an email. A code works in the browser
 * or session that asked for it.
 *
 * @throws {Error} if an option is invalid
 */
export function emailOTP(options: EmailOtpOptions): EmailOtpPlugin {
  const settings = resolveEmailOtp(options);
  return definePlugin<EmailOtpPlugin>({
    id: "email-otp",
    endpoints: {
      sendVerificationOTP: sendVerificationOTP(settings),
      checkVerificationOTP: checkVerificationOTP(settings),
      signInEmailOTP: signInEmailOTP(settings),
      verifyEmailOTP: verifyEmailOTP(settings),
      requestPasswordResetEmailOTP: requestPasswordReset(settings, resetPath),
      forgetPasswordEmailOTP: requestPasswordReset(settings, "/forget-password/email-otp", resetPath),
      resetPasswordEmailOTP: resetPasswordEmailOTP(settings),
      requestEmailChangeEmailOTP: requestEmailChange(settings),
      changeEmailEmailOTP: changeEmail(settings),
      createVerificationOTP: createVerificationOTP(settings),
      getVerificationOTP: getVerificationOTP(settings),
    },
    errors: emailOtpErrors,
    tokens: [{ name: emailCodeName }],
    outbox: { [emailCodeMailKind]: createEmailCodeHandler(settings) },
    hooks: settings.verifiesOnSignUp ? [codeOnSignUp(settings)] : [],
    init({ settings: { sendsEmailChanged } }) {
      if (!settings.changeEmail?.secondFactorConfirms || sendsEmailChanged) return;
      throw new Error(
        "emailOTP.changeEmail.secondFactorConfirms requires user.changeEmail.sendEmailChanged. Set it, or remove secondFactorConfirms.",
      );
    },
    capabilities(_, isCallable) {
      const isOffered = isCallable("sendVerificationOTP") && isCallable("signInEmailOTP");
      const { digits, canSignUp, expiresIn, verifiesOnSignUp, changeEmail: change } = settings;
      const plugin: EmailOtpCapabilities = {
        expiresIn,
        signUp: canSignUp,
        verification: verifiesOnSignUp,
        changeEmail: change && { verifyCurrentEmail: change.verifyCurrentEmail },
      };
      return {
        signIn: { emailCode: isOffered ? { digits } : null },
        signUpWays: isOffered && canSignUp ? ["emailCode"] : [],
        plugin,
      };
    },
  });
}
