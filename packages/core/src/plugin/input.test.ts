/** Compares our fields with zod's: values, messages, paths, and JSON Schemas must be the same. */

import { expect, test } from "vitest";
import { z } from "zod";
import * as mini from "zod/mini";
import * as zodFields from "../../test/zod-fields.ts";
import type { InputField } from "./input.ts";
import * as fields from "./input.ts";

type Builders = typeof fields;
type Build = (input: Builders) => InputField;

/** A field of each kind, built with our builders and with zod's. */
const leaves: readonly Build[] = [
  (input) => input.text(),
  (input) => input.text({ min: 2, max: 3 }),
  (input) => input.text({ max: 5, pattern: /^[a-z]+$/ }),
  (input) => input.text({ max: 5, pattern: /^[a-z]+$/, message: "must be letters" }),
  (input) => input.rawText(),
  (input) => input.rawText({ min: 1 }),
  (input) => input.id,
  (input) => input.email,
  (input) => input.password,
  (input) => input.flag,
  (input) => input.boolean,
  (input) => input.number({ min: -1, max: 10 }),
  (input) => input.integer({ max: 100 }),
  (input) => input.jsonInteger({ min: 1, max: 7 }),
  (input) => input.date,
  (input) => input.anything,
  (input) => input.oneOf("a", "bb"),
  (input) => input.oneOf("only"),
  (input) => input.literal("x"),
  (input) => input.literal(null),
  (input) => input.literal(3),
];

const wrappers: readonly ((of: Build, other: Build) => Build)[] = [
  (of) => (input) => input.list(of(input), { min: 1, max: 3 }),
  (of) => (input) => input.nullable(of(input)),
  (of) => (input) => input.record(input.text({ min: 1, max: 4 }), of(input), { max: 2 }),
  (of, other) => (input) => input.either(of(input), other(input)),
  (of) => (input) => input.convert(of(input), (value) => ({ converted: value })),
  (of) => (input) => input.check(of(input), (value) => JSON.stringify(value)?.length !== 3, "must not be this"),
  (of) => (input) => input.withDefault(of(input), "default"),
  (of, other) => (input) =>
    input.object<object>({ one: of(input), two: input.optional(other(input)), back: input.target } as never),
  (of, other) => (input) => input.openObject<object>({ one: of(input), two: input.optional(other(input)) } as never),
  (of, other) => (input) =>
    input.check<{ one: unknown; two?: unknown }>(
      input.object({ one: of(input), two: input.optional(other(input)) }) as never,
      ({ one, two }) => one !== two && one !== "a",
      "must differ",
      "two",
    ) as InputField,
];

const plain: readonly unknown[] = [
  undefined,
  null,
  "",
  "a",
  "bb",
  "abcdef",
  "only",
  "x",
  "true",
  "false",
  "12",
  "1234567890",
  "\u{1F511}\u{1F511}\u{1F511}",
  "nul\0",
  "\ud800",
  "2026-02-28T10:00:00Z",
  "2026-02-30T10:00:00.5+02:00",
  0,
  3,
  5.5,
  -7,
  1000,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  true,
  new Date(0),
  new Date(Number.NaN),
  new Map(),
  () => "function",
];

/** A generator for repeatable numbers from 0 to `below` - 1. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Random = (below: number) => number;

const pick = <T>(random: Random, from: readonly T[]): T => from[random(from.length)] as T;

function randomBuild(random: Random, depth: number): Build {
  if (depth === 0 || random(4) === 0) return pick(random, leaves);
  return pick(random, wrappers)(randomBuild(random, depth - 1), randomBuild(random, depth - 1));
}

function randomValue(random: Random, depth: number): unknown {
  const kind = depth === 0 ? 0 : random(5);
  if (kind < 2) return pick(random, plain);
  const parts = Array.from({ length: random(5) }, () => randomValue(random, depth - 1));
  if (kind === 2) return parts;
  const keys = ["one", "two", "back", "else", "toolong", ""];
  return Object.fromEntries(parts.map((part) => [pick(random, keys), part]));
}

function validate(field: InputField, value: unknown): unknown {
  const result = field["~standard"].validate(value);
  if (result instanceof Promise) throw new Error("A field validates synchronously.");
  return result.issues
    ? { issues: result.issues.map(({ message, path = [] }) => ({ message, path })) }
    : { value: result.value };
}

function schemaOf(field: InputField): object {
  const { jsonSchema } = field["~standard"] as unknown as { jsonSchema: { input(options: object): object } };
  const { $schema: _, ...schema } = jsonSchema.input({
    target: "draft-2020-12",
    libraryOptions: { unrepresentable: "any" },
  }) as Record<string, unknown>;
  return schema;
}

/**
 * zod also checks the length of a list where text is expected, and of text where a list is expected. Our fields report
 * only the wrong type.
 */
function withoutLengths(result: unknown): unknown {
  const { issues } = result as { readonly issues?: readonly { message: string; path: unknown }[] };
  if (!issues) return result;
  const mistyped = new Set(
    issues.flatMap(({ message, path }) =>
      /^Invalid input: expected (?:array|string), received/.test(message) ? [JSON.stringify(path)] : [],
    ),
  );
  return {
    issues: issues.filter(
      ({ message, path }) => !(mistyped.has(JSON.stringify(path)) && /^Too (?:small|big): /.test(message)),
    ),
  };
}

test("every kind of field accepts and rejects as zod does", () => {
  for (const build of leaves) {
    for (const value of [...plain, [], ["a"], {}, { one: "a" }]) {
      expect(validate(build(fields), value), `${build} ${String(value)}`).toEqual(
        withoutLengths(validate(build(zodFields as unknown as Builders), value)),
      );
    }
  }
});

test("combined fields accept, reject, and describe themselves as zod does", () => {
  const random = randomNumbers(7);
  let [valid, invalid] = [0, 0];
  for (let round = 0; round < 600; round++) {
    const build = randomBuild(random, 3);
    const [ours, theirs] = [build(fields), build(zodFields as unknown as Builders)];
    expect(JSON.stringify(schemaOf(ours))).toBe(JSON.stringify(schemaOf(theirs)));
    for (let attempt = 0; attempt < 8; attempt++) {
      const value = randomValue(random, 3);
      const result = validate(ours, value);
      expect(result, JSON.stringify({ round, schema: schemaOf(ours), value })).toEqual(
        withoutLengths(validate(theirs, value)),
      );
      if ("value" in (result as object)) valid++;
      else invalid++;
    }
  }
  expect(valid).toBeGreaterThan(200);
  expect(invalid).toBeGreaterThan(500);
});

test("an object reads no key from a prototype, and sets none", () => {
  const given = JSON.parse('{ "__proto__": { "isAdmin": true }, "other": 1 }');
  for (const field of [fields.openObject({}), fields.record(fields.text(), fields.anything)]) {
    const { value } = validate(field, given) as { value: Record<string, unknown> };
    expect(value).toEqual({ other: 1 });
    expect(value.isAdmin).toBeUndefined();
  }
});

test.each([
  ["zod", z.email()],
  ["zod/mini", mini.email()],
])("a field named %s works like any other", (_, email) => {
  const field = fields.object<{ email: string }>({ email });
  expect(validate(field, { email: "ann@example.com" })).toEqual({ value: { email: "ann@example.com" } });
  expect(validate(field, { email: "ann" })).toEqual({ issues: [{ message: expect.any(String), path: ["email"] }] });
});

test("an async validator is rejected with a reason", () => {
  const field = fields.list(z.string().refine(async () => true));
  expect(() => validate(field, ["a"])).toThrow("is async");
});
