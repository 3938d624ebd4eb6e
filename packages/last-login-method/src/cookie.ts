/** The cookie with the method. Scripts can read it, so it's neither `HttpOnly` nor prefixed. */

import { type CookieSpec, defineCookie, type RequestContext } from "@latchkey/core/plugin";
import type { LastLoginMethodSettings } from "./options.ts";

type Settings = RequestContext["settings"];

/** The cookie's base name. */
export const methodCookieName = "last_used_login_method";

/** Returns the cookie's name, with the app's prefix. */
export function cookieName({ cookie }: Settings, { cookieName: own }: LastLoginMethodSettings): string {
  // Browsers would keep scripts from clearing a cookie with `__Secure-` on a page without https.
  return own ?? cookie(methodCookieName).name.replace(/^__(Host|Secure)-/, "");
}

/** Returns the cookie, which scripts can read. */
export function methodCookie(settings: Settings, options: LastLoginMethodSettings): CookieSpec {
  const { attributes } = settings.cookie(methodCookieName);
  return defineCookie(methodCookieName, cookieName(settings, options), { ...attributes, httpOnly: false });
}
