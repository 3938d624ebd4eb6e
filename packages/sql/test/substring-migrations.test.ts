import { createAuth } from "@latchkey/core";
import type { Adapter } from "@latchkey/core/database";
import { sqlAdapter } from "@latchkey/sql";
import { servers, type TestDatabase } from "@latchkey/test-kit/databases";
import pg from "pg";
import { afterEach, describe, expect, test } from "vitest";
import { note, noteSchema, noteTable, openSqlite, ownerTable, substringIndexes } from "./substrings.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

type Open = () => Promise<Required<TestDatabase>>;

const sqlite: Open = async () => {
  const opened = await openSqlite();
  closing.push(opened.close);
  return opened;
};
const postgres = async (): Promise<Required<TestDatabase> & { readonly url: string }> => {
  const opened = await servers.postgres?.open();
  if (!opened) throw new Error("PostgreSQL doesn't respond.");
  closing.push(opened.close);
  return opened as Required<TestDatabase> & { readonly url: string };
};

const found = async (db: Adapter, text: string): Promise<string[]> => {
  const rows = await db.findMany(noteTable, { where: { body: { contains: text } }, limit: 99 });
  return rows.map(({ id }) => id);
};

async function addNotes(db: Adapter): Promise<void> {
  await db.insert(ownerTable, { id: "me" });
  await db.insertMany(noteTable, [note("a", "an older note"), note("b", "another NOTE"), note("c", null)]);
}

describe.each<[string, Open]>([
  ["sqlite", sqlite],
  ...(servers.postgres ? [["postgres", postgres] as [string, Open]] : []),
])("migrations on %s", (_, open) => {
  test("add the index to a table with rows, once, and then find nothing missing", async () => {
    const opened = await open();
    const before = opened.database.connect(noteSchema);
    await before.migrations?.migrate();
    await addNotes(before);
    const db = opened.databaseWith({ substringIndexes }).connect(noteSchema);
    const planned = await db.migrations?.plan();
    expect(planned?.statements.length).toBeGreaterThan(2);
    expect(planned?.problems).toEqual([]);
    expect(await db.migrations?.migrate()).toEqual(planned);
    expect(await db.migrations?.plan()).toEqual({ statements: [], problems: [] });
    expect(await db.migrations?.migrate({ convert: true })).toEqual({ statements: [], problems: [] });
    expect(await found(db, "NOTE")).toEqual(["a", "b"]);
    // An app without the option can still use the same tables.
    expect(await before.migrations?.plan()).toEqual({ statements: [], problems: [] });
    await before.insert(noteTable, note("d", "a newer note"));
    expect(await found(db, "newer")).toEqual(["d"]);
  });

  test("one of two processes that add it concurrently succeeds", async () => {
    const opened = await open();
    const [one, other] = [opened.databaseWith({ substringIndexes }), opened.again({ substringIndexes })];
    const plans = await Promise.all(
      [one, other, one, other].map((adapter) => adapter.connect(noteSchema).migrations?.migrate()),
    );
    expect(plans.filter((plan) => plan?.statements.length !== 0)).toHaveLength(1);
    expect(await other.connect(noteSchema).migrations?.plan()).toEqual({ statements: [], problems: [] });
  });

  test("follow the option when it names other columns", async () => {
    const opened = await open();
    const first = opened.databaseWith({ substringIndexes: { note: ["rank"] } }).connect(noteSchema);
    await first.migrations?.migrate();
    await addNotes(first);
    const db = opened.databaseWith({ substringIndexes }).connect(noteSchema);
    expect((await db.migrations?.migrate())?.statements.join("\n")).toContain('"body"');
    expect(await db.migrations?.plan()).toEqual({ statements: [], problems: [] });
    expect(await found(db, "older")).toEqual(["a"]);
  });

  test("create it for a table that replaces another", async () => {
    const opened = await open();
    const db = opened.databaseWith({ substringIndexes }).connect(noteSchema);
    await db.migrations?.migrate();
    await addNotes(db);
    await db.migrations?.migrate({ convert: true, aside: { note: "kept" } });
    expect(await db.migrations?.plan()).toEqual({ statements: [], problems: [] });
    expect(await found(db, "note")).toEqual([]);
    await db.insert(noteTable, note("x", "a note"));
    expect(await found(db, "note")).toEqual(["x"]);
  });
});

