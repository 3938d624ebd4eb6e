/** SQLite through Drizzle. libsql is asynchronous; better-sqlite3 and bun:sqlite are synchronous. */

import {
  type Connection,
  type Driver,
  mutexFor,
  type Result,
  type Statement,
  synchronousSqlite,
} from "@latchkey/sql/driver";
import { type SQL, sql } from "drizzle-orm";
import { queryOf, unwrapDriverError, withDriverErrors } from "./statements.ts";

/** The part of a SQLite instance that the adapter uses. */
export interface SqliteInstance extends SqliteQueries {
  readonly resultKind?: "sync" | "async";
  readonly $client?: object;
  transaction<T>(work: (tx: SqliteQueries) => Promise<T>, config: { behavior: "immediate" }): Promise<T>;
}

interface SqliteQueries {
  run(query: SQL): unknown;
  values(query: SQL): unknown;
}

export function drizzleSqlite(db: SqliteInstance): Driver {
  // Adapters over the same client must wait for each other's transactions.
  const identity = db.$client ?? db;
  return db.resultKind === "sync" ? synchronousDriver(db, identity) : asynchronousDriver(db, identity);
}

/** Drizzle's own synchronous transactions can't await anything, so this begins and ends them itself. */
function synchronousDriver(db: SqliteInstance, identity: object): Driver {
  const run = <T>(run: () => T): T => {
    try {
      return run();
    } catch (error) {
      throw unwrapDriverError(error);
    }
  };
  return synchronousSqlite(identity, {
    exec: (text) => run(() => db.run(sql.raw(text))),
    run: (statement, parameters) => run(() => resultOf(send(db, statement, parameters), statement)),
  });
}

/** Runs one write or transaction at a time. SQLite allows only one and fails instead of waiting. */
function asynchronousDriver(db: SqliteInstance, identity: object): Driver {
  const mutex = mutexFor(identity);
  const on = (queries: SqliteQueries): Connection => ({
    run: (statement, parameters) =>
      withDriverErrors(async () => resultOf(await send(queries, statement, parameters), statement)),
  });
  const { run } = on(db);
  return {
    dialect: "sqlite",
    run: (statement, parameters) =>
      statement.kind === "write" ? mutex.run(() => run(statement, parameters)) : run(statement, parameters),
    transaction: (work) =>
      mutex.run(() => withDriverErrors(() => db.transaction((tx) => work(on(tx)), { behavior: "immediate" }))),
    onConnection: (work) => mutex.run(() => work(on(db))),
  };
}

function send(queries: SqliteQueries, statement: Statement, parameters: readonly unknown[]): unknown {
  const query = queryOf(statement, parameters);
  return statement.returns ? queries.values(query) : queries.run(query);
}

interface RunResult {
  readonly rowsAffected?: number;
  readonly changes?: number;
}

function resultOf(found: unknown, { returns }: Statement): Result {
  if (returns) {
    // libsql's rows are neither arrays nor plain objects. They have a length, and each value by index and by name.
    const rows = (found as readonly ArrayLike<unknown>[]).map((row) => Array.from(row));
    return { rows, changes: rows.length };
  }
  const { rowsAffected, changes } = found as RunResult;
  return { rows: [], changes: Number(rowsAffected ?? changes ?? 0) };
}
