/** Defines the types of all texts, and merges an app's texts with the built-in ones. */

import type { MailKind } from "../data.ts";

/** Values that every text can use. They're plain text, cleaned and truncated. Texts don't have to escape them. */
export interface MailValues {
  readonly appName: string;
  /** The recipient's name. Empty if it isn't known. */
  readonly name: string;
  /** The recipient's email. */
  readonly email: string;
}

/** Values of `verification`. */
export interface VerificationValues extends MailValues {
  /** Present only if this email is about to become the user's. */
  readonly newEmail?: string;
}

/** Values of `changeEmail`. */
export interface ChangeEmailValues extends MailValues {
  readonly newEmail: string;
}

/** Values of `emailChanged`. */
export interface EmailChangedValues extends MailValues {
  readonly oldEmail: string;
  readonly newEmail: string;
}

/** Values of `invitation`. */
export interface InvitationValues extends MailValues {
  readonly organizationName: string;
  readonly inviterName: string;
}

/** Values of `oneTimeCode`. */
export interface OneTimeCodeValues extends MailValues {
  readonly code: string;
  readonly expiresInMinutes?: number;
}

/** Values of `magicLink`. */
export interface MagicLinkValues extends MailValues {
  /** The browser that asked for the link. Empty if it isn't known. */
  readonly deviceLabel: string;
  readonly expiresInMinutes?: number;
}

/** Values of `emailCode`. */
export interface EmailCodeValues extends MailValues {
  readonly code: string;
  /** What the code is for, such as `sign-in`. */
  readonly type: string;
  readonly expiresInMinutes?: number;
}

/** Values of `securityNotice`. */
export interface SecurityNoticeValues extends MailValues {
  /** `account-linked`, `two-factor-disabled`, … */
  readonly change: string;
  /** The provider of a linked or unlinked account. Empty for other changes. */
  readonly provider: string;
}

/** Values of `newSignIn`. */
export interface NewSignInValues extends MailValues {
  /** In UTC: `Wed, 25 Nov 2026 17:00:00 GMT`. */
  readonly time: string;
  /** Browser and operating system. */
  readonly device: string;
  /** Empty if it isn't known. */
  readonly ipAddress: string;
}

/** Values of `webhookDisabled`. */
export interface WebhookDisabledValues extends MailValues {
  /** The host that the webhook sent events to. */
  readonly host: string;
  /** `gone`: its server no longer accepts events. `failing`: nothing had arrived for five days. */
  readonly reason: "gone" | "failing";
}

/** Plain text, or a function that creates it from an email's values. */
export type TextTemplate<V extends MailValues = MailValues> = string | ((values: V) => string);

/** The texts of one email, from top to bottom. */
export interface MailTexts<V extends MailValues = MailValues> {
  /** A single line. Subjects appear on lock screens, so don't put secrets in them. */
  readonly subject: TextTemplate<V>;
  readonly heading: TextTemplate<V>;
  /** The main text. A blank line starts a new paragraph. */
  readonly body: TextTemplate<V>;
  /** What to do if you didn't request this. */
  readonly ignore: TextTemplate<V>;
}

/** The texts of an email with a link. */
export interface LinkMailTexts<V extends MailValues = MailValues> extends MailTexts<V> {
  /** The button's label. */
  readonly button: TextTemplate<V>;
}

/** The texts around every email. */
export interface FrameTexts {
  readonly greeting: TextTemplate;
  /** Shown above the plain link. */
  readonly linkHint: TextTemplate;
  readonly footer: TextTemplate;
}

/** All texts of all emails. */
export interface Texts {
  readonly frame: FrameTexts;
  readonly verification: LinkMailTexts<VerificationValues>;
  readonly resetPassword: LinkMailTexts;
  readonly passwordChanged: MailTexts;
  readonly existingAccount: MailTexts;
  readonly changeEmail: LinkMailTexts<ChangeEmailValues>;
  readonly emailChanged: LinkMailTexts<EmailChangedValues>;
  readonly deleteAccount: LinkMailTexts;
  readonly invitation: LinkMailTexts<InvitationValues>;
  readonly oneTimeCode: MailTexts<OneTimeCodeValues>;
  readonly magicLink: LinkMailTexts<MagicLinkValues>;
  readonly emailCode: MailTexts<EmailCodeValues>;
  readonly securityNotice: MailTexts<SecurityNoticeValues>;
  readonly newSignIn: LinkMailTexts<NewSignInValues>;
  readonly webhookDisabled: MailTexts<WebhookDisabledValues>;
}

/** An app's own texts. Omitted ones keep their default. */
export type TextOverrides = { readonly [K in keyof Texts]?: Partial<Texts[K]> };

/** Merges an app's texts into `texts`. */
export function mergeTexts(texts: Texts, changes: TextOverrides): Texts {
  const names = Object.keys(texts) as ("frame" | MailKind)[];
  // A text set to `undefined` keeps the default. Otherwise, the email would say "undefined".
  const given = (group: object = {}): object =>
    Object.fromEntries(Object.entries(group).filter(([, sentence]) => sentence !== undefined));
  return Object.fromEntries(
    names.map((name) => [name, { ...texts[name], ...given(changes[name]) }]),
  ) as unknown as Texts;
}

/** Returns the text for these values. */
export function resolveText<V extends MailValues>(sentence: TextTemplate<V>, values: V): string {
  return typeof sentence === "function" ? sentence(values) : sentence;
}
