/** Compares filters and changes with other libraries, as far as those follow the RFC. */

import { type ScimPatchOperation, type ScimResource, scimPatch } from "scim-patch";
import { filter, parse } from "scim2-parse-filter";
import { expect, test } from "vitest";
import { matchesFilter } from "../src/filter/evaluate.ts";
import { parseFilter } from "../src/filter/parse.ts";
import { applyOperations } from "../src/patch/apply.ts";
import { readOperations } from "../src/patch/operations.ts";
import { type Json, userResource, userSchema } from "../src/schema/attributes.ts";
import { patch } from "./app.ts";
import { createRandom } from "./random.ts";

type Random = (below: number) => number;

const rounds = 10_000;
// Values are lowercase, because the library compares case-sensitively, and ours follows the attribute's schema.
const words = ["ann", "bob", "work", "home", "a b", 'q"uote', "é"];
const pick = <T>(random: Random, list: readonly T[]): T => list[random(list.length)] as T;

function resource(random: Random): Json {
  const maybe = (value: Json): Json => (random(2) === 0 ? value : {});
  const emails = Array.from({ length: 1 + random(3) }, () => ({
    value: pick(random, words),
    type: pick(random, words),
  }));
  return {
    userName: pick(random, words),
    active: random(2) === 0,
    ...maybe({ title: pick(random, words) }),
    ...maybe({ name: { familyName: pick(random, words) } }),
    ...maybe({ emails }),
  };
}

/** Leaves out `ne`, because the library interprets it as "one of the values differs". */
function comparison(random: Random, names: readonly string[]): string {
  const operator = pick(random, ["eq", "co", "sw", "ew", "gt", "ge", "lt", "le", "pr"]);
  const name = pick(random, names);
  return operator === "pr" ? `${name} pr` : `${name} ${operator} ${JSON.stringify(pick(random, words))}`;
}

function expression(random: Random, depth: number): string {
  const kind = depth === 0 ? 0 : random(7);
  if (kind <= 2) return comparison(random, ["userName", "title", "name.familyName", "emails.value", "emails.type"]);
  if (kind === 3) return `not (${expression(random, depth - 1)})`;
  // Uses one comparison, because the library applies several to any of the values, and the RFC wants all of them to
  // match one value.
  if (kind === 4) return `emails[${comparison(random, ["type", "value"])}]`;
  if (kind === 5) return `active eq ${random(2) === 0}`;
  return `(${expression(random, depth - 1)} ${pick(random, ["and", "or"])} ${expression(random, depth - 1)})`;
}

test("10,000 generated filters select the same users as scim2-parse-filter", () => {
  const random = createRandom(23);
  let matches = 0;
  for (let round = 0; round < rounds; round++) {
    const [text, user] = [expression(random, 3), resource(random)];
    const expected = filter(parse(text))(user);
    if (expected) matches++;
    expect([text, user, matchesFilter(user, parseFilter(userResource, text))]).toEqual([text, user, expected]);
  }
  expect(Math.min(matches, rounds - matches)).toBeGreaterThan(rounds / 10);
});

const before = {
  userName: "ann@corp.test",
  active: true,
  title: "Dev",
  name: { givenName: "Ann", familyName: "Doe" },
  emails: [
    { value: "ann@corp.test", type: "work" },
    { value: "ann@home.test", type: "home" },
  ],
};

function operation(random: Random, at: number): ScimPatchOperation {
  const value = `v${at}`;
  const op = pick(random, ["add", "replace"] as const);
  const simple = pick(random, ["title", "nickName", "name.givenName", "name.middleName"]);
  const type = pick(random, ["work", "home"]);
  switch (random(6)) {
    case 0:
      return { op: "remove", path: simple };
    case 1:
      return { op, path: `emails[type eq "${type}"].value`, value };
    case 2:
      return { op, value: { displayName: value, active: random(2) === 0 } };
    case 3:
      return { op: "add", path: "phoneNumbers", value: [{ value, type }] };
    case 4:
      return { op: "replace", path: "phoneNumbers", value: [{ value, type }] };
    default:
      return { op, path: simple, value };
  }
}

test("10,000 generated sequences of operations give the same result as scim-patch", () => {
  const random = createRandom(29);
  const times = new Date(0);
  for (let round = 0; round < rounds; round++) {
    const operations = Array.from({ length: 1 + random(6) }, (_, at) => operation(random, at));
    const theirs: ScimResource = { schemas: [userSchema], meta: { created: times, lastModified: times }, ...before };
    const { schemas: _, meta: __, ...expected } = scimPatch(structuredClone(theirs), operations) as ScimResource & Json;
    const ours = applyOperations(before, readOperations(userResource, patch(...operations)), "id");
    expect([operations, ours]).toEqual([operations, expected]);
  }
});
