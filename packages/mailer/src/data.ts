/** What each mail is about: the data that a sender is called with. */

/** The person a mail is about. */
export interface MailUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** What every mail with a one-time link carries. */
export interface LinkMail {
  readonly user: MailUser;
  /** The link, `http` or `https`. */
  readonly url: string;
  /** The secret within the link, for apps that build a link of their own. The mails here use `url` alone. */
  readonly token: string;
}

/** Proves that an address is the user's. */
export interface VerificationMail extends LinkMail {
  /** The address to prove, and to send to, where it is about to become the user's. Default: `user.email`. */
  readonly newEmail?: string | undefined;
}

/** Lets somebody who forgot the password choose another one. */
export interface ResetPasswordMail extends LinkMail {}

/** Tells that the password is another one now. */
export interface PasswordChangedMail {
  readonly user: MailUser;
}

/** Tells the owner of an account that how they prove themselves has changed. */
export interface SecurityNoticeMail {
  readonly user: MailUser;
  /** `account-linked`, `two-factor-disabled`, … */
  readonly change: string;
  /** The provider of an account that was linked or unlinked. */
  readonly provider?: string | null | undefined;
}

/** Tells the owner of an account that somebody tried to sign up with its address. */
export interface ExistingAccountMail {
  readonly user: MailUser;
}

/** Asks at the current address whether the account may move to another one. */
export interface ChangeEmailMail extends LinkMail {
  readonly newEmail: string;
}

/** Tells the former address that the account has moved. The link undoes it. */
export interface EmailChangedMail extends LinkMail {
  readonly oldEmail: string;
  readonly newEmail: string;
}

/** Asks for a last confirmation before the account is gone. */
export interface DeleteAccountMail extends LinkMail {}

/** Invites somebody, who may have no account yet, into an organization. */
export interface InvitationMail {
  readonly email: string;
  readonly organizationName: string;
  readonly inviterName: string;
  /** The link, `http` or `https`. */
  readonly url: string;
}

/** Carries a code that is typed, not clicked. */
export interface OneTimeCodeMail {
  readonly user: MailUser;
  readonly code: string;
  /** How long the code works, in minutes. Left out, the mail does not say. */
  readonly expiresInMinutes?: number | undefined;
}

/** Every kind of mail, and its data. */
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
  readonly securityNotice: SecurityNoticeMail;
}

/** The name of a kind of mail. */
export type MailKind = keyof MailKinds;
