/** The data of each kind of email. */

/** The user that an email is about. */
export interface MailUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** Data of every email with a one-time link. */
export interface LinkMail {
  readonly user: MailUser;
  /** The link, `http` or `https`. */
  readonly url: string;
  /** The secret in the link, for apps that build their own link. The built-in emails only use `url`. */
  readonly token: string;
}

/** Asks the user to verify their email. */
export interface VerificationMail extends LinkMail {
  /** The email to verify and send to, if it's about to become the user's. Default: `user.email`. */
  readonly newEmail?: string | undefined;
}

/** Lets a user who forgot their password choose a new one. */
export interface ResetPasswordMail extends LinkMail {}

/** Tells the user that their password was changed. */
export interface PasswordChangedMail {
  readonly user: MailUser;
}

/** Tells the user that their sign-in methods or factors have changed. */
export interface SecurityNoticeMail {
  readonly user: MailUser;
  /** `account-linked`, `two-factor-disabled`, … */
  readonly change: string;
  /** The provider of a linked or unlinked account. */
  readonly provider?: string | null | undefined;
}

/** Tells the user that someone tried to sign up with their email. */
export interface ExistingAccountMail {
  readonly user: MailUser;
}

/** Asks for confirmation at the current email before it's replaced. */
export interface ChangeEmailMail extends LinkMail {
  readonly newEmail: string;
}

/** Tells the previous email that it was replaced. The link undoes the change. */
export interface EmailChangedMail extends LinkMail {
  readonly oldEmail: string;
  readonly newEmail: string;
}

/** Asks for confirmation before the account is deleted. */
export interface DeleteAccountMail extends LinkMail {}

/** Invites someone to an organization. They may not have an account yet. */
export interface InvitationMail {
  readonly email: string;
  readonly organizationName: string;
  readonly inviterName: string;
  /** The link, `http` or `https`. */
  readonly url: string;
}

/** Contains a code to type. */
export interface OneTimeCodeMail {
  readonly user: MailUser;
  readonly code: string;
  /** How long the code is valid, in minutes. If it's omitted, the email doesn't say. */
  readonly expiresInMinutes?: number | undefined;
}

/** Tells the user that someone signed in to their account from a new browser. The link signs out every device. */
export interface NewSignInMail extends LinkMail {
  readonly at: Date;
  /** Browser and operating system, such as `Firefox on Linux`. */
  readonly label: string;
  readonly ipAddress: string | null;
}

/** A link that signs in the person who opens it. The recipient may not have an account yet. */
export interface MagicLinkMail {
  readonly email: string;
  /** The link, `http` or `https`. */
  readonly url: string;
  /** The browser that asked for the link, such as `Firefox on Linux`. */
  readonly deviceLabel?: string | null | undefined;
  /** How long the link works, in minutes. If it's omitted, the email doesn't say. */
  readonly expiresInMinutes?: number | undefined;
}

/** A code to enter. The recipient may not have an account yet. */
export interface EmailCodeMail {
  readonly email: string;
  readonly otp: string;
  /** What the code is for, such as `sign-in`. */
  readonly type: string;
  /** How long the code works, in minutes. If it's omitted, the email doesn't say. */
  readonly expiresInMinutes?: number | undefined;
}

/** Tells the user who created a webhook that it was turned off. */
export interface WebhookDisabledMail {
  readonly user: MailUser;
  /** Where it sent events to. */
  readonly url: string;
  /** `gone`: its server responded with 410. `failing`: no delivery had succeeded for five days. */
  readonly reason: "gone" | "failing";
}

/** Every kind of email and its data. */
export interface MailKinds {
  readonly verification: VerificationMail;
  readonly resetPassword: ResetPasswordMail;
  readonly passwordChanged: PasswordChangedMail;
  readonly existingAccount: ExistingAccountMail;
  readonly changeEmail: ChangeEmailMail;
  readonly emailChanged: EmailChangedMail;
  readonly deleteAccount: DeleteAccountMail;
  readonly invitation: InvitationMail;
  readonly oneTimeCode: OneTimeCodeMail;
  readonly magicLink: MagicLinkMail;
  readonly emailCode: EmailCodeMail;
  readonly securityNotice: SecurityNoticeMail;
  readonly newSignIn: NewSignInMail;
  readonly webhookDisabled: WebhookDisabledMail;
}

/** The name of a kind of email. */
export type MailKind = keyof MailKinds;
