/** The secondary storage, which is shared by an app's processes, and one in memory for tests. */

/**
 * What an app passes as `secondaryStorage`: values by key that expire. It holds copies of sessions and rate limit
 * counters. Nothing in it is essential, so any value can be lost at any time.
 *
 * Each operation uses one key. Keys have at most 64 characters: letters, digits, `:`, `-`, and `_`. Times are in whole
 * milliseconds above zero. Every operation should respond or throw within a second or so. An operation that threw can
 * still take effect later. `storageConformance` in `@latchkey/test-kit` tests an implementation.
 */
export interface SecondaryStorage {
  /** Used in messages: `redis`, `memory`, … */
  readonly name: string;
  /** Returns the value, or `null` if there's none or it has expired. */
  get(key: string): Promise<string | null>;
  /** Stores the value, and replaces an existing one. It expires after `ttl` milliseconds. */
  set(key: string, value: string, ttl: number): Promise<void>;
  /** Stores the value only if the key doesn't have one. Atomic: if several callers try, only one succeeds. */
  add(key: string, value: string, ttl: number): Promise<void>;
  /**
   * Adds one to a counter and returns the new value. A missing counter starts at zero and expires after `ttl`
   * milliseconds. Atomic: every caller gets a different value. Leave it out if the storage can't do this. Rate limits
   * then have to be counted elsewhere.
   *
   * @param atMost a counter that has reached this isn't changed, and the result is greater than this. A storage that
   *   can't do this can ignore it. Limits stay correct, but attempts can't be returned to a full counter.
   */
  increment?(key: string, ttl: number, atMost?: number): Promise<number>;
  /**
   * Subtracts one from a counter that's above zero and keeps its expiry. Does nothing to a missing counter. Atomic.
   * Leave it out if the storage can't do this. Attempts that could be returned to a limit then stay counted until the
   * window ends.
   */
  decrement?(key: string): Promise<void>;
}

/** A secondary storage in the memory of one process, for tests. Its content isn't shared with other processes. */
export function memoryStorage(): Required<SecondaryStorage> {
  const entries = new Map<string, { readonly value: string; readonly expiresAt: number }>();
  const get = (key: string): string | null => {
    const entry = entries.get(key);
    if (entry && entry.expiresAt > Date.now()) return entry.value;
    entries.delete(key);
    return null;
  };
  const set = (key: string, value: string, ttl: number): void => {
    entries.set(key, { value, expiresAt: Date.now() + ttl });
  };
  return {
    name: "memory",
    get: async (key) => get(key),
    set: async (key, value, ttl) => set(key, value, ttl),
    async add(key, value, ttl) {
      if (get(key) === null) set(key, value, ttl);
    },
    async increment(key, ttl, atMost = Number.MAX_SAFE_INTEGER) {
      const count = Number(get(key) ?? 0) + 1;
      if (count > atMost) return count;
      const expiresAt = entries.get(key)?.expiresAt ?? Date.now() + ttl;
      entries.set(key, { value: String(count), expiresAt });
      return count;
    },
    async decrement(key) {
      const count = Number(get(key) ?? 0);
      const expiresAt = entries.get(key)?.expiresAt;
      if (count > 0 && expiresAt !== undefined) entries.set(key, { value: String(count - 1), expiresAt });
    },
  };
}
