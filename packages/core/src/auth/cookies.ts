/** Computes an app's cookie names and attributes. */

import { type CookieAttributes, type CookieSpec, defineCookie } from "../http/cookies.ts";
import { withOptionName } from "../kernel/check-options.ts";
import { suggestion } from "../kernel/suggest.ts";
import type { AdvancedOptions } from "./options.ts";

/**
 * Returns a function that finds a cookie by its base name.
 * @param names the base names of all cookies of core and the plugins
 * @throws {Error} if an option would break a cookie, or names a cookie that doesn't exist. The message names the
 *   option.
 */
export function cookieSpecs(
  names: readonly string[],
  options: AdvancedOptions,
  origin: string | null,
  production: boolean,
): (base: string) => CookieSpec {
  const unknown = Object.keys(options.cookies ?? {}).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new Error(
      `advanced.cookies.${unknown}: there is no cookie with this name.${suggestion(unknown, names) || list(names)}`,
    );
  }
  const specs = new Map(names.map((base) => [base, makeSpec(base, options, origin, production)]));
  return (base) => {
    const spec = specs.get(base);
    if (!spec) throw new Error(`The cookie "${base}" isn't declared. Add it to the "cookies" of its plugin.`);
    return spec;
  };
}

function list(names: readonly string[]): string {
  return ` Remove it, or use one of: ${names.join(", ")}.`;
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
      `advanced.cookies.${base}: sameSite "none" needs secure cookies, because browsers reject it otherwise. Set advanced.useSecureCookies to true.`,
    );
  }
  return withOptionName("advanced", () => defineCookie(base, `${prefixOf(attributes, options)}.${base}`, attributes));
}

/**
 * Uses `__Host-` if only this host can set the cookie. With a custom prefix, uses the older `__Secure-`, so that
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
