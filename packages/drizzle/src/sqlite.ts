/** SQLite through Drizzle: libsql answers later, better-sqlite3 and bun:sqlite at once. */

import {
  type Connection,
  type Driver,
  mutexFor,
  type Result,
  type Statement,
  synchronousSqlite,
} from "@latchkey/sql/driver";
import { type SQL, sql } from "drizzle-orm";
import { around, ofDriver, queryOf } from "./statements.ts";

/** The part of an instance for SQLite that is used. */
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
  // Whoever has the same client in hand waits for the same transactions.
  const identity = db.$client ?? db;
  return db.resultKind === "sync" ? atOnce(db, identity) : later(db, identity);
}

/** Drizzle's own transactions take no work that waits for something, so they are begun and ended by hand. */
function atOnce(db: SqliteInstance, identity: object): Driver {
  const now = <T>(run: () => T): T => {
    try {
      return run();
    } catch (error) {
      throw ofDriver(error);
    }
  };
  return synchronousSqlite(identity, {
    exec: (text) => now(() => db.run(sql.raw(text))),
    run: (statement, parameters) => now(() => resultOf(send(db, statement, parameters), statement)),
  });
}

/** One write at a time, transactions included: SQLite has no more, and refuses rather than waits. */
function later(db: SqliteInstance, identity: object): Driver {
  const mutex = mutexFor(identity);
  const on = (queries: SqliteQueries): Connection => ({
    run: (statement, parameters) => around(async () => resultOf(await send(queries, statement, parameters), statement)),
  });
  const { run } = on(db);
  return {
    dialect: "sqlite",
    run: (statement, parameters) =>
      statement.kind === "write" ? mutex.run(() => run(statement, parameters)) : run(statement, parameters),
    transaction: (work) =>
      mutex.run(() => around(() => db.transaction((tx) => work(on(tx)), { behavior: "immediate" }))),
    onConnection: (work) => mutex.run(() => work(on(db))),
  };
}

function send(queries: SqliteQueries, statement: Statement, parameters: readonly unknown[]): unknown {
  const query = queryOf(statement, parameters);
  return statement.returns ? queries.values(query) : queries.run(query);
}

interface Changed {
  readonly rowsAffected?: number;
  readonly changes?: number;
}

function resultOf(found: unknown, { returns }: Statement): Result {
  if (returns) {
    // libsql's rows are neither arrays nor plain objects: they have a length, and their values by number and by name.
    const rows = (found as readonly ArrayLike<unknown>[]).map((row) => Array.from(row));
    return { rows, changes: rows.length };
  }
  const { rowsAffected, changes } = found as Changed;
  return { rows: [], changes: Number(rowsAffected ?? changes ?? 0) };
}
