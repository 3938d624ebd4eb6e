import { describe, expect, test } from "vitest";
import { toJson } from "./to-json.ts";

describe("toJson returns the same text as JSON.stringify", () => {
  const times = [
    0, 1, 999, 1000, 59_999, 86_399_999, 86_400_000, 951_782_400_000, 1_795_398_892_123, 253_402_300_799_999,
  ];
  const odd = [-1, -62_198_755_200_000, 253_402_300_800_000, 8.64e15, Number.NaN];

  test.each([...times, ...odd])("for the time %d", (time) => {
    const data = { at: new Date(time), list: [new Date(time)] };
    expect(toJson(data)).toBe(JSON.stringify(data));
  });

  test("for times throughout the years", () => {
    let state = 7;
    for (let count = 0; count < 5000; count++) {
      state = (state * 48_271) % 2_147_483_647;
      const data = [new Date((state / 2_147_483_647) * 253_402_300_799_999)];
      expect(toJson(data)).toBe(JSON.stringify(data));
    }
  });

  class Point {
    x = 1;
    at = new Date(5);
    get hidden(): number {
      return 2;
    }
  }
  class Later extends Date {
    override toJSON(): string {
      return "later";
    }
  }

  test.each([
    ["undefined members", { a: undefined, b: [undefined, () => 1], c: Symbol("c") }],
    ["nested objects", { a: { b: { c: new Date(1), d: [{ e: new Date(2) }] } } }],
    ["objects without a prototype", Object.assign(Object.create(null), { at: new Date(3) })],
    ["class instances", { point: new Point() }],
    ["an object with its own toJSON", { toJSON: () => ({ at: new Date(4) }), other: 1 }],
    ["a date with another toJSON", { at: new Later(5) }],
    ["inherited members", Object.create({ inherited: new Date(6) })],
    ["a member named __proto__", JSON.parse('{"__proto__":{"a":1},"b":2}')],
    ["maps, sets, and patterns", { map: new Map([[1, 2]]), set: new Set([1]), pattern: /x/ }],
    ["text", 'a "quote" and \u2028'],
    ["numbers", [1, -0, Number.NaN, Number.POSITIVE_INFINITY]],
    ["null", null],
    ["boxed values", [new Number(1), new String("a"), new Boolean(false)]],
  ])("for %s", (_, data) => {
    expect(toJson(data)).toBe(JSON.stringify(data));
  });

  const nested = (depth: number, wrap: (inner: unknown) => unknown): unknown => {
    let data: unknown = new Date(7);
    for (let level = 0; level < depth; level++) data = wrap(data);
    return data;
  };
  const inArray = (inner: unknown): unknown => [inner, new Date(8)];
  const inObject = (inner: unknown): unknown => ({ inner, at: new Date(9) });
  const result = (write: () => string): unknown => {
    try {
      return write();
    } catch (error) {
      return [(error as Error).name, (error as Error).message];
    }
  };

  test.each([199, 200, 201, 2000, 200_000])("for data that's nested %d levels deep", (depth) => {
    for (const wrap of [inArray, inObject]) {
      const data = nested(depth, wrap);
      const expected = result(() => JSON.stringify(data));
      // Compared as a boolean, because a failure would print megabytes.
      expect(result(() => toJson(data)) === expected || Array.isArray(expected)).toBe(true);
      if (Array.isArray(expected)) expect(result(() => toJson(data))).toEqual(expected);
    }
  });

  test("for the greatest depth that JSON.stringify supports", () => {
    let [writes, fails] = [1, 1_000_000];
    while (fails - writes > 50) {
      const middle = Math.floor((writes + fails) / 2);
      const data = nested(middle, (inner) => [inner]);
      if (typeof result(() => JSON.stringify(data)) === "string") writes = middle;
      else fails = middle;
    }
    const data = nested(writes - 50, (inner) => [inner]);
    expect(typeof result(() => toJson(data))).toBe("string");
  });

  test("for data that contains itself, which is rejected", () => {
    const cyclic: Record<string, unknown> = { at: new Date(1) };
    Object.assign(cyclic, { first: cyclic, second: [cyclic, cyclic] });
    expect(() => toJson(cyclic)).toThrow(/circular/);
  });

  test("except that it returns null for undefined", () => {
    expect(toJson(undefined)).toBe("null");
  });
});
