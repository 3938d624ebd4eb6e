/** The computations behind password hashes, and their costs. */

/** @see RFC 7914, section 2 */
export interface ScryptCost {
  /** A power of two. Uses 128 · N · r bytes of memory. */
  readonly N: number;
  readonly r: number;
  readonly p: number;
  /** Output length in bytes. */
  readonly length: number;
}

/** @see RFC 9106, section 3.1 */
export interface Argon2Cost {
  /** In KiB. */
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
  /** Output length in bytes. */
  readonly length: number;
}

/** The argon2 variants for passwords. New hashes only use `argon2id`. */
export type Argon2Kind = "argon2id" | "argon2i";

/** One computation, independent of the implementation that runs it. */
export type Derivation = { readonly password: Uint8Array; readonly salt: Uint8Array } & (
  | { readonly kind: "scrypt"; readonly cost: ScryptCost }
  | { readonly kind: Argon2Kind; readonly cost: Argon2Cost }
);
