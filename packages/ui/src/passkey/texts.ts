/** Texts for passkeys. */

import { type BackupCodesRowTexts, backupCodesRowEn } from "../texts/backup-codes.ts";
import { type PasskeySignInTexts, passkeySignInEn } from "./sign-in-texts.ts";

/** All texts for the passkey components. */
export interface PasskeyTexts extends PasskeySignInTexts {
  /** The rows of the account page. */
  readonly settings: BackupCodesRowTexts & {
    readonly title: string;
    readonly none: string;
    readonly add: string;
    /** A passkey without a name. */
    readonly unnamed: string;
    readonly synced: string;
    readonly notSynced: string;
    /** `{time}`. */
    readonly lastUsed: string;
    /** `{date}`. */
    readonly added: string;
    /** Label of a passkey's menu. `{name}`. */
    readonly manage: string;
    readonly rename: string;
    readonly renameTitle: string;
    readonly renameText: string;
    readonly name: string;
    readonly save: string;
    readonly remove: string;
    /** `{name}`. */
    readonly removeTitle: string;
    readonly removeText: string;
    readonly addedDone: string;
    readonly removed: string;
    /** Why the only sign-in method can't be removed, and what happens if it's lost. */
    readonly last: string;
    /** `{max}`. */
    readonly full: string;
  };
  /** The dialog to reauthenticate. */
  readonly proof: {
    readonly label: string;
    readonly text: string;
    readonly submit: string;
  };
  readonly errors: Readonly<Record<string, string>>;
}

/** The English texts. */
export const passkeyEn: PasskeyTexts = {
  ...passkeySignInEn,
  settings: {
    ...backupCodesRowEn,
    backupCodes: "Passkey backup codes",
    title: "Passkeys",
    none: "Sign in with your fingerprint, face, or screen lock instead of a password.",
    add: "Add passkey",
    unnamed: "Passkey",
    synced: "Synced",
    notSynced: "On one device only",
    lastUsed: "Last used {time}",
    added: "Added {date}",
    manage: "Manage {name}",
    rename: "Rename",
    renameTitle: "Rename passkey",
    renameText: "Choose a name that tells you where the passkey is stored.",
    name: "Name",
    save: "Save",
    remove: "Remove",
    removeTitle: "Remove {name}?",
    removeText:
      "You can no longer sign in with this passkey. Devices that signed in with it are signed out. You can't undo this.",
    addedDone: "Passkey added.",
    removed: "Passkey removed.",
    last: "This is your only sign-in method. Add another one, so you can still sign in if you lose it.",
    full: "You have {max} passkeys, which is the maximum. Remove one to add another.",
  },
  proof: {
    label: "Use a passkey",
    text: "Use your passkey to continue.",
    submit: "Use passkey",
  },
  errors: {
    AUTH_CANCELLED: "The passkey request was canceled or timed out. Try again.",
    NOT_SUPPORTED: "This browser doesn't support passkeys.",
    ALREADY_REGISTERED: "This device already has a passkey for your account.",
    CHALLENGE_NOT_FOUND: "This took too long. Try again.",
    FAILED_TO_VERIFY_REGISTRATION: "The passkey couldn't be verified. Try again.",
    AUTHENTICATION_FAILED: "The passkey couldn't be verified. Try again.",
    PASSKEY_NOT_FOUND: "This passkey no longer works. It was removed from the account.",
    PREVIOUSLY_REGISTERED: "This passkey was already added.",
    TOO_MANY_PASSKEYS: "You've reached the maximum number of passkeys. Remove one first.",
    CANNOT_REMOVE_LAST_SIGN_IN_METHOD: "You can't remove your only sign-in method. Add another one first.",
    YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY: "Your session changed. Try again.",
    INVALID_BACKUP_CODE: "That backup code is incorrect or was already used.",
    BACKUP_CODES_NOT_ENABLED: "Backup codes aren't available for your account.",
    SIGNED_IN: "You can't sign up with a passkey while you're signed in. Sign out first, or sign up another way.",
    PASSKEY_SIGN_UP_DISABLED: "You can't sign up with a passkey here.",
    RESOLVED_USER_INVALID: "You can't sign up with a passkey here.",
    RESOLVE_USER_REQUIRED: "Sign in to add a passkey.",
    FAILED_TO_CREATE_USER: "Couldn't create your account. Try again.",
  },
};
