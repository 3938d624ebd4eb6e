/** An adapter over a driver: operations, transactions, and migrations. */

import {
  type Adapter,
  createJoinCheck,
  runTransaction,
  type Schema,
  type StatementObserver,
  type Transaction,
  wrapOperations,
} from "@latchkey/core/database";
import { withCollationCheck } from "./collations.ts";
import type { Dialect, DialectName } from "./dialects/dialect.ts";
import { mysqlDialect } from "./dialects/mysql.ts";
import { postgresDialect } from "./dialects/postgres.ts";
import { sqliteDialect } from "./dialects/sqlite.ts";
import type { Connection, Driver } from "./drivers/driver.ts";
import { Conflict, errorTranslator, type TranslateError, withRetries } from "./errors.ts";
import { applyLayout, type Layout } from "./layout.ts";
import { createMigrations } from "./migrations/migrate.ts";
import { type Deps, operations } from "./operations.ts";
import { createStatementCache } from "./queries/statement-cache.ts";
import { applySubstringIndexes, type SubstringIndexes } from "./substrings/option.ts";
import { createIndexChooser } from "./substrings/search.ts";

const dialects: Readonly<Record<DialectName, Dialect>> = {
  sqlite: sqliteDialect,
  postgres: postgresDialect,
  mysql: mysqlDialect,
};

export interface ConnectOptions {
  readonly onStatement?: StatementObserver | undefined;
  /** With a layout, there are no `migrations`, because the app created the tables and changes them itself. */
  readonly layout?: Layout | undefined;
  readonly substringIndexes?: SubstringIndexes | undefined;
}

export function connect(
  source: Driver,
  declared: Schema,
  { onStatement, layout, substringIndexes }: ConnectOptions,
): Adapter {
  const dialect = dialects[source.dialect];
  if (layout && substringIndexes) {
    throw new Error("substringIndexes: can't be combined with layout. Create the indexes where you create the tables.");
  }
  const schema = layout
    ? applyLayout(declared, layout)
    : applySubstringIndexes(declared, substringIndexes ?? {}, dialect.name);
  const driver = layout ? withCollationCheck(source, schema) : source;
  const translateError = errorTranslator(dialect, schema);
  const deps: Deps = {
    dialect: dialect.name,
    schema,
    checkJoins: createJoinCheck(schema),
    statements: createStatementCache(dialect, schema),
    chooseIndexes: dialect.name === "sqlite" ? createIndexChooser(schema) : null,
    onStatement,
    updateReturns: dialect.supportsReturning,
    deleteReturns: deleteReturns(driver, translateError),
    translateError,
  };
  const transaction: Adapter["transaction"] = (work) => withRetries(() => runInTransaction(driver, deps, work));
  const { lock: _, ...withoutLock } = operations(deps, driver, transaction);
  const adapter = { ...wrapOperations(withoutLock, withRetries), transaction };
  return layout ? adapter : { ...adapter, migrations: createMigrations(driver, deps) };
}

/**
 * Runs one transaction on one connection. Errors of `work` are already translated, but those of BEGIN and COMMIT
 * aren't.
 */
async function runInTransaction<T>(driver: Driver, deps: Deps, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const observe = (text: string): void => deps.onStatement?.({ kind: "transaction", table: null, text });
  let thrown: { readonly error: unknown } | null = null;
  try {
    const result = await driver.transaction(async (connection) => {
      observe("begin");
      try {
        return await runOn(connection, deps, work);
      } catch (error) {
        thrown = { error };
        throw error;
      }
    });
    observe("commit");
    return result;
  } catch (error) {
    if (thrown) observe("rollback");
    throw thrown ? (thrown as { readonly error: unknown }).error : deps.translateError(error, null);
  }
}

/** Runs `work`. If a statement lost to another transaction, throws that conflict even if `work` caught the error. */
async function runOn<T>(connection: Connection, deps: Deps, work: (tx: Transaction) => Promise<T>): Promise<T> {
  let conflict: Conflict | null = null;
  const translateError: TranslateError = (error, table) => {
    const translated = deps.translateError(error, table);
    if (translated instanceof Conflict) conflict ??= translated;
    return translated;
  };
  try {
    return await runTransaction(operations({ ...deps, translateError }, connection, null), work);
  } catch (error) {
    throw conflict ?? error;
  }
}

function deleteReturns(driver: Driver, translateError: TranslateError): Deps["deleteReturns"] {
  if (driver.dialect !== "mysql") return () => true;
  const { isMariaDb } = driver;
  if (!isMariaDb) return () => false;
  return async (connection) => {
    try {
      return await isMariaDb(connection);
    } catch (error) {
      throw translateError(error, null);
    }
  };
}
