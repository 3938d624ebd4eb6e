/** PATCH requests, in the forms that RFC 7644 defines and that Entra and Okta send. */

import { describe, expect, test } from "vitest";
import { createRandom } from "../../test/random.ts";
import { enterpriseSchema, type Json, userResource } from "../schema/attributes.ts";
import { applyOperations } from "./apply.ts";
import { readOperations } from "./operations.ts";

const before: Json = {
  userName: "ann@corp.test",
  active: true,
  name: { givenName: "Ann", familyName: "Doe" },
  emails: [
    { value: "ann@corp.test", type: "work", primary: true },
    { value: "ann@home.test", type: "home" },
  ],
};

function run(...Operations: object[]): Json {
  return applyOperations(before, readOperations(userResource, { Operations }), "id-1");
}

/** Returns the code of the error. */
function refused(...Operations: object[]): string {
  try {
    run(...Operations);
  } catch (error) {
    return (error as { readonly code: string }).code;
  }
  return "none";
}

describe("Entra", () => {
  test("sends op capitalized, and booleans as text", () => {
    expect(run({ op: "Replace", path: "active", value: "False" }).active).toBe(false);
    expect(run({ op: "Add", path: "active", value: ["True"] }).active).toBe(true);
  });

  test("sends paths as keys, with dots or a URN", () => {
    const value = {
      "name.givenName": "Anna",
      displayName: "Anna Doe",
      [`${enterpriseSchema}:department`]: "Sales",
      [enterpriseSchema]: { costCenter: 42 },
      unknownAttribute: "ignored",
    };
    const after = run({ op: "replace", value });
    expect(after).toMatchObject({ name: { givenName: "Anna", familyName: "Doe" }, displayName: "Anna Doe" });
    expect(after[enterpriseSchema]).toEqual({ department: "Sales", costCenter: "42" });
    expect(after.unknownAttribute).toBeUndefined();
  });

  test("changes values that a filter selects, and creates missing ones", () => {
    const work = run({ op: "replace", path: 'emails[type eq "work"].value', value: "new@corp.test" });
    expect((work.emails as Json[])[0]).toEqual({ value: "new@corp.test", type: "work", primary: true });
    const phone = run({ op: "Add", path: 'phoneNumbers[type eq "mobile"].value', value: "+1" });
    expect(phone.phoneNumbers).toEqual([{ type: "mobile", value: "+1" }]);
  });

  test("sends the manager as plain text", () => {
    const path = `${enterpriseSchema}:manager`;
    expect(run({ op: "add", path, value: "boss" })[enterpriseSchema]).toEqual({ manager: { value: "boss" } });
    expect(run({ op: "add", path, value: "boss" }, { op: "remove", path })[enterpriseSchema]).toBeUndefined();
  });
});

describe("Okta", () => {
  test("sends attributes without a path", () => {
    expect(run({ op: "replace", value: { active: false } })).toEqual({ ...before, active: false });
  });

  test("also sends the id, which must match the resource's", () => {
    expect(run({ op: "replace", value: { id: "id-1", title: "Dev" } }).title).toBe("Dev");
    expect(refused({ op: "replace", value: { id: "other", title: "Dev" } })).toBe("SCIM_MUTABILITY");
  });
});

test("operations see the results of earlier ones, and a new primary value replaces the old one", () => {
  const home = { op: "replace", path: 'emails[type eq "home"].primary', value: true };
  expect((run(home).emails as Json[]).map(({ primary }) => primary)).toEqual([false, true]);
  const after = run({ op: "add", path: "title", value: "Dev" }, { op: "remove", path: "title" });
  expect(after).toEqual(before);
  expect(run({ op: "remove", path: 'emails[type eq "home"]' }).emails).toHaveLength(1);
  expect(run({ op: "remove", path: "emails" }).emails).toBeUndefined();
  expect(run({ op: "add", path: "emails", value: [{ value: "ann@home.test", type: "home" }] })).toEqual(before);
});

test("SCIM-07: changes to read-only attributes are rejected, and so are paths that match nothing", () => {
  expect(refused({ op: "replace", path: "id", value: "x" })).toBe("SCIM_MUTABILITY");
  expect(refused({ op: "replace", path: "password", value: "x" })).toBe("SCIM_MUTABILITY");
  expect(refused({ op: "add", value: { meta: { version: "1" } } })).toBe("SCIM_MUTABILITY");
  expect(refused({ op: "replace", path: "nonsense", value: 1 })).toBe("SCIM_INVALID_PATH");
  expect(refused({ op: "replace", path: "__proto__.polluted", value: 1 })).toBe("SCIM_INVALID_PATH");
  expect(refused({ op: "replace", path: 'emails[type co "x"].value', value: "a" })).toBe("SCIM_NO_TARGET");
  expect(refused({ op: "remove" })).toBe("SCIM_NO_TARGET");
  expect(refused({ op: "move", path: "title", value: 1 })).toBe("SCIM_INVALID_SYNTAX");
  expect(
    refused({
      op: "add",
      path: "emails",
      value: [
        { value: "x", primary: true },
        { value: "y", primary: true },
      ],
    }),
  ).toBe("SCIM_INVALID_VALUE");
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
});

test("10,000 generated sequences of operations give the same result as a simple model", () => {
  const random = createRandom(11);
  const simple = ["title", "nickName", "locale"] as const;
  const parts = ["givenName", "familyName", "middleName"] as const;
  const types = ["work", "home", "other"] as const;
  for (let round = 0; round < 10_000; round++) {
    const values = new Map<string, string>([
      ["name.givenName", "Ann"],
      ["name.familyName", "Doe"],
    ]);
    const phones = new Map<string, string>();
    const operations = Array.from({ length: 1 + random(6) }, (_, at) => {
      const value = `v${at}`;
      const op = (["add", "replace", "remove"] as const)[random(3)] ?? "add";
      const kind = random(3);
      const target = (kind === 0 ? simple : kind === 1 ? parts : types)[random(3)] as string;
      const path = kind === 0 ? target : kind === 1 ? `name.${target}` : `phoneNumbers[type eq "${target}"].value`;
      const [store, key] = kind === 2 ? ([phones, target] as const) : ([values, path] as const);
      if (op !== "remove") store.set(key, value);
      else if (kind !== 2) store.delete(key);
      // A removed value leaves its type behind.
      else if (store.has(key)) store.set(key, "");
      return op === "remove" ? { op, path } : { op, path, value };
    });
    const after = run(...operations) as any;
    const seen = new Map<string, string>();
    for (const name of simple) if (after[name] !== undefined) seen.set(name, after[name]);
    for (const [part, value] of Object.entries(after.name ?? {})) seen.set(`name.${part}`, value as string);
    expect([operations, Object.fromEntries([...seen].sort())]).toEqual([
      operations,
      Object.fromEntries([...values].sort()),
    ]);
    const shown = Object.fromEntries((after.phoneNumbers ?? []).map((one: any) => [one.type, one.value ?? ""]));
    expect([operations, shown]).toEqual([operations, Object.fromEntries(phones)]);
  }
});
