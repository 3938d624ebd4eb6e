/** Options for `multiSession` and their defaults. */

import { checkInteger, checkOneOf, checkOptionNames, type OptionNames } from "@latchkey/core/plugin";

/** Options for `multiSession`. */
export interface MultiSessionOptions {
  /**
   * Maximum number of accounts in one browser, from 2 to 10. The next sign-in ends the session of the account that was
   * used least recently. Default: 5.
   */
  readonly maximumSessions?: number;
  /**
   * Which of the browser's accounts `signOut` signs out of. With `current`, the account that was used before becomes
   * the active one. Default: `all`.
   */
  readonly signOutScope?: "all" | "current";
}

/** The options with defaults filled in. */
export interface MultiSessionSettings {
  readonly maximumSessions: number;
  readonly signOutScope: "all" | "current";
}

/** The most that `maximumSessions` can be. */
export const maxAccounts = 10;

const optionNames: OptionNames<MultiSessionOptions> = { maximumSessions: true, signOutScope: true };

/** @throws {Error} if an option is invalid. The message names the option. */
export function resolveMultiSession(options: MultiSessionOptions): MultiSessionSettings {
  checkOptionNames("multiSession", options, optionNames);
  const { maximumSessions = 5, signOutScope = "all" } = options;
  return {
    maximumSessions: checkInteger("multiSession.maximumSessions", maximumSessions, { min: 2, max: maxAccounts }),
    signOutScope: checkOneOf("multiSession.signOutScope", signOutScope, ["all", "current"]),
  };
}