test("SQLite: a missing part is noticed, and the index is recreated from the rows", async () => {
  const opened = await sqlite();
  const db = opened.databaseWith({ substringIndexes }).connect(noteSchema);
  await db.migrations?.migrate();
  await addNotes(db);
  for (const damage of [
    'drop trigger "note_trigrams_insert"',
    'drop table "note_trigrams"',
    'drop table "note_trigram_keys"',
  ]) {
    await opened.run(damage.startsWith("drop trigger") ? damage : `drop trigger "note_trigrams_insert"; ${damage}`);
    await opened.run(
      `insert into note (id, "ownerId", rank, body, at) values ('${damage.length}', 'me', '', 'unseen', 0)`,
    );
    expect((await db.migrations?.plan())?.statements.length).toBeGreaterThan(5);
    await db.migrations?.migrate();
    expect(await db.migrations?.plan()).toEqual({ statements: [], problems: [] });
    expect(await found(db, "unseen")).toContain(`${damage.length}`);
  }
});

test("SQLite: the index stays correct through VACUUM, cascades, replaced rows, new ids, and rebuilt tables", async () => {
  const opened = await sqlite();
  const db = opened.databaseWith({ substringIndexes }).connect(noteSchema);
  await db.migrations?.migrate();
  await db.insertMany(ownerTable, [{ id: "me" }, { id: "other" }]);
  const rows = Array.from({ length: 60 }, (_, at) =>
    note(`${at}`, `text ${at}.`, { ownerId: at % 2 ? "me" : "other" }),
  );
  await db.insertMany(noteTable, rows);
  await db.remove(ownerTable, { where: { id: "other" } });
  expect(await db.count(noteTable, {})).toBe(30);
  await opened.run("vacuum");
  for (const { id, ownerId } of rows) expect(await found(db, `text ${id}.`)).toEqual(ownerId === "me" ? [id] : []);
  await opened.run(`insert or replace into note (id, "ownerId", rank, body, at) values ('1', 'me', '', 'replaced', 0)`);
  await opened.run("update note set id = 'new' where id = '3'");
  await opened.run(`update note set body = 'text of five' where id = '5'`);
  expect([await found(db, "replaced"), await found(db, "text 1.")]).toEqual([["1"], []]);
  expect([await found(db, "text 3."), await found(db, "text 5."), await found(db, "of five")]).toEqual([
    ["new"],
    [],
    ["5"],
  ]);
  // A column that must be nullable makes SQLite rebuild the table.
  await opened.run("alter table note add column extra text not null default ''");
  await opened.run(
    "pragma writable_schema = on; update sqlite_master set sql = replace(sql, ' default ''''', '') where name = 'note'; pragma writable_schema = reset",
  );
  const converted = await opened.again({ substringIndexes }).connect(noteSchema).migrations?.migrate({ convert: true });
  expect(converted?.statements.join("\n")).toContain("note_new");
  expect(await db.migrations?.plan()).toEqual({ statements: [], problems: [] });
  expect(await found(db, "text 7.")).toEqual(["7"]);
  await db.insert(noteTable, note("last", "after it was rebuilt"));
  expect(await found(db, "rebuilt")).toEqual(["last"]);
});

