/** `kyselyAdapter`: a database for `createAuth`, over a Kysely instance or a plain driver. */

import type { DatabaseAdapter, StatementObserver } from "@latchkey/core/database";
import { type DialectName, sqlAdapter } from "@latchkey/core/sql";
import { type DatabaseSource, driverFor } from "./detect.ts";

/** Options of `kyselyAdapter`. */
export interface KyselyAdapterOptions {
  /** Needed for a Kysely instance whose dialect cannot be told from it. */
  readonly dialect?: DialectName;
  /** Told of every statement. */
  readonly onStatement?: StatementObserver;
}

/**
 * A database adapter for SQLite, PostgreSQL, MySQL and MariaDB.
 *
 * @param source better-sqlite3, libsql, node:sqlite or bun:sqlite database; `pg` pool; PGlite; `mysql2` pool; or a Kysely
 *   instance over any of them. Plain drivers are faster: their statements stay prepared. On a SQLite database that the
 *   app uses too, a transaction of the one may see statements of the other: open it a second time instead
 * @throws {Error} the source is none of these
 */
export function kyselyAdapter(source: DatabaseSource, options: KyselyAdapterOptions = {}): DatabaseAdapter {
  const driver = driverFor(source, options.dialect);
  const { onStatement } = options;
  return { dialect: driver.dialect, connect: (schema) => sqlAdapter(driver, schema, { onStatement }) };
}
