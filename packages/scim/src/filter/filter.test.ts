/** Compares filters with an independent evaluation of the same expressions. */

import { describe, expect, test } from "vitest";
import { createRandom } from "../../test/random.ts";
import { type Json, userResource } from "../schema/attributes.ts";
import { matchesFilter } from "./evaluate.ts";
import { parseFilter } from "./parse.ts";

const words = ["ann", "Bob", "work", "home", "a b", 'q"uote', "é", ""];

/** An expression as text, with a function that evaluates it for a resource without the parser. */
interface Generated {
  readonly text: string;
  matches(resource: Json): boolean;
}

type Values = (resource: any) => readonly unknown[];

const attributes: readonly (readonly [name: string, values: Values])[] = [
  ["userName", (user) => [user.userName]],
  ["USERNAME", (user) => [user.userName]],
  ["title", (user) => [user.title]],
  ["name.familyName", (user) => [user.name?.familyName]],
  ["emails", (user) => (user.emails ?? []).map((one: any) => one.value)],
  ["emails.type", (user) => (user.emails ?? []).map((one: any) => one.type)],
];

const comparisons: Readonly<Record<string, (actual: string, wanted: string) => boolean>> = {
  eq: (actual, wanted) => actual === wanted,
  co: (actual, wanted) => actual.includes(wanted),
  sw: (actual, wanted) => actual.startsWith(wanted),
  ew: (actual, wanted) => actual.endsWith(wanted),
  gt: (actual, wanted) => actual > wanted,
  ge: (actual, wanted) => actual >= wanted,
  lt: (actual, wanted) => actual < wanted,
  le: (actual, wanted) => actual <= wanted,
};

function present(values: readonly unknown[]): string[] {
  return values.filter((one): one is string => typeof one === "string" && one !== "").map((one) => one.toLowerCase());
}

function comparison(random: (below: number) => number, name: string, values: Values): Generated {
  const operator = ["eq", "ne", "co", "sw", "ew", "gt", "ge", "lt", "le", "pr"][random(10)] as string;
  if (operator === "pr") return { text: `${name} pr`, matches: (user) => present(values(user)).length > 0 };
  const word = words[random(words.length)] as string;
  const wanted = word.toLowerCase();
  const spelled = random(2) === 0 ? operator : operator.toUpperCase();
  return {
    text: `${name} ${spelled} ${JSON.stringify(word)}`,
    matches(user) {
      const all = present(values(user));
      if (operator === "ne") return !all.includes(wanted);
      return all.some((one) => comparisons[operator]?.(one, wanted));
    },
  };
}

function generate(random: (below: number) => number, depth: number): Generated {
  const kind = depth === 0 ? 0 : random(6);
  if (kind <= 2) {
    const [name, values] = attributes[random(attributes.length)] as (typeof attributes)[number];
    return comparison(random, name, values);
  }
  if (kind === 3) {
    const inner = generate(random, depth - 1);
    return { text: `not (${inner.text})`, matches: (user) => !inner.matches(user) };
  }
  if (kind === 4) {
    const [type, value] = [
      comparison(random, "type", (one) => [one.type]),
      comparison(random, "value", (one) => [one.value]),
    ];
    return {
      text: `emails[${type.text} and ${value.text}]`,
      matches: (user: any) => (user.emails ?? []).some((one: Json) => type.matches(one) && value.matches(one)),
    };
  }
  const [left, right] = [generate(random, depth - 1), generate(random, depth - 1)];
  const isAnd = random(2) === 0;
  return {
    text: `(${left.text}) ${isAnd ? "and" : "or"} (${right.text})`,
    matches: (user) => (isAnd ? left.matches(user) && right.matches(user) : left.matches(user) || right.matches(user)),
  };
}

function resource(random: (below: number) => number): Json {
  const word = () => words[random(words.length)] as string;
  const maybe = (value: Json): Json => (random(2) === 0 ? value : {});
  const emails = Array.from({ length: random(3) }, () => ({ value: word(), ...maybe({ type: word() }) }));
  return {
    userName: word() || "x",
    ...maybe({ title: word() }),
    ...maybe({ name: { familyName: word() } }),
    ...(emails.length > 0 ? { emails } : {}),
  };
}

test("10,000 generated filters match the same users as the expressions they were generated from", () => {
  const random = createRandom(7);
  for (let round = 0; round < 10_000; round++) {
    const { text, matches } = generate(random, 3);
    const user = resource(random);
    expect([text, user, matchesFilter(user, parseFilter(userResource, text))]).toEqual([text, user, matches(user)]);
  }
});

describe("precedence and syntax", () => {
  const user = { userName: "ann", active: true, title: "Dev", emails: [{ value: "a@x.test", type: "work" }] };
  test.each([
    ['userName eq "x" and title eq "x" or active eq true', true],
    ['active eq true or userName eq "x" and title eq "x"', true],
    ['(active eq true or userName eq "x") and title eq "x"', false],
    ['not (title eq "x") and active eq True', true],
    ["nickName eq null", true],
    ["title ne null", true],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName sw "A"', true],
    ["urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department pr", false],
    ['emails[type eq "work"]', true],
    ['emails.value ew "x.test"', true],
    ['emails[type eq "work"].value eq "A@x.test" and active eq true', true],
    ['emails[type eq "home"].value eq "a@x.test"', false],
    ['userName eq "\\u0061nn"', true],
  ])("%s", (text, expected) => {
    expect(matchesFilter(user, parseFilter(userResource, text))).toBe(expected);
  });
});
