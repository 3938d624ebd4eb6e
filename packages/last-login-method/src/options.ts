/** Options for `lastLoginMethod` and their defaults. */

import { checkInteger, checkOptionNames, maxCookieAge, type OptionNames } from "@latchkey/core/plugin";

/** Options for `lastLoginMethod`. */
export interface LastLoginMethodOptions {
  /**
   * Name of the cookie. Default: `last_used_login_method` with the app's cookie prefix, such as
   * `latchkey.last_used_login_method`. If you change it, pass it to `lastLoginMethodClient` too.
   */
  readonly cookieName?: string;
  /** How long the browser keeps the cookie, in seconds. Default: 30 days. */
  readonly maxAge?: number;
  /** Whether to also store the method in `user.lastLoginMethod`. Default: false. */
  readonly storeInDatabase?: boolean;
}

/** The options with defaults filled in. */
export interface LastLoginMethodSettings {
  /** `null` if it's derived from the app's cookie prefix. */
  readonly cookieName: string | null;
  readonly maxAge: number;
  readonly storeInDatabase: boolean;
}

const optionNames: OptionNames<LastLoginMethodOptions> = { cookieName: true, maxAge: true, storeInDatabase: true };

/** @throws {Error} if an option is invalid. The message names the option. */
export function resolveLastLoginMethod(options: LastLoginMethodOptions): LastLoginMethodSettings {
  checkOptionNames("lastLoginMethod", options, optionNames);
  const { cookieName = null, maxAge = 30 * 24 * 3600, storeInDatabase = false } = options;
  if (cookieName !== null && (!/^[\w.-]{1,100}$/.test(cookieName) || cookieName.startsWith("__"))) {
    throw new Error(
      `lastLoginMethod.cookieName is "${cookieName}". Use letters, digits, dots, dashes, and underscores, without the prefixes "__Host-" and "__Secure-".`,
    );
  }
  checkInteger("lastLoginMethod.maxAge", maxAge, { min: 1, max: maxCookieAge });
  return { cookieName, maxAge, storeInDatabase };
}
