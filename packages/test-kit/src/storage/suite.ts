/** The conformance suite for secondary storages, which tests every guarantee of a storage. */

import type { SecondaryStorage } from "@latchkey/core/database";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ConformanceStorage, StorageSubject } from "./subject.ts";

const minute = 60_000;
const concurrency = 50;

/** Returns the storage of the process that makes the next call. */
type Next = () => SecondaryStorage;

/**
 * Declares the suite for one storage. Call it in a test file. A storage without `increment` skips the counter tests.
 * @example storageConformance({ name: "mine", open: async () => ({ storage: myStorage(), close: async () => {} }) })
 */
export function storageConformance({ name, open, shortestTtl = 50, canCount = true }: StorageSubject): void {
  describe(`${name} keeps the storage's promises`, () => {
    let opened: ConformanceStorage;
    let other: SecondaryStorage;
    let calls = 0;
    beforeEach(async () => {
      opened = await open();
      other = (await opened.again?.()) ?? opened.storage;
    });
    afterEach(() => opened.close());
    // Every other call comes from the other process.
    const next: Next = () => (calls++ % 2 === 0 ? opened.storage : other);
    describe("values", () => valueTests(next));
    describe("expiry", () => expiryTests(next, shortestTtl));
    describe("races", () => raceTests(next));
    describe.runIf(canCount)("counters", () => counterTests(next, shortestTtl));
  });
}

function valueTests(next: Next): void {
  test("a value is read as it was written, under its own key only", async () => {
    const text = JSON.stringify({ a: "ü\u{1f511}\n\r\0\\\"'", b: [1.5, null, true], c: "{}%*?[]" });
    const key = `session:${"-_aZ09".repeat(7)}x`;
    expect(await next().get(key)).toBeNull();
    await next().set(key, text, minute);
    expect([await next().get(key), await next().get(key.slice(0, -1)), await next().get(`${key}x`)]).toEqual([
      text,
      null,
      null,
    ]);
  });

  test("a large value is kept whole", async () => {
    const text = "x".repeat(100_000);
    await next().set("session:large", text, minute);
    expect(await next().get("session:large")).toBe(text);
  });

  test("set replaces an existing value, and add doesn't", async () => {
    await next().add("session:a", "one", minute);
    expect(await next().get("session:a")).toBe("one");
    await next().add("session:a", "two", minute);
    expect(await next().get("session:a")).toBe("one");
    await next().set("session:a", "three", minute);
    expect(await next().get("session:a")).toBe("three");
    await next().add("session:a", "four", minute);
    expect(await next().get("session:a")).toBe("three");
  });
}

function expiryTests(next: Next, shortest: number): void {
  const gone = (key: string) =>
    vi.waitFor(async () => expect(await next().get(key)).toBeNull(), { timeout: shortest + 10_000, interval: 20 });

  test("a value expires, and then add stores the next", async () => {
    await next().set("session:a", "one", shortest);
    await next().add("session:b", "one", shortest);
    await Promise.all([gone("session:a"), gone("session:b")]);
    await next().add("session:a", "two", minute);
    expect(await next().get("session:a")).toBe("two");
  });

  test("set replaces the lifetime with a longer or shorter one, and an add to an existing key doesn't", async () => {
    await next().set("session:long", "one", shortest);
    await next().set("session:long", "two", minute);
    await next().set("session:short", "one", minute);
    await next().set("session:short", "two", shortest);
    await next().set("session:kept", "one", shortest);
    await next().add("session:kept", "two", minute);
    await Promise.all([gone("session:short"), gone("session:kept")]);
    expect(await next().get("session:long")).toBe("two");
  });
}

function raceTests(next: Next): void {
  test("if several callers add to the same key, one stores its value, and it stays", async () => {
    await Promise.all(Array.from({ length: concurrency }, (_, at) => next().add("session:a", `by ${at}`, minute)));
    const first = await next().get("session:a");
    expect(first).toMatch(/^by \d+$/);
    await Promise.all(Array.from({ length: concurrency }, (_, at) => next().add("session:a", `again ${at}`, minute)));
    expect(await next().get("session:a")).toBe(first);
  });

  test("SESS-07: whatever is added meanwhile, a value that was set stays", async () => {
    for (let round = 0; round < concurrency; round++) {
      const key = `session:${round}`;
      const adding = [0, 1, 2].map(() => next().add(key, "copy", minute));
      const setting = next().set(key, "changed", minute);
      const more = [0, 1, 2].map(() => next().add(key, "copy", minute));
      await Promise.all([...adding, setting, ...more]);
      expect(await next().get(key)).toBe("changed");
    }
  });
}

function counterTests(next: Next, shortest: number): void {
  const increment = (key: string, ttl: number, atMost = Number.MAX_SAFE_INTEGER): Promise<number> => {
    const storage = next();
    if (!storage.increment) throw new Error(`${storage.name} has no increment. Pass canCount: false.`);
    return storage.increment(key, ttl, atMost);
  };

  test("RATE-06: callers of one counter get every number once", async () => {
    const numbers = await Promise.all(Array.from({ length: 200 }, () => increment("count:c", minute)));
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, at) => at + 1));
    expect(await increment("count:other", minute)).toBe(1);
  });

  test("RATE-06: a counter stays at its limit, and attempts that are returned let as many through", async ({
    skip,
  }) => {
    if (!next().decrement) skip();
    const counted = async (calls: number) => {
      const numbers = await Promise.all(Array.from({ length: calls }, () => increment("count:d", minute, 5)));
      return numbers.filter((number) => number <= 5).length;
    };
    expect(await counted(20)).toBe(5);
    await Promise.all(Array.from({ length: 3 }, () => next().decrement?.("count:d")));
    expect(await counted(20)).toBe(3);
    await Promise.all(Array.from({ length: 20 }, () => next().decrement?.("count:d")));
    expect(await counted(20)).toBe(5);
    await next().decrement?.("count:missing");
    expect(await increment("count:missing", minute, 5)).toBe(1);
  });

  test("a counter expires from its start, however often it is used", async () => {
    const ttl = Math.max(500, shortest);
    expect([await increment("count:c", ttl), await increment("count:c", ttl)]).toEqual([1, 2]);
    // Each attempt counts, too. If an attempt restarted the window, the counter would never be 1 again.
    await vi.waitFor(async () => expect(await increment("count:c", ttl)).toBe(1), {
      timeout: ttl + 10_000,
      interval: 50,
    });
  });
}
