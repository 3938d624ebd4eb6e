/** Random filters and changes. Whatever they contain, they fail only with SCIM's own errors and change nothing else. */

import { AuthError } from "@latchkey/core";
import fc from "fast-check";
import {
  applyOperations,
  enterpriseSchema,
  type Json,
  matchesFilter,
  normalizeResource,
  parseFilter,
  readOperations,
  userResource,
} from "../../packages/scim/test/internals.ts";

const names = [
  "userName",
  "title",
  "active",
  "name.familyName",
  "emails",
  "emails.value",
  "EMAILS.type",
  "meta.created",
];
const oddNames = [
  "id",
  "password",
  "groups",
  "members",
  "__proto__",
  "constructor.prototype",
  "a.b.c",
  ".",
  "",
  "schemas",
];
const urns = [enterpriseSchema, `${enterpriseSchema}:manager`, `${enterpriseSchema}:manager.value`, "urn:x:y"];
const attributeName = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...names) },
  { weight: 2, arbitrary: fc.constantFrom(...oddNames, ...urns) },
  { weight: 1, arbitrary: fc.string({ maxLength: 12 }) },
);
const literal = fc.oneof(
  fc.string({ maxLength: 12 }).map((text) => JSON.stringify(text)),
  fc.constantFrom("true", "False", "null", "12", "-1.5", "1e9", '"\\u0000"', '"', "'x'", "[]"),
);
const operator = fc.constantFrom("eq", "NE", "co", "sw", "ew", "gt", "ge", "lt", "le", "pr", "is", "and");
const comparison = fc.tuple(attributeName, operator, literal).map(([name, op, value]) => `${name} ${op} ${value}`);

const { expression } = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 4 },
    comparison,
    attributeName.map((name) => `${name} pr`),
    tie("expression").map((inner) => `not (${inner})`),
    tie("expression").map((inner) => `(${inner})`),
    fc.tuple(attributeName, tie("expression")).map(([name, inner]) => `${name}[${inner}]`),
    fc.tuple(tie("expression"), comparison).map(([inner, rest]) => `emails[${inner}].${rest}`),
    fc
      .tuple(tie("expression"), fc.constantFrom("and", "or", "AND", "xor"), tie("expression"))
      .map(([left, word, right]) => `${left} ${word} ${right}`),
  ),
}));

/** A filter. Parts of it can be missing or replaced with other text. */
export const filterText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: expression },
  {
    weight: 1,
    arbitrary: fc.tuple(expression, fc.nat(200), fc.nat(8), fc.string({ maxLength: 4 })).map(splice),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 40 }) },
);

function splice([text, at, length, replacement]: readonly [string, number, number, string]): string {
  const start = text.length === 0 ? 0 : at % text.length;
  return text.slice(0, start) + replacement + text.slice(start + length);
}

const path = fc.oneof(
  { weight: 5, arbitrary: attributeName },
  { weight: 3, arbitrary: fc.tuple(attributeName, expression).map(([name, inner]) => `${name}[${inner}]`) },
  {
    weight: 3,
    arbitrary: fc.tuple(fc.constantFrom("emails", "phoneNumbers"), fc.constantFrom("work", "home")).map(of),
  },
);

function of([name, type]: readonly [string, string]): string {
  return `${name}[type eq "${type}"].value`;
}

const value = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.boolean(),
  fc.constantFrom(null, "True", "False", 7, [], {}, [null], "\0"),
  fc.array(
    fc.record({ value: fc.string({ maxLength: 8 }), type: fc.constantFrom("work", "home"), primary: fc.boolean() }),
    {
      maxLength: 3,
    },
  ),
  fc.dictionary(attributeName, fc.oneof(fc.string({ maxLength: 8 }), fc.boolean(), fc.constant(null)), { maxKeys: 3 }),
);

const plainPath = fc.oneof(
  fc.constantFrom("title", "nickName", "name.givenName", "emails.type", `${enterpriseSchema}:department`),
  fc.tuple(fc.constantFrom("emails", "phoneNumbers"), fc.constantFrom("work", "home")).map(of),
);

