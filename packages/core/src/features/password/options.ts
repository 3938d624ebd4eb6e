/** Options for password reset and change. They're part of the `emailAndPassword` options. */

import { checkInteger } from "../../kernel/check-options.ts";
import type { MailSender } from "../../outbox/mail.ts";
import type { User } from "../../plugin/user.ts";

/** An email with a link to reset the password. */
export interface PasswordResetMail {
  /** `email` is where to send it: the last verified email, or the stored one if there is no earlier one. */
  readonly user: User;
  readonly url: string;
  /** Empty if the link leads to the user's identity provider, because their organization requires single sign-on. */
  readonly token: string;
}

/** Options for `emailAndPassword` for password reset and change. */
export interface PasswordOptions {
  /** Sends the reset email. Without it, users can't reset their password. */
  readonly sendResetPassword?: MailSender<PasswordResetMail>;
  /** How long the link is valid, in seconds. Default: 3600. */
  readonly resetPasswordTokenExpiresIn?: number;
  /**
   * Whether a reset ends all of the user's sessions. Sessions from before the email was first verified always end.
   * Default: true.
   */
  readonly revokeSessionsOnPasswordReset?: boolean;
  /** Runs after a password is reset. If it throws, it's retried, up to 10 attempts in total. */
  onPasswordReset?(user: User): Promise<void> | void;
  /** Tells the user that the password was changed or reset. */
  readonly sendPasswordChanged?: MailSender<{ readonly user: User }>;
}

/** The options with defaults filled in. */
export interface PasswordSettings {
  readonly sendReset: MailSender<PasswordResetMail> | null;
  readonly resetExpiresIn: number;
  readonly afterReset: ((user: User) => Promise<void> | void) | null;
  readonly sendChanged: MailSender<{ readonly user: User }> | null;
}

/** @throws {Error} if an option is invalid. The message names the option. */
export function resolvePassword(options: PasswordOptions = {}): PasswordSettings {
  const resetExpiresIn = checkInteger(
    "emailAndPassword.resetPasswordTokenExpiresIn",
    options.resetPasswordTokenExpiresIn ?? 3600,
    { min: 60, max: 86_400, unit: "seconds" },
  );
  return {
    sendReset: options.sendResetPassword ?? null,
    resetExpiresIn,
    afterReset: options.onPasswordReset?.bind(options) ?? null,
    sendChanged: options.sendPasswordChanged ?? null,
  };
}
