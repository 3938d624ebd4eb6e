/** Options for `breachedPasswords` and their defaults. */

import { checkInteger, checkOneOf, checkOptionNames, type OptionNames } from "@latchkey/core/plugin";

/** Options for `breachedPasswords`. */
export interface BreachedPasswordOptions {
  /**
   * URL of the service. Must start with `https://` and end with a slash. Default:
   * `https://api.pwnedpasswords.com/range/`.
   */
  readonly rangeURL?: string;
  /**
   * What to do with a password if the service fails or times out: `allow` it with a warning in the log, or `refuse` it
   * with a 503. Default: `allow`.
   */
  readonly whenUnavailable?: "allow" | "refuse";
  /** Timeout for the service, in milliseconds: 100 to 60000. Default: 2000. */
  readonly timeLimitMs?: number;
  /** Minimum number of times a password must have been seen in breaches to be rejected: 1 to 1000000. Default: 1. */
  readonly minCount?: number;
}

/** The options with defaults filled in. */
export interface BreachedPasswordSettings {
  readonly rangeURL: string;
  readonly allowWhenUnavailable: boolean;
  readonly timeLimitMs: number;
  readonly minCount: number;
}

const optionNames: OptionNames<BreachedPasswordOptions> = {
  rangeURL: true,
  whenUnavailable: true,
  timeLimitMs: true,
  minCount: true,
};

/** @throws {Error} if an option is invalid. The message names the option. */
export function resolveBreachedPasswords(options: BreachedPasswordOptions): BreachedPasswordSettings {
  checkOptionNames("breachedPasswords", options, optionNames);
  const { rangeURL = "https://api.pwnedpasswords.com/range/", whenUnavailable = "allow" } = options;
  const { timeLimitMs = 2000, minCount = 1 } = options;
  if (!URL.canParse(rangeURL) || new URL(rangeURL).protocol !== "https:" || !rangeURL.endsWith("/")) {
    throw new Error(
      `breachedPasswords.rangeURL is "${rangeURL}". Use a URL that starts with https:// and ends with a slash.`,
    );
  }
  checkOneOf("breachedPasswords.whenUnavailable", whenUnavailable, ["allow", "refuse"]);
  return {
    rangeURL,
    allowWhenUnavailable: whenUnavailable === "allow",
    timeLimitMs: checkInteger("breachedPasswords.timeLimitMs", timeLimitMs, {
      min: 100,
      max: 60_000,
      unit: "milliseconds",
    }),
    minCount: checkInteger("breachedPasswords.minCount", minCount, { min: 1, max: 1_000_000 }),
  };
}
