/** What a transaction has done outside of the database, and how that is kept or taken back with it. */

import type { ResolvedTable } from "../schema.ts";
import { readRow, serializeRow } from "./rows.ts";
import type { RowChange, SecondaryStorage } from "./storage.ts";

/** The storage's side of one attempt at a transaction. */
export interface StorageTransaction {
  readonly id: string;
  /** What the storage's rows were before it, and are now, by table and id. */
  readonly changes: Map<string, TrackedChange>;
  /** What must be marked as changed once it is committed. */
  readonly changedSubjects: Set<string>;
  /** Rows of the database that it holds, as `table id`. */
  readonly lockedRows: Set<string>;
}

export interface TrackedChange {
  readonly table: ResolvedTable;
  readonly id: string;
  readonly before: string | null;
  readonly after: string;
}

export function beginStorageTransaction(id: string): StorageTransaction {
  return { id, changes: new Map(), changedSubjects: new Set(), lockedRows: new Set() };
}

/** Notes a change. A row's first state and its last are all that matters. */
export function trackChange(unit: StorageTransaction, change: TrackedChange): void {
  const key = changeKey(change.table, change.id);
  unit.changes.set(key, { ...change, before: (unit.changes.get(key) ?? change).before });
}

/** What a row's changes are noted under. */
export function changeKey(table: ResolvedTable, id: string): string {
  return `${table.name} ${id}`;
}

/** After the commit: rows that were removed go for good, and others are no longer found by what they were. */
export async function finalizeChanges(storage: SecondaryStorage, unit: StorageTransaction, now: number): Promise<void> {
  const left = [...unit.changes.values()].flatMap(({ table, id, after }): RowChange[] => {
    const { row, removedBy, previous } = readRow(table, { id, text: after });
    if (removedBy === null && previous === null) return [];
    return [
      { table: table.name, id, expected: after, next: removedBy === null ? serializeRow(table, row, now) : null },
    ];
  });
  await writeUnconflicted(storage, left);
}

/**
 * When the transaction fails: every row that nobody has changed since becomes what it was. One that somebody else ended
 * meanwhile stays ended, and one that this transaction made goes, whatever became of it.
 */
export async function rollBackChanges(storage: SecondaryStorage, unit: StorageTransaction, now: number): Promise<void> {
  await removeInsertedRows(storage, unit);
  const restored = [...unit.changes.values()].flatMap(({ table, id, before, after }): RowChange[] => {
    if (before === null) return [];
    const { row } = readRow(table, { id, text: before });
    return [{ table: table.name, id, expected: after, next: serializeRow(table, row, now) }];
  });
  await writeUnconflicted(storage, restored);
}

/** Where it is not known whether the commit came through: what is gone stays gone, and what was made goes. */
export async function removeInsertedRows(storage: SecondaryStorage, unit: StorageTransaction): Promise<void> {
  for (const { table, id, before } of unit.changes.values()) {
    if (before !== null) continue;
    for (;;) {
      const [row] = await storage.find(table.name, { by: "id", key: id });
      if (!row) break;
      const { done } = await storage.write([{ table: table.name, id, expected: row.text, next: null }]);
      if (done) break;
    }
  }
}

/** Makes the changes that still find what they expect, and leaves out the others. */
async function writeUnconflicted(storage: SecondaryStorage, changes: readonly RowChange[]): Promise<void> {
  for (let from = 0; from < changes.length; from += batchSize) {
    const left = changes.slice(from, from + batchSize);
    while (left.length > 0) {
      const outcome = await storage.write(left);
      if (outcome.done) break;
      left.splice(outcome.at, 1);
    }
  }
}

/** Most rows that are changed in one step, or keys that are looked under at once. */
export const batchSize = 200;
