/** Describes the adapter under test to the conformance suite. */

import type { DatabaseAdapter, StatementInfo } from "@latchkey/core/database";

/** The adapter under test. */
export interface ConformanceSubject {
  readonly name: string;
  /**
   * Whether the app creates the tables. If so, `open` must create the tables of `conformanceSchema`, and migrations
   * aren't tested.
   */
  readonly hasOwnTables?: boolean;
  /** Opens a fresh, empty database. */
  open(): Promise<ConformanceDatabase>;
}

/** A database behind the adapter under test. */
export interface ConformanceDatabase {
  readonly database: DatabaseAdapter;
  close(): Promise<void>;
  /** A second adapter for the same rows, as another process would have. Without it, `database` is used for both. */
  again?(): DatabaseAdapter;
  /** Statements that the adapter's observer reported. Without them, statements aren't checked. */
  readonly statements?: readonly StatementInfo[];
  /** Whether the database would read a whole table or index for a statement. Without it, query plans aren't checked. */
  scans?(text: string): Promise<boolean>;
}

/** A value of the wrong type, as untyped code could pass. Adapters must reject it. */
export function malformed(value: unknown): never {
  return value as never;
}
