/**
 * The state of a sign-in that's in progress at a provider. Stored once, consumed once, and bound to the browser with a
 * cookie.
 */

import { LETTERS_AND_DIGITS, randomString } from "../../crypto/random.ts";
import type { SafeURL } from "../../http/origins.ts";
import type { RequestContext } from "../../kernel/context.ts";
import { readSignedCookie, setSignedCookie } from "../../sessions/cookies.ts";
import { issueToken, storeToken } from "../../tokens/issue.ts";
import { oauthStateToken } from "../../tokens/kinds.ts";
import { consumeToken, peekToken } from "../../tokens/store.ts";

/** Data from the request that started the sign-in, for the callback. */
export interface AuthorizationIntent {
  readonly callbackURL: SafeURL;
  readonly errorCallbackURL: SafeURL | null;
  readonly newUserCallbackURL: SafeURL | null;
  readonly requestSignUp: boolean;
  /** The user to link the account to. `null` for a sign-in. */
  readonly linkToUserId: string | null;
  readonly scopes: readonly string[];
  readonly redirectURI: string;
  /** The revision of the provider's policy, if it has one. */
  readonly policyRevision?: string;
}

/** Values that bind the provider's response to this request. */
export interface OAuthChecks {
  readonly state: string;
  /** RFC 7636. */
  readonly codeVerifier: string;
  readonly nonce: string;
}

interface StoredIntent extends AuthorizationIntent {
  /** See `RequestContext.continuation`. Missing in states that an earlier version stored. */
  readonly continuation?: string | null;
  readonly nonce: string;
  /** Encrypted. */
  readonly codeVerifier: string;
}

/** The cookie's base name. */
export const stateCookie = "state";
const purpose = "oauth-state";

/** Stores the intent with a new state and sets the browser's cookie. Sends one query. */
export async function createState(
  context: RequestContext,
  providerId: string,
  intent: AuthorizationIntent,
): Promise<OAuthChecks> {
  const codeVerifier = randomString(context.random, 128, LETTERS_AND_DIGITS);
  const nonce = randomString(context.random, 32, LETTERS_AND_DIGITS);
  // Bound to the nonce in the same row, so the ciphertext can't be moved to another row.
  const encryptedVerifier = await context.keys.encryption(purpose).encrypt(codeVerifier, nonce);
  const { continuation } = context;
  const data: StoredIntent = { ...intent, continuation, nonce, codeVerifier: encryptedVerifier };
  const issuedToken = issueToken(context, oauthStateToken, { subject: providerId, userId: intent.linkToUserId, data });
  await storeToken(context.db, issuedToken);
  setSignedCookie(context, stateCookie, issuedToken.token, oauthStateToken.expiresIn);
  return { state: issuedToken.token, codeVerifier, nonce };
}

/** Returns the provider that this browser's state is for, without consuming it. Sends at most one query. */
export async function providerOfState(context: RequestContext, state: string): Promise<string | null> {
  if (readSignedCookie(context, stateCookie) !== state) return null;
  return (await peekToken(context.db, context, oauthStateToken, state))?.subject ?? null;
}

/**
 * Consumes the state. Of any number of concurrent callbacks, only one gets it. A state from another browser or for
 * another provider stays valid for its owner.
 */
export async function consumeState(
  context: RequestContext,
  providerId: string,
  state: string,
): Promise<(AuthorizationIntent & OAuthChecks) | null> {
  if (readSignedCookie(context, stateCookie) !== state) return null;
  const used = await consumeToken(context.db, context, oauthStateToken, state, providerId);
  if (!used) return null;
  context.reply.clearCookie(context.settings.cookie(stateCookie));
  const data = used.data as StoredIntent;
  context.continuation = data.continuation ?? null;
  const codeVerifier = await context.keys.encryption(purpose).decrypt(data.codeVerifier, data.nonce);
  return codeVerifier === null ? null : { ...data, state, codeVerifier };
}
