import { createAuth } from "@latchkey/core";
import { accountTable, newUserRow, userTable } from "@latchkey/core/plugin";
import { sqlAdapter } from "@latchkey/sql";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Place, place } from "../../test/terminal.ts";
import { type OpenDatabase, openDatabase } from "../database/open.ts";

let app: Place;
let open: OpenDatabase;

beforeEach(async () => {
  app = place({ ".env": `AUTH_SECRET=${"s".repeat(40)}\n` });
  await app.run("migrate", "--database", "app.db");
  open = await openDatabase("app.db", { folder: app.folder });
  await open.execute(`create table users (id integer primary key, name text, email text, "emailVerified" text, image text);
    create table accounts (id integer primary key, "userId" integer, type text, provider text, "providerAccountId" text);`);
});
afterEach(async () => {
  await open.close();
  app.remove();
});

const run = (...words: string[]) => app.run("import", "authjs", "--database", "app.db", ...words);

test("a user isn't imported if their email belongs to another id, or if their id is taken", async () => {
  const { $context: context } = createAuth({ database: sqlAdapter(open.source) });
  const known = (id: string, email: string) => ({
    ...newUserRow(context, { name: id, image: null, email, emailVerified: true, fields: {} }),
    id,
  });
  await context.db.insertMany(userTable, [known("1", "ann@example.com"), known("2", "bob@example.com")] as never);
  await open.execute(`insert into users values (2, 'Ann', 'ann@example.com', null, null);
    insert into accounts values (1, 2, 'oauth', 'github', '4711');`);

  expect((await run("--write")).code).toBe(0);

  expect(await context.db.findMany(accountTable, { limit: 9 })).toEqual([]);
});

test.each(["false", "0", "", "0000-00-00 00:00:00"])(
  "%j in the verified column doesn't verify the email",
  async (value) => {
    await open.execute(`insert into users values (1, 'Ann', 'ann@example.com', '${value}', null)`);
    expect((await run("--write")).code).toBe(0);
    expect(await open.rows(`select "emailVerified" from "user"`)).toEqual([{ emailVerified: 0 }]);
  },
);

test.each(["2026-01-31T12:00:00.000Z", "1769860800000", "true"])("%j verifies the email", async (value) => {
  await open.execute(`insert into users values (1, 'Ann', 'ann@example.com', '${value}', null)`);
  expect((await run("--write")).code).toBe(0);
  expect(await open.rows(`select "emailVerified" from "user"`)).toEqual([{ emailVerified: 1 }]);
});

test("RECL-19: accounts with a verified email are marked with it, but others aren't", async () => {
  await open.execute(`insert into users values (1, 'Ann', 'ann@example.com', '2026-01-31T12:00:00.000Z', null), (2, 'Bob', 'bob@example.com', null, null);
    insert into accounts values (1, 1, 'oauth', 'github', '4711'), (2, 2, 'oauth', 'github', '4712');`);
  expect((await run("--write")).code).toBe(0);
  expect(await open.rows(`select "accountId", "verifiedEmail" from account order by "accountId"`)).toEqual([
    { accountId: "4711", verifiedEmail: "ann@example.com" },
    { accountId: "4712", verifiedEmail: null },
  ]);
});

test("a user that the old app locked out with its own column can't sign in", async () => {
  await open.execute(`alter table users add column "isBanned" integer;
    insert into users values (1, 'Ann', 'ann@example.com', null, null, 1), (2, 'Bob', 'bob@example.com', null, null, 0);`);
  const { code, error } = await run("--write");
  expect([code, error]).toEqual([1, expect.stringContaining("users 1: isBanned says that this user is banned")]);
  expect((await run("--write", "--skip-invalid")).code).toBe(0);
  expect(await open.rows(`select email from "user"`)).toEqual([{ email: "bob@example.com" }]);
});

test("the error says whether no table fits, or the named one doesn't", async () => {
  const named = await run("--users", "accounts");
  expect([named.code, named.error]).toEqual([
    1,
    expect.stringContaining(
      "The table accounts doesn't exist or lacks columns of an Auth.js users table. It needs id, email, emailVerified or email_verified.",
    ),
  ]);
  await open.execute("drop table accounts");
  const missing = await run();
  expect([missing.code, missing.error]).toEqual([
    1,
    expect.stringContaining(
      "No table has the columns of an Auth.js accounts table. It needs userId or user_id, provider, providerAccountId or provider_account_id.",
    ),
  ]);
});

test("an account that was unlinked since isn't restored by another run, but a new one is added", async () => {
  await open.execute(`insert into users values (1, 'Ann', 'ann@example.com', '2026-01-31T12:00:00.000Z', null);
    insert into accounts values (1, 1, 'oauth', 'github', '4711'), (2, 1, 'oauth', 'google', '4712');`);
  expect((await run("--write")).code).toBe(0);
  await open.execute(`delete from account where "providerId" = 'github'`);
  await open.execute(`insert into accounts values (3, 1, 'oauth', 'gitlab', '4713')`);

  const { code, out } = await run("--write");

  expect([code, out]).toEqual([0, expect.stringContaining("0 users were imported, with 1 provider account.")]);
  const accounts = await open.rows(`select "providerId" from account order by "providerId"`);
  expect(accounts).toEqual([{ providerId: "gitlab" }, { providerId: "google" }]);
});

test("a user who was deleted since isn't restored by another run", async () => {
  await open.execute(`insert into users values (1, 'Ann', 'ann@example.com', null, null)`);
  expect((await run("--write")).code).toBe(0);
  await open.execute(`delete from "user"`);

  for (const flags of [[], ["--write"]]) {
    const { code, out } = await run(...flags);
    expect([code, out]).toEqual([0, expect.stringContaining("ann@example.com was imported before, and has been")]);
  }
  expect(await open.rows(`select id from "user"`)).toEqual([]);
});
