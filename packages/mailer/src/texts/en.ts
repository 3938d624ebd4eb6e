/** The English text of every email. */

import type { Texts } from "./texts.ts";

/** The texts that are used unless an app provides its own. */
export const en: Texts = {
  frame: {
    greeting: ({ name }) => (name ? `Hello ${name},` : "Hello,"),
    linkHint: "If the button does not work, copy this address into your browser:",
    footer: ({ appName }) => `${appName} sent this mail because of something that happened to an account there.`,
  },
  verification: {
    subject: ({ appName }) => `Confirm your email address for ${appName}`,
    heading: "Confirm your email address",
    body: ({ appName, newEmail }) =>
      newEmail
        ? `Confirm that ${newEmail} is your address. It then becomes the address of your ${appName} account.`
        : `Confirm that this is your address, and your ${appName} account is ready to use.`,
    button: "Confirm address",
    ignore: "You did not ask for this? Then leave this mail alone: nothing happens until the link is opened.",
  },
  resetPassword: {
    subject: ({ appName }) => `Choose a new password for ${appName}`,
    heading: "Choose a new password",
    body: ({ appName }) =>
      `Somebody asked for a new password for your ${appName} account. ` +
      "The link leads to a page where you choose one. It works once, and for a short time only.",
    button: "Choose a new password",
    ignore: "You did not ask for this? Then leave this mail alone: your password stays as it is.",
  },
  passwordChanged: {
    subject: ({ appName }) => `Your ${appName} password was changed`,
    heading: "Your password was changed",
    body: ({ appName }) => `The password of your ${appName} account is a new one from now on.`,
    ignore: ({ appName }) =>
      `That was not you? Then go to ${appName} now, choose "forgot password" at the sign-in, and set another one.`,
  },
  existingAccount: {
    subject: ({ appName }) => `You already have an account with ${appName}`,
    heading: "You already have an account",
    body: ({ appName, email }) =>
      `Somebody tried to create a ${appName} account with ${email}. There is one already, and it is yours.\n\n` +
      'If that was you, sign in as usual. Choose "forgot password" there if you need a new one.',
    ignore: "That was not you? Then you need not do anything: your account has not changed.",
  },
  changeEmail: {
    subject: ({ appName }) => `Confirm your new email address for ${appName}`,
    heading: "Confirm the change of your address",
    body: ({ appName, email, newEmail }) =>
      `Somebody signed in to your ${appName} account asked to change its email address ` +
      `from ${email} to ${newEmail}. It changes only if you agree.`,
    button: "Agree to the change",
    ignore:
      "You did not ask for this? Then do not open the link, and change your password: somebody else may be signed in " +
      "to your account.",
  },
  emailChanged: {
    subject: ({ appName }) => `The email address of your ${appName} account was changed`,
    heading: "Your email address was changed",
    body: ({ appName, oldEmail, newEmail }) =>
      `Your ${appName} account has moved from ${oldEmail} to ${newEmail}. Mails go to the new address from now on.\n\n` +
      "If you made this change, there is nothing left to do.",
    button: "Undo the change",
    ignore: "That was not you? Then undo the change with this link, and choose a new password right after.",
  },
  deleteAccount: {
    subject: ({ appName }) => `Confirm that your ${appName} account is to be deleted`,
    heading: "Delete your account?",
    body: ({ appName }) =>
      `Somebody signed in to your ${appName} account asked to delete it. ` +
      "Open the link to agree. A deleted account cannot be brought back.",
    button: "Delete my account",
    ignore:
      "You did not ask for this? Then do not open the link, and change your password: somebody else may be signed in " +
      "to your account.",
  },
  invitation: {
    subject: ({ appName, organizationName }) => `You are invited to ${organizationName} on ${appName}`,
    heading: ({ organizationName }) => `Join ${organizationName}`,
    body: ({ appName, inviterName, organizationName }) =>
      `${inviterName || "Somebody"} invites you to become a member of ${organizationName} on ${appName}.`,
    button: "See the invitation",
    ignore: "You do not know who this is, or do not want to join? Then leave this mail alone.",
  },
  oneTimeCode: {
    subject: ({ appName }) => `Your code for ${appName}`,
    heading: "Your code",
    body: ({ appName, expiresInMinutes }) => {
      const purpose = `Type this code where ${appName} asks for it.`;
      if (expiresInMinutes === undefined) return purpose;
      return `${purpose} It works for ${expiresInMinutes} ${expiresInMinutes === 1 ? "minute" : "minutes"}.`;
    },
    ignore: "You did not ask for a code? Then tell it to nobody, and change your password if this happens again.",
  },
  securityNotice: {
    subject: ({ appName }) => `A change to how you sign in to ${appName}`,
    heading: "A change to your account",
    body: ({ appName, change, provider }) => {
      const what =
        changes[change]?.(provider || "another site") ?? "The security settings of your account were changed.";
      return `This has just happened to your ${appName} account:\n\n${what}`;
    },
    ignore: ({ appName }) =>
      `That was not you? Then sign in to ${appName} now, end all other sessions, choose another password, and take it back.`,
  },
};

/** Descriptions of account changes, by name. */
const changes: Readonly<Record<string, (provider: string) => string>> = {
  "account-linked": (provider) => `You can now sign in to it with your account at ${provider}.`,
  "account-unlinked": (provider) => `You can no longer sign in to it with your account at ${provider}.`,
  "password-removed": () =>
    "Its password was removed, because it wasn't set by someone who had shown that they read this email. You can set a new one with the reset link on the sign-in page.",
  "email-changed": () => "Its email address was changed. Mails go to another one from now on.",
  "two-factor-enabled": () => "Signing in now takes a second factor.",
  "two-factor-disabled": () => "Signing in takes no second factor any more.",
  "backup-codes-replaced": () => "Its backup codes were replaced by new ones. The old ones are worth nothing now.",
  "backup-code-used": () =>
    "One of its backup codes was used in place of a verification code. It no longer works. If this wasn't you, change your password and create new backup codes.",
};
