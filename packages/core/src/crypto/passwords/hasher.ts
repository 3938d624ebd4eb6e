/**
 * Hashes and verifies passwords in every supported form, with limited concurrency and without revealing whether a user
 * exists.
 */

import { constantTimeEqual } from "../constant-time.ts";
import { builtinModule, isolatesRequests, nodeCrypto } from "../native.ts";
import { type RandomBytes, randomBytes } from "../random.ts";
import { isWellFormedPassword, maxPasswordUnits, normalizePassword } from "./normalize.ts";
import { createPool, type PoolStats } from "./pool.ts";
import type { ParsedHash, RecomputedHash, UnusableHash } from "./scheme.ts";
import { parseStoredHash, selectScheme } from "./schemes.ts";

export { HashQueueFullError } from "./pool.ts";

export interface PasswordHasher {
  /**
   * Returns a new hash with a random 128-bit salt, as a PHC string.
   *
   * @throws {HashQueueFullError} if too many calls are waiting
   * @throws {RangeError} if the password is longer than 4096 UTF-16 units or has unpaired surrogates. Check both first.
   */
  hash(password: string): Promise<string>;
  /**
   * Returns a hash that `verify` can compare with its `decoys` without computing a second hash. Uses the salt and
   * parameters of the stored hash if it's in the current form, or else the given salt. Missing on custom hashers.
   *
   * @throws {HashQueueFullError} if too many calls are waiting
   * @throws {RangeError} as `hash` does
   */
  hashDecoy?(password: string, stored: string | null | undefined, salt: Uint8Array): Promise<string>;
  /**
   * Verifies a password against a stored hash in any known form. If nothing usable is stored, or if the password is
   * wrong for a weaker form, it also computes a hash at full cost. A rejection therefore never takes less time than
   * that, so timing doesn't reveal which users exist. It can take longer for a form that's slower than new hashes,
   * until the next sign-in replaces it.
   *
   * @param decoys created by `hashDecoy`, newest first
   * @throws {HashQueueFullError} if too many calls are waiting
   */
  verify(password: string, stored: string | null | undefined, decoys?: readonly string[]): Promise<PasswordCheck>;
  /** Missing on custom hashers. */
  readonly stats?: HashStats;
}

export interface PasswordCheck {
  readonly ok: boolean;
  /** The password is right, but its hash is weaker than new hashes. Hash it again. */
  readonly needsRehash: boolean;
  /** The password is wrong, but it's the password of one of the decoys. */
  readonly isDecoy?: boolean;
}

/** A hasher's counters. Tests compare them to check that two code paths do equal work. */
export interface HashStats extends Readonly<PoolStats> {
  /** Hashes computed since the start, including those computed only to spend the time. */
  readonly computed: number;
  /** Hashes computed only to spend the time. */
  readonly decoys: number;
}

/** The library's own hasher. */
export interface PooledPasswordHasher extends PasswordHasher {
  /** Live counters. Read them again after a call. */
  readonly stats: HashStats;
}

export interface PasswordHasherOptions {
  /** Algorithm of new hashes. Both are verified either way. Default: argon2id if it runs natively, otherwise scrypt. */
  readonly algorithm?: "argon2id" | "scrypt";
  /**
   * Maximum number of hashes that run concurrently. Default: 2, or 1 on a single core or without native hashing. Has no
   * effect on Cloudflare Workers, where requests can't wait for each other.
   */
  readonly concurrency?: number;
  /** Maximum number of waiting calls. Default: 1000. */
  readonly maxQueued?: number;
  /** Source of salts. Default: the platform's. */
  readonly random?: RandomBytes;
  /** Called when a stored hash can't be verified, for logging. The client sees a wrong password. */
  readonly onUnusable?: (reason: UnusableHash) => void;
}

const saltLength = 16;
const wrong: PasswordCheck = { ok: false, needsRehash: false };

