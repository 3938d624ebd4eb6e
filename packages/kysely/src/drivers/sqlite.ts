/** SQLite in the process: better-sqlite3, libsql, node:sqlite and bun:sqlite share what is needed here. */

import { type Driver, type Result, type Statement, synchronousSqlite } from "@latchkey/core/sql";

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

/** Each statement is prepared once, and kept. */
export function sqliteDriver(database: SqliteDatabase): Driver {
  const prepared = new Map<string, Run>();
  return synchronousSqlite(database, {
    exec: (sql) => database.exec(sql),
    run: (statement, parameters) => (prepared.get(statement.sql) ?? prepare(database, prepared, statement))(parameters),
  });
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
