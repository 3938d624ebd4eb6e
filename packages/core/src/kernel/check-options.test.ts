import { describe, expect, test } from "vitest";
import { checkInteger, checkOneOf } from "./check-options.ts";

describe("checkInteger", () => {
  test("returns a whole number within its range, bounds included", () => {
    expect(checkInteger("a.b", 1, { min: 1, max: 3 })).toBe(1);
    expect(checkInteger("a.b", 3, { min: 1, max: 3 })).toBe(3);
    expect(checkInteger("a.b", 4_000_000, { min: 0 })).toBe(4_000_000);
  });

  test.each([0, 4, 1.5, Number.NaN, Number.POSITIVE_INFINITY, "2", null])("throws for %j", (value) => {
    expect(() => checkInteger("a.b", value as number, { min: 1, max: 3 })).toThrow(/^a\.b is /);
  });

  test("throws an error that says what to set", () => {
    expect(() => checkInteger("a.b", 5, { min: 1, max: 3 })).toThrow("a.b is 5. Set it to a whole number from 1 to 3.");
    expect(() => checkInteger("a.b", 5, { min: 60, unit: "seconds" })).toThrow(
      "a.b is 5. Set it to a whole number of seconds of 60 or more.",
    );
  });
});

describe("checkOneOf", () => {
  test("returns a word from the list, and throws an error that lists all of them for any other value", () => {
    expect(checkOneOf("a.b", "allow", ["allow", "refuse"])).toBe("allow");
    expect(() => checkOneOf<string>("a.b", "no", ["allow", "refuse"])).toThrow(
      'a.b is "no". Set it to "allow" or "refuse".',
    );
  });
});
