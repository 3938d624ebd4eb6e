/** The rate limit counter in the database, for apps with several processes. */

import { type RandomBytes, randomId } from "../crypto/random.ts";
import type { Adapter } from "../database/adapter.ts";
import { UniqueViolation } from "../database/errors.ts";
import type { RateLimitCounter } from "../kernel/counter.ts";
import type { RateLimitRule } from "../kernel/settings.ts";
import { rateLimitTable } from "../tables/rate-limit.ts";

/** Creates the counter. Windows start at multiples of their length, so the key alone identifies the row. */
export function databaseCounter(db: Adapter, random: RandomBytes): RateLimitCounter {
  return {
    async hit(client, rule, now) {
      const { key, start, length } = windowOf(client, rule, now);
      const increment = () => db.increment(rateLimitTable, { where: { key }, column: "count", atMost: rule.max });
      if ((await increment()) !== null) return null;
      if (rule.max >= 1 && (await insertWindow(db, random, key, start))) return null;
      return (await increment()) === null ? start + length - now : null;
    },
    async release(client, rule, now) {
      const where = { key: windowOf(client, rule, now).key, count: { gt: 0 } };
      await db.increment(rateLimitTable, { where, column: "count", by: -1 });
    },
  };
}

function windowOf(client: string, { window }: RateLimitRule, now: number) {
  const length = window * 1000;
  const start = Math.floor(now / length) * length;
  return { key: `${client}|${start}`, start, length };
}

/** Removes windows that started more than a day ago. */
export function removeOldWindows(db: Adapter, now: number): Promise<number> {
  return db.remove(rateLimitTable, { where: { lastRequest: { lt: now - 86_400_000 } } });
}

/** Inserts a window with its first request. Returns `true` for one of several concurrent callers. */
async function insertWindow(db: Adapter, random: RandomBytes, key: string, start: number): Promise<boolean> {
  try {
    await db.insert(rateLimitTable, { id: randomId(random), key, count: 1, lastRequest: start });
    return true;
  } catch (error) {
    if (error instanceof UniqueViolation) return false;
    throw error;
  }
}
