/** The rate limit counter in the secondary storage, for apps with several processes. Falls back to memory. */

import { sha256Base64Url } from "../crypto/digest.ts";
import type { SecondaryStorage } from "../database/secondary-storage.ts";
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
        if (!storage.increment) throw new Error(`${storage.name} has no increment.`);
        // Hashed, because it can contain emails and be of any length.
        const count = await storage.increment(`count:${sha256Base64Url(`${client}|${start}`)}`, length);
        return count > rule.max ? start + length - now : null;
      } catch (error) {
        if (Math.abs(now - lastLoggedAt) >= logIntervalMs) {
          log.error(
            "The secondary storage can't be reached. Until it can, each process counts rate limits separately",
            { error },
          );
          lastLoggedAt = now;
        }
        return fallback.hit(client, rule, now);
      }
    },
  };
}
