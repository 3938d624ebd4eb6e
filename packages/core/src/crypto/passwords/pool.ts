/** Limits how many hashes run concurrently. Each takes a core and tens of megabytes. */

/** Too many hashes are waiting. Respond with 503, because the client can retry in a moment. */
export class HashQueueFullError extends Error {
  override readonly name = "HashQueueFullError";

  constructor() {
    super("Too many passwords are being hashed. Try again in a moment.");
  }
}

export interface PoolStats {
  /** Calls that are running now. */
  running: number;
  /** Calls that are waiting now. */
  waiting: number;
  /** Maximum number of calls that ever ran concurrently. */
  maxRunning: number;
}

export interface PoolOptions {
  /** Maximum number of concurrent calls. */
  readonly size: number;
  /** Maximum number of waiting calls. */
  readonly maxQueued: number;
  /** Updated by the pool. */
  readonly stats: PoolStats;
}

export interface Pool {
  /**
   * Runs `work` when a slot is free, first come, first served.
   *
   * @throws {HashQueueFullError} if too many calls are waiting
   */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** @throws {RangeError} if `size` is below 1 or `maxQueued` is negative */
export function createPool({ size, maxQueued, stats }: PoolOptions): Pool {
  if (!(size >= 1)) throw new RangeError(`concurrency is ${size}. Use 1 or more.`);
  if (!(maxQueued >= 0)) throw new RangeError(`maxQueued is ${maxQueued}. Use 0 or more.`);
  const queue: (() => void)[] = [];
  const enter = (): Promise<void> | undefined => {
    if (stats.running >= size) {
      if (queue.length >= maxQueued) throw new HashQueueFullError();
      stats.waiting++;
      return new Promise((resolve) => queue.push(resolve));
    }
    stats.running++;
    stats.maxRunning = Math.max(stats.maxRunning, stats.running);
    return undefined;
  };
  const leave = (): void => {
    const next = queue.shift();
    if (!next) {
      stats.running--;
      return;
    }
    // Pass the slot on directly, so that a later call can't take it first.
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
