import { describe, expect, test } from "vitest";
import type { InputSchema } from "../http/schema.ts";
import type { Endpoint } from "../plugin/endpoint.ts";
import { createInputReader, type InputReader } from "./input.ts";

/** A reader whose schema runs `validate`, and the number of calls to `validate`. */
function readerOf(validate: (value: unknown) => unknown): { readonly read: InputReader; readonly calls: unknown[] } {
  const calls: unknown[] = [];
  const input: InputSchema = {
    "~standard": {
      version: 1,
      vendor: "test",
      validate(value) {
        calls.push(value);
        return { value: validate(value) };
      },
    },
  };
  return { read: createInputReader({ input, method: "POST" } as Partial<Endpoint> as Endpoint), calls };
}

class Basket {
  #things: string[] = [];
  add(thing: string): readonly string[] {
    this.#things.push(thing);
    return this.#things;
  }
}

describe("the result of an empty input", () => {
  test("is reused and can't be changed if the input and the result are plain objects", () => {
    const { read, calls } = readerOf(() => ({}));
    const first = read({}) as Record<string, unknown>;
    expect(read({})).toBe(first);
    expect(calls).toHaveLength(1);
    expect(() => Object.assign(first, { more: 1 })).toThrow(TypeError);
  });

  test.each<[string, () => unknown]>([
    ["a list", () => []],
    ["a date", () => new Date(0)],
    ["a map", () => new Map()],
    ["an object of a class", () => new Basket()],
  ])("isn't shared if the schema makes it %s", (_, make) => {
    const { read, calls } = readerOf(make);
    const first = read({}) as object;
    expect(Object.isFrozen(first)).toBe(false);
    expect(read({})).not.toBe(first);
    expect(calls).toHaveLength(2);
  });

  test("isn't reused for other empty values", () => {
    const { read } = readerOf((value) => (Array.isArray(value) || typeof value !== "object" ? value : {}));
    read({});
    expect(read([])).toEqual([]);
    expect([read(undefined), read(""), read(0)]).toEqual([undefined, "", 0]);
  });

  test("isn't reused if it's not an object", () => {
    let count = 0;
    const { read } = readerOf(() => ++count);
    expect([read({}), read({})]).toEqual([1, 2]);
  });
});
