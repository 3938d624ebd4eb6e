import { sqlAdapter } from "@latchkey/sql";
import { sqlite } from "@latchkey/sql/sqlite";
import { createPool as createCallbackPool } from "mysql2";
import { createPool } from "mysql2/promise";
import pg from "pg";
import { describe, expect, test } from "vitest";

describe("what sqlAdapter accepts", () => {
  test("a SQLite database", async () => {
    const database = await sqlite(":memory:");
    expect(sqlAdapter(database).dialect).toBe("sqlite");
    database.close();
  });

  test("pg and mysql2 pools, the latter in both forms; no connection is opened", async () => {
    const pools = [new pg.Pool(), createPool({}), createCallbackPool({})] as const;
    expect(pools.map((pool) => sqlAdapter(pool).dialect)).toEqual(["postgres", "mysql", "mysql"]);
    await Promise.all([pools[0].end(), pools[1].end(), pools[2].promise().end()]);
  });

  test("a custom driver", () => {
    const driver = {
      dialect: "postgres" as const,
      run: () => ({ rows: [], changes: 0 }),
      transaction: () => Promise.reject(new Error("unused")),
      onConnection: () => Promise.reject(new Error("unused")),
    };
    expect(sqlAdapter(driver).dialect).toBe("postgres");
  });

  test("a misspelled option is named", async () => {
    const database = await sqlite(":memory:");
    const options = { substringIndex: {} } as object;
    expect(() => sqlAdapter(database, options)).toThrow(
      'substringIndex isn\'t an option. Did you mean "substringIndexes"?',
    );
    database.close();
  });

  test.each<[string, unknown, string]>([
    ["nothing", undefined, 'Pass a Pool from "pg"'],
    ["an address", "postgres://localhost/app", "Open it first"],
    ["a promise, where an await is missing", sqlite(":memory:"), "add `await`"],
    ["a single pg client", new pg.Client(), "instead of a single Client"],
    ["a single mysql2 connection", { execute() {}, beginTransaction() {} }, "instead of a single connection"],
    ["postgres.js", Object.assign(() => {}, { unsafe() {} }), "postgres.js isn't supported"],
    ["D1", { prepare() {}, exec() {}, batch() {} }, "D1 has no transactions"],
    ["a Kysely instance", { getExecutor() {}, withoutPlugins() {} }, "kyselyAdapter"],
    ["a Drizzle instance", { $client: {} }, "drizzleAdapter"],
    ["a Prisma client", { $queryRawUnsafe() {} }, "prismaAdapter"],
  ])("%s is rejected, and the message says what to pass", (_, source, advice) => {
    expect(() => sqlAdapter(source as never)).toThrow(advice);
    expect(() => sqlAdapter(source as never)).toThrow("sqlAdapter can't use this database.");
  });
});
