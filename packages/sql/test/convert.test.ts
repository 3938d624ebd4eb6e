import type { Adapter } from "@latchkey/core/database";
import { account, accounts, entries, accountSchema as schema } from "@latchkey/test-kit";
import { emptyDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

const kinds = emptyDatabases.filter(({ name }) => !["memory", "pglite"].includes(name));

/** Another library's tables that can't be fixed by adding columns, and one of the app's tables that references them. */
const foreign: Readonly<Record<string, readonly string[]>> = {
  sqlite: [
    `create table "account" ("id" text not null primary key, "email" text not null unique, "balance" integer, "createdAt" date, "legacy" text not null, "note" text default 'none')`,
    `create index "by_note" on "account" ("note", "email")`,
    `create table "log" ("line" text)`,
    `create trigger "noted" after update on "account" begin insert into "log" values (new."note"); end`,
    `create table "entry" ("id" text not null primary key, "accountId" text not null, "kind" text not null)`,
    `create table "post" ("id" text not null primary key, "author" text not null references "account" ("id") on delete cascade on update cascade)`,
    `insert into "account" values ('1', 'a@x.test', null, '2024-05-06T07:08:09.123Z', 'old', 'n')`,
  ],
  postgres: [
    `create table "account" ("id" text not null primary key, "email" text not null unique, "balance" integer, "createdAt" timestamp, "legacy" text not null, "note" text default 'none')`,
    `create table "entry" ("id" text not null primary key, "accountId" text not null, "kind" text not null)`,
    `create table "post" ("id" text not null primary key, "author" text not null references "account" ("id") on delete cascade on update cascade)`,
    `insert into "account" values ('1', 'a@x.test', null, '2024-05-06 07:08:09.123', 'old', 'n')`,
  ],
  mysql: [
    "create table account (id varchar(36) not null primary key, email varchar(255) not null unique, balance int, createdAt timestamp(3) null, legacy text not null, note varchar(20) default 'none') collate utf8mb4_general_ci",
    "create table entry (id varchar(36) not null primary key, accountId text not null, kind text not null) collate utf8mb4_general_ci",
    "create table post (id varchar(36) not null primary key, author varchar(36) not null, constraint written_by foreign key (author) references account (id) on delete cascade on update cascade) collate utf8mb4_general_ci",
    "set time_zone = '+00:00'",
    "insert into account values ('1', 'a@x.test', null, '2024-05-06 07:08:09.123', 'old', 'n')",
  ],
};

describe.each(kinds)("tables that must be converted, on $name", ({ open }) => {
  let opened: TestDatabase;
  let db: Adapter;
  const run = async (...texts: string[]): Promise<void> => {
    for (const text of texts) await opened.run?.(text);
  };
  beforeEach(async () => {
    opened = await open();
    db = opened.database.connect(schema);
    await run(...(foreign[db.dialect] ?? []));
    await run("insert into entry values ('e', '1', 'k')", "insert into post values ('p', '1')");
  });
  afterEach(() => opened.close());

  test("are only converted on request, and then every row is kept, and the plan matches what's done", async () => {
    expect((await db.migrations?.plan())?.problems).not.toEqual([]);
    const planned = await db.migrations?.plan({ convert: true });
    expect(planned?.problems).toEqual([]);
    expect(await db.migrations?.migrate({ convert: true })).toEqual(planned);
    expect(await db.migrations?.plan()).toEqual({ statements: [], problems: [] });
    expect(await db.migrations?.plan({ convert: true })).toEqual({ statements: [], problems: [] });
    const row = { id: "1", email: "a@x.test", balance: 0, createdAt: new Date("2024-05-06T07:08:09.123Z") };
    expect(await db.findOne(accounts, { where: { id: "1" } })).toEqual(row);
    expect(await db.count(entries, { where: { accountId: "1" } })).toBe(1);
    await db.insert(accounts, account("2"));
  });

  test("keep references to them, and the indexes and triggers that others created on them", async () => {
    await db.migrations?.migrate({ convert: true });
    await expect(run("insert into post values ('q', 'nobody')")).rejects.toThrow(/foreign key/i);
    await run("insert into post values ('r', '1')");
    await expect(run("insert into account (id, email) values ('3', 'a@x.test')")).rejects.toThrow(/unique|duplicate/i);
    await db.remove(accounts, { where: { id: "1" } });
    await run("insert into account (id, email) values ('1', 'a@x.test')", "insert into post values ('p', '1')");
    if (db.dialect !== "sqlite") return;
    // The trigger writes the column's default, which no row sets.
    await run("create unique index once on log (line)", "update account set balance = 1");
    await expect(run("update account set balance = 2")).rejects.toThrow(/unique/i);
    await expect(run(`create index "by_note" on "account" ("note")`)).rejects.toThrow(/already exists/);
  });

  test("keep references that follow a changed key", async () => {
    await db.migrations?.migrate({ convert: true });
    await run("delete from entry", "update account set id = '9'", "insert into post values ('q', '9')");
  });

  test("keep references of columns that the schema doesn't declare", async () => {
    const type = db.dialect === "mysql" ? "varchar(36)" : "text";
    const reference = "references account (id) on delete set null";
    await run(`alter table account add column sponsor ${type} ${db.dialect === "mysql" ? "null" : reference}`);
    if (db.dialect === "mysql") await run(`alter table account add foreign key (sponsor) ${reference}`);
    await db.migrations?.migrate({ convert: true });
    await expect(run("update account set sponsor = 'nobody'")).rejects.toThrow(/foreign key/i);
    await db.insert(accounts, account("2"));
    await run("update account set sponsor = '2' where id = '1'");
    await db.remove(accounts, { where: { id: "2" } });
    await expect(run("insert into account (id, email, sponsor) values ('3', 'c@x.test', '2')")).rejects.toThrow();
    expect(await db.count(accounts, { where: {} })).toBe(1);
  });

  test("don't delete rows with a dangling reference in a required column: a person has to fix those", async () => {
    await run("insert into entry values ('f', 'gone', 'k')");
    const outcome = await db.migrations?.migrate({ convert: true }).catch((error: unknown) => error);
    if (db.dialect === "sqlite") {
      expect(String(outcome)).toContain(
        "Rows of entry refer to rows that don't exist. Delete them, then migrate again.",
      );
      await expect(run("insert into post values ('q', 'nobody')")).rejects.toThrow(/foreign key/i);
    } else {
      expect(outcome).toMatchObject({ problems: [expect.stringContaining("entry.accountId must reference account")] });
    }
    await run("delete from entry where id = 'f'");
    expect(await db.migrations?.migrate({ convert: true })).toMatchObject({ problems: [] });
    expect(await db.count(entries, { where: {} })).toBe(1);
  });

  test("lose nothing if the database would truncate text silently", async () => {
    if (db.dialect !== "mysql") return;
    await run("set session sql_mode = ''", "alter table account drop index email, modify email text not null");
    await run("update account set email = repeat('x', 300)");
    await expect(db.migrations?.migrate({ convert: true })).rejects.toThrow(/migration stopped/);
    await run("update account set email = repeat('x', 255) where length(email) = 300");
    await expect(db.migrations?.migrate({ convert: true })).resolves.toMatchObject({ problems: [] });
    expect((await db.findOne(accounts, { where: { id: "1" } }))?.email).toHaveLength(255);
  });

  test.each([
    `"balance" integer check ("balance" >= 0)`,
    `"balance" integer, "nick" text collate nocase`,
    `"balance" integer, "upper" text generated always as (upper("email")) virtual`,
  ])("aren't rebuilt without parts that exist only in their SQL text: %s", async (column) => {
    if (db.dialect !== "sqlite") return;
    await run(
      `drop table "account"`,
      `create table "account" ("id" text not null primary key, "email" text, "legacy" text not null, ${column})`,
    );
    await expect(db.migrations?.plan({ convert: true })).rejects.toThrow(
      /would be lost when SQLite rebuilds the table/,
    );
    await expect(db.migrations?.migrate({ convert: true })).rejects.toThrow(
      /would be lost when SQLite rebuilds the table/,
    );
  });

  test("are converted completely by another run after an interruption at any statement, with the app's references", async () => {
    const options = { convert: true, aside: { entry: "old_entry" } };
    const planned = await db.migrations?.plan(options);
    for (const statement of planned?.statements ?? []) {
      const other = await open();
      const direct = async (...texts: string[]) => {
        for (const text of texts) await other.run?.(text);
      };
      await direct(...(foreign[db.dialect] ?? []), "insert into entry values ('e', '1', 'k')");
      await direct("insert into post values ('p', '1')");
      const interrupted = other.databaseWith?.({
        onStatement: ({ text }) => {
          if (text === statement) throw new Error("The connection was lost.");
        },
      });
      const stopped = interrupted?.connect(schema).migrations?.migrate(options);
      await expect(stopped, statement).rejects.toThrow("The migration stopped at");
      const { migrations } = other.again().connect(schema);
      const isRenamed = await direct("select id from old_entry").then(
        () => true,
        () => false,
      );
      await migrations?.migrate(isRenamed ? { convert: true } : options);
      expect(await migrations?.plan({ convert: true }), statement).toEqual({ statements: [], problems: [] });
      await expect(direct("insert into post values ('q', 'nobody')"), statement).rejects.toThrow(/foreign key/i);
      await direct("insert into post values ('q', '1')", "insert into old_entry values ('f', '1', 'k')");
      await other.close();
    }
  });

  test("can be renamed first, so that they're created again", async () => {
    const options = { convert: true, aside: { entry: "old_entry" } };
    const planned = await db.migrations?.plan(options);
    expect(await db.migrations?.migrate(options)).toEqual(planned);
    expect(await db.count(entries, { where: {} })).toBe(0);
    await run("insert into old_entry values ('f', '1', 'k')");
    await expect(db.migrations?.plan(options)).rejects.toThrow(/old_entry already exists/);
  });
});
