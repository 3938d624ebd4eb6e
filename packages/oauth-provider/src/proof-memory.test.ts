import { expect, test } from "vitest";
import { createProofMemory } from "./proof-memory.ts";

test("OIDP-12: one key can't use up the memory for proofs, and can use its share again later", () => {
  let time = 0;
  const isNew = createProofMemory(() => new Date(time), 100, 3);
  expect(["1", "2", "3", "4"].map((id) => isNew("mallory", id))).toEqual([true, true, true, false]);
  expect([isNew("ann", "1"), isNew("ann", "1")]).toEqual([true, false]);
  time = 301_000;
  expect([isNew("mallory", "5"), isNew("mallory", "6")]).toEqual([true, true]);
});

test("if the memory is full, a new proof is rejected instead of replacing an older one", () => {
  let time = 0;
  const isNew = createProofMemory(() => new Date(time), 2, 2);
  expect(["a", "b", "c"].map((key) => isNew(key, "1"))).toEqual([true, true, false]);
  time = 301_000;
  expect(isNew("c", "1")).toBe(true);
});
