/** The challenge token: a sign-in that has passed its first step, bound to the browser that started it. */

import { LETTERS_AND_DIGITS } from "@latchkey/core/crypto";
import { defineTokenKind, type PausedSignIn, type TokenKind } from "@latchkey/core/plugin";

/**
 * Valid for 10 minutes and 5 wrong codes. The browser's cookie has the secret (190 bits), and the database its digest.
 */
export const pausedSignInToken: TokenKind<PausedSignIn> = defineTokenKind<PausedSignIn>({
  name: "two-factor-challenge",
  expiresIn: 600,
  form: { length: 32, alphabet: LETTERS_AND_DIGITS },
  maxAttempts: 5,
});

/** The base name of the challenge cookie. */
export const pausedSignInCookie = "two_factor";
