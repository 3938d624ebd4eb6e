/** What the tests know of a database. */

import type { DatabaseAdapter, StatementInfo } from "@latchkey/core/database";
import { type SqlSource, sqlAdapter } from "@latchkey/sql";

/** A fresh, empty database. */
export interface TestDatabase {
  readonly database: DatabaseAdapter;
  /** Every statement since it was opened. */
  readonly statements: StatementInfo[];
  /** Another adapter onto the same rows, as a second process would have. */
  again(): DatabaseAdapter;
  /** Whether the database would read a whole table, or a whole index, for a statement. Absent where nothing tells. */
  scans?(text: string): Promise<boolean>;
  /** How the database would find the rows of a statement, in its own words. Absent where nothing tells. */
  plan?(text: string): Promise<string>;
  /** Sends text as it is, past the adapter. Absent where there is no text. */
  run?(text: string): Promise<void>;
  close(): Promise<void>;
}

export interface TestDatabaseKind {
  readonly name: string;
  open(): Promise<TestDatabase>;
}

/** What is reached over a connection, and may not be there. */
export interface ServerKind extends TestDatabaseKind {
  /** @param connections most that its pool opens at a time */
  open(connections?: number): Promise<TestDatabase & { readonly url: string }>;
  /** Removes what it kept to be used again. */
  finish?(): Promise<void>;
  /** @throws nothing answers */
  probe(): Promise<void>;
}

/** A database under the adapter, its statements written down. */
export function observed(
  source: SqlSource,
  rest: Omit<TestDatabase, "database" | "statements" | "again"> & { second?(): SqlSource },
): TestDatabase {
  const statements: StatementInfo[] = [];
  const onStatement = (statement: StatementInfo): void => void statements.push(statement);
  const { second, ...more } = rest;
  return {
    database: sqlAdapter(source, { onStatement }),
    statements,
    again: () => sqlAdapter(second?.() ?? source),
    ...more,
  };
}

/** Names that no other test run uses at the same time. */
export function freshName(): string {
  return `latchkey_${crypto.randomUUID().replace(/-/g, "")}`;
}
