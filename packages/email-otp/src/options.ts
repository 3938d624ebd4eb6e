/** Options for `emailOTP` and their defaults. */

import { checkInteger, checkOptionNames, type MailSender, type OptionNames } from "@latchkey/core/plugin";
import type { EmailOtpType } from "./contract.ts";

/** An email with a code. */
export interface EmailOtpMail {
  /** Where to send it. */
  readonly email: string;
  /** The code. Keep it out of the subject, which lock screens show. */
  readonly otp: string;
  /** The code's purpose. */
  readonly type: EmailOtpType;
  /** How long the code still works, in minutes. */
  readonly expiresInMinutes: number;
}

/** How users change their email with codes. */
export interface EmailOtpChangeOptions {
  readonly enabled: boolean;
  /** Whether users must also enter a code sent to their current email. Default: true. */
  readonly verifyCurrentEmail?: boolean;
  /**
   * Whether a second factor can replace the code sent to the current email, for users who lost access to that mailbox.
   * Requires `user.changeEmail.sendEmailChanged`. Default: false.
   */
  readonly secondFactorConfirms?: boolean;
}

/** Options for `emailOTP`. */
export interface EmailOtpOptions {
  /** Sends the email. Called after the response, and again if it throws while the code is valid. */
  readonly sendVerificationOTP: MailSender<EmailOtpMail>;
  /** Number of digits in a code. 6 to 10. Default: 6. */
  readonly otpLength?: number;
  /** How long a code works, in seconds. 60 to 900. Default: 300. */
  readonly expiresIn?: number;
  /** Maximum attempts per code, including correct ones. 1 to 10. Default: 5. */
  readonly allowedAttempts?: number;
  /** Whether only existing users get a code. Default: false. */
  readonly disableSignUp?: boolean;
  /** Whether a sign-up with a password sends a code to verify the email. Default: false. */
  readonly sendVerificationOnSignUp?: boolean;
  /** Email changes with codes. Default: off. */
  readonly changeEmail?: EmailOtpChangeOptions;
}

/** The options with defaults filled in. */
export interface EmailOtpSettings {
  readonly send: MailSender<EmailOtpMail>;
  readonly digits: number;
  readonly expiresIn: number;
  readonly allowedAttempts: number;
  readonly canSignUp: boolean;
  readonly verifiesOnSignUp: boolean;
  readonly changeEmail: null | { readonly verifyCurrentEmail: boolean; readonly secondFactorConfirms: boolean };
}

const optionNames: OptionNames<EmailOtpOptions> = {
  sendVerificationOTP: true,
  otpLength: true,
  expiresIn: true,
  allowedAttempts: true,
  disableSignUp: true,
  sendVerificationOnSignUp: true,
  changeEmail: true,
};

const changeOptionNames: OptionNames<EmailOtpChangeOptions> = {
  enabled: true,
  verifyCurrentEmail: true,
  secondFactorConfirms: true,
};

/** @throws {Error} if an option is invalid. The message names the option. */
export function resolveEmailOtp(options: EmailOtpOptions): EmailOtpSettings {
  checkOptionNames("emailOTP", options, optionNames);
  const { changeEmail } = options;
  if (changeEmail) checkOptionNames("emailOTP.changeEmail", changeEmail, changeOptionNames);
  if (typeof options.sendVerificationOTP !== "function") {
    throw new Error("emailOTP.sendVerificationOTP is missing. Set it to a function that sends the email.");
  }
  return {
    send: options.sendVerificationOTP.bind(options),
    digits: checkInteger("emailOTP.otpLength", options.otpLength ?? 6, { min: 6, max: 10 }),
    expiresIn: checkInteger("emailOTP.expiresIn", options.expiresIn ?? 300, { min: 60, max: 900, unit: "seconds" }),
    allowedAttempts: checkInteger("emailOTP.allowedAttempts", options.allowedAttempts ?? 5, { min: 1, max: 10 }),
    canSignUp: options.disableSignUp !== true,
    verifiesOnSignUp: options.sendVerificationOnSignUp === true,
    changeEmail: changeEmail?.enabled ? resolveChange(changeEmail) : null,
  };
}

function resolveChange({ verifyCurrentEmail = true, secondFactorConfirms = false }: EmailOtpChangeOptions) {
  return { verifyCurrentEmail, secondFactorConfirms };
}
