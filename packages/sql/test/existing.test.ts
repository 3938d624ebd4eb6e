import { type Adapter, defineTable, mergeSchema, UniqueViolation } from "@latchkey/core/database";
import { createStatementsFor } from "@latchkey/sql/ddl";
import { account, accounts, entries, accountSchema as schema } from "@latchkey/test-kit";
import { emptyDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

const kinds = emptyDatabases.filter(({ name }) => name !== "memory");

/** Tables as other libraries create them: different types, and constraints under other names or none. */
const foreign: Readonly<Record<string, readonly string[]>> = {
  sqlite: [
    `create table "account" ("id" text not null primary key, "email" varchar(255) not null unique, "balance" integer not null default 0, "createdAt" date)`,
    `create table "entry" ("id" text not null primary key, "accountId" text not null references "account" ("id") on delete cascade, "kind" text not null, unique ("accountId", "kind"))`,
  ],
  postgres: [
    `create table "account" ("id" text not null primary key, "email" text not null unique, "balance" integer not null default 0, "createdAt" timestamptz)`,
    `create table "entry" ("id" text not null, "accountId" text not null references "account" ("id") on delete cascade, "kind" varchar(100) not null, constraint "whatever" unique ("kind", "accountId"), constraint "key_of_entry" primary key ("id"))`,
  ],
  mysql: [
    `create table account (id varchar(36) character set utf8mb4 collate utf8mb4_nopad_bin not null primary key, email varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin not null unique, balance int not null default 0, createdAt datetime(3))`,
    `create table entry (id varchar(36) character set utf8mb4 collate utf8mb4_nopad_bin not null primary key, accountId varchar(36) character set utf8mb4 collate utf8mb4_nopad_bin not null, kind varchar(100) character set utf8mb4 collate utf8mb4_nopad_bin not null, unique key entry_unique_accountId_kind (accountId, kind), foreign key (accountId) references account (id) on delete cascade)`,
  ],
};

describe.each(kinds)("an existing database, on $name", ({ open }) => {
  let opened: TestDatabase;
  let db: Adapter;
  const run = async (...texts: string[]): Promise<void> => {
    for (const text of texts) await opened.run?.(text);
  };
  const fits = async (one: Adapter): Promise<readonly string[]> => (await one.migrations?.plan())?.problems ?? [];
  beforeEach(async () => {
    opened = await open();
    db = opened.database.connect(schema);
  });
  afterEach(() => opened.close());

  test("another library's tables are used unchanged, and constraint errors have the columns", async () => {
    await run(...(foreign[db.dialect] ?? []));
    expect(await db.migrations?.plan()).toEqual({ statements: [], problems: [] });
    await db.insert(accounts, { ...account("1"), createdAt: new Date(1) });
    await db.insert(entries, { id: "e", accountId: "1", kind: "k" });
    const refusal = (run: Promise<unknown>): Promise<unknown> => run.catch((error: unknown) => error);
    const email = await refusal(db.insert(accounts, { ...account("2"), email: account("1").email }));
    expect(email).toBeInstanceOf(UniqueViolation);
    expect(email).toMatchObject({ table: "account", columns: ["email"] });
    expect(await refusal(db.insert(accounts, { ...account("2"), id: "1" }))).toMatchObject({ columns: ["id"] });
    const pair = await refusal(db.insert(entries, { id: "f", accountId: "1", kind: "k" }));
    expect(pair).toMatchObject({ table: "entry", columns: ["accountId", "kind"] });
    expect(await refusal(db.insert(entries, { id: "e", accountId: "1", kind: "l" }))).toMatchObject({
      columns: ["id"],
    });
    expect(await db.findOne(accounts, { where: { id: "1" } })).toEqual({ ...account("1"), createdAt: new Date(1) });
  });

  test("the printed SQL creates a complete database", async () => {
    const dialect = db.dialect === "mysql" ? "mariadb" : (db.dialect as "sqlite");
    await run(...createStatementsFor(schema, dialect));
    expect(await db.migrations?.plan()).toEqual({ statements: [], problems: [] });
  });

  test("a value in an error can't be mistaken for a constraint's name", async () => {
    await db.migrations?.migrate();
    const email = "x' for key 'PRIMARY";
    await db.insert(accounts, { ...account("1"), email });
    await expect(db.insert(accounts, { ...account("2"), email })).rejects.toMatchObject({ columns: ["email"] });
    await db.insert(accounts, { ...account("3"), email: "(id)=(1) already exists." });
    const again = db.insert(accounts, { ...account("4"), email: "(id)=(1) already exists." });
    await expect(again).rejects.toMatchObject({ columns: ["email"] });
  });

  test("mismatches are named, with what to do", async () => {
    const q = db.dialect === "mysql" ? "`" : '"';
    const key = db.dialect === "mysql" ? "varchar(36) character set utf8mb4 collate utf8mb4_general_ci" : "text";
    const lines = [
      `${q}id${q} ${key} not null primary key`,
      `${q}email${q} integer not null`,
      `${q}balance${q} ${key}`,
    ];
    lines.push(
      `${q}createdAt${q} ${db.dialect === "postgres" ? "timestamp" : "integer"} not null`,
      `${q}issuer${q} ${key} not null`,
    );
    await run(`create table ${q}account${q} (${lines.join(", ")})`);
    const problems = await fits(db);
    for (const part of [
      "account.email has the type int",
      "account.balance has the type",
      "account.createdAt has the type",
      "account.issuer is NOT NULL without a default",
    ]) {
      expect(problems).toContainEqual(expect.stringContaining(part));
    }
    if (db.dialect !== "mysql") return;
    expect(problems).toContainEqual(expect.stringContaining("account.id has the collation utf8mb4_general_ci"));
    expect(problems).toContainEqual(expect.stringContaining("entry.accountId can't reference account.id"));
    // Everything that's possible is still done.
    expect((await db.migrations?.migrate())?.statements.join()).toContain("create table `entry`");
  });

  test("a column with the wrong nullability, or with a missing or different reference, is named or fixed", async () => {
    const loose = defineTable<{ id: string; accountId: string; kind: string }>({
      name: "entry",
      columns: { accountId: { type: "string", index: true }, kind: { type: "string" } },
    });
    const before = opened.database.connect(mergeSchema([accounts, loose]));
    await before.migrations?.migrate();
    const optional = defineTable<{ id: string; accountId: string; kind: string | null }>({
      name: "entry",
      columns: {
        accountId: { type: "string", references: { table: "account", column: "id" } },
        kind: { type: "string", nullable: true },
      },
    });
    const after = opened.database.connect(mergeSchema([accounts, optional]));
    expect(await fits(after)).toContainEqual(expect.stringContaining("entry.kind must be nullable"));
    if (db.dialect === "sqlite") {
      expect(await fits(after)).toContainEqual(expect.stringContaining("SQLite can't add a reference"));
      return;
    }
    await before.insert(loose, { id: "1", accountId: "nobody", kind: "k" });
    expect((await after.migrations?.migrate())?.problems).toContainEqual(
      expect.stringContaining("refer to rows that don't exist"),
    );
    await before.remove(loose, { where: {} });
    expect((await after.migrations?.migrate())?.statements).toEqual([expect.stringContaining("foreign key")]);
    const restricting = defineTable<{ id: string; accountId: string; kind: string }>({
      name: "entry",
      columns: {
        accountId: { type: "string", references: { table: "account", column: "id", onDelete: "restrict" } },
        kind: { type: "string" },
      },
    });
    const other = opened.database.connect(mergeSchema([accounts, restricting]));
    expect(await fits(other)).toEqual([expect.stringContaining('Change it to "on delete restrict"')]);
  });
});
