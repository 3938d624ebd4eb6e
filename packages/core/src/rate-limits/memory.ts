/**
 * The rate limit counter in the memory of one process. Its size is limited. Under a flood of keys, windows with few
 * requests are dropped first, so that keys close to their limit stay limited.
 */

import type { RateLimitCounter } from "../kernel/counter.ts";

interface Window {
  count: number;
  readonly endsAt: number;
}

export interface MemoryCounter extends RateLimitCounter {
  /** Number of windows in memory. */
  readonly size: number;
}

/** @param maxKeys maximum number of windows in memory */
export function memoryCounter(maxKeys = 100_000): MemoryCounter {
  const windows = new Map<string, Window>();
  return {
    get size() {
      return windows.size;
    },
    hit(key, rule, now) {
      const window = windows.get(key);
      // If the clock is set back, a client must not be locked out for more than one window.
      if (window && window.endsAt > now && window.endsAt <= now + rule.window * 1000) {
        if (window.count >= rule.max) return window.endsAt - now;
        window.count++;
        return null;
      }
      windows.delete(key);
      if (windows.size >= maxKeys) evict(windows, now);
      windows.set(key, { count: 1, endsAt: now + rule.window * 1000 });
      return rule.max < 1 ? rule.window * 1000 : null;
    },
    release(key, _rule, now) {
      const window = windows.get(key);
      if (window && window.endsAt > now && window.count > 0) window.count--;
    },
  };
}

/**
 * Drops ended windows. If that frees less than a tenth, also drops windows with few requests, oldest first, until a
 * tenth is gone.
 */
function evict(windows: Map<string, Window>, now: number): void {
  const before = windows.size;
  for (const [key, window] of windows) if (window.endsAt <= now) windows.delete(key);
  const minDropped = Math.ceil(before / 10);
  for (let maxCount = 1; ; maxCount *= 2) {
    for (const [key, window] of windows) {
      if (windows.size <= before - minDropped) return;
      if (window.count <= maxCount) windows.delete(key);
    }
  }
}
