/** The rate limit counter in the secondary storage, for apps with several processes. Falls back to memory. */

import { sha256Base64Url } from "../crypto/digest.ts";
import type { SecondaryStorage } from "../database/secondary-storage.ts";
import type { RateLimitCounter } from "../kernel/counter.ts";
import type { Logger } from "../kernel/log.ts";
import type { RateLimitRule } from "../kernel/settings.ts";
import { memoryCounter } from "./memory.ts";

/** Minimum time between log messages about a failing storage, in milliseconds. */
const logIntervalMs = 60_000;

/**
 * Creates the counter. Windows start at multiples of their length, so the key alone identifies the counter.
 *
 * While the storage fails, each process counts separately. Limits are then per process, but never off.
 */
export function secondaryStorageCounter(storage: SecondaryStorage, log: Logger): RateLimitCounter {
  const fallback = memoryCounter();
  let lastLoggedAt = Number.NEGATIVE_INFINITY;
  const report = (error: unknown, now: number): void => {
    if (Math.abs(now - lastLoggedAt) < logIntervalMs) return;
    log.error("The secondary storage can't be reached. Until it can, each process counts rate limits separately", {
      error,
    });
    lastLoggedAt = now;
  };
  return {
    async hit(client, rule, now) {
      const { key, length, endsIn } = windowOf(client, rule, now);
      try {
        if (!storage.increment) throw new Error(`${storage.name} has no increment method.`);
        const count = await storage.increment(key, length, rule.max);
        return count > rule.max ? endsIn : null;
      } catch (error) {
        report(error, now);
        return fallback.hit(client, rule, now);
      }
    },
    async release(client, rule, now) {
      try {
        await storage.decrement?.(windowOf(client, rule, now).key);
      } catch (error) {
        report(error, now);
        fallback.release(client, rule, now);
      }
    },
  };
}

function windowOf(client: string, rule: RateLimitRule, now: number) {
  const length = rule.window * 1000;
  const start = Math.floor(now / length) * length;
  // Hashed, because it can contain emails and be of any length.
  return { key: `count:${sha256Base64Url(`${client}|${start}`)}`, length, endsIn: start + length - now };
}
