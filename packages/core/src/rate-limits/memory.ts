/** Counts in the memory of one process. Bounded: under a flood of keys the oldest windows are dropped first. */

import type { RateLimitCounter } from "../plugin/counter.ts";

interface Window {
  count: number;
  readonly endsAt: number;
}

/** @param mostKeys how many windows are kept at a time */
export function memoryCounter(mostKeys = 100_000): RateLimitCounter {
  const windows = new Map<string, Window>();
  return {
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

/** Drops what has ended; if nothing has, the oldest tenth. */
function drop(windows: Map<string, Window>, now: number): void {
  const before = windows.size;
  for (const [key, window] of windows) if (window.endsAt <= now) windows.delete(key);
  let excess = windows.size === before ? Math.ceil(before / 10) : 0;
  for (const key of windows.keys()) {
    if (excess-- <= 0) return;
    windows.delete(key);
  }
}
