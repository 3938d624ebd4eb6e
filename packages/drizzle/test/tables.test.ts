import { mergeSchema } from "@latchkey/core/database";
import { type DrizzleDatabase, drizzleAdapter } from "@latchkey/drizzle";
import { account, accounts, conformanceSchema, entries, accountSchema as schema } from "@latchkey/test-kit";
import { servers } from "@latchkey/test-kit/databases";
import { createClient } from "@libsql/client";
import { sql } from "drizzle-orm";
import { drizzle as overLibsql } from "drizzle-orm/libsql";
import * as mysql from "drizzle-orm/mysql-core";
import { drizzle as overMysql } from "drizzle-orm/mysql2";
import { drizzle as overPg } from "drizzle-orm/node-postgres";
import * as pgCore from "drizzle-orm/pg-core";
import * as lite from "drizzle-orm/sqlite-core";
import { createPool } from "mysql2/promise";
import pg from "pg";
import { afterEach, describe, expect, test } from "vitest";
import { madeFor, statementsFor } from "./made.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

function memory(given?: Record<string, unknown>): { db: DrizzleDatabase; client: ReturnType<typeof createClient> } {
  const client = createClient({ url: ":memory:" });
  closing.push(() => client.close());
  return { client, db: given ? overLibsql(client, { schema: given }) : overLibsql(client) };
}

/** Tables as an existing app could have them: custom names, numbers for times, and no database defaults. */
const users = lite.sqliteTable(
  "app_accounts",
  {
    id: lite.text("account_id").primaryKey(),
    email: lite.text("mail").notNull(),
    balance: lite.integer().notNull(),
    createdAt: lite.integer("created_at", { mode: "timestamp_ms" }),
    theme: lite.text().notNull().default("dark"),
  },
  (table) => [lite.unique("one_mail").on(table.email)],
);
const lines = lite.sqliteTable(
  "app_entries",
  {
    id: lite.text().primaryKey(),
    accountId: lite
      .text("account")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    kind: lite.text().notNull(),
  },
  (table) => [lite.uniqueIndex("one_kind").on(table.accountId, table.kind)],
);