/** A change. Parts of it can be missing or have another type. */
export const operationList: fc.Arbitrary<readonly object[]> = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ op: fc.constantFrom("add", "Replace", "remove"), path: plainPath, value: fc.string() }),
    },
    {
      weight: 1,
      arbitrary: fc.record(
        { op: fc.constantFrom("add", "Replace", "REMOVE", "move", 1), path: fc.oneof(path, fc.constant(null)), value },
        { requiredKeys: ["op"] },
      ),
    },
  ),
  { minLength: 1, maxLength: 5 },
);

/** The user that filters look at and changes start from. */
export const fuzzedUser: Json = {
  userName: "ann@corp.test",
  active: true,
  title: "Dev",
  name: { givenName: "Ann", familyName: "Doe" },
  emails: [
    { value: "ann@corp.test", type: "work", primary: true },
    { value: "ann@home.test", type: "home" },
  ],
  [enterpriseSchema]: { department: "Finance" },
};

/** The results of a run. */
export interface FuzzResult {
  accepted: number;
  /** By error code. */
  readonly rejected: Map<string, number>;
}

/** Runs `work` and counts the outcome. Rethrows every error that a directory must not see. */
function attempt<T>(result: FuzzResult, work: () => T): T | null {
  try {
    const done = work();
    result.accepted += 1;
    return done;
  } catch (error) {
    if (!(error instanceof AuthError) || error.status !== 400) throw error;
    result.rejected.set(error.code, (result.rejected.get(error.code) ?? 0) + 1);
    return null;
  }
}

interface FuzzOptions {
  readonly runs: number;
  readonly seed?: number;
}

function check<T>({ runs, seed }: FuzzOptions, given: fc.Arbitrary<T>, rule: (one: T) => void): void {
  fc.assert(fc.property(given, rule), { numRuns: runs, ...(seed === undefined ? {} : { seed }) });
}

/** Throws with the smallest filter that breaks a rule, because it fails in another way or contradicts its negation. */
export function fuzzFilters(options: FuzzOptions): FuzzResult {
  const result: FuzzResult = { accepted: 0, rejected: new Map() };
  check(options, filterText, (text) => {
    const filter = attempt(result, () => parseFilter(userResource, text));
    if (!filter) return;
    const matches = matchesFilter(fuzzedUser, filter);
    if (matchesFilter(fuzzedUser, { kind: "not", of: filter }) === matches) throw new Error("It contradicts itself.");
    if (matchesFilter({}, filter) && matchesFilter({}, { kind: "not", of: filter }))
      throw new Error("It matches both.");
  });
  return result;
}

/**
 * Throws with the smallest change that breaks a rule, because it fails in another way, modifies its input, writes an
 * attribute that only the server sets, or results in a user that couldn't be sent.
 */
export function fuzzPatches(options: FuzzOptions): FuzzResult {
  const result: FuzzResult = { accepted: 0, rejected: new Map() };
  const before = JSON.stringify(fuzzedUser);
  check(options, operationList, (Operations) => {
    const after = attempt(result, () =>
      applyOperations(fuzzedUser, readOperations(userResource, { Operations }), "id-1"),
    );
    if (JSON.stringify(fuzzedUser) !== before) throw new Error("It changed the user that it started from.");
    if ((Object.prototype as { readonly value?: unknown }).value !== undefined)
      throw new Error("It changed all objects.");
    if (!after) return;
    for (const name of ["id", "meta", "groups", "password", "schemas"]) {
      if (Object.hasOwn(after, name)) throw new Error(`It wrote ${name}.`);
    }
    if (JSON.stringify(sorted(normalizeResource(userResource, after))) !== JSON.stringify(sorted(after)))
      throw new Error(`It left a value that can't be sent: ${JSON.stringify(after)}`);
  });
  return result;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort()
      .map(([key, one]) => [key, sorted(one)]),
  );
}
