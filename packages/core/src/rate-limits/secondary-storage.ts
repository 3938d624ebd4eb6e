/** The rate limit counter in the secondary storage, for apps with several processes. Falls back to memory. */

import type { SecondaryStorage } from "../database/storage/storage.ts";
import type { RateLimitCounter } from "../kernel/counter.ts";
import type { Logger } from "../kernel/log.ts";
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
  return {
    async hit(client, rule, now) {
      const length = rule.window * 1000;
      const start = Math.floor(now / length) * length;
      try {
        const count = await storage.count(`${client}|${start}`, length);
        return count > rule.max ? start + length - now : null;
      } catch (error) {
        if (Math.abs(now - lastLoggedAt) >= logIntervalMs) {
          log.error("Rate limits are counted in each process: the secondary storage cannot be had", { error });
          lastLoggedAt = now;
        }
        return fallback.hit(client, rule, now);
      }
    },
  };
}
