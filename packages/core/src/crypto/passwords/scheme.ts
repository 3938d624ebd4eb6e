/** Types of hash formats. */

/**
 * Why a stored hash can't be used.
 *
 * - `unknown-form`: it has no supported form
 * - `malformed`: it has a known form but is broken
 * - `too-costly`: its cost is above the limit, so it isn't computed
 * - `bcryptjs-missing`: it's a bcrypt hash and the `bcryptjs` package isn't installed
 */
export type UnusableHash = "unknown-form" | "malformed" | "too-costly" | "bcryptjs-missing";

/** A hash format. */
export interface Scheme {
  /** Parses a stored hash. Returns `null` if it has another scheme's form. */
  parse(stored: string): ParsedHash | UnusableHash | null;
}

/** A stored hash that can be compared with a password. */
export interface ParsedHash {
  /** Whether it's as strong as new hashes. If not, it's also faster and is replaced at the next sign-in. */
  readonly isCurrent: boolean;
  /** Whether the password matches, or why that can't be checked. Computes one hash. */
  matches(password: string): Promise<boolean | UnusableHash>;
  /** Computes one hash with the same salt and parameters. Only on schemes that create new hashes, and argon2i. */
  recompute?(password: string): Promise<RecomputedHash>;
}

/** A hash with the salt and parameters of a stored one. */
export interface RecomputedHash {
  readonly text: string;
  /** Whether it equals the stored one. */
  readonly matches: boolean;
}

/** A scheme that also creates new hashes. */
export interface HashingScheme extends Scheme {
  /** Computes one hash of the current cost, as a PHC string. */
  hash(password: string, salt: Uint8Array): Promise<string>;
}
