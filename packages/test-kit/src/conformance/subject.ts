/** What the conformance kit is told of the adapter it judges. */

import type { DatabaseAdapter, StatementInfo } from "@latchkey/core/database";

/** The adapter that is judged. */
export interface ConformanceSubject {
  readonly name: string;
  /** Whether the app makes the tables, so that nothing is migrated: `open` has made those of `conformanceSchema`. */
  readonly hasOwnTables?: boolean;
  /** A fresh, empty database. */
  open(): Promise<ConformanceDatabase>;
}

/** A database of that adapter. */
export interface ConformanceDatabase {
  readonly database: DatabaseAdapter;
  close(): Promise<void>;
  /** Another adapter onto the same rows, as a second process would have. Without it, `database` stands for both. */
  again?(): DatabaseAdapter;
  /** What the adapter's observer is told goes in here. Without it, statements are not looked at. */
  readonly statements?: readonly StatementInfo[];
  /** Whether the database would read a whole table or index for a statement. Without it, plans are not looked at. */
  scans?(text: string): Promise<boolean>;
}
