/** What an app may set about the check for breached passwords. */

/** Options of `breachedPasswords`. */
export interface BreachedPasswordOptions {
  /** Where ranges are asked for: https, followed by the five digits. Default: `https://api.pwnedpasswords.com/range/`. */
  readonly rangeURL?: string;
  /**
   * What becomes of a password while the service fails or does not answer in time: `allow` it (default) with a warning in
   * the log, or `refuse` it with 503.
   */
  readonly whenUnavailable?: "allow" | "refuse";
  /** How long the service may take, in milliseconds: 100 to 60000. Default: 2000. */
  readonly timeLimitMs?: number;
  /** In how many breaches a password must have been seen to be refused. Default: 1. */
  readonly minCount?: number;
}

/** The options with defaults filled in. */
export interface BreachedPasswordSettings {
  readonly rangeURL: string;
  readonly allowsOutage: boolean;
  readonly timeLimitMs: number;
  readonly minCount: number;
}

/** @throws {Error} naming the option that makes no sense */
export function resolveBreachedPasswords(options: BreachedPasswordOptions): BreachedPasswordSettings {
  const { rangeURL = "https://api.pwnedpasswords.com/range/", whenUnavailable = "allow" } = options;
  const { timeLimitMs = 2000, minCount = 1 } = options;
  if (!URL.canParse(rangeURL) || new URL(rangeURL).protocol !== "https:" || !rangeURL.endsWith("/")) {
    throw new Error(`breachedPasswords.rangeURL is "${rangeURL}": begin with https:// and end with a slash.`);
  }
  if (whenUnavailable !== "refuse" && whenUnavailable !== "allow") {
    throw new Error(`breachedPasswords.whenUnavailable is "${whenUnavailable}": give "allow" or "refuse".`);
  }
  return {
    rangeURL,
    allowsOutage: whenUnavailable === "allow",
    timeLimitMs: whole("timeLimitMs", timeLimitMs, 100, 60_000),
    minCount: whole("minCount", minCount, 1, 1_000_000),
  };
}

function whole(option: string, value: number, least: number, most: number): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new Error(`breachedPasswords.${option} is ${value}: give a whole number from ${least} to ${most}.`);
}
