import { expect, test } from "vitest";
import { DatabaseUnavailable } from "./errors.ts";
import { createMutex } from "./mutex.ts";

const later = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1));

test("tasks run one at a time, in order, even if one throws", async () => {
  const mutex = createMutex();
  const order: string[] = [];
  const work = (name: string) => async (): Promise<void> => {
    order.push(`${name} in`);
    await later();
    order.push(`${name} out`);
    if (name === "b") throw new Error("b");
  };
  const results = await Promise.allSettled(["a", "b", "c"].map((name) => mutex.run(work(name))));
  expect(order).toEqual(["a in", "a out", "b in", "b out", "c in", "c out"]);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(mutex.isHeld()).toBe(false);
});

test("a caller that waits for its own lock gets an error, and other callers continue", async () => {
  const mutex = createMutex(20);
  const inside = mutex.run(() => mutex.run(() => "never"));
  await expect(inside).rejects.toBeInstanceOf(DatabaseUnavailable);
  expect(await mutex.run(() => "free")).toBe("free");
});
