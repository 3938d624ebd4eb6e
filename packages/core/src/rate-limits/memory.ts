/**
 * Counts in the memory of one process. Bounded: under a flood of keys windows with few requests in them are dropped first,
 * so that a limit somebody has come near to holds.
 */

import type { RateLimitCounter } from "../plugin/counter.ts";

interface Window {
  count: number;
  readonly endsAt: number;
}

export interface MemoryCounter extends RateLimitCounter {
  /** How many windows are kept just now. */
  readonly size: number;
}

/** @param mostKeys how many windows are kept at a time */
export function memoryCounter(mostKeys = 100_000): MemoryCounter {
  const windows = new Map<string, Window>();
  return {
    get size() {
      return windows.size;
    },
    hit(key, rule, now) {
      const window = windows.get(key);
      // A clock that was set back must not lock anyone out for longer than one window.
      if (window && window.endsAt > now && window.endsAt <= now + rule.window * 1000) {
        window.count++;
        return window.count > rule.max ? window.endsAt - now : null;
      }
      windows.delete(key);
      if (windows.size >= mostKeys) drop(windows, now);
      windows.set(key, { count: 1, endsAt: now + rule.window * 1000 });
      return rule.max < 1 ? rule.window * 1000 : null;
    },
  };
}

/** Drops what has ended; if that is less than a tenth, a tenth: those with the fewest requests in them, the oldest of those first. */
function drop(windows: Map<string, Window>, now: number): void {
  const before = windows.size;
  for (const [key, window] of windows) if (window.endsAt <= now) windows.delete(key);
  const least = Math.ceil(before / 10);
  for (let most = 1; ; most *= 2) {
    for (const [key, window] of windows) {
      if (windows.size <= before - least) return;
      if (window.count <= most) windows.delete(key);
    }
  }
}
