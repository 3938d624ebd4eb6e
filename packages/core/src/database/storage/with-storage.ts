/**
 * A database of which some tables live in a secondary storage. Whoever uses it sees one adapter with the promises of an
 * adapter, but for three: rows of the storage cannot be locked, they are found by keys alone, and a change of theirs
 * shows to others before its transaction commits.
 *
 * That is on purpose. A transaction changes the storage while it holds its locks in the database, so that whoever waits
 * for those locks finds the storage changed: a sign-in waits for the ban of its user, or the ban for it. When it fails,
 * the changes are taken back. When it is cut off, what is left is a row that ended too early, or one whose secret nobody
 * was told.
 */

import type { Adapter, Transaction } from "../adapter.ts";
import { runTransaction } from "../transaction.ts";
import { markSubjectsChanged } from "./marks.ts";
import { operations } from "./operations.ts";
import { createRouting, type Routing, type StorageOptions } from "./routing.ts";
import {
  beginStorageTransaction,
  finalizeChanges,
  removeInsertedRows,
  rollBackChanges,
  type StorageTransaction,
} from "./storage-transaction.ts";

/** @throws {Error} a table that cannot live in the storage */
export function withStorage(db: Adapter, options: StorageOptions): Adapter {
  const routing = createRouting(db.schema, options);
  const transaction: Adapter["transaction"] = (work) => runInBoth(db, routing, work);
  const { lock: _, ...own } = operations({ db, routing, open: null, transaction });
  return { ...own, ...(db.migrations ? { migrations: db.migrations } : {}), transaction };
}

/** Runs `work` in a transaction of the database, with a unit of the storage beside it. */
async function runInBoth<T>(db: Adapter, routing: Routing, work: (tx: Transaction) => Promise<T>): Promise<T> {
  // The attempt that ended well and of which it is not known yet whether it was committed.
  let finished = null as StorageTransaction | null;
  try {
    const result = await db.transaction(async (tx) => {
      if (finished) await afterUnknownCommit(routing, finished);
      finished = null;
      const unit = beginStorageTransaction(routing.newId());
      const result = await attempt(tx, routing, unit, work);
      finished = unit;
      return result;
    });
    if (finished) await afterCommit(routing, finished);
    return result;
  } catch (error) {
    if (finished) await afterUnknownCommit(routing, finished);
    throw error;
  }
}

async function attempt<T>(
  tx: Transaction,
  routing: Routing,
  storageTx: StorageTransaction,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const open = { tx, unit: storageTx };
  const own = operations({ db: tx, routing, open, transaction: () => Promise.reject(new Error("Already open.")) });
  try {
    return await runTransaction(own, work);
  } catch (error) {
    // Before the database takes back its part: as a rule its locks still keep others away.
    await reportErrors(routing, "A failed transaction could not be taken back in the secondary storage", () =>
      rollBackChanges(routing.storage, storageTx, routing.now().getTime()),
    );
    // Others may have read, and copied, what was not to be.
    if (storageTx.changes.size > 0) await writeMarks(routing, storageTx);
    throw error;
  }
}

async function afterCommit(routing: Routing, unit: StorageTransaction): Promise<void> {
  const settled = reportErrors(routing, "Rows that were removed wait in the secondary storage for their end", () =>
    finalizeChanges(routing.storage, unit, routing.now().getTime()),
  );
  await Promise.all([writeMarks(routing, unit), settled]);
}

/** What was removed stays removed and what was made goes: whichever it was, no session is alive that should not be. */
async function afterUnknownCommit(routing: Routing, unit: StorageTransaction): Promise<void> {
  await writeMarks(routing, unit);
  await reportErrors(routing, "Rows of a transaction that failed could not be removed from the secondary storage", () =>
    removeInsertedRows(routing.storage, unit),
  );
}

async function writeMarks(routing: Routing, { changedSubjects }: StorageTransaction): Promise<void> {
  if (changedSubjects.size === 0) return;
  await reportErrors(
    routing,
    "Copies could not be marked as old: they last until that is done, or their time is over",
    () => markSubjectsChanged(routing, [...changedSubjects]),
  );
}

/** What the storage fails at here cannot change the outcome any more. */
async function reportErrors(routing: Routing, message: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    routing.onError(message, error);
  }
}
