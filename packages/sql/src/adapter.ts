/** `sqlAdapter`: a database for `createAuth`, over the app's connection or pool. */

import type { DatabaseAdapter, StatementObserver } from "@latchkey/core/database";
import { checkOptionNames, type OptionNames } from "@latchkey/core/plugin";
import { connect } from "./connect.ts";
import { driverFor, type SqlSource } from "./drivers/detect.ts";
import type { Layout } from "./layout.ts";
import type { SubstringIndexes } from "./substrings/option.ts";

/** Options for `sqlAdapter`. */
export interface SqlAdapterOptions {
  /** Called for every query. */
  readonly onStatement?: StatementObserver | undefined;
  /**
   * Names and value formats of tables that the app created itself. The adapter then has no migrations, because the app
   * changes its tables itself. Default: the tables that `migrate` creates.
   */
  readonly layout?: Layout | undefined;
  /**
   * Text columns to index for `contains`, by table: `{ user: ["email", "name"] }`. `migrate` creates the indexes, with
   * the pg_trgm extension on PostgreSQL and FTS5 on SQLite. Not available on MySQL and MariaDB, or together with
   * `layout`. Default: none, so `contains` reads every row.
   */
  readonly substringIndexes?: SubstringIndexes | undefined;
}

const optionNames: OptionNames<SqlAdapterOptions> = { onStatement: true, layout: true, substringIndexes: true };

/** The adapter that `sqlAdapter` returns. */
export interface SqlDatabaseAdapter extends DatabaseAdapter {
  /** The option, for tools that migrate the app's database without the adapter. */
  readonly substringIndexes: SubstringIndexes;
}

/**
 * Creates a database adapter for SQLite, PostgreSQL, MySQL, or MariaDB. The adapter keeps its statements prepared.
 *
 * If the app also uses this SQLite connection itself, the adapter's statements can end up in the app's transactions.
 * Open the file a second time instead.
 *
 * @param source a `pg` pool, PGlite, a `mysql2` pool, a better-sqlite3, libsql, node:sqlite, or bun:sqlite database, or
 *   your own driver
 * @throws {Error} if the source is none of these, or an option is unknown; the message says what to pass instead
 */
export function sqlAdapter(source: SqlSource, options: SqlAdapterOptions = {}): SqlDatabaseAdapter {
  checkOptionNames("sqlAdapter", options, optionNames);
  const driver = driverFor(source);
  const { substringIndexes = {} } = options;
  return { dialect: driver.dialect, substringIndexes, connect: (schema) => connect(driver, schema, options) };
}
