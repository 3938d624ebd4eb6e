/** SQLite in the process: better-sqlite3, libsql, node:sqlite and bun:sqlite share what is needed here. */

import { type Driver, mutexOf, type Result, type Statement } from "./driver.ts";

/** The part of a synchronous SQLite database that is used. */
export interface SqliteDatabase {
  prepare(sql: string): SqliteStatement;
  exec(sql: string): unknown;
}

/** The part of a prepared statement that is used. */
export interface SqliteStatement {
  all(...parameters: never[]): unknown;
  run(...parameters: never[]): unknown;
}

/**
 * One connection, so one transaction at a time: while one is open everybody else waits. With none open a statement
 * runs at once; nothing can come between, since the database answers synchronously.
 */
export function sqliteDriver(database: SqliteDatabase): Driver {
  database.exec("PRAGMA foreign_keys = ON");
  const mutex = mutexOf(database);
  const prepared = new Map<string, Run>();
  const direct = (statement: Statement, parameters: readonly unknown[]): Result =>
    (prepared.get(statement.sql) ?? prepare(database, prepared, statement))(parameters);
  const atOnce = (statement: Statement, parameters: readonly unknown[]): Result =>
    statement.kind === "read" ? direct(statement, parameters) : alone(database, () => direct(statement, parameters));
  return {
    dialect: "sqlite",
    run: (statement, parameters) =>
      mutex.isHeld() ? mutex.run(() => atOnce(statement, parameters)) : atOnce(statement, parameters),
    transaction: (work) =>
      mutex.run(async () => {
        database.exec(begin);
        try {
          const result = await work({ run: direct });
          database.exec("COMMIT");
          return result;
        } catch (error) {
          rollback(database);
          throw error;
        }
      }),
    onConnection: (work) => mutex.run(() => work({ run: direct })),
  };
}

/** With the right to write from the start: a reader that turns writer later can be refused without a wait. */
const begin = "BEGIN IMMEDIATE";

/**
 * Runs a write outside of transactions in one of its own. Left to itself it may meet a lock half way, and libsql keeps
 * what it began open after that: no later transaction of this connection could commit.
 */
function alone(database: SqliteDatabase, write: () => Result): Result {
  database.exec(begin);
  try {
    const result = write();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    rollback(database);
    throw error;
  }
}

type Run = (parameters: readonly unknown[]) => Result;

const mostPrepared = 1000;

function prepare(database: SqliteDatabase, prepared: Map<string, Run>, statement: Statement): Run {
  const run = runOf(database.prepare(statement.sql), statement.returns);
  if (statement.name === "") return run;
  if (prepared.size >= mostPrepared) prepared.clear();
  prepared.set(statement.sql, run);
  return run;
}

interface KnownStatement {
  get(...parameters: unknown[]): unknown;
  all(...parameters: unknown[]): unknown[];
  run(...parameters: unknown[]): { readonly changes: number | bigint };
  /** better-sqlite3 and libsql: rows as arrays from now on. */
  raw?(): unknown;
  /** bun:sqlite: rows as arrays. */
  values?(...parameters: unknown[]): unknown[][];
  /** node:sqlite, from Node 24. */
  setReturnArrays?(on: boolean): void;
}

/** Each of the four has its own way to give rows as arrays, which is the fastest. */
function runOf(of: SqliteStatement, returns: Statement["returns"]): Run {
  const statement = of as unknown as KnownStatement;
  // Given as one list, for libsql takes a single null for named parameters. The other two know no lists.
  // bun:sqlite has a raw() as well, which is something else; it alone has values().
  const asArrays = statement.values === undefined ? statement.raw?.bind(statement) : undefined;
  const takesList = asArrays !== undefined;
  if (!returns) {
    return (parameters) => {
      const { changes } = takesList ? statement.run(parameters) : statement.run(...parameters);
      return { rows: [], changes: Number(changes) };
    };
  }
  const list = (rows: unknown[][]): Result => ({ rows, changes: rows.length });
  if (asArrays) {
    asArrays();
    if (returns === "row") {
      return (parameters) => {
        const row = statement.get(parameters) as unknown[] | undefined;
        return row ? { rows: [row], changes: 1 } : nothing;
      };
    }
    return (parameters) => list(statement.all(parameters) as unknown[][]);
  }
  if (statement.values) return (parameters) => list(statement.values?.(...parameters) ?? []);
  if (statement.setReturnArrays) {
    statement.setReturnArrays(true);
    return (parameters) => list(statement.all(...parameters) as unknown[][]);
  }
  return (parameters) => list(statement.all(...parameters).map((row) => Object.values(row as object)));
}

const nothing: Result = { rows: [], changes: 0 };

function rollback(database: SqliteDatabase): void {
  try {
    database.exec("ROLLBACK");
  } catch {
    // SQLite rolled back by itself, as it does on some errors.
  }
}
