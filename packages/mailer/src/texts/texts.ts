/** The shape of all sentences, and how an app's own take the place of ours. */

import type { MailKind } from "../data.ts";

/** What every sentence may speak of. Values are plain text, cleaned and cut; escaping is not a sentence's business. */
export interface MailValues {
  readonly appName: string;
  /** The receiver's name; empty where it is not known. */
  readonly name: string;
  /** The address that the mail goes to. */
  readonly email: string;
}

/** Values of `verification`. */
export interface VerificationValues extends MailValues {
  /** There only if the address is about to become the user's. */
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

/** Values of `securityNotice`. */
export interface SecurityNoticeValues extends MailValues {
  /** `account-linked`, `two-factor-disabled`, … */
  readonly change: string;
  /** Of an account that was linked or unlinked; else empty. */
  readonly provider: string;
}

/** Plain text, or a function that makes it of a mail's values. */
export type Sentence<V extends MailValues = MailValues> = string | ((values: V) => string);

/** The sentences of one mail, from top to bottom. */
export interface MailTexts<V extends MailValues = MailValues> {
  /** One line; a subject shows on locked screens, so keep secrets out of it. */
  readonly subject: Sentence<V>;
  readonly heading: Sentence<V>;
  /** What it is about. An empty line begins another paragraph. */
  readonly body: Sentence<V>;
  /** What somebody should do who did not ask for this. */
  readonly ignore: Sentence<V>;
}

/** The sentences of a mail with a link. */
export interface LinkMailTexts<V extends MailValues = MailValues> extends MailTexts<V> {
  /** What stands on the button. */
  readonly button: Sentence<V>;
}

/** The sentences around every mail. */
export interface FrameTexts {
  readonly greeting: Sentence;
  /** Above the bare link. */
  readonly linkHint: Sentence;
  readonly footer: Sentence;
}

/** All sentences of all mails. */
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
  readonly securityNotice: MailTexts<SecurityNoticeValues>;
}

/** An app's own sentences. What it leaves out stays as it is. */
export type TextChanges = { readonly [K in keyof Texts]?: Partial<Texts[K]> };

/** `texts` with an app's sentences in the place of those they replace. */
export function changeTexts(texts: Texts, changes: TextChanges): Texts {
  const names = Object.keys(texts) as ("frame" | MailKind)[];
  // A sentence given as `undefined` must not become the word.
  const given = (group: object = {}): object =>
    Object.fromEntries(Object.entries(group).filter(([, sentence]) => sentence !== undefined));
  return Object.fromEntries(
    names.map((name) => [name, { ...texts[name], ...given(changes[name]) }]),
  ) as unknown as Texts;
}

/** What a sentence says about these values. */
export function say<V extends MailValues>(sentence: Sentence<V>, values: V): string {
  return typeof sentence === "function" ? sentence(values) : sentence;
}
