import { kyselyAdapter } from "@latchkey/kysely";
import { sqlite } from "@latchkey/kysely/sqlite";
import {
  DummyDriver,
  Kysely,
  MssqlAdapter,
  MssqlIntrospector,
  MssqlQueryCompiler,
  MysqlDialect,
  PostgresDialect,
  SqliteDialect,
} from "kysely";
import { createPool as createCallbackPool } from "mysql2";
import { createPool } from "mysql2/promise";
import pg from "pg";
import { describe, expect, test } from "vitest";

describe("what kyselyAdapter takes", () => {
  test("SQLite, and Kysely over each dialect, whatever its classes are called", async () => {
    const database = await sqlite(":memory:");
    expect(kyselyAdapter(database).dialect).toBe("sqlite");
    expect(
      kyselyAdapter(new Kysely<unknown>({ dialect: new SqliteDialect({ database: database as never }) })).dialect,
    ).toBe("sqlite");
    expect(kyselyAdapter(new Kysely<unknown>({ dialect: new PostgresDialect({ pool: {} as never }) })).dialect).toBe(
      "postgres",
    );
    expect(kyselyAdapter(new Kysely<unknown>({ dialect: new MysqlDialect({ pool: {} as never }) })).dialect).toBe(
      "mysql",
    );
    database.close();
  });

  test("pools of pg and mysql2, of the latter both forms; no connection is opened", async () => {
    const pools = [new pg.Pool(), createPool({}), createCallbackPool({})] as const;
    expect(pools.map((pool) => kyselyAdapter(pool).dialect)).toEqual(["postgres", "mysql", "mysql"]);
    await Promise.all([pools[0].end(), pools[1].end(), pools[2].promise().end()]);
  });

  test.each<[string, unknown]>([
    ["nothing", undefined],
    ["a path", "app.db"],
    ["a single pg client, which has one connection and no way to more", new pg.Client()],
    ["D1, which has no transactions", { prepare() {}, exec() {}, batch() {} }],
  ])("%s is refused by name", (_, source) =>
    expect(() => kyselyAdapter(source as never)).toThrow("kyselyAdapter takes"),
  );

  test("Kysely over a dialect that is not known is asked for one", () => {
    const db = new Kysely<unknown>({
      dialect: {
        createAdapter: () => new MssqlAdapter(),
        createDriver: () => new DummyDriver(),
        createIntrospector: (one) => new MssqlIntrospector(one),
        createQueryCompiler: () => new MssqlQueryCompiler(),
      },
    });
    expect(() => kyselyAdapter(db)).toThrow("say which dialect");
  });
});
