/** The token in a sign-in link. */

import { LETTERS_AND_DIGITS } from "@latchkey/core/crypto";
import { defineTokenKind, type TokenKind } from "@latchkey/core/plugin";

/** What a link keeps of the request that asked for it. Targets are already validated. */
export interface LinkData {
  readonly name: string;
  readonly rememberMe: boolean;
  /** A digest of the browser that asked, or `null` if it wasn't a browser. */
  readonly browser: string | null;
  readonly callbackURL?: string | undefined;
  readonly newUserCallbackURL?: string | undefined;
  readonly errorCallbackURL?: string | undefined;
}

/** Where a link can lead. */
export type Targets = Pick<LinkData, "callbackURL" | "newUserCallbackURL" | "errorCallbackURL">;

/**
 * Signs in whoever got the email. Its subject is the email. A newer link doesn't revoke an older one. Otherwise strangers
 * could keep a user out by asking for links.
 */
export const magicLinkToken: TokenKind<LinkData> = defineTokenKind({
  name: "magic-link",
  expiresIn: 300,
  form: { length: 32, alphabet: LETTERS_AND_DIGITS },
});
