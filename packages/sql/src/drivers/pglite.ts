/** PGlite: PostgreSQL in this process, on one connection. */

import type { Connection, Driver, Result } from "./driver.ts";

/** The part of PGlite that the adapter uses. */
export interface PGliteDatabase extends PGliteQueries {
  /** Other statements wait while `work` runs. */
  transaction<T>(work: (tx: PGliteQueries) => Promise<T>): Promise<T>;
  readonly waitReady: Promise<void>;
}

/** What PGlite and its transactions share. */
export interface PGliteQueries {
  query(sql: string, parameters: unknown[], options: { rowMode: "array" }): Promise<PGliteResult>;
}

/** A result from PGlite. */
export interface PGliteResult {
  readonly rows: unknown[];
  readonly affectedRows?: number;
}

export function pgliteDriver(database: PGliteDatabase): Driver {
  return {
    dialect: "postgres",
    run: toConnection(database).run,
    transaction: (work) => database.transaction((tx) => work(toConnection(tx))),
    onConnection: (work) => work(toConnection(database)),
  };
}

function toConnection(queries: PGliteQueries): Connection {
  return {
    async run({ sql, returns }, parameters): Promise<Result> {
      const { rows, affectedRows = 0 } = await queries.query(sql, parameters as unknown[], { rowMode: "array" });
      return { rows: rows as unknown[][], changes: returns ? rows.length : affectedRows };
    },
  };
}