describe("the app's tables", () => {
  test("keep their names and types, and constraint errors have the declared columns", async () => {
    const { db, client } = memory();
    const tables = { accounts: users, entrys: lines };
    for (const statement of await statementsFor(tables, "sqlite")) await client.execute(statement);
    const own = drizzleAdapter(db, { provider: "sqlite", schema: tables, usePlural: true }).connect(schema);
    const row = { ...account("1"), createdAt: new Date("2024-05-06T07:08:09.123Z") };
    const { balance: _, ...withoutBalance } = row;
    await own.insert(accounts, withoutBalance as typeof row);
    expect(await own.findOne(accounts, { where: { createdAt: row.createdAt } })).toEqual(row);
    const { rows } = await client.execute("select * from app_accounts");
    expect(rows[0]).toMatchObject({ mail: row.email, created_at: row.createdAt.getTime(), balance: 0, theme: "dark" });
    const taken = own.insert(accounts, { ...account("2"), email: row.email });
    await expect(taken).rejects.toMatchObject({ table: "account", columns: ["email"] });
    const entry = { id: "a", accountId: "1", kind: "k" };
    await own.insert(entries, entry);
    const again = own.insert(entries, { ...entry, id: "b" });
    await expect(again).rejects.toMatchObject({ table: "entry", columns: ["accountId", "kind"] });
    const joined = { table: accounts, on: { id: "accountId" }, required: true } as const;
    expect(await own.findMany(entries, { join: { joined }, limit: 9 })).toEqual([{ ...entry, joined: row }]);
    expect(await own.consume(accounts, { where: { id: "1" } })).toEqual(row);
    expect(await own.count(entries, {})).toBe(0);
  });

  test("are read from the instance by default, with its column casing", async () => {
    const account_ = lite.sqliteTable("account", {
      id: lite.text().primaryKey(),
      email: lite.text().notNull().unique(),
      balance: lite.integer().notNull().default(0),
      createdAt: lite.text(),
    });
    const client = createClient({ url: ":memory:" });
    closing.push(() => client.close());
    const db = overLibsql(client, { schema: { account: account_ }, casing: "snake_case" });
    await client.execute(
      "create table account (id text primary key, email text not null unique, balance integer not null default 0, created_at text)",
    );
    const own = drizzleAdapter(db, { provider: "sqlite" }).connect(mergeSchema([accounts]));
    const row = { ...account("1"), createdAt: new Date(5) };
    await own.insert(accounts, row);
    expect(await own.findOne(accounts, { where: { id: "1" } })).toEqual(row);
  });

  test.each<[string, () => readonly [DrizzleDatabase, object, string]]>([
    [
      "sqlite",
      () => [
        memory().db,
        {
          account: lite.sqliteTable("account", {
            id: lite.text(),
            email: lite.text(),
            balance: lite.text(),
            createdAt: lite.integer({ mode: "timestamp" }).notNull(),
            plan: lite
              .text()
              .notNull()
              .$defaultFn(() => "free"),
          }),
        },
        "sqlite",
      ],
    ],
    [
      "pg",
      () => [
        overPg("postgres://postgres@127.0.0.1:1/none"),
        {
          account: pgCore.pgTable("account", {
            id: pgCore.uuid(),
            email: pgCore.text(),
            balance: pgCore.text(),
            createdAt: pgCore.timestamp({ precision: 0 }).notNull(),
            plan: pgCore
              .text()
              .notNull()
              .$defaultFn(() => "free"),
          }),
        },
        "postgres",
      ],
    ],
    [
      "mysql",
      () => [
        overMysql("mysql://root@127.0.0.1:1/none"),
        {
          account: mysql.mysqlTable("account", {
            id: mysql.varchar({ length: 255 }),
            email: mysql.varchar({ length: 255 }),
            balance: mysql.varchar({ length: 255 }),
            createdAt: mysql.datetime().notNull(),
            plan: mysql
              .text()
              .notNull()
              .$defaultFn(() => "free"),
          }),
        },
        "mysql or mariadb",
      ],
    ],
  ])("%s: every mismatch is listed, with what to do", (provider, make) => {
    const [db, given, dialect] = make();
    const connect = (): unknown => drizzleAdapter(db, { provider, schema: given } as never).connect(schema);
    expect(connect).toThrow('the table "entry" is missing');
    expect(connect).toThrow(/account\.balance is (?:text|varchar\(255\)) \(\w+\), which can't hold a number/);
    expect(connect).toThrow("account.createdAt loses milliseconds");
    expect(connect).toThrow("account.plan can't be null, but Latchkey doesn't set it");
    expect(connect).toThrow("account.id isn't the primary key");
    expect(connect).toThrow("account lacks a unique index on (email)");
    expect(connect).toThrow(`npx @latchkey/cli generate --drizzle --dialect ${dialect}`);
  });

  test("the error names a misspelled option", () => {
    const options = { provider: "sqlite", useplural: true } as const;
    expect(() => drizzleAdapter(memory().db, options)).toThrow('useplural isn\'t an option. Did you mean "usePlural"?');
  });

  test("another database's instance is detected", () => {
    expect(() => drizzleAdapter(memory().db, { provider: "pg" })).toThrow('the Drizzle instance is for "sqlite"');
    const onPg = overPg("postgres://postgres@127.0.0.1:1/none");
    expect(() => drizzleAdapter(onPg, { provider: "mysql" })).toThrow('the Drizzle instance is for "pg"');
  });
});

describe.skipIf(servers.mariadb === null)("on MariaDB", () => {
  test("INPUT-07: tables with case-insensitive text are rejected before anything is stored, and the error's statements fix them", async () => {
    const { url, close } = await (servers.mariadb as NonNullable<typeof servers.mariadb>).open();
    const pool = createPool({ uri: url, connectionLimit: 1 });
    closing.push(close, () => pool.end());
    const account_ = mysql.mysqlTable("account", {
      id: mysql.varchar({ length: 255 }).primaryKey(),
      email: mysql.varchar({ length: 255 }).notNull().unique("a_name_that_tells_nothing"),
      balance: mysql.bigint({ mode: "number" }).notNull().default(0),
      createdAt: mysql.datetime({ fsp: 3 }),
    });
    for (const statement of await statementsFor({ account: account_ }, "mariadb")) await pool.query(statement);
    const connect = () =>
      drizzleAdapter(overMysql(pool), { provider: "mysql", schema: { account: account_ } }).connect(
        mergeSchema([accounts]),
      );
    const rejected = connect().insert(accounts, account("1"));
    await expect(rejected).rejects.toThrow(/^- .*account\.email has \w+_ci/m);
    await expect(connect().transaction((tx) => tx.count(accounts, {}))).rejects.toThrow("byte by byte");
    const message = await rejected.then(String, ({ message }: Error) => message);
    const fixes = message.split("\n").filter((line) => line.endsWith(";"));
    expect(fixes).toHaveLength(3);
    for (const statement of fixes) await pool.query(statement);
    const own = connect();
    await own.insert(accounts, { ...account("1"), email: "Ann@x.test" });
    await own.insert(accounts, { ...account("2"), email: "ann@x.test" });
    const taken = own.insert(accounts, { ...account("3"), email: "ann@x.test" });
    await expect(taken).rejects.toMatchObject({ table: "account", columns: ["email"] });
  });
});

describe.skipIf(servers.postgres === null)("on PostgreSQL", () => {
  test("a table in another schema, with times without a time zone, works unchanged", async () => {
    const { url, close } = await (servers.postgres as NonNullable<typeof servers.postgres>).open();
    const pool = new pg.Pool({ connectionString: url, max: 2, options: "-c TimeZone=Asia/Kathmandu" });
    closing.push(close, () => pool.end());
    const auth = pgCore.pgSchema("auth");
    const account_ = auth.table(
      "account",
      {
        id: pgCore.text().primaryKey(),
        email: pgCore.varchar("e_mail", { length: 255 }).notNull(),
        balance: pgCore.integer().notNull().default(0),
        createdAt: pgCore.timestamp("created_at"),
      },
      (table) => [pgCore.uniqueIndex("only").on(table.email)],
    );
    for (const statement of await statementsFor({ auth, account: account_ }, "postgres")) await pool.query(statement);
    const own = drizzleAdapter(overPg(pool), { provider: "pg", schema: { account: account_ } }).connect(
      mergeSchema([accounts]),
    );
    const row = { ...account("1"), createdAt: new Date("2024-05-06T07:08:09.123Z") };
    await own.insert(accounts, row);
    expect(await own.consume(accounts, { where: { createdAt: row.createdAt } })).toEqual(row);
    expect(await own.insert(accounts, row)).toBeUndefined();
    await expect(own.insert(accounts, { ...row, id: "2" })).rejects.toMatchObject({ columns: ["email"] });
    expect(await overPg(pool).select().from(account_)).toEqual([row]);
  });
});

test("a partial unique index, or one on an expression, doesn't count", () => {
  const account_ = pgCore.pgTable(
    "account",
    {
      id: pgCore.text().primaryKey(),
      email: pgCore.text().notNull(),
      balance: pgCore.integer().notNull(),
      createdAt: pgCore.timestamp(),
    },
    (table) => [
      pgCore.uniqueIndex("some").on(table.email).where(sql`balance > 0`),
      pgCore.uniqueIndex("lowered").on(sql`lower(email)`),
    ],
  );
  const db = overPg("postgres://postgres@127.0.0.1:1/none");
  const connect = () =>
    drizzleAdapter(db, { provider: "pg", schema: { account: account_ } }).connect(mergeSchema([accounts]));
  expect(connect).toThrow("account lacks a unique index on (email)");
});

test("the generated conformance tables match without warnings", async () => {
  const { tables } = await madeFor(conformanceSchema, "sqlite");
  expect(() => drizzleAdapter(memory(tables).db, { provider: "sqlite" }).connect(conformanceSchema)).not.toThrow();
});
