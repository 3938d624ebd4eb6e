/** Counts in the database, for several processes. */

import { type RandomBytes, randomId } from "../crypto/random.ts";
import type { Adapter } from "../database/adapter.ts";
import { UniqueViolation } from "../database/errors.ts";
import type { RateLimitCounter } from "../plugin/counter.ts";
import { rateLimitTable } from "./table.ts";

/** Windows begin at whole multiples of their length, so that the key alone tells which row counts. */
export function databaseCounter(db: Adapter, random: RandomBytes): RateLimitCounter {
  return {
    async hit(client, rule, now) {
      const length = rule.window * 1000;
      const start = Math.floor(now / length) * length;
      const key = `${client}|${start}`;
      const next = () => db.increment(rateLimitTable, { where: { key }, column: "count", atMost: rule.max });
      if ((await next()) !== null) return null;
      if (rule.max >= 1 && (await begin(db, random, key, start))) return null;
      return (await next()) === null ? start + length - now : null;
    },
  };
}

/** Removes windows that ended a day ago or more. */
export function removeOldWindows(db: Adapter, now: number): Promise<number> {
  return db.remove(rateLimitTable, { where: { lastRequest: { lt: now - 86_400_000 } } });
}

/** Opens a window with its first request in it; of parallel callers one does. */
async function begin(db: Adapter, random: RandomBytes, key: string, start: number): Promise<boolean> {
  try {
    await db.insert(rateLimitTable, { id: randomId(random), key, count: 1, lastRequest: start });
    return true;
  } catch (error) {
    if (error instanceof UniqueViolation) return false;
    throw error;
  }
}
