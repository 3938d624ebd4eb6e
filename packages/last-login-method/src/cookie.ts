/** The cookie with the method. Scripts can read it, so it's neither `HttpOnly` nor prefixed. */

import { type CookieSpec, defineCookie, type RequestContext } from "@latchkey/core/plugin";
import type { LastLoginMethodSettings } from "./options.ts";

type Settings = RequestContext["settings"];

/** Returns the cookie's name, with the app's prefix. */
export function cookieName({ cookie }: Settings, { cookieName: own }: LastLoginMethodSettings): string {
  // Browsers would keep scripts from clearing a cookie with `__Secure-` on a page without https.
  return own ?? cookie("last_used_login_method").name.replace(/^__(Host|Secure)-/, "");
}

/** Returns the cookie with the attributes of the session's cookie, so that both go to the same hosts. */
export function methodCookie(settings: Settings, options: LastLoginMethodSettings): CookieSpec {
  const { attributes } = settings.cookie("session_token");
  return defineCookie("last_used_login_method", cookieName(settings, options), { ...attributes, httpOnly: false });
}
