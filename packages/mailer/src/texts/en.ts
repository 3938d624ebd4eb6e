/** The English text of every email. */

import type { Texts } from "./texts.ts";

/** For changes that only a signed-in user can request. */
const ignoreRisky =
  "If you didn't request this, don't open the link. Change your password now, because someone else may be signed in " +
  "to your account.";

/** The texts that are used unless an app provides its own. */
export const en: Texts = {
  frame: {
    greeting: ({ name }) => (name ? `Hi ${name},` : "Hi,"),
    linkHint: "If the button doesn't work, copy this link into your browser:",
    footer: ({ appName }) => `You're receiving this email because of activity on a ${appName} account.`,
  },
  verification: {
    subject: ({ appName }) => `Verify your email for ${appName}`,
    heading: "Verify your email",
    body: ({ appName, newEmail }) =>
      newEmail
        ? `Open the link below to verify ${newEmail}. It will become the email of your ${appName} account.`
        : `Open the link below to verify this email for your ${appName} account.`,
    button: "Verify email",
    ignore: "If you didn't request this, you can ignore this email. Nothing happens unless the link is opened.",
  },
  resetPassword: {
    subject: ({ appName }) => `Reset your ${appName} password`,
    heading: "Reset your password",
    body: ({ appName }) =>
      `We received a request to reset the password for your ${appName} account. ` +
      "The link below lets you choose a new one. It works once and expires soon.",
    button: "Reset password",
    ignore: "If you didn't request this, you can ignore this email. Your password won't change.",
  },
  passwordChanged: {
    subject: ({ appName }) => `Your ${appName} password was changed`,
    heading: "Your password was changed",
    body: ({ appName }) => `The password for your ${appName} account was just changed.`,
    ignore: ({ appName }) =>
      `If this wasn't you, go to ${appName} now, select "Forgot your password?" on the sign-in page, and set a new one.`,
  },
  existingAccount: {
    subject: ({ appName }) => `You already have a ${appName} account`,
    heading: "You already have an account",
    body: ({ appName, email }) =>
      `Someone tried to create a ${appName} account with ${email}, but you already have one.\n\n` +
      "If this was you, sign in as usual. If you don't remember your password, " +
      'select "Forgot your password?" on the sign-in page.',
    ignore: "If this wasn't you, you don't need to do anything. Your account hasn't changed.",
  },
  changeEmail: {
    subject: ({ appName }) => `Approve the email change for your ${appName} account`,
    heading: "Approve your email change",
    body: ({ appName, email, newEmail }) =>
      `We received a request to change the email of your ${appName} account from ${email} to ${newEmail}. ` +
      "It only changes if you approve.",
    button: "Approve change",
    ignore: ignoreRisky,
  },
  emailChanged: {
    subject: ({ appName }) => `The email of your ${appName} account was changed`,
    heading: "Your email was changed",
    body: ({ appName, oldEmail, newEmail }) =>
      `The email of your ${appName} account was changed from ${oldEmail} to ${newEmail}. ` +
      "Account emails now go to the new address.\n\nIf you made this change, you don't need to do anything.",
    button: "Undo change",
    ignore: "If this wasn't you, undo the change with this link, then set a new password.",
  },
  deleteAccount: {
    subject: ({ appName }) => `Confirm that you want to delete your ${appName} account`,
    heading: "Delete your account?",
    body: ({ appName }) =>
      `We received a request to delete your ${appName} account. To confirm, open the link below. You can't undo this.`,
    button: "Delete my account",
    ignore: ignoreRisky,
  },
  invitation: {
    subject: ({ appName, organizationName }) => `You're invited to join ${organizationName} on ${appName}`,
    heading: ({ organizationName }) => `Join ${organizationName}`,
    body: ({ appName, inviterName, organizationName }) =>
      `${inviterName || "Someone"} invited you to join ${organizationName} on ${appName}.`,
    button: "View invitation",
    ignore: "If you don't know who sent this or don't want to join, you can ignore this email.",
  },
  oneTimeCode: {
    subject: ({ appName }) => `Your ${appName} verification code`,
    heading: "Your verification code",
    body: ({ appName, expiresInMinutes }) => {
      const purpose = `Enter this code in ${appName} to continue.`;
      if (expiresInMinutes === undefined) return purpose;
      return `${purpose} It expires in ${expiresInMinutes} ${expiresInMinutes === 1 ? "minute" : "minutes"}.`;
    },
    ignore: "If you didn't request a code, don't share it with anyone. If this keeps happening, change your password.",
  },
  magicLink: {
    subject: ({ appName }) => `Sign in to ${appName}`,
    heading: ({ appName }) => `Sign in to ${appName}`,
    body: ({ deviceLabel, expiresInMinutes }) => {
      const asked = deviceLabel ? `We received a request to sign in from ${deviceLabel}. ` : "";
      return `${asked}Open the link below to sign in. It works once.${expiry(expiresInMinutes)}`;
    },
    button: "Sign in",
    ignore: "If you didn't request this, you can ignore this email. Don't forward it, because the link signs in.",
  },
  emailCode: {
    subject: ({ appName, type }) => `Your ${appName} ${type === "sign-in" ? "sign-in" : "verification"} code`,
    heading: ({ type }) => (type === "sign-in" ? "Your sign-in code" : "Your verification code"),
    body: ({ appName, type, expiresInMinutes }) =>
      `Enter this code in ${appName} to ${purposes[type] ?? "continue"}.${expiry(expiresInMinutes)}`,
    ignore: "If you didn't request a code, you can ignore this email. Don't share the code with anyone.",
  },
  securityNotice: {
    subject: ({ appName }) => `Security alert for your ${appName} account`,
    heading: "Your sign-in settings changed",
    body: ({ appName, change, provider }) => {
      const what = changes[change]?.(provider || "another provider") ?? "Your security settings were changed.";
      return `This change was just made to your ${appName} account:\n\n${what}`;
    },
    ignore: ({ appName }) =>
      `If this wasn't you, sign in to ${appName} now, change your password, sign out of all other devices, and undo the change.`,
  },
  newSignIn: {
    subject: ({ appName }) => `New sign-in to your ${appName} account`,
    heading: "New sign-in",
    body: ({ appName, device, time, ipAddress }) => {
      const from = ipAddress === "" ? "" : ` from the IP address ${ipAddress}`;
      return `Someone signed in to your ${appName} account on a device we don't know: ${device}${from}, on ${time}.\n\nIf this was you, you don't need to do anything.`;
    },
    button: "This wasn't me",
    ignore:
      "If this wasn't you, use the link above. It signs out every device and emails you a link to set a new password.",
  },
  webhookDisabled: {
    subject: ({ appName }) => `A webhook of your ${appName} account was turned off`,
    heading: "Webhook turned off",
    body: ({ appName, host, reason }) => {
      const cause =
        reason === "gone"
          ? "The server responded that it no longer exists (status 410)."
          : "The server hasn't accepted any events for five days.";
      return `${appName} no longer sends events to ${host}. ${cause}\n\nTo get events again, fix the server and turn the webhook on. Then send the events that failed again.`;
    },
    ignore: "If you no longer need this webhook, you don't need to do anything.",
  },
};

