/** A driver over a Drizzle instance, with any of its database clients. */

import { type Driver, detectMariaDb } from "@latchkey/sql/driver";
import type { SQL } from "drizzle-orm";
import { drizzleSqlite, type SqliteInstance } from "./sqlite.ts";
import { type ExecuteResult, queryOf, resultOf, withDriverErrors } from "./statements.ts";

/** The dialects, as Drizzle's own tools name them. */
export type DrizzleProvider = "sqlite" | "pg" | "mysql";

/** A Drizzle instance with any dialect, client, and tables. */
export interface DrizzleDatabase {
  transaction(work: never, config?: never): unknown;
}

/** @throws {Error} if the instance's dialect isn't `provider` */
export function drizzleDriver(db: DrizzleDatabase, provider: DrizzleProvider): Driver {
  const found = providerOf(db);
  if (found !== provider)
    throw new Error(`provider is "${provider}", but the Drizzle instance is for "${found}". Change provider to match.`);
  if (isSqlite(db)) return drizzleSqlite(db);
  const driver = serverDriver(db as unknown as ServerInstance, provider === "pg" ? "postgres" : "mysql");
  return provider === "pg" ? driver : { ...driver, isMariaDb: detectMariaDb() };
}

/** Checks for properties that only one dialect has. Checking the classes would load all three dialects. */
function providerOf(db: DrizzleDatabase): DrizzleProvider {
  if (isSqlite(db)) return "sqlite";
  return "refreshMaterializedView" in db ? "pg" : "mysql";
}

function isSqlite(db: DrizzleDatabase): db is DrizzleDatabase & SqliteInstance {
  return "run" in db;
}

interface ServerInstance extends ServerQueries {
  transaction<T>(work: (tx: ServerQueries) => Promise<T>, config: { isolationLevel: "read committed" }): Promise<T>;
}

interface ServerQueries {
  execute(query: SQL): Promise<ExecuteResult>;
}

function serverDriver(db: ServerInstance, dialect: "postgres" | "mysql"): Driver {
  const on = (queries: ServerQueries): Pick<Driver, "run"> => ({
    run: (statement, parameters) =>
      withDriverErrors(async () => resultOf(await queries.execute(queryOf(statement, parameters)), statement)),
  });
  return {
    dialect,
    ...on(db),
    transaction: (work) =>
      withDriverErrors(() => db.transaction((tx) => work(on(tx)), { isolationLevel: "read committed" })),
    onConnection: (work) => work(on(db)),
  };
}
