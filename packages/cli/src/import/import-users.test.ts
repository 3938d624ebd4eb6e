import { createAuth } from "@latchkey/core";
import { newUserRow, type RequestContext, userTable } from "@latchkey/core/plugin";
import { sqlAdapter } from "@latchkey/sql";
import { sqlite } from "@latchkey/sql/sqlite";
import { beforeEach, expect, test } from "vitest";
import { importUsers } from "./import-users.ts";
import type { ImportedUser, InvalidEntry } from "./users.ts";

let context: RequestContext;
let said: string[];
const output = { out: (text: string) => void said.push(text), error: (text: string) => void said.push(text) };

beforeEach(async () => {
  const database = sqlAdapter(await sqlite(":memory:"));
  const auth = createAuth({ database });
  await auth.$context.db.migrations?.migrate();
  context = auth.$context as RequestContext;
  said = [];
});

function person(name: string): ImportedUser {
  const email = `${name}@example.com`;
  const user = newUserRow(context, { name, image: null, email, emailVerified: false, fields: {} });
  return { location: `line of ${name}`, user: user as ImportedUser["user"], hash: null, accounts: [] };
}

/** The entries of each read, in order. */
function source(...readings: (ImportedUser | InvalidEntry)[][]) {
  return async function* () {
    yield* readings.shift() ?? [];
  };
}

const stored = () => context.db.count(userTable, {});
const options = { write: true, skipInvalid: false };

test("a user who becomes invalid between the check and the write cancels the whole import", async () => {
  const [ann, bob] = [person("ann"), person("bob")];
  const changed = { location: "line of bob", reason: "email is missing" };

  await expect(importUsers(context, source([ann, bob], [ann, changed]), options, output)).rejects.toThrow(
    "line of bob: email is missing. Another process changed the same users",
  );
  expect(await stored()).toBe(0);

  const skipping = { ...options, skipInvalid: true };
  expect(await importUsers(context, source([ann, bob], [ann, changed]), skipping, output)).toBe(true);
  expect(await stored()).toBe(1);
});

test("user input can't send terminal escapes, and long lists are shortened", async () => {
  const typed = `\u001b]0;mine\u0007\u202e\n${"x".repeat(1000)}`;
  const faults = Array.from({ length: 30 }, (_, at) => ({
    location: `line ${at}`,
    reason: `email isn't an email address: ${typed}`,
  }));

  expect(await importUsers(context, source(faults), options, output)).toBe(false);

  expect(said[0]).toBe("0 users are new, 0 already exist, 30 can't be imported.");
  expect(said).toContain("… and 10 more.");
  expect(said.join("")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(Math.max(...said.map((line) => line.length))).toBeLessThan(500);
});
