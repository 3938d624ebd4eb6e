/** Runs code between a call's checks and its transaction, as a concurrent request could. */

import type { Adapter, DatabaseAdapter } from "@latchkey/core/database";

/** A database that can run code before a transaction. */
export interface Interleaved {
  /** The database to pass to the app. */
  readonly database: DatabaseAdapter;
  /** Runs this right before the next transaction starts. */
  beforeNextTransaction(work: () => Promise<unknown>): void;
}

/** Wraps a database, so that a test can run code right before a call's transaction starts. */
export function interleaved(database: DatabaseAdapter): Interleaved {
  let next: (() => Promise<unknown>) | null = null;
  const connect: DatabaseAdapter["connect"] = (schema) => {
    const adapter = database.connect(schema);
    const transaction: Adapter["transaction"] = async (work) => {
      const first = next;
      next = null;
      await first?.();
      return adapter.transaction(work);
    };
    return { ...adapter, transaction };
  };
  return {
    database: { ...database, connect },
    beforeNextTransaction(work) {
      next = work;
    },
  };
}
