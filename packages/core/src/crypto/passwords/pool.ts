/** Bounds how many hashes run at once: each takes a core and tens of megabytes. */

/** Too many hashes are waiting. Answer 503: the client may try again in a moment. */
export class HashQueueFullError extends Error {
  override readonly name = "HashQueueFullError";

  constructor() {
    super("Too many passwords are being hashed. Try again in a moment.");
  }
}

export interface PoolStats {
  /** Calls that compute now. */
  running: number;
  /** Calls that wait now. */
  waiting: number;
  /** Most calls that ever computed together. */
  mostRunning: number;
}

export interface PoolOptions {
  /** How many run together. */
  readonly size: number;
  /** How many may wait. */
  readonly longestQueue: number;
  /** Kept up to date. */
  readonly stats: PoolStats;
}

export interface Pool {
  /** Runs work when a place is free, first come first served. @throws {HashQueueFullError} */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** @throws {RangeError} no place at all, or a queue of negative length */
export function createPool({ size, longestQueue, stats }: PoolOptions): Pool {
  if (!(size >= 1)) throw new RangeError(`concurrency is ${size}: give 1 or more.`);
  if (!(longestQueue >= 0)) throw new RangeError(`longestQueue is ${longestQueue}: give 0 or more.`);
  const queue: (() => void)[] = [];
  const enter = (): Promise<void> | undefined => {
    if (stats.running >= size) {
      if (queue.length >= longestQueue) throw new HashQueueFullError();
      stats.waiting++;
      return new Promise((resolve) => queue.push(resolve));
    }
    stats.running++;
    stats.mostRunning = Math.max(stats.mostRunning, stats.running);
    return undefined;
  };
  const leave = (): void => {
    const next = queue.shift();
    if (!next) {
      stats.running--;
      return;
    }
    // The place is handed on, so that nobody who comes later can slip in between.
    stats.waiting--;
    next();
  };
  return {
    async run(work) {
      await enter();
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
