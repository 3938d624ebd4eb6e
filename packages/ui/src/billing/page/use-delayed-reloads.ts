/** Reloads data after a change and a few times later, because webhooks arrive one by one and can be late. */

import { useEffect, useRef } from "react";

/** Seconds from the change to each reload. */
const reloadDelays = [1, 2.5, 5];

/** @returns a function that reloads now, and again a few times while the component is mounted */
export function useDelayedReloads(read: () => Promise<void>): () => Promise<void> {
  const latest = useRef(read);
  latest.current = read;
  const timers = useRef<ReturnType<typeof setTimeout>[]>([]);
  const stop = (): void => {
    for (const timer of timers.current.splice(0)) clearTimeout(timer);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only runs on unmount
  useEffect(() => stop, []);
  return () => {
    stop();
    timers.current = reloadDelays.map((seconds) => setTimeout(() => void latest.current(), seconds * 1000));
    return latest.current();
  };
}
