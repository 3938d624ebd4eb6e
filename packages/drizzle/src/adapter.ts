/** `drizzleAdapter`: a database for `createAuth`, over the app's own Drizzle instance and tables. */

import type { DatabaseAdapter, StatementObserver } from "@latchkey/core/database";
import { sqlAdapter } from "@latchkey/sql";
import { type DrizzleDatabase, type DrizzleProvider, drizzleDriver } from "./driver.ts";
import { layoutOfTables } from "./tables.ts";

/** Options of `drizzleAdapter`. */
export interface DrizzleAdapterOptions {
  /** What the instance speaks: `sqlite`, `pg` (PostgreSQL) or `mysql` (MySQL and MariaDB). */
  readonly provider: DrizzleProvider;
  /** The tables, by name: `{ user, session, … }`. Default: what the instance was given as `schema`. */
  readonly schema?: Readonly<Record<string, unknown>>;
  /** Whether the keys of `schema` have an `s` at the end: `users`, `sessions`. Default: no. */
  readonly usePlural?: boolean;
  /** Told of every statement. */
  readonly onStatement?: StatementObserver;
}

/**
 * A database adapter over Drizzle. Statements go through the instance, so that its logger and its driver see them; rows
 * are read and written in the forms that its tables declare.
 *
 * `createAuth` compares the tables with those that core and the plugins need.
 *
 * @param db instance over libsql, better-sqlite3, bun:sqlite, node-postgres, PGlite or mysql2, with transactions
 * @throws {Error} from `createAuth`: tables, columns or unique constraints are missing or cannot hold what they should;
 *   the message names each one, and the command that writes them
 */
export function drizzleAdapter(db: DrizzleDatabase, options: DrizzleAdapterOptions): DatabaseAdapter {
  const { provider, onStatement } = options;
  const driver = drizzleDriver(db, provider);
  return {
    dialect: driver.dialect,
    connect(schema) {
      const layout = layoutOfTables(db, schema, options);
      return sqlAdapter(driver, { onStatement, layout }).connect(schema);
    },
  };
}
