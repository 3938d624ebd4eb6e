/** Statements through a Drizzle instance, whatever driver it has. */

import { type Driver, detectMariaDb } from "@latchkey/sql/driver";
import type { SQL } from "drizzle-orm";
import { drizzleSqlite, type SqliteInstance } from "./sqlite.ts";
import { around, type FoundResult, queryOf, resultOf } from "./statements.ts";

/** The dialects, under the names that Drizzle's own tools have for them. */
export type DrizzleProvider = "sqlite" | "pg" | "mysql";

/** A Drizzle instance, whatever its dialect, driver and tables are. */
export interface DrizzleDatabase {
  transaction(work: never, config?: never): unknown;
}

/** @throws {Error} the instance is of another dialect */
export function drizzleDriver(db: DrizzleDatabase, provider: DrizzleProvider): Driver {
  const found = providerOf(db);
  if (found !== provider) throw new Error(`provider: it is "${provider}", but the Drizzle instance is of "${found}".`);
  if (provider === "sqlite") return drizzleSqlite(db as unknown as SqliteInstance);
  const driver = through(db as unknown as ServerInstance, provider === "pg" ? "postgres" : "mysql");
  return provider === "pg" ? driver : { ...driver, isMariaDb: detectMariaDb() };
}

/** By what only the one dialect has: the classes themselves would have to be loaded for all three. */
function providerOf(db: DrizzleDatabase): DrizzleProvider {
  if ("run" in db) return "sqlite";
  return "refreshMaterializedView" in db ? "pg" : "mysql";
}

interface ServerInstance extends ServerQueries {
  transaction<T>(work: (tx: ServerQueries) => Promise<T>, config: { isolationLevel: "read committed" }): Promise<T>;
}

interface ServerQueries {
  execute(query: SQL): Promise<FoundResult>;
}

function through(db: ServerInstance, dialect: "postgres" | "mysql"): Driver {
  const on = (queries: ServerQueries): Pick<Driver, "run"> => ({
    run: (statement, parameters) =>
      around(async () => resultOf(await queries.execute(queryOf(statement, parameters)), statement)),
  });
  return {
    dialect,
    ...on(db),
    transaction: (work) => around(() => db.transaction((tx) => work(on(tx)), { isolationLevel: "read committed" })),
    onConnection: (work) => work(on(db)),
  };
}
