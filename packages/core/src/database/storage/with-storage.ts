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
import { markSubjects } from "./marks.ts";
import { operations } from "./operations.ts";
import { type Routing, routingOf, type StorageOptions } from "./routing.ts";
import { openUnit, removeMade, settle, takeBack, type Unit } from "./unit.ts";

/** @throws {Error} a table that cannot live in the storage */
export function withStorage(db: Adapter, options: StorageOptions): Adapter {
  const routing = routingOf(db.schema, options);
  const transaction: Adapter["transaction"] = (work) => inBoth(db, routing, work);
  const { lock: _, ...own } = operations({ db, routing, open: null, transaction });
  return { ...own, ...(db.migrations ? { migrations: db.migrations } : {}), transaction };
}

/** Runs `work` in a transaction of the database, with a unit of the storage beside it. */
async function inBoth<T>(db: Adapter, routing: Routing, work: (tx: Transaction) => Promise<T>): Promise<T> {
  // The attempt that ended well and of which it is not known yet whether it was committed.
  let ended: Unit | null = null;
  try {
    const result = await db.transaction(async (tx) => {
      if (ended) await uncommitted(routing, ended);
      ended = null;
      const unit = openUnit(routing.newId());
      const result = await attempt(tx, routing, unit, work);
      ended = unit;
      return result;
    });
    await committed(routing, ended as unknown as Unit);
    return result;
  } catch (error) {
    if (ended) await uncommitted(routing, ended);
    throw error;
  }
}

async function attempt<T>(
  tx: Transaction,
  routing: Routing,
  unit: Unit,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const open = { tx, unit };
  const own = operations({ db: tx, routing, open, transaction: () => Promise.reject(new Error("Already open.")) });
  try {
    return await runTransaction(own, work);
  } catch (error) {
    // Before the database takes back its part: as a rule its locks still keep others away.
    await trying(routing, "A failed transaction could not be taken back in the secondary storage", () =>
      takeBack(routing.storage, unit, routing.now().getTime()),
    );
    // Others may have read, and copied, what was not to be.
    if (unit.changes.size > 0) await marking(routing, unit);
    throw error;
  }
}

async function committed(routing: Routing, unit: Unit): Promise<void> {
  const settled = trying(routing, "Rows that were removed wait in the secondary storage for their end", () =>
    settle(routing.storage, unit, routing.now().getTime()),
  );
  await Promise.all([marking(routing, unit), settled]);
}

/** What was removed stays removed and what was made goes: whichever it was, no session is alive that should not be. */
async function uncommitted(routing: Routing, unit: Unit): Promise<void> {
  await marking(routing, unit);
  await trying(routing, "Rows of a transaction that failed could not be removed from the secondary storage", () =>
    removeMade(routing.storage, unit),
  );
}

async function marking(routing: Routing, { marks }: Unit): Promise<void> {
  if (marks.size === 0) return;
  await trying(routing, "Copies could not be marked as old: they last until that is done, or their time is over", () =>
    markSubjects(routing.storage, [...marks], routing.markFor),
  );
}

/** What the storage fails at here cannot change the outcome any more. */
async function trying(routing: Routing, message: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    routing.onFault(message, error);
  }
}
