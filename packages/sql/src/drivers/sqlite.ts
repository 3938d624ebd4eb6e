/** SQLite in this process, through better-sqlite3, libsql, node:sqlite, or bun:sqlite. */

import type { Driver, Result, Statement } from "./driver.ts";
import { synchronousSqlite } from "./synchronous-sqlite.ts";

/** The part of a synchronous SQLite database that the adapter uses. */
export interface SqliteDatabase {
  prepare(sql: string): SqliteStatement;
  exec(sql: string): unknown;
}

/** The part of a prepared statement that the adapter uses. */
export interface SqliteStatement {
  all(...parameters: never[]): unknown;
  run(...parameters: never[]): unknown;
}

/** Each named statement is prepared once and kept, up to 1,000 of them. */
export function sqliteDriver(database: SqliteDatabase): Driver {
  const prepared = new Map<string, Run>();
  return synchronousSqlite(database, {
    exec: (sql) => database.exec(sql),
    run: (statement, parameters) => (prepared.get(statement.sql) ?? prepare(database, prepared, statement))(parameters),
  });
}

type Run = (parameters: readonly unknown[]) => Result;

const maxPrepared = 1000;

function prepare(database: SqliteDatabase, prepared: Map<string, Run>, statement: Statement): Run {
  const run = createRun(database.prepare(statement.sql), statement.returns);
  if (statement.name === "") return run;
  if (prepared.size >= maxPrepared) prepared.clear();
  prepared.set(statement.sql, run);
  return run;
}

interface KnownStatement {
  get(...parameters: unknown[]): unknown;
  all(...parameters: unknown[]): unknown[];
  run(...parameters: unknown[]): { readonly changes: number | bigint };
  /** better-sqlite3 and libsql: makes the statement return rows as arrays. */
  raw?(): unknown;
  /** bun:sqlite: returns rows as arrays. */
  values?(...parameters: unknown[]): unknown[][];
  /** node:sqlite, since Node.js 24. */
  setReturnArrays?(on: boolean): void;
}

/** Each library has its own way to return rows as arrays, which is the fastest form. */
function createRun(prepared: SqliteStatement, returns: Statement["returns"]): Run {
  const statement = prepared as KnownStatement;
  // bun:sqlite also has a raw(), which does something else. Only bun:sqlite has values().
  const asArrays = statement.values === undefined ? statement.raw?.bind(statement) : undefined;
  // libsql would read a single null as named parameters, so it gets an array. bun:sqlite and node:sqlite don't take
  // arrays.
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
        return row ? { rows: [row], changes: 1 } : noRow;
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

const noRow: Result = { rows: [], changes: 0 };
