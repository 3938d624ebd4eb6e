import { expect, test } from "vitest";
import { structuralShare } from "./structural-share.ts";

const at = (ms: number): Date => new Date(ms);

test("equal content keeps its identity, even with dates or another key order", () => {
  const before = { user: { id: "1", at: at(5), tags: ["a", "b"] }, more: null };
  expect(structuralShare(before, { more: null, user: { tags: ["a", "b"], at: at(5), id: "1" } })).toBe(before);
});

test("changed parts are new objects, and unchanged parts keep their identity", () => {
  const before = { user: { id: "1", at: at(5) }, session: { at: at(5), list: [{ n: 1 }, { n: 2 }] } };
  const after = structuralShare<typeof before>(before, {
    user: { id: "1", at: at(5) },
    session: { at: at(6), list: [{ n: 1 }, { n: 3 }] },
  });
  expect(after).not.toBe(before);
  expect(after).toEqual({ user: { id: "1", at: at(5) }, session: { at: at(6), list: [{ n: 1 }, { n: 3 }] } });
  expect(after.user).toBe(before.user);
  expect(after.session.list[0]).toBe(before.session.list[0]);
});

test.each<[unknown, unknown]>([
  [{ a: 1 }, { a: 1, b: 2 }],
  [{ a: 1, b: 2 }, { a: 1 }],
  [{ a: null }, { b: null }],
  [[], {}],
  [{ 0: "a" }, ["a"]],
  [at(1), at(2)],
  [at(1), { a: 1 }],
  [null, { a: 1 }],
  [{ a: 1 }, null],
  [{ constructor: "a" }, { constructor: "b" }],
  ["1", 1],
])("%j and %j are different", (before, after) => {
  expect(structuralShare(before, after)).toBe(after);
});
