/** The texts for signing in with a passkey. */

import { type BackupCodesTexts, backupCodesEn } from "../texts/backup-codes.ts";

/** All texts for signing in and signing up with a passkey. */
export interface PasskeySignInTexts {
  readonly signIn: { readonly button: string };
  /** Signing up with a passkey instead of a password. */
  readonly signUp: {
    readonly button: string;
    readonly text: string;
    readonly submit: string;
  };
  /** The codes that a new user without an email gets. */
  readonly backupCodes: BackupCodesTexts;
  /** Signing in again with one of these codes. */
  readonly recovery: {
    readonly button: string;
    readonly title: string;
    readonly text: string;
    readonly code: string;
    readonly submit: string;
  };
  /** The question after a sign-in with a password. */
  readonly nudge: {
    readonly title: string;
    readonly text: string;
    readonly add: string;
    readonly later: string;
  };
  /** The passkey as a second factor. */
  readonly secondFactor: {
    readonly choose: string;
    readonly text: string;
    readonly submit: string;
  };
}

/** The English texts. */
export const passkeySignInEn: PasskeySignInTexts = {
  signIn: { button: "Sign in with a passkey" },
  signUp: {
    button: "Sign up with a passkey",
    text: "Use your fingerprint, face, or screen lock instead of a password.",
    submit: "Create account",
  },
  backupCodes: backupCodesEn,
  recovery: {
    button: "Use a backup code",
    title: "Use a backup code",
    text: "Lost your passkey? Enter one of your backup codes to create a new one. You'll be signed out everywhere else.",
    code: "Backup code",
    submit: "Create a new passkey",
  },
  nudge: {
    title: "Sign in faster next time",
    text: "Add a passkey to sign in with your fingerprint, face, or screen lock.",
    add: "Add a passkey",
    later: "Not now",
  },
  secondFactor: {
    choose: "Use a passkey",
    text: "Confirm it's you with your passkey.",
    submit: "Continue with passkey",
  },
};
