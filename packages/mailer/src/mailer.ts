/** A mailer: one function a kind of mail, each fit to be handed to `createAuth`. */

import { formatMailbox, isAddress, messageId, parseMailbox } from "./address.ts";
import type {
  ChangeEmailMail,
  DeleteAccountMail,
  EmailChangedMail,
  ExistingAccountMail,
  InvitationMail,
  MailKind,
  MailKinds,
  OneTimeCodeMail,
  PasswordChangedMail,
  ResetPasswordMail,
  SecurityNoticeMail,
  VerificationMail,
} from "./data.ts";
import { kinds } from "./kinds.ts";
import { createRenderer, type RenderOptions } from "./render.ts";
import type { Transport } from "./transport.ts";

/** What a mailer needs. */
export interface MailerOptions extends RenderOptions {
  /** Whom mails come from: `no-reply@acme.test` or `Acme <no-reply@acme.test>`. */
  readonly from: string;
  readonly transport: Transport;
}

/** One try to deliver a mail. */
export interface MailDelivery {
  /** The same for each try of one mail. Becomes the Message-ID, so that doubles can be recognised. */
  readonly key: string;
  /** Aborted when nobody waits for this try any longer. */
  readonly signal: AbortSignal;
}

/**
 * Sends one mail. Resolves once the transport has accepted it; rejects if it did not, if the address is not exactly
 * one, or if the signal is aborted.
 */
export type SendMail<D> = (data: D, delivery?: MailDelivery) => Promise<void>;

/** A sender for each kind of mail. They need no `this`. */
export interface Mailer {
  /** To `newEmail`, or else to the user: prove that the address is yours. */
  readonly verification: SendMail<VerificationMail>;
  /** To the user: choose a new password. */
  readonly resetPassword: SendMail<ResetPasswordMail>;
  /** To the user: the password is another one. */
  readonly passwordChanged: SendMail<PasswordChangedMail>;
  /** To the user: somebody tried to sign up with your address. */
  readonly existingAccount: SendMail<ExistingAccountMail>;
  /** To the user's current address: may the account move to `newEmail`? */
  readonly changeEmail: SendMail<ChangeEmailMail>;
  /** To `oldEmail`: the account has moved, and this link undoes it. */
  readonly emailChanged: SendMail<EmailChangedMail>;
  /** To the user: may the account be deleted? */
  readonly deleteAccount: SendMail<DeleteAccountMail>;
  /** To `email`: join an organization. */
  readonly invitation: SendMail<InvitationMail>;
  /** To the user: a code to type. */
  readonly oneTimeCode: SendMail<OneTimeCodeMail>;
  /** To the user: how you prove that it is you has changed. */
  readonly securityNotice: SendMail<SecurityNoticeMail>;
}

/**
 * Makes a mailer.
 * @throws {Error} an option that cannot be used, by its name
 */
export function createMailer(options: MailerOptions): Mailer {
  const { transport } = options;
  const render = createRenderer(options);
  const mailbox = parseMailbox(options.from);
  const from = formatMailbox(mailbox);
  const headers = {
    // Keeps absence notices from answering (RFC 3834, section 5); Exchange has a header of its own for it.
    "Auto-Submitted": "auto-generated",
    "X-Auto-Response-Suppress": "All",
    "Content-Language": options.language ?? "en",
  };

  const sender =
    <K extends MailKind>(kind: K): SendMail<MailKinds[K]> =>
    async (data, delivery) => {
      delivery?.signal.throwIfAborted();
      const to = kinds[kind].to(data);
      // A list here would send one person's link to another.
      if (!isAddress(to)) throw new Error(`A mail of kind "${kind}" needs exactly one address to go to.`);
      const message = { from, to, ...render(kind, data), headers };
      const identified = delivery ? { ...message, messageId: messageId(delivery.key, mailbox) } : message;
      await transport.send(identified, delivery?.signal);
    };

  return {
    verification: sender("verification"),
    resetPassword: sender("resetPassword"),
    passwordChanged: sender("passwordChanged"),
    existingAccount: sender("existingAccount"),
    changeEmail: sender("changeEmail"),
    emailChanged: sender("emailChanged"),
    deleteAccount: sender("deleteAccount"),
    invitation: sender("invitation"),
    oneTimeCode: sender("oneTimeCode"),
    securityNotice: sender("securityNotice"),
  };
}
