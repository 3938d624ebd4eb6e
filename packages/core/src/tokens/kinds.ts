/** The kinds of one-time tokens that core issues. */

import { DIGITS_AND_LOWERCASE, LETTERS_AND_DIGITS } from "../crypto/random.ts";
import { defineTokenKind, type TokenKind } from "./kind.ts";

/** Proves the address it was sent to. Signed; says the address. */
export const emailVerificationToken: TokenKind<object> = defineTokenKind({
  name: "email-verification",
  expiresIn: 3600,
  form: "signed",
});

/** Sent to the current address: its owner agrees to the new one that it names. */
export const emailChangeToken: TokenKind<object> = defineTokenKind({
  name: "email-change",
  expiresIn: 3600,
  form: "signed",
  newestOnly: true,
});

/** Sent to a new address before it takes the place of the old one: proves it. */
export const newEmailToken: TokenKind<object> = defineTokenKind({
  name: "email-change-verification",
  expiresIn: 3600,
  form: "signed",
  newestOnly: true,
});

/** Sent to the address that was replaced: the way back. Its subject is that address, which is reserved meanwhile. */
export const emailUndoToken: TokenKind<{ readonly newEmail: string }> = defineTokenKind({
  name: "email-undo",
  expiresIn: 604_800,
  form: { length: 32, alphabet: LETTERS_AND_DIGITS },
});

/** Lets a new password be set without the old one. `to` is the address it was sent to. */
export const passwordResetToken: TokenKind<{ readonly to: string }> = defineTokenKind({
  name: "password-reset",
  expiresIn: 3600,
  form: { length: 24, alphabet: LETTERS_AND_DIGITS },
  newestOnly: true,
});

/** Confirms that an account is to be deleted. */
export const userDeletionToken: TokenKind<object> = defineTokenKind({
  name: "user-deletion",
  expiresIn: 86_400,
  form: { length: 32, alphabet: DIGITS_AND_LOWERCASE },
  newestOnly: true,
});

/** What a sign-in by a provider was begun with. Its secret is the `state` of RFC 6749; its subject the provider. */
export const oauthStateToken: TokenKind<object> = defineTokenKind({
  name: "oauth-state",
  expiresIn: 600,
  form: { length: 32, alphabet: LETTERS_AND_DIGITS },
});

/** Marks an id token that was used to sign in. It is nobody's to give out: the secret is the id token itself. */
export const usedIdToken: TokenKind<object> = defineTokenKind({
  name: "used-id-token",
  expiresIn: 86_400,
  form: { length: 32, alphabet: LETTERS_AND_DIGITS },
});

/** What a refused sign-up leaves. No one gets the token: the row holds what a password is compared with. */
export const signUpDecoy: TokenKind<{ readonly hash: string; readonly email: string }> = defineTokenKind({
  name: "sign-up-decoy",
  expiresIn: 2_592_000,
  form: { length: 32, alphabet: LETTERS_AND_DIGITS },
});
