import { type Adapter, UnstorableValue } from "@latchkey/core/database";
import { sqlAdapter } from "@latchkey/sql";
import { servers, type TestDatabase } from "@latchkey/test-kit/databases";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { note, noteSchema, noteTable, openSqlite, ownerTable, substringIndexes } from "./substrings.ts";

const count = 20_000;
const rare = { body: { contains: "NUMBER 1234" } };
const common = { body: { contains: "numb" } };
const page = { orderBy: [{ column: "at", direction: "desc" }], limit: 20 } as const;

/** Fills a table, so that the query planner has a choice. */
async function fill(db: Adapter): Promise<void> {
  await db.migrations?.migrate();
  const ids = Array.from({ length: count }, (_, at) => `${at}`);
  await db.insert(ownerTable, { id: "me" });
  await db.insertMany(
    noteTable,
    ids.map((id) => note(id, `is Number ${id}, and some more`, { at: Number(id) })),
  );
}

/** The queries of a call, without those that count candidates. */
async function sentBy({ statements }: TestDatabase, call: () => Promise<unknown>): Promise<string[]> {
  const before = statements.length;
  await call();
  return statements.slice(before).map(({ text }) => text);
}

describe("with an index, SQLite", () => {
  let opened: Required<TestDatabase>;
  let db: Adapter;
  beforeAll(async () => {
    opened = await openSqlite();
    db = opened.databaseWith({ substringIndexes }).connect(noteSchema);
    await fill(db);
    await opened.run("analyze");
  });
  afterAll(() => opened.close());

  const planOf = async (call: () => Promise<unknown>): Promise<string> => {
    const texts = await sentBy(opened, call);
    return opened.plan(texts.at(-1) ?? "");
  };

  test("uses it for text that few rows contain, for the page and for the total", async () => {
    expect(await db.count(noteTable, { where: rare })).toBe(11);
    for (const call of [
      () => db.findMany(noteTable, { where: rare, ...page }),
      () => db.count(noteTable, { where: rare }),
      () => db.count(noteTable, { where: { ...rare, at: { gt: 5 } } }),
    ]) {
      const plan = await planOf(call);
      expect(plan).toContain("VIRTUAL TABLE INDEX");
      expect(plan).toMatch(/SEARCH b USING (?:COVERING )?INDEX sqlite_autoindex_note_1 \(id=\?\)/);
      expect(plan).not.toMatch(/SCAN b/);
    }
  });

  test("scans the table for text that most rows contain, or that's shorter than a trigram", async () => {
    for (const where of [common, { body: { contains: "9," } }]) {
      const plan = await planOf(() => db.findMany(noteTable, { where, ...page }));
      expect(plan).toMatch(/^SCAN b USING INDEX/);
      expect(plan).not.toContain("VIRTUAL");
    }
    expect(await db.count(noteTable, { where: common })).toBe(count);
  });

  test("any number of searches share a few statement texts", async () => {
    const texts = new Set<string>();
    for (let at = 0; at < 30; at++) {
      const where = { body: { contains: `number ${at * 600}` } };
      for (const text of await sentBy(opened, () => db.count(noteTable, { where }))) texts.add(text);
    }
    expect(texts.size).toBeLessThanOrEqual(3);
  });

  test("a caller can't query the index itself", async () => {
    const where = { body: { containsIndexed: "abc" } } as never;
    await expect(db.findMany(noteTable, { where, limit: 1 })).rejects.toThrow(UnstorableValue);
  });
});

describe.skipIf(servers.postgres === null)("with an index, PostgreSQL", () => {
  let opened: TestDatabase & { readonly url: string };
  let pool: pg.Pool;
  let db: Adapter;
  beforeAll(async () => {
    opened = (await servers.postgres?.open()) as typeof opened;
    pool = new pg.Pool({ connectionString: opened.url, max: 1 });
    pool.on("connect", (client) => void client.on("error", () => {}));
    db = (opened.databaseWith as NonNullable<typeof opened.databaseWith>)({ substringIndexes }).connect(noteSchema);
    await fill(db);
    // Like autovacuum: until then, new rows wait in the index's pending list.
    await pool.query("vacuum analyze note");
  });
  afterAll(async () => {
    await pool.end();
    await opened.close();
  });

  /** The plan with these values and the server's own settings. */
  const planOf = async (call: () => Promise<unknown>, values: unknown[]): Promise<string> => {
    const [text] = await sentBy(opened, call);
    const { rows } = await pool.query(`explain (format json) ${text}`, values);
    return JSON.stringify(rows);
  };
  const pattern = "%number 1234%";

  test("uses it for text that few rows contain, for the page and for the total", async () => {
    expect(await db.count(noteTable, { where: rare })).toBe(11);
    const plans = [
      await planOf(() => db.findMany(noteTable, { where: rare, ...page }), [pattern, 20]),
      await planOf(() => db.count(noteTable, { where: rare }), [pattern]),
    ];
    for (const plan of plans) {
      expect(plan).toContain('"Index Name":"note_body_trgm_idx"');
      expect(plan).not.toContain("Seq Scan");
    }
  });

  test("scans the table in the page's order for text that most rows contain", async () => {
    const plan = await planOf(() => db.findMany(noteTable, { where: common, ...page }), ["%numb%", 20]);
    expect(plan).toContain('"Index Name":"note_at_id_idx"');
    expect(plan).not.toContain("trgm");
  });

  test("no connection keeps a plan for another text", async () => {
    const own = new pg.Pool({ connectionString: opened.url, max: 1 });
    const single = sqlAdapter(own, { substringIndexes }).connect(noteSchema);
    for (let at = 0; at < 12; at++) await single.count(noteTable, { where: at % 2 ? rare : common });
    const { rows } = await own.query("select statement from pg_prepared_statements where statement like '%~~%'");
    expect(rows).toEqual([]);
    await own.end();
  });
});