/** @throws {RangeError} if `concurrency` is below 1 or `maxQueued` is below 0 */
export function createPasswordHasher(options: PasswordHasherOptions = {}): PooledPasswordHasher {
  const { random = randomBytes, concurrency = defaultConcurrency(), maxQueued = 1000 } = options;
  const size = isolatesRequests() ? Number.POSITIVE_INFINITY : concurrency;
  const stats = { computed: 0, decoys: 0, running: 0, waiting: 0, maxRunning: 0 };
  const pool = createPool({ size, maxQueued, stats });

  const computeHash = async (normalized: string, salt: Uint8Array): Promise<string> => {
    const scheme = await selectScheme(options.algorithm);
    const hash = await scheme.hash(normalized, salt);
    stats.computed++;
    return hash;
  };
  const matches = async (normalized: string, stored: ParsedHash): Promise<boolean> => {
    const result = await stored.matches(normalized);
    if (typeof result === "boolean") stats.computed++;
    else options.onUnusable?.(result);
    return result === true;
  };
  /**
   * Computes one hash with the salt and parameters of `template`, or with `salt` if `template` isn't in the current
   * form.
   */
  const computeHashLike = async (
    normalized: string,
    template: ParsedHash | null,
    salt: Uint8Array,
  ): Promise<RecomputedHash> => {
    if (!template?.isCurrent || !template.recompute)
      return { text: await computeHash(normalized, salt), matches: false };
    const recomputed = await template.recompute(normalized);
    stats.computed++;
    return recomputed;
  };
  const check = async (
    normalized: string,
    stored: ParsedHash | null,
    decoys: readonly string[],
  ): Promise<PasswordCheck> => {
    const [newest] = decoys;
    const isDecoy = (text: string): boolean => decoys.filter((decoy) => constantTimeEqual(decoy, text)).length > 0;
    if (newest !== undefined && stored?.isCurrent && stored.recompute) {
      const { text, matches: ok } = await computeHashLike(normalized, stored, random(saltLength));
      return ok ? { ok, needsRehash: false } : { ...wrong, isDecoy: isDecoy(text) };
    }
    if (stored && (await matches(normalized, stored))) return { ok: true, needsRehash: !stored.isCurrent };
    // Hash even if there's nothing to compare with, or only a faster hash. Timing must not reveal who has an account.
    if (!stored?.isCurrent) {
      stats.decoys++;
      const template = newest === undefined ? null : parseUsableHash(newest);
      const { text } = await computeHashLike(normalized, template, random(saltLength));
      if (newest !== undefined) return { ...wrong, isDecoy: isDecoy(text) };
    }
    return wrong;
  };
  return {
    stats,
    async hash(password) {
      if (!isHashable(password))
        throw new RangeError("The password is too long or isn't well-formed Unicode. Check it before hashing.");
      return pool.run(() => computeHash(normalizePassword(password), random(saltLength)));
    },
    async hashDecoy(password, stored, salt) {
      if (!isHashable(password))
        throw new RangeError("The password is too long or isn't well-formed Unicode. Check it before hashing.");
      const template = typeof stored === "string" ? parseUsableHash(stored) : null;
      return (await pool.run(() => computeHashLike(normalizePassword(password), template, salt))).text;
    },
    async verify(password, stored, decoys = []) {
      // No stored hash can belong to such a password, so returning early reveals nothing.
      if (!isHashable(password)) return wrong;
      const parsed = typeof stored === "string" ? parseStoredHash(stored) : null;
      if (typeof parsed === "string") options.onUnusable?.(parsed);
      return pool.run(() => check(normalizePassword(password), typeof parsed === "string" ? null : parsed, decoys));
    },
  };
}

function parseUsableHash(stored: string): ParsedHash | null {
  const parsed = parseStoredHash(stored);
  return typeof parsed === "string" ? null : parsed;
}

// Node.js has four pool threads, which files, DNS, and Web Crypto need too. Leave half of them free.
function defaultConcurrency(): number {
  const os = builtinModule<typeof import("node:os")>("node:os");
  return nodeCrypto?.scrypt ? Math.min(2, os?.availableParallelism?.() ?? 1) : 1;
}

function isHashable(password: string): boolean {
  return password.length <= maxPasswordUnits && isWellFormedPassword(password);
}
