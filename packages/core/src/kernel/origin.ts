/** The origin check. Browsers can change state only from pages that the app trusts. */

import { fail, httpErrors } from "../http/errors.ts";
import { compileOrigins } from "../http/origins.ts";
import type { RequestContext } from "./context.ts";
import type { EndpointDeclaration } from "./declaration.ts";
import type { Settings } from "./settings.ts";

/**
 * Rejects a cross-site request based on `Origin`, then `Referer`, then fetch metadata.
 *
 * A request with a cookie must come from a trusted origin. A request without one is checked only if the endpoint
 * requires it (signing in, sending email) or accepts forms. A request with neither a cookie nor any of these headers is
 * accepted, because it doesn't come from a browser.
 *
 * @throws {AuthError} `INVALID_ORIGIN`, `MISSING_OR_NULL_ORIGIN`, `CROSS_SITE_NAVIGATION_LOGIN_BLOCKED` (403)
 */
export async function checkOrigin(context: RequestContext, endpoint: EndpointDeclaration): Promise<void> {
  const rule = endpoint.originCheck ?? "cookies";
  if (context.method === "GET" || context.method === "HEAD" || rule === "exempt" || !context.settings.checkOrigin)
    return;
  const site = context.header("sec-fetch-site");
  const withCookie = context.header("cookie") !== null;
  if (!withCookie && rule !== "always" && !endpoint.acceptsForm) return;
  if (!withCookie && site === "cross-site" && context.header("sec-fetch-mode") === "navigate") {
    fail(httpErrors, "CROSS_SITE_NAVIGATION_LOGIN_BLOCKED");
  }
  const origin = context.header("origin") ?? refererOrigin(context.header("referer"));
  if (origin !== null && origin !== "null") {
    if (await isTrusted(context, origin)) return;
    logRefusedOrigin(context, origin);
    fail(httpErrors, "INVALID_ORIGIN");
  }
  if (site === "same-origin") return;
  if (withCookie || origin === "null") fail(httpErrors, "MISSING_OR_NULL_ORIGIN");
  if (site !== null && site !== "none") fail(httpErrors, "INVALID_ORIGIN");
}

/** Enough for an app's own origins. The limit keeps strangers from filling the log with made-up ones. */
const maxLoggedOrigins = 20;

const refusedOrigins: unique symbol = Symbol("refused origins");

/** Logs each origin once, for developers: the response doesn't say what's trusted. */
function logRefusedOrigin({ appCache, log, settings }: RequestContext, origin: string): void {
  const logged = (appCache.get(refusedOrigins) ?? new Set()) as Set<string>;
  appCache.set(refusedOrigins, logged);
  if (logged.has(origin) || logged.size >= maxLoggedOrigins) return;
  logged.add(origin);
  log.error(
    `Rejected a request from the origin "${origin}". If it's your app, add it to trustedOrigins, or set baseURL to it.`,
    { baseURL: settings.origin },
  );
}

/** Whether this origin or URL belongs to the app or is trusted for this request. */
export async function isTrusted(context: RequestContext, url: string): Promise<boolean> {
  const { settings } = context;
  // A configured origin is already among the trusted ones.
  if (settings.origin === null && compileOrigins([context.origin])(url)) return true;
  return isTrustedBySettings(settings, url, () => context.request);
}

/**
 * Whether the app's `trustedOrigins` include this origin or URL.
 * @param getRequest called only if the option is a function, which takes a web-standard request; `null` if there's none
 */
export async function isTrustedBySettings(
  { isTrustedOrigin, getTrustedOrigins }: Settings,
  url: string,
  getRequest: () => Request | null,
): Promise<boolean> {
  if (isTrustedOrigin(url)) return true;
  const request = getTrustedOrigins && getRequest();
  return request ? compileOrigins(await getTrustedOrigins(request))(url) : false;
}

function refererOrigin(referer: string | null): string | null {
  if (referer === null) return null;
  try {
    return new URL(referer).origin;
  } catch {
    return "null";
  }
}
