/** What a way of hashing is. */

/**
 * Why a stored hash cannot be compared with: `unknown-form`, of no scheme that is read here; `malformed`, of a known one
 * but broken; `too-costly`, above the ceiling, so not run; `bcryptjs-missing`, a bcrypt hash without the package that reads it.
 */
export type UnusableHash = "unknown-form" | "malformed" | "too-costly" | "bcryptjs-missing";

/** A way of hashing that stored hashes may have. */
export interface Scheme {
  /** What can be done with a stored hash; `null` if it has another scheme's form. */
  read(stored: string): Comparable | UnusableHash | null;
}

/** A stored hash that a password can be compared with. */
export interface Comparable {
  /** Whether it is as strong as new hashes are. If not, it is also quicker, and is replaced at the next sign-in. */
  readonly isCurrent: boolean;
  /** Computes one hash. */
  matches(password: string): Promise<boolean | UnusableHash>;
  /** Computes one hash with the same salt and parameters. Only schemes of new hashes have it. */
  again?(password: string): Promise<HashedAgain>;
}

/** A hash under the salt and parameters of a stored one. */
export interface HashedAgain {
  readonly text: string;
  /** Whether it equals the stored one. */
  readonly matches: boolean;
}

/** A scheme that also makes new hashes. */
export interface HashingScheme extends Scheme {
  /** Computes one hash, of today's cost, as PHC string. */
  hash(password: string, salt: Uint8Array): Promise<string>;
}
