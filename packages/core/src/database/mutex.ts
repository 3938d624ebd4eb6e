/**
 * Runs one caller at a time, first come, first served. For databases with a single connection and for the in-memory
 * database.
 */

import { DatabaseUnavailable } from "./errors.ts";

export interface Mutex {
  isHeld(): boolean;
  /**
   * Runs `work` exclusively.
   *
   * @throws {DatabaseUnavailable} if the timeout passes before its turn
   */
  run<T>(work: () => Promise<T> | T): Promise<T>;
}

/**
 * @param timeout maximum waiting time in milliseconds. A caller that uses the outer adapter inside a transaction waits
 * for itself, so without a timeout, the whole app would hang forever.
 */
export function createMutex(timeout = 15_000): Mutex {
  const waiting: (() => void)[] = [];
  let held = false;
  const acquire = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const next = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(next), 1);
        reject(new DatabaseUnavailable({ cause: new Error(timeoutMessage(timeout)) }));
      }, timeout);
      waiting.push(next);
    });
  const release = (): void => {
    const next = waiting.shift();
    if (next) next();
    else held = false;
  };
  return {
    isHeld: () => held,
    async run(work) {
      if (held) await acquire();
      held = true;
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}

function timeoutMessage(timeout: number): string {
  return `A transaction has been open for ${timeout / 1000} seconds. Inside a transaction, use its \`tx\` instead of the adapter, and don't await anything slow.`;
}
