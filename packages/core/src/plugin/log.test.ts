import { expect, test } from "vitest";
import { errorText, oneLine } from "./log.ts";

test("LOG-03: a line holds no control character and no half of a pair, and is cut between characters", () => {
  expect(oneLine("a\nb\u0000\u2028\ud83d c")).toBe("a\\u000ab\\u0000\\u2028\\ud83d c");
  expect(oneLine("🧾")).toBe("🧾");
  const cut = oneLine(`${"x".repeat(499)}🧾`);
  expect(cut).toBe(`${"x".repeat(499)}…`);
});

test("whatever is thrown has a text", () => {
  const throwing = {
    toString() {
      throw new Error("again");
    },
  };
  expect([new Error("down"), "down", undefined, Symbol("down")].map(errorText)).toEqual([
    "down",
    "down",
    "undefined",
    "Symbol(down)",
  ]);
  for (const odd of [Object.create(null), throwing]) expect(errorText(odd)).toContain("cannot be made text");
});
