import { type Adapter, defineTable, mergeSchema, type Row } from "@latchkey/core/database";
import { sqlAdapter } from "@latchkey/sql";
import { account, accounts, accountSchema as schema } from "@latchkey/test-kit";
import { servers } from "@latchkey/test-kit/databases";
import pg from "pg";
import { afterEach, describe, expect, test } from "vitest";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function open(options: pg.PoolConfig = {}): Promise<{ readonly db: Adapter; readonly pool: pg.Pool }> {
  const opened = await servers.postgres?.open();
  if (!opened) throw new Error("PostgreSQL doesn't respond.");
  closing.push(opened.close);
  const pool = poolOf({ connectionString: opened.url, max: 5, ...options });
  return { db: sqlAdapter(pool).connect(schema), pool };
}

function poolOf(options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(options);
  pool.on("connect", (client) => void client.on("error", () => {}));
  closing.push(() => pool.end());
  return pool;
}

describe.skipIf(servers.postgres === null)("PostgreSQL", () => {
  test("INPUT-08: a function with the same name that someone placed first in the search path isn't called", async () => {
    const { db, pool } = await open();
    await db.migrations?.migrate();
    await pool.query(`create schema evil;
      create function evil.lower(text) returns text language sql as $$ select 'evil' $$;
      create function evil.strpos(text, text) returns int language sql as $$ select 1 $$;
      create function evil."right"(text, int) returns text language sql as $$ select 'evil' $$;
      create function evil.char_length(text) returns int language sql as $$ select 0 $$;
      create aggregate evil.count(*) (sfunc = int8inc, stype = int8, initcond = '41')`);
    const path = "-c search_path=evil,pg_catalog,public";
    const hostile = sqlAdapter(poolOf({ ...pool.options, options: path })).connect(schema);
    await hostile.insert(accounts, account("1"));
    expect(await hostile.count(accounts, {})).toBe(1);
    expect(await hostile.findMany(accounts, { where: { email: { contains: "EXAMPLE" } }, limit: 9 })).toHaveLength(1);
    expect(await hostile.findMany(accounts, { where: { email: { contains: "nothing" } }, limit: 9 })).toHaveLength(0);
    expect(await hostile.findMany(accounts, { where: { email: { endsWith: ".com" } }, limit: 9 })).toHaveLength(1);
  });

  test("values stay the same, regardless of how the app configured its driver and sessions", async () => {
    const { db } = await open({ options: "-c TimeZone=Asia/Kathmandu -c DateStyle=SQL,DMY" });
    await db.migrations?.migrate();
    const row = { ...account("1"), createdAt: new Date("1890-05-06T07:08:09.010Z") };
    await db.insert(accounts, row);
    expect(await db.findOne(accounts, { where: { createdAt: row.createdAt } })).toEqual(row);
    pg.types.setTypeParser(1184, (text) => `the app's: ${text}`);
    pg.types.setTypeParser(20, BigInt);
    closing.push(() => {
      pg.types.setTypeParser(1184, (text) => new Date(text));
      pg.types.setTypeParser(20, String);
    });
    expect(await db.consume(accounts, { where: { createdAt: row.createdAt } })).toEqual(row);
  });

  test("a transaction that waited for a lock sees what its holder wrote, even with a stricter default isolation", async () => {
    const { db } = await open({ options: "-c default_transaction_isolation=serializable" });
    await db.migrations?.migrate();
    await db.insert(accounts, account("1"));
    expect((await Promise.all([addOne(db, "1"), addOne(db, "1"), addOne(db, "1")])).sort()).toEqual([1, 2, 3]);
  });

  test("text is sorted by bytes, regardless of the table's collation", async () => {
    const { db, pool } = await open();
    await pool.query(
      `create table account (id text primary key, email text collate "en-x-icu" not null unique, balance int8 not null default 0, "createdAt" timestamptz)`,
    );
    const emails = ["a", "B", "ä", "Z", "b", "_"];
    await db.insertMany(
      accounts,
      emails.map((email, at) => ({ ...account(`${at}`), email })),
    );
    const rows = await db.findMany(accounts, { orderBy: [{ column: "email" }], limit: 9 });
    expect(rows.map(({ email }) => email)).toEqual(["B", "Z", "_", "a", "b", "ä"]);
    expect(await db.count(accounts, { where: { email: { gt: "Z" } } })).toBe(4);
    const after = await db.findMany(accounts, {
      orderBy: [{ column: "email" }],
      after: { email: "Z", id: "3" },
      limit: 9,
    });
    expect(after.map(({ email }) => email)).toEqual(["_", "a", "b", "ä"]);
  });

  test("a wide row is read as one value, the same as in a list, with every kind of value", async () => {
    const { db, pool } = await open();
    await db.migrations?.migrate();
    const odd = `"\\'\u0001\u2028é😀\n[1,null]`;
    await db.insert(accounts, { ...account("1"), email: odd, balance: Number.MAX_SAFE_INTEGER });
    // Written by another program, with microseconds, which are rounded.
    await pool.query(`alter table account alter column "createdAt" type timestamptz(6)`);
    await pool.query(`update account set "createdAt" = '1969-12-31 23:59:59.999501+00'`);
    const texts: string[] = [];
    const observed = sqlAdapter(pool, { onStatement: ({ text }) => texts.push(text) }).connect(schema);
    const one = await observed.findOne(accounts, { where: { id: "1" } });
    const [listed] = await observed.findMany(accounts, { where: { id: "1" }, limit: 1 });
    expect(one).toEqual(listed);
    expect(one).toMatchObject({ email: odd, balance: Number.MAX_SAFE_INTEGER, createdAt: new Date(0) });
    expect(texts.map((text) => text.includes("json_build_array"))).toEqual([true, false]);
  });

  test.each(["text", "json", "jsonb"])(
    "text that contains JSON stays text in a column of the type %s",
    async (type) => {
      const { pool } = await open();
      const notes = defineTable<Row & { readonly note: unknown; readonly other: unknown; readonly count: number }>({
        name: "note",
        columns: { note: { type: "json" }, other: { type: "json", nullable: true }, count: { type: "number" } },
      });
      const db = sqlAdapter(pool).connect(mergeSchema([notes]));
      await pool.query(`create table note (id text primary key, note ${type} not null, other ${type}, count bigint)`);
      const values = [
        "[1]",
        "true",
        "null",
        "7",
        '"[1]"',
        { a: '"[1]"', b: [["true"], "{}"] },
        [null, "null"],
        true,
        7,
      ];
      for (const [at, note] of values.entries()) {
        const row = { id: `${at}`, note, other: null, count: at };
        await db.insert(notes, row);
        expect(await db.findOne(notes, { where: { id: row.id } })).toEqual(row);
        expect(await db.findMany(notes, { where: { id: row.id }, limit: 1 })).toEqual([row]);
        expect(await db.consume(notes, { where: { id: row.id } })).toEqual(row);
      }
    },
  );

  test("more columns than a function accepts are read one by one", async () => {
    const { pool } = await open();
    const columns = Object.fromEntries(
      Array.from({ length: 120 }, (_, at) => [`c${at}`, { type: "number", nullable: true }] as const),
    );
    const wide = defineTable<Row & Readonly<Record<string, unknown>>>({ name: "wide", columns });
    const db = sqlAdapter(pool).connect(mergeSchema([wide]));
    await db.migrations?.migrate();
    await db.insert(wide, { id: "1", c7: 7 });
    expect(await db.findOne(wide, { where: { id: "1" } })).toMatchObject({ id: "1", c7: 7, c119: null });
  });

  test("statements stay prepared on their connection under one name, no matter how many adapters share the pool", async () => {
    const { db, pool } = await open({ max: 1 });
    await db.migrations?.migrate();
    const other = sqlAdapter(pool).connect(schema);
    for (let round = 0; round < 20; round++) {
      for (const one of [db, other]) await one.findOne(accounts, { where: { id: `${round}` } });
    }
    const { rows } = await pool.query(
      "select statement from pg_prepared_statements where name like 'latchkey%' and statement like '%limit 1'",
    );
    expect(rows).toHaveLength(1);
  });

  test("a table that gets a column while statements on it are prepared can still be read", async () => {
    const { db, pool } = await open({ max: 1 });
    await db.migrations?.migrate();
    await db.insert(accounts, account("1"));
    expect(await db.findOne(accounts, { where: { id: "1" } })).toEqual(account("1"));
    const wider = defineTable<{ id: string; nick: string | null }>({
      name: "account",
      columns: { nick: { type: "string", nullable: true } },
    });
    await sqlAdapter(pool)
      .connect(mergeSchema([{ ...accounts, columns: { ...accounts.columns, ...wider.columns } }]))
      .migrations?.migrate();
    expect(await db.findOne(accounts, { where: { id: "1" } })).toEqual(account("1"));
  });
});

/** Reads before it writes, which is only safe with a lock. */
function addOne(db: Adapter, id: string): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.lock(accounts, id);
    const balance = ((await tx.findOne(accounts, { where: { id } }))?.balance ?? 0) + 1;
    await new Promise((resolve) => setTimeout(resolve, 20));
    await tx.update(accounts, { where: { id }, set: { balance } });
    return balance;
  });
}
