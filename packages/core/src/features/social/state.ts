/** The state of a sign-in that is under way at a provider: stored once, used once, bound to the browser by a cookie. */

import { LETTERS_AND_DIGITS, randomString } from "../../crypto/random.ts";
import type { RequestContext } from "../../plugin/context.ts";
import type { SafeURL } from "../../plugin/redirect.ts";
import { readSigned, setSigned } from "../../sessions/token.ts";
import { oauthStateToken } from "../../tokens/kinds.ts";
import { mintToken, storeToken, takeToken } from "../../tokens/store.ts";

/** What the callback needs of the request that began it. */
export interface Wish {
  readonly callbackURL: SafeURL;
  readonly errorCallbackURL: SafeURL | null;
  readonly newUserCallbackURL: SafeURL | null;
  readonly requestSignUp: boolean;
  /** The user who wants the account linked; `null`: somebody signs in. */
  readonly linkTo: string | null;
  readonly scopes: readonly string[];
  readonly redirectURI: string;
}

/** What binds the provider's answer to this request. */
export interface Binding {
  readonly state: string;
  /** RFC 7636. */
  readonly codeVerifier: string;
  readonly nonce: string;
}

interface StoredWish extends Wish {
  readonly nonce: string;
  /** Encrypted. */
  readonly codeVerifier: string;
}

const cookie = "state";
const purpose = "oauth-state";

/** Stores the wish under a new state, and gives the browser its cookie. One statement. */
export async function beginState(context: RequestContext, providerId: string, wish: Wish): Promise<Binding> {
  const codeVerifier = randomString(context.random, 128, LETTERS_AND_DIGITS);
  const nonce = randomString(context.random, 32, LETTERS_AND_DIGITS);
  // Bound to the nonce, which stands beside it: no other row can have it.
  const sealed = await context.keys.encryption(purpose).encrypt(codeVerifier, nonce);
  const data: StoredWish = { ...wish, nonce, codeVerifier: sealed };
  const minted = mintToken(context, oauthStateToken, { subject: providerId, userId: wish.linkTo, data });
  await storeToken(context.db, minted);
  setSigned(context, cookie, minted.token, oauthStateToken.expiresIn);
  return { state: minted.token, codeVerifier, nonce };
}

/**
 * Uses the state up. Of any number of callbacks one gets it. A state of another browser, or of another provider, is
 * left as it is: whoever it belongs to can still come back.
 */
export async function takeState(
  context: RequestContext,
  providerId: string,
  state: string,
): Promise<(Wish & Binding) | null> {
  if (readSigned(context, cookie) !== state) return null;
  const used = await takeToken(context.db, context, oauthStateToken, state, providerId);
  if (!used) return null;
  context.reply.clearCookie(context.settings.cookie(cookie));
  const data = used.data as StoredWish;
  const codeVerifier = await context.keys.encryption(purpose).decrypt(data.codeVerifier, data.nonce);
  return codeVerifier === null ? null : { ...data, state, codeVerifier };
}
