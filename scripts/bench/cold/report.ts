/** What a process tells about its own start. */

export interface ColdStart {
  /** Milliseconds from the first import to a constructed instance. */
  readonly constructed: number;
  /** And to the first answer, for whoever puts work off until then. */
  readonly answered: number;
  /** Bytes of resident memory and of the heap, collected, after the first answer. */
  readonly resident: number;
  readonly heap: number;
}

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
