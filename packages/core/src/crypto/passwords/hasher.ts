/** Password hashing: one face over all forms, bounded, and equally slow whatever there is to compare with. */

import { constantTimeEqual } from "../constant-time.ts";
import { builtinModule, isolatesRequests, nodeCrypto } from "../native.ts";
import { type RandomBytes, randomBytes } from "../random.ts";
import { isWellFormedPassword, longestPassword, normalizePassword } from "./form.ts";
import { createPool, type PoolStats } from "./pool.ts";
import type { Comparable, HashedAgain, UnusableHash } from "./scheme.ts";
import { readStored, schemeOfNewHashes } from "./schemes.ts";

export { HashQueueFullError } from "./pool.ts";

export interface PasswordHasher {
  /**
   * A new hash with a random salt of 128 bits, as PHC string.
   * @throws {HashQueueFullError} too many are waiting
   * @throws {RangeError} longer than 4096 UTF-16 units, or half of a surrogate pair in it: check before
   */
  hash(password: string): Promise<string>;
  /**
   * A hash that `verify` can compare among its `decoys` without computing a second one: with the salt and parameters of
   * the stored hash if it is in today's form, otherwise with the given salt. Missing on an app's own hasher.
   * @throws {HashQueueFullError} too many are waiting
   */
  hashDecoy?(password: string, stored: string | null | undefined, salt: Uint8Array): Promise<string>;
  /**
   * Compares with a stored hash of any known form. With nothing stored, or something that cannot be compared with, a
   * hash of the usual cost is computed all the same; after a wrong password for a weaker form as well. So a refusal
   * never takes less than the usual time, whoever is asked for. It can take more: for a form that is slower here than
   * new hashes are, until the next sign-in replaces it.
   * @param decoys made by `hashDecoy`, the newest first
   * @throws {HashQueueFullError} too many are waiting
   */
  verify(password: string, stored: string | null | undefined, decoys?: readonly string[]): Promise<PasswordCheck>;
  /** Missing on an app's own hasher. */
  readonly stats?: HashStats;
}

export interface PasswordCheck {
  readonly ok: boolean;
  /** Right, but stored in a form that is weaker than new hashes: hash it again. */
  readonly needsRehash: boolean;
  /** Wrong, but the password of one of the decoys. */
  readonly isDecoy?: boolean;
}

/** What a hasher has done and does. Tests read it on two paths to see that they are equal work. */
export interface HashStats extends Readonly<PoolStats> {
  /** Hashes computed since the start, decoys among them. */
  readonly computed: number;
  /** Hashes computed only to spend the time. */
  readonly decoys: number;
}

/** The library's own hasher. */
export interface PooledPasswordHasher extends PasswordHasher {
  /** Live: read it again after a call. */
  readonly stats: HashStats;
}

export interface PasswordHasherOptions {
  /** For new hashes. Default: argon2id where it runs natively, else scrypt. Both are verified everywhere. */
  readonly algorithm?: "argon2id" | "scrypt";
  /**
   * How many hashes run together. Default: 2; 1 on a single core or without native hashing. Has no effect on Cloudflare
   * Workers, where a request cannot wait for another.
   */
  readonly concurrency?: number;
  /** How many may wait for their turn. Default: 1000. */
  readonly longestQueue?: number;
  /** Source of salts. Default: the platform's. */
  readonly random?: RandomBytes;
  /** Told when a stored hash cannot be compared with, for the log. To the client it is a wrong password. */
  readonly onUnusable?: (reason: UnusableHash) => void;
}

const saltLength = 16;
const wrong: PasswordCheck = { ok: false, needsRehash: false };

/** @throws {RangeError} `concurrency` below 1, `longestQueue` below 0 */
export function createPasswordHasher(options: PasswordHasherOptions = {}): PooledPasswordHasher {
  const { random = randomBytes, concurrency = defaultConcurrency(), longestQueue = 1000 } = options;
  const size = isolatesRequests() ? Number.POSITIVE_INFINITY : concurrency;
  const stats = { computed: 0, decoys: 0, running: 0, waiting: 0, mostRunning: 0 };
  const pool = createPool({ size, longestQueue, stats });

  const makeHash = async (normalized: string, salt: Uint8Array): Promise<string> => {
    const scheme = await schemeOfNewHashes(options.algorithm);
    const made = await scheme.hash(normalized, salt);
    stats.computed++;
    return made;
  };
  const matches = async (normalized: string, stored: Comparable): Promise<boolean> => {
    const answer = await stored.matches(normalized);
    if (typeof answer === "boolean") stats.computed++;
    else options.onUnusable?.(answer);
    return answer === true;
  };
  /** One hash, with the salt and parameters of another, or with this salt if that one isn't in today's form. */
  const makeLike = async (normalized: string, like: Comparable | null, salt: Uint8Array): Promise<HashedAgain> => {
    if (!like?.isCurrent || !like.again) return { text: await makeHash(normalized, salt), matches: false };
    const made = await like.again(normalized);
    stats.computed++;
    return made;
  };
  const check = async (
    normalized: string,
    stored: Comparable | null,
    decoys: readonly string[],
  ): Promise<PasswordCheck> => {
    const [newest] = decoys;
    const isDecoy = (text: string): boolean => decoys.filter((decoy) => constantTimeEqual(decoy, text)).length > 0;
    if (newest !== undefined && stored?.isCurrent && stored.again) {
      const { text, matches: ok } = await makeLike(normalized, stored, random(saltLength));
      return ok ? { ok, needsRehash: false } : { ...wrong, isDecoy: isDecoy(text) };
    }
    if (stored && (await matches(normalized, stored))) return { ok: true, needsRehash: !stored.isCurrent };
    // Hash even where there is nothing to compare with, or something quicker: time must not tell who has an account.
    if (!stored?.isCurrent) {
      stats.decoys++;
      const like = newest === undefined ? null : comparable(newest);
      const { text } = await makeLike(normalized, like, random(saltLength));
      if (newest !== undefined) return { ...wrong, isDecoy: isDecoy(text) };
    }
    return wrong;
  };
  return {
    stats,
    async hash(password) {
      if (!isHashable(password)) throw new RangeError("This password is too long or not well formed.");
      return pool.run(() => makeHash(normalizePassword(password), random(saltLength)));
    },
    async hashDecoy(password, stored, salt) {
      if (!isHashable(password)) throw new RangeError("This password is too long or not well formed.");
      const like = typeof stored === "string" ? comparable(stored) : null;
      return (await pool.run(() => makeLike(normalizePassword(password), like, salt))).text;
    },
    async verify(password, stored, decoys = []) {
      // Nothing stored can be of such a password, so that an early answer tells nothing about anyone.
      if (!isHashable(password)) return wrong;
      const found = typeof stored === "string" ? readStored(stored) : null;
      if (typeof found === "string") options.onUnusable?.(found);
      return pool.run(() => check(normalizePassword(password), typeof found === "string" ? null : found, decoys));
    },
  };
}

function comparable(stored: string): Comparable | null {
  const found = readStored(stored);
  return typeof found === "string" ? null : found;
}

// Node computes on four threads, which files, names and Web Crypto need too: half of them stay free.
function defaultConcurrency(): number {
  const os = builtinModule<typeof import("node:os")>("node:os");
  return nodeCrypto?.scrypt ? Math.min(2, os?.availableParallelism?.() ?? 1) : 1;
}

function isHashable(password: string): boolean {
  return password.length <= longestPassword && isWellFormedPassword(password);
}
