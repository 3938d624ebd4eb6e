/** The origins between which a session is transferred. */

import { fail, httpErrors, isTrusted, type RequestContext } from "@latchkey/core/plugin";
import { type OneTimeTokenSettings, originOf } from "./options.ts";

/** Returns the origin of the page that sent the request, or this server's if no page did. */
export function callerOrigin(context: RequestContext): string {
  const origin = context.header("origin");
  return origin === null || origin === "null" ? context.origin : origin;
}

/**
 * Rejects a request for a token that another site made the browser send. The origin check doesn't cover a GET.
 *
 * @throws {AuthError} `INVALID_ORIGIN`
 */
export async function checkSameSite(context: RequestContext): Promise<void> {
  const origin = context.header("origin");
  const site = context.header("sec-fetch-site");
  const isAllowed =
    origin === null ? site === null || site === "same-origin" || site === "none" : await isTrusted(context, origin);
  if (!isAllowed) fail(httpErrors, "INVALID_ORIGIN");
}

/**
 * Returns the origin that a token is for.
 *
 * @throws {AuthError} `INVALID_ORIGIN` if no token can be generated for it
 */
export async function checkAudience(
  context: RequestContext,
  { allowedAudiences }: OneTimeTokenSettings,
  audience: string | undefined,
): Promise<string> {
  const own = callerOrigin(context);
  if (audience === undefined) return own;
  const origin = originOf(audience);
  const isAllowed =
    origin !== null &&
    (origin === own || (allowedAudiences ? allowedAudiences.has(origin) : await isTrusted(context, origin)));
  return isAllowed ? origin : fail(httpErrors, "INVALID_ORIGIN");
}
