/** Counts in the secondary storage, for several processes; in memory while that cannot be had. */

import type { SecondaryStorage } from "../database/storage/storage.ts";
import type { RateLimitCounter } from "../plugin/counter.ts";
import type { Logger } from "../plugin/log.ts";
import { memoryCounter } from "./memory.ts";

/** How often a failing storage is told of, in milliseconds. */
const tellEvery = 60_000;

/**
 * Windows begin at whole multiples of their length, so that the key alone tells which counter counts.
 *
 * While the storage fails each process counts for itself: a limit is then that of each process, and never none.
 */
export function sharedCounter(storage: SecondaryStorage, log: Logger): RateLimitCounter {
  const own = memoryCounter();
  let toldAt = Number.NEGATIVE_INFINITY;
  return {
    async hit(client, rule, now) {
      const length = rule.window * 1000;
      const start = Math.floor(now / length) * length;
      try {
        const count = await storage.count(`${client}|${start}`, length);
        return count > rule.max ? start + length - now : null;
      } catch (error) {
        if (Math.abs(now - toldAt) >= tellEvery) {
          log.error("Rate limits are counted in each process: the secondary storage cannot be had", { error });
          toldAt = now;
        }
        return own.hit(client, rule, now);
      }
    },
  };
}
