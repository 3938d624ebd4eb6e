/** `drizzleAdapter`: a database for `createAuth`, over the app's Drizzle instance and tables. */

import type { DatabaseAdapter, StatementObserver } from "@latchkey/core/database";
import { checkOptionNames, type OptionNames } from "@latchkey/core/plugin";
import { sqlAdapter } from "@latchkey/sql";
import { type DrizzleDatabase, type DrizzleProvider, drizzleDriver } from "./driver.ts";
import { createLayout } from "./tables.ts";

/** Options for `drizzleAdapter`. */
export interface DrizzleAdapterOptions {
  /** The instance's dialect: `sqlite`, `pg` (PostgreSQL), or `mysql` (MySQL and MariaDB). */
  readonly provider: DrizzleProvider;
  /** The tables, by name: `{ user, session, … }`. Default: the instance's own `schema`. */
  readonly schema?: Readonly<Record<string, unknown>>;
  /** Whether the keys of `schema` end with an `s`: `users`, `sessions`. Default: false. */
  readonly usePlural?: boolean;
  /** Called for every query. */
  readonly onStatement?: StatementObserver;
}

const optionNames: OptionNames<DrizzleAdapterOptions> = {
  provider: true,
  schema: true,
  usePlural: true,
  onStatement: true,
};

/**
 * Creates a database adapter over Drizzle. Statements go through the instance, so its logger and driver see them. Rows
 * are stored in the format that its tables declare.
 *
 * `createAuth` checks that the tables fit core and the plugins.
 *
 * @param db an instance that supports transactions, over libsql, better-sqlite3, bun:sqlite, node-postgres, PGlite, or
 *   mysql2
 * @throws {Error} from `createAuth`, if tables, columns, or unique constraints are missing or don't fit. The message
 *   lists each problem and the command that generates them.
 * @throws {Error} if an option is unknown, or the instance's dialect isn't `provider`
 */
export function drizzleAdapter(db: DrizzleDatabase, options: DrizzleAdapterOptions): DatabaseAdapter {
  checkOptionNames("drizzleAdapter", options, optionNames);
  const { provider, onStatement } = options;
  const driver = drizzleDriver(db, provider);
  return {
    dialect: driver.dialect,
    connect(schema) {
      const layout = createLayout(db, schema, options);
      return sqlAdapter(driver, { onStatement, layout }).connect(schema);
    },
  };
}
