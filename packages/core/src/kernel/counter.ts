/** The counter behind rate limits. In every storage, exactly `max` of any number of concurrent callers get through. */

import type { RateLimitRule } from "./settings.ts";

/** Counts attempts atomically. */
export interface RateLimitCounter {
  /**
   * Counts one attempt.
   * @param now milliseconds since 1970
   * @returns milliseconds until the window ends if the limit is exceeded, otherwise `null`
   */
  hit(key: string, rule: RateLimitRule, now: number): Promise<number | null> | number | null;
  /**
   * Uncounts an attempt that got through in the current window, so that another attempt can. Does nothing if the window
   * has ended.
   */
  release(key: string, rule: RateLimitRule, now: number): Promise<void> | void;
}
