/** Counts down until another email can be requested. */

import { useEffect, useState } from "react";

/** Seconds between two emails. */
const pause = 30;

export interface Cooldown {
  /** Seconds left. 0 if another email can be requested. */
  readonly left: number;
  start(): void;
}

export function useCooldown(): Cooldown {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return { left, start: () => setLeft(pause) };
}
