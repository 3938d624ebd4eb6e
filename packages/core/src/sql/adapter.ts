/** An adapter over a driver: operations, transactions, migrations. */

import {
  type Adapter,
  aroundEach,
  runTransaction,
  type Schema,
  type StatementObserver,
  type Transaction,
} from "../database/index.ts";
import { comparingBytes } from "./collations.ts";
import type { Dialect, DialectName } from "./dialects/dialect.ts";
import { mysqlDialect } from "./dialects/mysql.ts";
import { postgresDialect } from "./dialects/postgres.ts";
import { sqliteDialect } from "./dialects/sqlite.ts";
import type { Connection, Driver } from "./driver.ts";
import { Conflict, retried, type Translate, translator } from "./faults.ts";
import { type Layout, layOut } from "./layout.ts";
import { createMigrations } from "./migrations/migrate.ts";
import { type Means, operations } from "./operations.ts";
import { createCatalogue } from "./queries/catalogue.ts";

const dialects: Readonly<Record<DialectName, Dialect>> = {
  sqlite: sqliteDialect,
  postgres: postgresDialect,
  mysql: mysqlDialect,
};

/** What else `sqlAdapter` takes. */
export interface SqlAdapterOptions {
  /** Told of every statement. */
  readonly onStatement?: StatementObserver | undefined;
  /** Where the tables lie that the app made itself. Whoever made them also changes them: there are no `migrations`. */
  readonly layout?: Layout | undefined;
}

/**
 * An adapter that keeps every promise by statements of its own, over whatever sends them. What an adapter for a
 * relational database is built on: it brings a {@link Driver} and is done.
 */
export function sqlAdapter(given: Driver, declared: Schema, { onStatement, layout }: SqlAdapterOptions = {}): Adapter {
  const dialect = dialects[given.dialect];
  const schema = layout ? layOut(declared, layout) : declared;
  const driver = layout ? comparingBytes(given, schema) : given;
  const translate = translator(dialect, schema);
  const means: Means = {
    dialect: dialect.name,
    schema,
    catalogue: createCatalogue(dialect, schema),
    tell: onStatement,
    deleteReturns: deleteReturns(driver, translate),
    translate,
  };
  const transaction: Adapter["transaction"] = (work) => retried(() => inOne(driver, means, work));
  const { lock: _, ...own } = operations(means, driver, transaction);
  const adapter = { ...aroundEach(own, retried), transaction };
  return layout ? adapter : { ...adapter, migrations: createMigrations(driver, means) };
}

/** One transaction on one connection. What throws inside is already translated; only BEGIN and COMMIT are not. */
async function inOne<T>(driver: Driver, means: Means, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const tell = (text: string): void => means.tell?.({ kind: "transaction", table: null, text });
  let inside: { readonly error: unknown } | null = null;
  try {
    const result = await driver.transaction(async (connection) => {
      tell("begin");
      try {
        return await runOn(connection, means, work);
      } catch (error) {
        inside = { error };
        throw error;
      }
    });
    tell("commit");
    return result;
  } catch (error) {
    if (inside) tell("rollback");
    throw inside ? (inside as { readonly error: unknown }).error : means.translate(error, null);
  }
}

/** Runs `work`. Where a statement lost to another transaction, that is the outcome, whatever `work` made of it. */
async function runOn<T>(connection: Connection, means: Means, work: (tx: Transaction) => Promise<T>): Promise<T> {
  let conflict: Conflict | null = null;
  const translate: Means["translate"] = (error, table) => {
    const meaning = means.translate(error, table);
    if (meaning instanceof Conflict) conflict ??= meaning;
    return meaning;
  };
  try {
    return await runTransaction(operations({ ...means, translate }, connection, null), work);
  } catch (error) {
    throw conflict ?? error;
  }
}

function deleteReturns(driver: Driver, translate: Translate): Means["deleteReturns"] {
  if (driver.dialect !== "mysql") return () => true;
  const { isMariaDb } = driver;
  if (!isMariaDb) return () => false;
  return async (connection) => {
    try {
      return await isMariaDb(connection);
    } catch (error) {
      throw translate(error, null);
    }
  };
}
