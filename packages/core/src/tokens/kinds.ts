/** The kinds of one-time tokens that core issues. */

import { DIGITS_AND_LOWERCASE, LETTERS_AND_DIGITS } from "../crypto/random.ts";
import { defineTokenKind, type TokenKind } from "./kind.ts";

/** Verifies the email that it was sent to. Signed, and contains the email. */
export const emailVerificationToken: TokenKind<object> = defineTokenKind({
  name: "email-verification",
  expiresIn: 3600,
  form: "signed",
});

/** The change that a link confirms, for the account page. The link has its own signed copy. */
interface PendingChange {
  /** Missing in tokens that were issued before this field existed. */
  readonly newEmail?: string;
  /** Set if a second factor confirmed the change, in place of the current email. */
  readonly confirmWith?: "second-factor";
}

/**
 * Stored while an email change is waiting for confirmation. The change's links are only created while it exists, so
 * removing it also stops emails that haven't been sent. Outlives all delivery retries of the emails.
 */
export const emailChangeRequest: TokenKind<object> = defineTokenKind({
  name: "email-change-request",
  expiresIn: 7200,
  form: { length: 32, alphabet: LETTERS_AND_DIGITS },
  newestOnly: true,
});

/** Sent to the current email. Opening it confirms the change to the new email that it contains. */
export const emailChangeToken: TokenKind<PendingChange> = defineTokenKind({
  name: "email-change",
  expiresIn: 3600,
  form: "signed",
  newestOnly: true,
});

/** Sent to a new email to verify it before it replaces the old one. */
export const newEmailToken: TokenKind<PendingChange> = defineTokenKind({
  name: "email-change-verification",
  expiresIn: 3600,
  form: "signed",
  newestOnly: true,
});

/**
 * Sent to the email that was replaced, to undo the change. Its subject is the old email, which is reserved while the
 * token is valid.
 */
export const emailUndoToken: TokenKind<{ readonly newEmail: string }> = defineTokenKind({
  name: "email-undo",
  expiresIn: 604_800,
  form: { length: 32, alphabet: LETTERS_AND_DIGITS },
});

/** Lets a user set a new password without the old one. `to` is the email that it was sent to. */
export const passwordResetToken: TokenKind<{ readonly to: string }> = defineTokenKind({
  name: "password-reset",
  expiresIn: 3600,
  form: { length: 24, alphabet: LETTERS_AND_DIGITS },
  newestOnly: true,
});

/** Confirms an account deletion. */
export const userDeletionToken: TokenKind<object> = defineTokenKind({
  name: "user-deletion",
  expiresIn: 86_400,
  form: { length: 32, alphabet: DIGITS_AND_LOWERCASE },
  newestOnly: true,
});

/** The intent of a provider sign-in. Its secret is the `state` of RFC 6749. Its subject is the provider. */
export const oauthStateToken: TokenKind<object> = defineTokenKind({
  name: "oauth-state",
  expiresIn: 600,
  form: { length: 32, alphabet: LETTERS_AND_DIGITS },
});

/** Marks an ID token that was used to sign in. It's never issued, because the secret is the ID token itself. */
export const usedIdToken: TokenKind<object> = defineTokenKind({
  name: "used-id-token",
  expiresIn: 86_400,
  form: { length: 32, alphabet: LETTERS_AND_DIGITS },
});

/**
 * The decoy of a rejected sign-up. No one gets the token. The row has the hash to compare passwords with, or `null` if
 * the sign-up had no password.
 */
export const signUpDecoy: TokenKind<{ readonly hash: string | null; readonly email: string }> = defineTokenKind({
  name: "sign-up-decoy",
  expiresIn: 2_592_000,
  form: { length: 32, alphabet: LETTERS_AND_DIGITS },
});
