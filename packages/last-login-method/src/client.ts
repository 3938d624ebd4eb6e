/** The client plugin, `@latchkey/last-login-method/client`. */

import type { ClientPlugin } from "@latchkey/core/plugin";
import type { LastLoginMethodTypes } from "./contract.ts";

/** Options for `lastLoginMethodClient`. */
export interface LastLoginMethodClientOptions {
  /** Name of the cookie, if the server has another one. Default: `latchkey.last_used_login_method`. */
  readonly cookieName?: string;
  /** Domain of the cookie, if subdomains share it. Needed to clear it. */
  readonly domain?: string;
}

/** Adds `getLastUsedLoginMethod`, `isLastUsedLoginMethod`, and `clearLastUsedLoginMethod`. */
export function lastLoginMethodClient({
  cookieName = "latchkey.last_used_login_method",
  domain,
}: LastLoginMethodClientOptions = {}): ClientPlugin<LastLoginMethodTypes> {
  const getLastUsedLoginMethod = (): string | null => {
    const cookies = globalThis.document?.cookie.split("; ") ?? [];
    const value = cookies.find((line) => line.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1) ?? "";
    // Any page on this host can set the cookie, so check that the value can be a method.
    return /^[a-z0-9][a-z0-9._-]{0,63}$/i.test(value) ? value : null;
  };
  return {
    id: "last-login-method",
    actions: () => ({
      getLastUsedLoginMethod,
      isLastUsedLoginMethod: (method: string) => getLastUsedLoginMethod() === method,
      clearLastUsedLoginMethod() {
        if (globalThis.document) {
          // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API isn't in every browser.
          document.cookie = `${cookieName}=; Max-Age=0; Path=/${domain ? `; Domain=${domain}` : ""}`;
        }
      },
    }),
  };
}
