/** The token in a sign-in link. */

import { LETTERS_AND_DIGITS } from "@latchkey/core/crypto";
import { defineTokenKind, type TokenKind } from "@latchkey/core/plugin";

/** The values that a link keeps from the request for it. Redirect targets are already validated. */
export interface LinkData {
  readonly name: string;
  readonly rememberMe: boolean;
  /** A digest of the browser that asked, or `null` if it wasn't a browser. */
  readonly browser: string | null;
  /** See `RequestContext.continuation`. Missing in links that an earlier version sent. */
  readonly continuation?: string | null;
  readonly callbackURL?: string | undefined;
  readonly newUserCallbackURL?: string | undefined;
  readonly errorCallbackURL?: string | undefined;
}

/** Where a link can redirect. */
export type Targets = Pick<LinkData, "callbackURL" | "newUserCallbackURL" | "errorCallbackURL">;

/**
 * Signs in the recipient of the email. The token's subject is the email. A newer link doesn't revoke older ones.
 * Otherwise, strangers could keep a user out by requesting links.
 */
export const magicLinkToken: TokenKind<LinkData> = defineTokenKind({
  name: "magic-link",
  expiresIn: 300,
  form: { length: 32, alphabet: LETTERS_AND_DIGITS },
});
