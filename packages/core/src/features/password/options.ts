/** What an app may set about passwords after sign-up. The options stand with those of email and password. */

import type { MailSender } from "../../outbox/mail.ts";
import type { User } from "../../plugin/user.ts";

/** A mail with a link to set a new password. */
export interface PasswordResetMail {
  /** `email` is where to send it: the stored address, or the last proven one while that is not proven. */
  readonly user: User;
  readonly url: string;
  readonly token: string;
}

/** Options of `emailAndPassword` that are about a password after sign-up. */
export interface PasswordOptions {
  /** Sends the mail with the link to set a new password. Without it nobody can. */
  readonly sendResetPassword?: MailSender<PasswordResetMail>;
  /** How long that link is good, in seconds. Default: 3600. */
  readonly resetPasswordTokenExpiresIn?: number;
  /**
   * A reset ends all sessions of the user. Default: true. Sessions from before the address was ever proven always end.
   */
  readonly revokeSessionsOnPasswordReset?: boolean;
  /** Called once a password was reset; tried again until it succeeds. */
  onPasswordReset?(user: User): Promise<void> | void;
  /** Tells the user that the password was changed or reset. */
  readonly sendPasswordChanged?: MailSender<{ readonly user: User }>;
}

/** The options with defaults filled in. */
export interface PasswordSettings {
  readonly sendReset: MailSender<PasswordResetMail> | null;
  readonly resetExpiresIn: number;
  readonly revokeOnReset: boolean;
  readonly afterReset: ((user: User) => Promise<void> | void) | null;
  readonly tellChanged: MailSender<{ readonly user: User }> | null;
}

/** @throws {Error} naming the option that makes no sense */
export function resolvePassword(options: PasswordOptions = {}): PasswordSettings {
  const resetExpiresIn = options.resetPasswordTokenExpiresIn ?? 3600;
  if (!Number.isInteger(resetExpiresIn) || resetExpiresIn < 60 || resetExpiresIn > 86_400) {
    throw new Error(
      `emailAndPassword.resetPasswordTokenExpiresIn is ${resetExpiresIn}: give a whole number of seconds from 60 to 86400.`,
    );
  }
  return {
    sendReset: options.sendResetPassword ?? null,
    resetExpiresIn,
    revokeOnReset: options.revokeSessionsOnPasswordReset ?? true,
    afterReset: options.onPasswordReset?.bind(options) ?? null,
    tellChanged: options.sendPasswordChanged ?? null,
  };
}
