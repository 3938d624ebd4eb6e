/**
 * Guesses at passwords, counted by the name that is typed, from wherever they come. A browser that has signed in by that
 * name before is counted apart: strangers who guess cannot keep its owner out.
 */

import { randomId } from "../crypto/random.ts";
import { cookieValues, longestCookieAge } from "../http/cookies.ts";
import type { RequestContext } from "../plugin/context.ts";
import { countAttempt } from "../rate-limits/limiter.ts";

/**
 * Counts a guess at the password that belongs to a name. Whether the name is anybody's makes no difference.
 *
 * @param name in the form in which names are compared
 * @param hash of the password that belongs to it, as stored; `""` where there is none
 * @throws {AuthError} `TOO_MANY_REQUESTS` (429)
 */
export async function countGuess(context: RequestContext, name: string, hash: string): Promise<void> {
  const rule = context.settings.rateLimit.passwordGuesses;
  if (!rule) return;
  const browser = knownAs(context, name, hash);
  await countAttempt(context, "sign-in", browser === null ? name : `${browser}|${name}`, rule);
}

/**
 * Lets this browser be known to the name: whoever uses it has just proven to be its owner. It is until there is another
 * password: who knew the one before has no more tries at the new one than anybody.
 *
 * @param hash of the password, as stored
 */
export function knowBrowser(context: RequestContext, name: string, hash: string): void {
  const { enabled, passwordGuesses } = context.settings.rateLimit;
  if (!enabled || !passwordGuesses || !context.overHttp || knownAs(context, name, hash) !== null) return;
  const id = randomId(context.random);
  const spec = context.settings.cookie(cookie);
  context.reply.setCookie(spec, `${id}.${signer(context).sign(signed(id, name, hash))}`, longestCookieAge);
}

const cookie = "known_browser";

/** The id under which this browser is known to the name; `null`: it is not. The cookie itself does not hold the name. */
function knownAs(context: RequestContext, name: string, hash: string): string | null {
  const header = context.headers.get("cookie");
  if (header === null) return null;
  for (const value of cookieValues(header, context.settings.cookie(cookie).name)) {
    const dot = value.indexOf(".");
    const id = value.slice(0, dot);
    if (dot > 0 && signer(context).verify(signed(id, name, hash), value.slice(dot + 1))) return id;
  }
  return null;
}

function signer({ keys }: RequestContext) {
  return keys.signing(`cookie:${cookie}`);
}

/** As a list, for addresses may hold any sign: no part of one value can be taken for a part of another. */
function signed(...parts: readonly [id: string, name: string, hash: string]): string {
  return JSON.stringify(parts);
}
