/** Options for changing an email. */

import type { MailSender } from "../../outbox/mail.ts";
import type { User } from "../../plugin/user.ts";
import type { VerificationMail } from "../../users/verification.ts";

/** An email to the current address that asks the user to confirm the change to `newEmail`. */
export interface ChangeEmailMail {
  /** `email` is the current email. Send the message to it. */
  readonly user: User;
  readonly newEmail: string;
  readonly url: string;
  readonly token: string;
}

/** An email to the replaced address, with a link to undo the change. */
export interface EmailChangedMail {
  readonly user: User;
  /** Send the message to this email. */
  readonly oldEmail: string;
  readonly newEmail: string;
  /** Leads to a page that can undo the change for seven days. */
  readonly url: string;
  readonly token: string;
}

/** Options for `user.changeEmail`. */
export interface ChangeEmailOptions {
  /** Whether users can change their own email. Default: false. */
  readonly enabled?: boolean;
  /**
   * Sends a confirmation link to the current email if it's verified. Without this option, a verified email can be
   * changed only with `secondFactorConfirms`.
   */
  readonly sendChangeEmailConfirmation?: MailSender<ChangeEmailMail>;
  /** Notifies the old email of the change, with a link to undo it. */
  readonly sendEmailChanged?: MailSender<EmailChangedMail>;
  /**
   * Whether the new email must be verified with `emailVerification.sendVerificationEmail` before it replaces the old
   * one. Default: false, so it replaces the old one once the change is confirmed, and is verified afterward.
   */
  readonly verifyNewFirst?: boolean;
  /**
   * Whether a second factor can replace the confirmation link sent to the current email, for users who lost access to
   * that mailbox. The new email must then be verified first. Requires `sendEmailChanged`,
   * `emailVerification.sendVerificationEmail`, and the `@latchkey/step-up` plugin. Default: false.
   */
  readonly secondFactorConfirms?: boolean;
}

/** The options with defaults filled in. */
export interface ChangeEmailSettings {
  readonly enabled: boolean;
  readonly sendConfirmation: MailSender<ChangeEmailMail> | null;
  readonly sendChanged: MailSender<EmailChangedMail> | null;
  readonly verifyNewFirst: boolean;
  readonly secondFactorConfirms: boolean;
  /** Whether to hide that an email is taken. True if sign-up hides it too. */
  readonly hidesTakenEmails: boolean;
  /** Sends the verification email. */
  readonly sendVerification: MailSender<VerificationMail> | null;
}

/** @throws {Error} if an option requires another option that isn't set. The message names both. */
export function resolveChangeEmail(
  options: ChangeEmailOptions | undefined,
  sendVerification: MailSender<VerificationMail> | null,
  hidesTakenEmails: boolean,
): ChangeEmailSettings {
  if (options?.verifyNewFirst && !sendVerification) {
    throw new Error(
      "user.changeEmail.verifyNewFirst requires emailVerification.sendVerificationEmail. Set it, or remove verifyNewFirst.",
    );
  }
  if (options?.secondFactorConfirms && !(sendVerification && options.sendEmailChanged)) {
    const missing = sendVerification ? "user.changeEmail.sendEmailChanged" : "emailVerification.sendVerificationEmail";
    throw new Error(
      `user.changeEmail.secondFactorConfirms requires ${missing}. Set it, or remove secondFactorConfirms.`,
    );
  }
  return {
    enabled: options?.enabled ?? false,
    sendConfirmation: options?.sendChangeEmailConfirmation ?? null,
    sendChanged: options?.sendEmailChanged ?? null,
    verifyNewFirst: options?.verifyNewFirst ?? false,
    secondFactorConfirms: options?.secondFactorConfirms ?? false,
    hidesTakenEmails,
    sendVerification,
  };
}
