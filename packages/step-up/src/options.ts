/** Options for `stepUp` and their defaults. */

import type { MailSender, User } from "@latchkey/core";
import { checkInteger, checkOptionNames, type OptionNames } from "@latchkey/core/plugin";

/** An email about a sign-in from a new browser. */
export interface NewSignInMail {
  /**
   * The user who signed in. Send the message to `email`, which is the last verified email if the current one isn't
   * verified.
   */
  readonly user: User;
  readonly at: Date;
  /** Browser and operating system, such as `Firefox on Linux`. */
  readonly label: string;
  readonly ipAddress: string | null;
  /** The page for reporting the sign-in: the app's (`notMeURL`) or the library's. */
  readonly url: string;
  readonly token: string;
}

/** Options for `stepUp`. */
export interface StepUpOptions {
  /** Sends the email about a sign-in from a new browser. Default: no email is sent. */
  readonly sendNewSignIn?: MailSender<NewSignInMail>;
  /**
   * The app's page where users report a sign-in that wasn't theirs. The email links to it, with a `token` parameter.
   * Default: the library's page.
   */
  readonly notMeURL?: string;
  /**
   * The app's page where users set a new password. If a user reports a sign-in, the reset email links to it, with a
   * `token` parameter. Default: `/reset-password`.
   */
  readonly resetPasswordURL?: string;
  /**
   * How recently the user must have used the second factor for calls that change how the user signs in, in seconds.
   * Default: 24 hours.
   */
  readonly sensitiveMaxAge?: number;
  /**
   * How long the user's sign-in methods can't be changed without a second factor after a recovery by email, in seconds.
   * Default: 0. We recommend 24 hours.
   */
  readonly recoveryCooldown?: number;
}

/** The options with defaults filled in. */
export interface StepUpSettings {
  readonly sendNewSignIn: MailSender<NewSignInMail> | null;
  /** `null` means the library's page. */
  readonly notMeURL: string | null;
  readonly resetPasswordURL: string;
  readonly sensitiveMaxAge: number;
  readonly recoveryCooldown: number;
}

const optionNames: OptionNames<StepUpOptions> = {
  sendNewSignIn: true,
  notMeURL: true,
  resetPasswordURL: true,
  sensitiveMaxAge: true,
  recoveryCooldown: true,
};

const oneDay = 86_400;

/** @throws {Error} if an option is invalid. The message names the option. */
export function resolveStepUp(options: StepUpOptions): StepUpSettings {
  checkOptionNames("stepUp", options, optionNames);
  const { resetPasswordURL = "/reset-password", notMeURL = null } = options;
  const { sensitiveMaxAge = oneDay, recoveryCooldown = 0 } = options;
  checkPath("resetPasswordURL", resetPasswordURL, "/reset-password");
  if (notMeURL !== null) checkPath("notMeURL", notMeURL, "/not-me");
  return {
    sendNewSignIn: options.sendNewSignIn?.bind(options) ?? null,
    notMeURL,
    resetPasswordURL,
    sensitiveMaxAge: checkInteger("stepUp.sensitiveMaxAge", sensitiveMaxAge, { min: 60, unit: "seconds" }),
    recoveryCooldown: checkInteger("stepUp.recoveryCooldown", recoveryCooldown, {
      min: 0,
      max: 30 * oneDay,
      unit: "seconds",
    }),
  };
}

function checkPath(name: keyof StepUpOptions, path: string, example: string): void {
  if (/^\/(?![/\\])/.test(path)) return;
  throw new Error(`stepUp.${name} is "${path}". Use a path in your app, such as "${example}".`);
}
