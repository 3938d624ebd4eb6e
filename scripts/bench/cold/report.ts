/** Reports how a process started. */

export interface ColdStart {
  /** Milliseconds from the first import to a constructed instance. */
  readonly constructed: number;
  /** Milliseconds to the first response, because a library can defer work until then. */
  readonly answered: number;
  /** Bytes of resident memory and of the garbage-collected heap, after the first response. */
  readonly resident: number;
  readonly heap: number;
}

/** Whether this process only creates the tables for the measured ones. */
export const isPreparing: boolean = process.argv[3] === "prepare";

export async function report(start: () => Promise<() => Promise<unknown>>): Promise<void> {
  const before = performance.now();
  const answer = await start();
  const constructed = performance.now() - before;
  await answer();
  const answered = performance.now() - before;
  (globalThis as { gc?: () => void }).gc?.();
  const { rss: resident, heapUsed: heap } = process.memoryUsage();
  const told: ColdStart = { constructed, answered, resident, heap };
  console.log(JSON.stringify(told));
  process.exit(0);
}
