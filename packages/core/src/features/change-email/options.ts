/** What an app may set about changing an address. */

import type { MailSender } from "../../outbox/mail.ts";
import type { User } from "../../plugin/user.ts";
import type { VerificationMail } from "../../users/verification.ts";

/** A mail to the current address: do you want the account to move to `newEmail`? */
export interface ChangeEmailMail {
  /** `email` is the current address: send it there. */
  readonly user: User;
  readonly newEmail: string;
  readonly url: string;
  readonly token: string;
}

/** A mail to the address that was replaced, with the way back. */
export interface EmailChangedMail {
  readonly user: User;
  /** Send it there. */
  readonly oldEmail: string;
  readonly newEmail: string;
  /** Leads to a page on which the change can be undone, for seven days. */
  readonly url: string;
  readonly token: string;
}

/** Options of `user.changeEmail`. */
export interface ChangeEmailOptions {
  /** People may change their own address. Default: false. */
  readonly enabled?: boolean;
  /** Asks at the current address, if that is proven. Without it only an unproven address can be changed. */
  readonly sendChangeEmailConfirmation?: MailSender<ChangeEmailMail>;
  /** Tells the address that was replaced, and gives it a way back. */
  readonly sendEmailChanged?: MailSender<EmailChangedMail>;
  /**
   * The new address is proven before it takes the place of the old one, by `emailVerification.sendVerificationEmail`.
   * Default: false: it takes its place at once, unproven, and is proven afterwards.
   */
  readonly verifyNewFirst?: boolean;
}

/** The options with defaults filled in. */
export interface ChangeEmailSettings {
  readonly enabled: boolean;
  readonly ask: MailSender<ChangeEmailMail> | null;
  readonly tell: MailSender<EmailChangedMail> | null;
  readonly verifyNewFirst: boolean;
  /** Whether a taken address is kept secret: where sign-up keeps it secret, too. */
  readonly silent: boolean;
  /** Sends the mail that proves an address. */
  readonly sendProof: MailSender<VerificationMail> | null;
}

/** @throws {Error} naming the option that makes no sense */
export function resolveChangeEmail(
  options: ChangeEmailOptions | undefined,
  sendProof: MailSender<VerificationMail> | null,
  silent: boolean,
): ChangeEmailSettings {
  if (options?.verifyNewFirst && !sendProof) {
    throw new Error("user.changeEmail.verifyNewFirst needs emailVerification.sendVerificationEmail.");
  }
  return {
    enabled: options?.enabled ?? false,
    ask: options?.sendChangeEmailConfirmation ?? null,
    tell: options?.sendEmailChanged ?? null,
    verifyNewFirst: options?.verifyNewFirst ?? false,
    silent,
    sendProof,
  };
}
