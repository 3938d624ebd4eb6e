/** The origin check: a browser may change state only from pages that the app trusts. Compared per request. */

import { fail, httpErrors } from "../http/errors.ts";
import { compileOrigins, type OriginMatcher } from "../http/origins.ts";
import type { RequestContext } from "./context.ts";
import type { Endpoint } from "./endpoint.ts";

/**
 * Refuses a cross-site request, by `Origin`, else `Referer`, else fetch metadata.
 *
 * With a cookie a request must come from a trusted origin. Without one it is checked where the endpoint asks for it
 * (signing in, sending mail) or takes forms; what carries neither cookie nor any of these headers is no browser.
 *
 * @throws {AuthError} `INVALID_ORIGIN`, `MISSING_OR_NULL_ORIGIN`, `CROSS_SITE_NAVIGATION_LOGIN_BLOCKED` (403)
 */
export async function checkOrigin(context: RequestContext, request: Request, endpoint: Endpoint): Promise<void> {
  const rule = endpoint.origin ?? "cookies";
  if (request.method === "GET" || rule === "exempt" || !context.settings.checkOrigin) return;
  const { headers } = request;
  const site = headers.get("sec-fetch-site");
  const withCookie = headers.has("cookie");
  if (!withCookie && rule !== "always" && !endpoint.form) return;
  if (!withCookie && site === "cross-site" && headers.get("sec-fetch-mode") === "navigate") {
    fail(httpErrors, "CROSS_SITE_NAVIGATION_LOGIN_BLOCKED");
  }
  const origin = headers.get("origin") ?? refererOrigin(headers.get("referer"));
  if (origin !== null && origin !== "null") {
    if (await isTrusted(context, request, origin)) return;
    fail(httpErrors, "INVALID_ORIGIN");
  }
  if (site === "same-origin") return;
  if (withCookie || origin === "null") fail(httpErrors, "MISSING_OR_NULL_ORIGIN");
  if (site !== null && site !== "none") fail(httpErrors, "INVALID_ORIGIN");
}

/** Whether this origin or URL is the app's own or one that it trusts for this request. */
export async function isTrusted(context: RequestContext, request: Request | null, url: string): Promise<boolean> {
  const { isTrustedOrigin, trustedOriginsOf } = context.settings;
  if (isTrustedOrigin(url) || ownOrigin(context.origin)(url)) return true;
  if (!trustedOriginsOf || !request) return false;
  return compileOrigins(await trustedOriginsOf(request))(url);
}

const own = new Map<string, OriginMatcher>();

/** Matcher of the own origin; kept for the few that a server has, not for whatever a Host header says. */
function ownOrigin(origin: string): OriginMatcher {
  const known = own.get(origin);
  if (known) return known;
  const matcher = compileOrigins([origin]);
  if (own.size < 16) own.set(origin, matcher);
  return matcher;
}

function refererOrigin(referer: string | null): string | null {
  if (referer === null) return null;
  try {
    return new URL(referer).origin;
  } catch {
    return "null";
  }
}
