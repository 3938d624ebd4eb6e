/** Defines the kinds of email: the recipient, the values for the texts, and the link. */

import { cleanAddress, cleanCode, cleanName } from "./clean.ts";
import type { LinkMail, MailKind, MailKinds, MailUser } from "./data.ts";
import type {
  ChangeEmailValues,
  EmailChangedValues,
  EmailCodeValues,
  InvitationValues,
  MagicLinkValues,
  MailValues,
  NewSignInValues,
  OneTimeCodeValues,
  SecurityNoticeValues,
  VerificationValues,
  WebhookDisabledValues,
} from "./texts/texts.ts";

/** The values that each kind's texts can use. */
export interface ValuesByKind {
  readonly verification: VerificationValues;
  readonly resetPassword: MailValues;
  readonly passwordChanged: MailValues;
  readonly existingAccount: MailValues;
  readonly changeEmail: ChangeEmailValues;
  readonly emailChanged: EmailChangedValues;
  readonly deleteAccount: MailValues;
  readonly invitation: InvitationValues;
  readonly oneTimeCode: OneTimeCodeValues;
  readonly magicLink: MagicLinkValues;
  readonly emailCode: EmailCodeValues;
  readonly securityNotice: SecurityNoticeValues;
  readonly newSignIn: NewSignInValues;
  readonly webhookDisabled: WebhookDisabledValues;
}

/** One kind of email. */
export interface MailDefinition<D, V extends MailValues> {
  /** The recipient's email. */
  to(data: D): string;
  values(data: D, appName: string): V;
  url?(data: D): string;
  code?(data: D): string;
}

/** Every kind by name. */
export const mailDefinitions: { readonly [K in MailKind]: MailDefinition<MailKinds[K], ValuesByKind[K]> } = {
  verification: {
    to: ({ user, newEmail }) => newEmail ?? user.email,
    values: ({ user, newEmail }, appName) =>
      newEmail === undefined
        ? toUser(user, appName)
        : { ...toUser(user, appName, newEmail), newEmail: cleanAddress(newEmail) },
    url: urlOf,
  },
  resetPassword: { to: addressOf, values: ({ user }, appName) => toUser(user, appName), url: urlOf },
  passwordChanged: { to: addressOf, values: ({ user }, appName) => toUser(user, appName) },
  existingAccount: { to: addressOf, values: ({ user }, appName) => toUser(user, appName) },
  changeEmail: {
    to: addressOf,
    values: ({ user, newEmail }, appName) => ({ ...toUser(user, appName), newEmail: cleanAddress(newEmail) }),
    url: urlOf,
  },
  emailChanged: {
    to: ({ oldEmail }) => oldEmail,
    values: ({ user, oldEmail, newEmail }, appName) => ({
      ...toUser(user, appName, oldEmail),
      oldEmail: cleanAddress(oldEmail),
      newEmail: cleanAddress(newEmail),
    }),
    url: urlOf,
  },
  deleteAccount: { to: addressOf, values: ({ user }, appName) => toUser(user, appName), url: urlOf },
  invitation: {
    to: ({ email }) => email,
    values: ({ email, organizationName, inviterName }, appName) => ({
      appName,
      name: "",
      email: cleanAddress(email),
      organizationName: cleanName(organizationName),
      inviterName: cleanName(inviterName),
    }),
    url: urlOf,
  },
  oneTimeCode: {
    to: addressOf,
    values: ({ user, code, expiresInMinutes }, appName) => ({
      ...toUser(user, appName),
      code: cleanCode(code),
      ...(expiresInMinutes === undefined ? {} : { expiresInMinutes }),
    }),
    code: ({ code }) => cleanCode(code),
  },
  magicLink: {
    to: ({ email }) => email,
    values: ({ email, deviceLabel, expiresInMinutes }, appName) => ({
      ...toAddress(email, appName),
      deviceLabel: cleanName(deviceLabel ?? ""),
      ...(expiresInMinutes === undefined ? {} : { expiresInMinutes }),
    }),
    url: urlOf,
  },
  emailCode: {
    to: ({ email }) => email,
    values: ({ email, otp, type, expiresInMinutes }, appName) => ({
      ...toAddress(email, appName),
      code: cleanCode(otp),
      type,
      ...(expiresInMinutes === undefined ? {} : { expiresInMinutes }),
    }),
    code: ({ otp }) => cleanCode(otp),
  },
  securityNotice: {
    to: addressOf,
    values: ({ user, change, provider }, appName) => ({
      ...toUser(user, appName),
      change,
      provider: cleanName(provider ?? ""),
    }),
  },
  newSignIn: {
    to: addressOf,
    values: ({ user, at, label, ipAddress }, appName) => ({
      ...toUser(user, appName),
      time: at.toUTCString(),
      device: cleanName(label),
      ipAddress: cleanName(ipAddress ?? ""),
    }),
    url: urlOf,
  },
  webhookDisabled: {
    to: addressOf,
    // Members choose the URL, so the email only names the host.
    values: ({ user, url, reason }, appName) => ({
      ...toUser(user, appName),
      host: cleanName(new URL(url).host),
      reason,
    }),
  },
};

function toUser(user: MailUser, appName: string, email: string = user.email): MailValues {
  return { appName, name: cleanName(user.name), email: cleanAddress(email) };
}

/** For people who may not have an account yet. */
function toAddress(email: string, appName: string): MailValues {
  return { appName, name: "", email: cleanAddress(email) };
}

function addressOf({ user }: { readonly user: MailUser }): string {
  return user.email;
}

function urlOf({ url }: Pick<LinkMail, "url">): string {
  return url;
}
