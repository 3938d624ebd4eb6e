import { expect, test } from "vitest";
import { createPool, HashQueueFullError, type Pool, type PoolStats } from "./pool.ts";

interface Bench {
  readonly pool: Pool;
  readonly stats: PoolStats;
  /** The names of started tasks, in order. */
  readonly started: string[];
  /** Adds a task that ends when `finish` is called with its name. */
  add(name: string): Promise<string>;
  finish(name: string, error?: Error): Promise<void>;
}

function bench(size: number, longestQueue = 1000): Bench {
  const stats: PoolStats = { running: 0, waiting: 0, maxRunning: 0 };
  const pool = createPool({ size, maxQueued: longestQueue, stats });
  const started: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  return {
    pool,
    stats,
    started,
    add: (name) =>
      pool.run(() => {
        started.push(name);
        return new Promise((resolve, reject) => ends.set(name, (error) => (error ? reject(error) : resolve(name))));
      }),
    async finish(name, error) {
      await new Promise(setImmediate);
      ends.get(name)?.(error);
      await new Promise(setImmediate);
    },
  };
}

test("at most one task runs in each slot", async () => {
  const { add, finish, started, stats } = bench(2);
  const all = ["a", "b", "c", "d"].map(add);
  expect(stats).toEqual({ running: 2, waiting: 2, maxRunning: 2 });
  for (const name of ["b", "a", "c", "d"]) await finish(name);
  expect(await Promise.all(all)).toEqual(["a", "b", "c", "d"]);
  expect(started).toEqual(["a", "b", "c", "d"]);
  expect(stats).toEqual({ running: 0, waiting: 0, maxRunning: 2 });
});

test("waiting tasks run before new ones", async () => {
  const { add, finish, started } = bench(1);
  void add("first");
  void add("waiting");
  await finish("first");
  void add("late");
  await finish("waiting");
  expect(started).toEqual(["first", "waiting", "late"]);
  await finish("late");
});

test("a failed task frees its slot", async () => {
  const { add, finish, stats } = bench(1);
  const failing = add("failing");
  const next = add("next");
  const failure = expect(failing).rejects.toThrow("broken");
  await finish("failing", new Error("broken"));
  await failure;
  await finish("next");
  expect(await next).toBe("next");
  expect(stats.running).toBe(0);
});

test("PASS-10: when the queue is full, new tasks get a typed error, and queued tasks still run", async () => {
  const { add, finish, stats } = bench(1, 2);
  const served = ["a", "b", "c"].map(add);
  await expect(add("d")).rejects.toBeInstanceOf(HashQueueFullError);
  await expect(add("e")).rejects.toMatchObject({ name: "HashQueueFullError" });
  expect(stats.waiting).toBe(2);
  for (const name of ["a", "b", "c"]) await finish(name);
  expect(await Promise.all(served)).toEqual(["a", "b", "c"]);
});

test.each([
  [0, 10],
  [Number.NaN, 10],
  [1, -1],
  [1, Number.NaN],
])("a pool of %d slots with a queue of %d is rejected", (size, longestQueue) => {
  expect(() => bench(size, longestQueue)).toThrow(RangeError);
});
