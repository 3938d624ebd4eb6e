/**
 * Limits password attempts per identifier, across all clients. Browsers that have signed in with the identifier before
 * are counted separately, so that someone else's guesses can't lock the user out.
 */

import { randomId } from "../crypto/random.ts";
import { maxCookieAge } from "../http/cookies.ts";
import type { RequestContext } from "../kernel/context.ts";
import { enforceRateLimit } from "../rate-limits/limiter.ts";

/**
 * Counts a password attempt for an identifier, whether or not a user has it.
 *
 * @param name the identifier in the form used for comparison
 * @param hash the stored hash of the user's password; `""` if there is none
 * @throws {AuthError} `TOO_MANY_REQUESTS` (429)
 */
export async function throttleSignIn(context: RequestContext, name: string, hash: string): Promise<void> {
  const rule = context.settings.rateLimit.passwordGuesses;
  if (!rule) return;
  const bucketId = throttleBucketId(context, name, hash);
  await enforceRateLimit(context, "sign-in", bucketId === null ? name : `${bucketId}|${name}`, rule);
}

/**
 * Remembers this browser for an identifier, because its user has just signed in. A password change undoes this, so that
 * someone who knew the old password gets no extra attempts at the new one.
 *
 * @param hash the stored hash of the password
 */
export function rememberForThrottle(context: RequestContext, name: string, hash: string): void {
  const { enabled, passwordGuesses } = context.settings.rateLimit;
  if (!enabled || !passwordGuesses || !context.isHttp || throttleBucketId(context, name, hash) !== null) return;
  const id = randomId(context.random);
  const spec = context.settings.cookie(knownBrowserCookie);
  context.reply.setCookie(spec, `${id}.${signer(context).sign(signedContent(id, name, hash))}`, maxCookieAge);
}

/** The cookie's base name. */
export const knownBrowserCookie = "known_browser";

/**
 * Returns the id under which this browser is remembered for the identifier, or `null`. The cookie doesn't contain the
 * identifier.
 */
function throttleBucketId(context: RequestContext, name: string, hash: string): string | null {
  for (const value of context.cookies.values(context.settings.cookie(knownBrowserCookie).name)) {
    const dot = value.indexOf(".");
    const id = value.slice(0, dot);
    if (dot > 0 && signer(context).verify(signedContent(id, name, hash), value.slice(dot + 1))) return id;
  }
  return null;
}

function signer({ keys }: RequestContext) {
  return keys.signing(`cookie:${knownBrowserCookie}`);
}

/** Serialized as a JSON list, because emails can contain any separator. No part can be mistaken for part of another. */
function signedContent(...parts: readonly [id: string, name: string, hash: string]): string {
  return JSON.stringify(parts);
}