describe.skipIf(servers.postgres === null)("the extension on PostgreSQL", () => {
  test("an index that was created by hand is found and used", async () => {
    const opened = await postgres();
    const pool = new pg.Pool({ connectionString: opened.url, max: 1 });
    pool.on("connect", (client) => void client.on("error", () => {}));
    closing.push(() => pool.end());
    await opened.database.connect(noteSchema).migrations?.migrate();
    await opened.run("create extension pg_trgm");
    for (const column of ["body", "rank"]) {
      const expression = `lower("${column}" collate "C") gin_trgm_ops`;
      await pool.query(`create index concurrently "note_${column}_trgm_idx" on "note" using gin (${expression})`);
    }
    const db = opened.databaseWith({ substringIndexes }).connect(noteSchema);
    expect(await db.migrations?.plan()).toEqual({ statements: [], problems: [] });
    await pool.query(`insert into owner values ('me')`);
    await pool.query(
      `insert into note select n::text, 'me', 'rank ' || n, 'body number ' || n, n from generate_series(1, 20000) n`,
    );
    await pool.query("vacuum analyze note");
    const before = opened.statements.length;
    expect(await found(db, "NUMBER 1234")).toHaveLength(11);
    const plan = await pool.query(`explain ${opened.statements[before]?.text}`, ["%number 1234%", 9]);
    expect(JSON.stringify(plan.rows)).toContain("note_body_trgm_idx");
  });

  test("can be in a schema that isn't searched", async () => {
    const opened = await postgres();
    await opened.run("create schema extensions; create extension pg_trgm schema extensions");
    closing.push(() => opened.run("drop schema extensions cascade"));
    const db = opened.databaseWith({ substringIndexes }).connect(noteSchema);
    await db.migrations?.migrate();
    await addNotes(db);
    expect(await db.migrations?.plan()).toEqual({ statements: [], problems: [] });
    expect(await found(db, "older")).toEqual(["a"]);
  });

  test("a database role that can't create it gets instructions, and nothing is left half done", async () => {
    const opened = await postgres();
    const role = `limited_${crypto.randomUUID().slice(0, 8)}`;
    await opened.run(`create role ${role}; grant usage, create on schema public to ${role}`);
    closing.push(() => opened.run(`drop owned by ${role}; drop role ${role}`));
    const pool = new pg.Pool({ connectionString: opened.url, options: `-c role=${role}`, max: 1 });
    const db = sqlAdapter(pool, { substringIndexes }).connect(noteSchema);
    await expect(db.migrations?.migrate()).rejects.toThrow(
      /create extension if not exists pg_trgm.*substringIndexes option needs this extension.*as the owner of the database/,
    );
    expect((await pool.query("select to_regclass('note') as found")).rows).toEqual([{ found: null }]);
    await opened.run("create extension pg_trgm");
    expect((await db.migrations?.migrate())?.problems).toEqual([]);
    await pool.end();
  });
});

describe("createAuth rejects", () => {
  const withOption = async (option: Record<string, string[]>): Promise<() => unknown> => {
    const { databaseWith } = await sqlite();
    return () => createAuth({ database: databaseWith({ substringIndexes: option }), secret: "x".repeat(32) });
  };

  test("a table or column that doesn't exist, or isn't text", async () => {
    expect(await withOption({ users: ["email"] })).toThrow(/^substringIndexes: there is no table "users"\. Use user, /);
    expect(await withOption({ user: ["emial"] })).toThrow(
      /^substringIndexes\.user: there is no column "emial"\. Use name, email, /,
    );
    expect(await withOption({ user: ["createdAt"] })).toThrow(
      /^substringIndexes\.user: "createdAt" can't be indexed\./,
    );
    expect(await withOption({ user: ["__proto__"] })).toThrow(/there is no column "__proto__"/);
    expect(await withOption({ user: ["email", "name"] })).not.toThrow();
  });

  test("MySQL, and tables that the app creates", async () => {
    const driver = { dialect: "mysql", run: unused, transaction: unused, onConnection: unused } as const;
    const database = sqlAdapter(driver, { substringIndexes: { user: ["email"] } });
    expect(() => createAuth({ database, secret: "x".repeat(32) })).toThrow(
      /^substringIndexes isn.t supported on MySQL and MariaDB/,
    );
    const { databaseWith } = await sqlite();
    const own = databaseWith({ substringIndexes: { user: ["email"] }, layout: new Map() });
    expect(() => createAuth({ database: own, secret: "x".repeat(32) })).toThrow(/^substringIndexes: can't be combined/);
  });
});

function unused(): never {
  throw new Error("Nothing should be sent.");
}