/** What codes are for, by type. */
const purposes: Readonly<Record<string, string>> = {
  "sign-in": "sign in",
  "email-verification": "verify your email",
  "forget-password": "reset your password",
  "change-email": "change your email",
};

function expiry(minutes: number | undefined): string {
  if (minutes === undefined) return "";
  return ` It expires in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`;
}

/** Descriptions of account changes, by name. */
const changes: Readonly<Record<string, (provider: string) => string>> = {
  "account-linked": (provider) => `You can now sign in with ${provider}.`,
  "account-unlinked": (provider) => `You can no longer sign in with ${provider}.`,
  "password-removed": () =>
    "Your password was removed, because it was set by someone who hadn't verified this email. " +
    'To set a new one, select "Forgot your password?" on the sign-in page.',
  "email-changed": () => "Your email was changed. Account emails now go to the new address.",
  "email-codes-closed": () =>
    "Too many wrong codes were entered for your email, so codes don't work until tomorrow. You can sign in another way.",
  "two-factor-enabled": () => "Two-factor authentication was turned on.",
  "two-factor-disabled": () => "Two-factor authentication was turned off.",
  "backup-codes-replaced": () => "Your backup codes were replaced. The old ones no longer work.",
  "oauth-grant-revoked": (client) =>
    `The app ${client} lost its access to your account, because a token of it was used twice. It may have been copied. ` +
    "To use the app again, sign in to it.",
  "passkey-added": () => "A passkey was added. You can use it to sign in.",
  "passkey-removed": () => "A passkey was removed. It no longer signs you in.",
  "sso-bypassed": () => "An owner of your organization signed in without its identity provider.",
  "sso-domain-lapsed": () =>
    "A domain of your organization is no longer verified, because its TXT record is gone. Its users can't sign in with your identity provider.",
  "sso-certificate-expiring": (provider) =>
    `The certificate of your organization's identity provider ${provider} is about to expire. After that, no one can sign in with it. ` +
    "Add the new certificate to the provider's settings.",
  "sso-metadata-changed": (provider) =>
    `The metadata of your organization's identity provider ${provider} has changed. Its new certificates and URLs are in use.`,
  "sso-metadata-rejected": (provider) =>
    `The metadata of your organization's identity provider ${provider} was rejected, because it could let someone else sign in as your ` +
    "users. Nothing was changed. The provider's settings say why.",
  "passkey-cloned": () =>
    "A sign-in with one of your passkeys was blocked, because the passkey may have been copied. " +
    "Remove the passkey from your account, and add a new one.",
  "backup-code-used": () =>
    "A backup code was used in place of a verification code. It no longer works. " +
    "If this wasn't you, change your password and generate new backup codes.",
};
