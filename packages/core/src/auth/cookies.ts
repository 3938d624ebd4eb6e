/** Computes an app's cookie names and attributes. */

import { type CookieAttributes, type CookieSpec, defineCookie } from "../http/cookies.ts";
import type { AdvancedOptions } from "./options.ts";

/** @throws {Error} if an option would break a cookie. The message names the option. */
export function cookieSpecs(
  options: AdvancedOptions,
  origin: string | null,
  production: boolean,
): (base: string) => CookieSpec {
  const known = new Map<string, CookieSpec>();
  const spec = (base: string): CookieSpec => {
    const found = known.get(base);
    if (found) return found;
    const made = makeSpec(base, options, origin, production);
    known.set(base, made);
    return made;
  };
  for (const base of ["session_token", "session_data", "dont_remember"]) spec(base);
  return spec;
}

function makeSpec(base: string, options: AdvancedOptions, origin: string | null, production: boolean): CookieSpec {
  const secure = options.useSecureCookies ?? (origin ? origin.startsWith("https:") : production);
  const domain = cookieDomain(options, origin);
  const attributes: CookieAttributes = {
    path: "/",
    httpOnly: true,
    secure,
    sameSite: "lax",
    ...(domain ? { domain } : {}),
    ...options.defaultCookieAttributes,
    ...options.cookies?.[base],
  };
  if (attributes.sameSite === "none" && !attributes.secure) {
    throw new Error(
      `advanced.cookies.${base}: sameSite "none" needs secure cookies, because browsers reject it otherwise.`,
    );
  }
  return defineCookie(base, `${prefixOf(attributes, options)}.${base}`, attributes);
}

/**
 * Uses `__Host-` if only this host may set the cookie. With a custom prefix, uses the older `__Secure-`, so that
 * cookies of an existing site stay readable.
 */
function prefixOf(attributes: CookieAttributes, options: AdvancedOptions): string {
  const prefix = options.cookiePrefix ?? "latchkey";
  if (!attributes.secure) return prefix;
  const hostOnly = !attributes.domain && attributes.path === "/" && options.cookiePrefix === undefined;
  return `${hostOnly ? "__Host-" : "__Secure-"}${prefix}`;
}

function cookieDomain({ crossSubDomainCookies }: AdvancedOptions, origin: string | null): string | undefined {
  if (!crossSubDomainCookies?.enabled) return undefined;
  const domain = crossSubDomainCookies.domain ?? (origin ? new URL(origin).hostname : undefined);
  if (!domain) throw new Error("advanced.crossSubDomainCookies needs a domain. Set its domain, or set baseURL.");
  return domain;
}
