import { kyselyAdapter } from "@latchkey/kysely";
import { sqlite } from "@latchkey/sql/sqlite";
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
import pg from "pg";
import { describe, expect, test } from "vitest";

describe("what kyselyAdapter accepts", () => {
  test("Kysely with each dialect, whatever its classes are called", async () => {
    const database = await sqlite(":memory:");
    const dialects = [
      new SqliteDialect({ database: database as never }),
      new PostgresDialect({ pool: {} as never }),
      new MysqlDialect({ pool: {} as never }),
    ];
    const adapters = dialects.map((dialect) => kyselyAdapter(new Kysely<unknown>({ dialect })));
    expect(adapters.map(({ dialect }) => dialect)).toEqual(["sqlite", "postgres", "mysql"]);
    database.close();
  });

  test.each<[string, unknown]>([
    ["nothing", undefined],
    ["a pool", new pg.Pool()],
  ])("%s is rejected with a hint to use sqlAdapter", (_, source) =>
    expect(() => kyselyAdapter(source as never)).toThrow("use sqlAdapter"),
  );

  test("the error names a misspelled option", () => {
    const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: {} as never }) });
    const options = { dialekt: "postgres" } as object;
    expect(() => kyselyAdapter(db, options)).toThrow('kyselyAdapter.dialekt isn\'t an option. Did you mean "dialect"?');
  });

  test("an unknown dialect must be named", () => {
    const db = new Kysely<unknown>({
      dialect: {
        createAdapter: () => new MssqlAdapter(),
        createDriver: () => new DummyDriver(),
        createIntrospector: (one) => new MssqlIntrospector(one),
        createQueryCompiler: () => new MssqlQueryCompiler(),
      },
    });
    expect(() => kyselyAdapter(db)).toThrow("Can't detect the dialect");
    expect(kyselyAdapter(db, { dialect: "postgres" }).dialect).toBe("postgres");
  });
});
