/** Creates a mailer with one function per kind of email, ready to pass to `createAuth`. */

import { formatMailbox, isAddress, messageId, parseMailbox } from "./address.ts";
import type {
  ChangeEmailMail,
  DeleteAccountMail,
  EmailChangedMail,
  EmailCodeMail,
  ExistingAccountMail,
  InvitationMail,
  MagicLinkMail,
  MailKind,
  MailKinds,
  NewSignInMail,
  OneTimeCodeMail,
  PasswordChangedMail,
  ResetPasswordMail,
  SecurityNoticeMail,
  VerificationMail,
  WebhookDisabledMail,
} from "./data.ts";
import { mailDefinitions } from "./kinds.ts";
import { createRenderer, type RenderOptions } from "./render.ts";
import type { Transport } from "./transport.ts";

/** Options for `createMailer`. */
export interface MailerOptions extends RenderOptions {
  /** The sender: `no-reply@acme.test` or `Acme <no-reply@acme.test>`. */
  readonly from: string;
  /** Sends the emails, such as `smtp(url)` or your own transport. */
  readonly transport: Transport;
}

/** One attempt to deliver an email. */
export interface MailDelivery {
  /** The same for every attempt of one email. Becomes the Message-ID, so that duplicates can be detected. */
  readonly key: string;
  /** Aborted when this attempt's result is no longer awaited. */
  readonly signal: AbortSignal;
}

/**
 * Sends one email. Resolves once the transport has accepted it. Rejects if it hasn't, if the recipient isn't exactly
 * one email address, or if the signal is aborted.
 */
export type SendMail<D> = (data: D, delivery?: MailDelivery) => Promise<void>;

/** A function for each kind of email. They can be called without `this`. */
export interface Mailer {
  /** To `newEmail` or the user: verify your email. */
  readonly verification: SendMail<VerificationMail>;
  /** To the user: choose a new password. */
  readonly resetPassword: SendMail<ResetPasswordMail>;
  /** To the user: your password was changed. */
  readonly passwordChanged: SendMail<PasswordChangedMail>;
  /** To the user: someone tried to sign up with your email. */
  readonly existingAccount: SendMail<ExistingAccountMail>;
  /** To the user's current email: confirm the change to `newEmail`. */
  readonly changeEmail: SendMail<ChangeEmailMail>;
  /** To `oldEmail`: your email was changed, and this link undoes it. */
  readonly emailChanged: SendMail<EmailChangedMail>;
  /** To the user: confirm that you want to delete your account. */
  readonly deleteAccount: SendMail<DeleteAccountMail>;
  /** To `email`: join an organization. */
  readonly invitation: SendMail<InvitationMail>;
  /** To the user: a code to type. */
  readonly oneTimeCode: SendMail<OneTimeCodeMail>;
  /** To `email`: sign in with this link. */
  readonly magicLink: SendMail<MagicLinkMail>;
  /** To `email`: a code to sign in, or for what its `type` says. */
  readonly emailCode: SendMail<EmailCodeMail>;
  /** To the user: your sign-in methods or factors have changed. */
  readonly securityNotice: SendMail<SecurityNoticeMail>;
  /** To the user: someone signed in from a new browser. */
  readonly newSignIn: SendMail<NewSignInMail>;
  /** To the user who created a webhook: it was turned off. */
  readonly webhookDisabled: SendMail<WebhookDisabledMail>;
}

/**
 * Creates a mailer.
 *
 * @throws {Error} if an option is invalid. The message names it.
 */
export function createMailer(options: MailerOptions): Mailer {
  checkOptions(options);
  const { transport } = options;
  const render = createRenderer(options);
  const mailbox = parseMailbox(options.from);
  const from = formatMailbox(mailbox);
  const headers = {
    // Prevents automatic replies (RFC 3834, section 5). Exchange has its own header for that.
    "Auto-Submitted": "auto-generated",
    "X-Auto-Response-Suppress": "All",
    "Content-Language": options.language ?? "en",
  };

  const sender =
    <K extends MailKind>(kind: K): SendMail<MailKinds[K]> =>
    async (data, delivery) => {
      delivery?.signal.throwIfAborted();
      const to = mailDefinitions[kind].to(data);
      // A list here would send one user's link to another.
      if (!isAddress(to)) throw new Error(`An email of kind "${kind}" needs exactly one recipient.`);
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
    magicLink: sender("magicLink"),
    emailCode: sender("emailCode"),
    securityNotice: sender("securityNotice"),
    newSignIn: sender("newSignIn"),
    webhookDisabled: sender("webhookDisabled"),
  };
}

/** All options. The compiler reports missing names. */
const optionNames: Readonly<Record<keyof MailerOptions, true>> = {
  appName: true,
  from: true,
  transport: true,
  texts: true,
  theme: true,
  language: true,
  direction: true,
};

/** A misspelled option would be ignored, and a missing one would only fail later, with an unclear error. */
function checkOptions(options: Partial<MailerOptions>): void {
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(optionNames, name)) continue;
    throw new Error(`${name} isn't an option of createMailer. Use one of: ${Object.keys(optionNames).join(", ")}.`);
  }
  const { appName, from, transport } = options;
  if (typeof appName !== "string") throw new Error("appName is missing. Set it to your app's name.");
  if (typeof from !== "string")
    throw new Error('from is missing. Set it to the sender, such as "Acme <no-reply@acme.test>".');
  if (typeof transport?.send !== "function")
    throw new Error("transport is missing. Set it to smtp(…), or to an object with a send function.");
}
