/** Describes a database to the tests. */

import type { DatabaseAdapter, StatementInfo } from "@latchkey/core/database";
import { type SqlAdapterOptions, type SqlSource, sqlAdapter } from "@latchkey/sql";

/** A fresh, empty database. */
export interface TestDatabase {
  readonly database: DatabaseAdapter;
  /** Every statement that `database` has sent. */
  readonly statements: StatementInfo[];
  /** A second adapter for the same rows, as another process would have. */
  again(options?: SqlAdapterOptions): DatabaseAdapter;
  /** The adapter with other options. Missing if the database isn't reached through `sqlAdapter`. */
  databaseWith?(options: SqlAdapterOptions): DatabaseAdapter;
  /** Whether the database would read a whole table or index for a statement. Missing if the database can't tell. */
  scans?(text: string): Promise<boolean>;
  /** The database's query plan for a statement, in its own format. Missing if the database can't tell. */
  plan?(text: string): Promise<string>;
  /** Sends a statement directly, bypassing the adapter. Missing if the database has no statements. */
  run?(text: string): Promise<void>;
  close(): Promise<void>;
}

export interface TestDatabaseKind {
  readonly name: string;
  open(): Promise<TestDatabase>;
}

/** A database that is reached over a connection and can be unavailable. */
export interface ServerKind extends TestDatabaseKind {
  /**
   * @param connections maximum size of its pool
   * @param options.keepsTables whether it may have the tables of earlier tests in the same file, without rows. That's
   *   faster, but unsuitable for migration tests.
   */
  open(
    connections?: number,
    options?: { readonly keepsTables?: boolean },
  ): Promise<TestDatabase & { readonly url: string }>;
  /** Drops the databases that were kept for the next test. */
  cleanUp(): Promise<void>;
  /** Drops the databases whose name starts with this. */
  dropLeftovers(prefix: string): Promise<void>;
  /** @throws if the server doesn't respond */
  probe(): Promise<void>;
}

/** Wraps a database in an adapter that logs its statements. */
export function withStatementLog(
  source: SqlSource,
  rest: Omit<TestDatabase, "database" | "statements" | "again"> & { second?(): SqlSource },
): TestDatabase {
  const statements: StatementInfo[] = [];
  const onStatement = (statement: StatementInfo): void => void statements.push(statement);
  const { second, ...more } = rest;
  return {
    database: sqlAdapter(source, { onStatement }),
    statements,
    databaseWith: (options) => sqlAdapter(source, { onStatement, ...options }),
    again: (options) => sqlAdapter(second?.() ?? source, options),
    ...more,
  };
}

/** Returns the prefix of this test run's database names. All processes of the run share it. */
export function namePrefix(): string {
  return `latchkey_${process.env.LATCHKEY_TEST_RUN ?? process.pid}_`;
}

/** Returns a name that no other test run uses. */
export function uniqueName(): string {
  return `${namePrefix()}${crypto.randomUUID().replace(/-/g, "")}`;
}
