/** Reading again after a change, and once more: the webhooks that tell of it come one by one, and may be late. */

import { useEffect, useRef } from "react";

/** Seconds after which it is looked again. */
const stragglers = [1, 2.5, 5];

/** @returns reads now, and again a few times while the page is there */
export function useReloads(read: () => Promise<void>): () => Promise<void> {
  const latest = useRef(read);
  latest.current = read;
  const timers = useRef<ReturnType<typeof setTimeout>[]>([]);
  const stop = (): void => {
    for (const timer of timers.current.splice(0)) clearTimeout(timer);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the page is gone
  useEffect(() => stop, []);
  return () => {
    stop();
    timers.current = stragglers.map((seconds) => setTimeout(() => void latest.current(), seconds * 1000));
    return latest.current();
  };
}
