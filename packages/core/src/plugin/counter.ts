/** What counts requests. Each storage promises that of any number of parallel callers exactly `max` get through. */

import type { RateLimitRule } from "./settings.ts";

/** Counts attempts, atomically. */
export interface RateLimitCounter {
  /**
   * Counts one request.
   * @param now milliseconds since 1970
   * @returns milliseconds until the window ends if the limit is passed, else `null`
   */
  hit(key: string, rule: RateLimitRule, now: number): Promise<number | null> | number | null;
}
