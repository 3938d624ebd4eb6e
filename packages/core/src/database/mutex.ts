/** One at a time, first come first served. For a database with a single connection, and for one in memory. */

import { DatabaseUnavailable } from "./errors.ts";

export interface Mutex {
  isHeld(): boolean;
  /**
   * Runs `work` while nobody else runs theirs.
   * @throws {DatabaseUnavailable} its turn did not come in time
   */
  run<T>(work: () => Promise<T> | T): Promise<T>;
}

/**
 * @param patience how long to wait for one's turn, in milliseconds. A caller inside a transaction that uses the adapter
 *   around it waits for itself: without a bound the whole app would, for ever
 */
export function createMutex(patience = 15_000): Mutex {
  const waiting: (() => void)[] = [];
  let held = false;
  const enter = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const next = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(next), 1);
        reject(new DatabaseUnavailable({ cause: new Error(reason(patience)) }));
      }, patience);
      waiting.push(next);
    });
  const leave = (): void => {
    const next = waiting.shift();
    if (next) next();
    else held = false;
  };
  return {
    isHeld: () => held,
    async run(work) {
      if (held) await enter();
      held = true;
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}

function reason(patience: number): string {
  return `A transaction has been open for ${patience / 1000} seconds. Inside one, use the \`tx\` that it gives, and await nothing slow.`;
}
