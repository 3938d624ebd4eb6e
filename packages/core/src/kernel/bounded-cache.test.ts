import { expect, test } from "vitest";
import { BoundedCache } from "./bounded-cache.ts";

test("the oldest values are removed when their total size exceeds the limit", () => {
  const cache = new BoundedCache<number>(6);
  cache.set("aa", 1, 2);
  cache.set("bb", 2, 2);
  cache.set("cc", 3, 2);
  expect(["aa", "bb", "cc"].map((key) => cache.get(key))).toEqual([1, 2, 3]);
  cache.set("ddd", 4, 3);
  expect(["aa", "bb", "cc", "ddd"].map((key) => cache.get(key))).toEqual([undefined, undefined, 3, 4]);
});

test("a value that's set again counts once toward the limit", () => {
  const cache = new BoundedCache<number>(4);
  cache.set("aa", 1, 2);
  cache.set("aa", 2, 2);
  cache.set("bb", 3, 2);
  expect([cache.get("aa"), cache.get("bb")]).toEqual([2, 3]);
});

test("a value above the limit isn't stored", () => {
  const cache = new BoundedCache<number>(3);
  cache.set("aaaa", 1, 4);
  expect(cache.get("aaaa")).toBeUndefined();
  cache.set("bbb", 2, 3);
  expect(cache.get("bbb")).toBe(2);
});
