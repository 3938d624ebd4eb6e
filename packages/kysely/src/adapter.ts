/** `kyselyAdapter`: a database for `createAuth`, over the app's Kysely instance. */

import type { StatementObserver } from "@latchkey/core/database";
import { checkOptionNames, type OptionNames } from "@latchkey/core/plugin";
import { type DialectName, type SqlDatabaseAdapter, type SubstringIndexes, sqlAdapter } from "@latchkey/sql";
import { dialectOf } from "./dialect.ts";
import { isKysely, type KyselyInstance, kyselyDriver } from "./driver.ts";

/** Options for `kyselyAdapter`. */
export interface KyselyAdapterOptions {
  /** The instance's dialect. Default: detected from the SQL that the instance compiles. */
  readonly dialect?: DialectName;
  /** Called for every query. */
  readonly onStatement?: StatementObserver;
  /**
   * Text columns to index for `contains`, by table: `{ user: ["email", "name"] }`. See the `sqlAdapter` option of the
   * same name. Default: none.
   */
  readonly substringIndexes?: SubstringIndexes;
}

const optionNames: OptionNames<KyselyAdapterOptions> = { dialect: true, onStatement: true, substringIndexes: true };

/**
 * Creates a database adapter over a Kysely instance for SQLite, PostgreSQL, MySQL, or MariaDB. Statements go through
 * the instance, without its plugins.
 *
 * Kysely prepares a statement each time it runs, so `sqlAdapter` over the same pool is faster.
 *
 * @throws {Error} if this isn't a Kysely instance, an option is unknown, or the dialect can't be detected
 */
export function kyselyAdapter(db: KyselyInstance, options: KyselyAdapterOptions = {}): SqlDatabaseAdapter {
  if (!isKysely(db)) {
    throw new Error(
      'kyselyAdapter needs a Kysely instance. For a pool or a database, use sqlAdapter from "@latchkey/sql".',
    );
  }
  checkOptionNames("kyselyAdapter", options, optionNames);
  const driver = kyselyDriver(db, options.dialect ?? dialectOf(db));
  return sqlAdapter(driver, { onStatement: options.onStatement, substringIndexes: options.substringIndexes });
}
