import { createAuth } from "@latchkey/core";
import { createHmacKey, sha256Base64Url, utf8 } from "@latchkey/core/crypto";
import { definePlugin, newUserRow, type RequestContext, userTable } from "@latchkey/core/plugin";
import { sqlAdapter } from "@latchkey/sql";
import { sqlite } from "@latchkey/sql/sqlite";
import { beforeEach, expect, test } from "vitest";
import { importUsers } from "./import-users.ts";
import { importTable } from "./record.ts";
import type { ImportedUser, InvalidEntry } from "./users.ts";

let context: RequestContext;
let said: string[];
const output = { out: (text: string) => void said.push(text), error: (text: string) => void said.push(text) };

beforeEach(async () => {
  const database = sqlAdapter(await sqlite(":memory:"));
  const auth = createAuth({ database, plugins: [definePlugin({ id: "import", tables: [importTable] })] });
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
const options = { write: true, skipInvalid: false, hasRecord: true };

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

test("a user who was deleted, or whose email was changed, isn't restored by another run", async () => {
  const [ann, bob, cal] = [person("ann"), person("bob"), person("cal")];
  await importUsers(context, source([ann, bob], [ann, bob]), options, output);
  await context.db.remove(userTable, { where: { id: ann.user.id } });
  await context.db.update(userTable, { where: { id: bob.user.id }, set: { email: "new@example.com" } });
  // A file without an id column gives users other ids in each run.
  const again = [person("ann"), person("bob"), cal];
  said = [];

  expect(await importUsers(context, source(again, again), options, output)).toBe(true);

  const users = await context.db.findMany(userTable, { orderBy: [{ column: "email" }], limit: 9 });
  expect(users.map(({ email }) => email)).toEqual(["cal@example.com", "new@example.com"]);
  expect(said[0]).toBe("1 user is new, 0 already exist, 0 can't be imported.");
  expect(said).toContain(
    "line of ann: ann@example.com was imported before, and has been deleted or changed since. It isn't imported again.",
  );
  expect(said).toContain("To import deleted users again, drop the latchkey_import table first.");
});

test("a deleted user isn't restored if another email was exported since", async () => {
  const ann = person("ann");
  await importUsers(context, source([ann], [ann]), options, output);
  await context.db.remove(userTable, { where: { id: ann.user.id } });
  const renamed = { ...ann, user: { ...ann.user, email: "ann@new.example.com" } };

  await importUsers(context, source([renamed], [renamed]), options, output);

  expect(await stored()).toBe(0);
});

test("a user whose email was changed, here or in the file, doesn't clash with themselves", async () => {
  const [ann, bob, cal] = [person("ann"), person("bob"), person("cal")];
  // Cal signed up before the import, and has the same id in the file.
  await context.db.insert(userTable, cal.user);
  await importUsers(context, source([ann, bob, cal], [ann, bob, cal]), options, output);
  for (const { user } of [ann, cal]) {
    await context.db.update(userTable, { where: { id: user.id }, set: { email: `new.${user.email}` } });
  }
  const renamed = { ...bob, user: { ...bob.user, email: "bob@new.example.com" } };
  const dan = person("dan");
  said = [];

  expect(await importUsers(context, source([ann, renamed, cal, dan], [ann, renamed, cal, dan]), options, output)).toBe(
    true,
  );

  expect(said[0]).toBe("1 user is new, 0 already exist, 0 can't be imported.");
  expect(said.filter((line) => line.includes("has been deleted or changed since"))).toHaveLength(3);
  expect(await stored()).toBe(4);
});

test("a new user can't have an existing user's id", async () => {
  const ann = person("ann");
  await context.db.insert(userTable, ann.user);
  const bob = { ...ann, user: { ...ann.user, email: "bob@example.com" } };

  expect(await importUsers(context, source([bob]), options, output)).toBe(false);

  expect(said).toContain(`line of ann: id ${ann.user.id} belongs to another user.`);
});

test("another run with a file without ids records nothing", async () => {
  const recorded = () => context.db.count(importTable, {});
  const first = [person("ann"), person("bob")];
  await importUsers(context, source(first, first), options, output);
  const before = await recorded();
  const again = [person("ann"), person("bob")];

  await importUsers(context, source(again, again), options, output);

  expect(await recorded()).toBe(before);
});

test("emails are recorded as hashes with the table's own random key", async () => {
  const ann = person("ann");
  await importUsers(context, source([ann], [ann]), options, output);

  const rows = await context.db.findMany(importTable, { where: {}, limit: 9 });
  const ids = rows.map(({ id }) => id);
  const key = utf8(rows.find(({ id }) => id === "key")?.hashKey ?? "");

  expect(ids).toContain(createHmacKey(key).signBase64Url("email\0ann@example.com"));
  expect(ids).not.toContain(sha256Base64Url("email\0ann@example.com"));
  expect(rows).toHaveLength(3);
});
