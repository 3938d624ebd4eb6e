/** What a transaction has done outside of the database, and how that is kept or taken back with it. */

import type { ResolvedTable } from "../schema.ts";
import { formOf, readRow } from "./rows.ts";
import type { RowChange, SecondaryStorage } from "./storage.ts";

/** The storage's side of one attempt at a transaction. */
export interface Unit {
  readonly id: string;
  /** What the storage's rows were before it, and are now, by table and id. */
  readonly changes: Map<string, RowTrace>;
  /** What must be marked as changed once it is committed. */
  readonly marks: Set<string>;
  /** Rows of the database that it holds, as `table id`. */
  readonly held: Set<string>;
}

export interface RowTrace {
  readonly table: ResolvedTable;
  readonly id: string;
  readonly before: string | null;
  readonly after: string;
}

export function openUnit(id: string): Unit {
  return { id, changes: new Map(), marks: new Set(), held: new Set() };
}

/** Notes a change. A row's first state and its last are all that matters. */
export function noteChange(unit: Unit, change: RowTrace): void {
  const key = traceKey(change.table, change.id);
  unit.changes.set(key, { ...change, before: (unit.changes.get(key) ?? change).before });
}

/** What a row's changes are noted under. */
export function traceKey(table: ResolvedTable, id: string): string {
  return `${table.name} ${id}`;
}

/** After the commit: rows that were removed go for good, and others are no longer found by what they were. */
export async function settle(storage: SecondaryStorage, unit: Unit, now: number): Promise<void> {
  const left = [...unit.changes.values()].flatMap(({ table, id, after }): RowChange[] => {
    const { row, removedBy, former } = readRow(table, { id, text: after });
    if (removedBy === null && former === null) return [];
    return [{ table: table.name, id, expected: after, next: removedBy === null ? formOf(table, row, now) : null }];
  });
  await writeEach(storage, left);
}

/**
 * When the transaction fails: every row that nobody has changed since becomes what it was. One that somebody else ended
 * meanwhile stays ended, and one that this transaction made goes, whatever became of it.
 */
export async function takeBack(storage: SecondaryStorage, unit: Unit, now: number): Promise<void> {
  await removeMade(storage, unit);
  const restored = [...unit.changes.values()].flatMap(({ table, id, before, after }): RowChange[] => {
    if (before === null) return [];
    const { row } = readRow(table, { id, text: before });
    return [{ table: table.name, id, expected: after, next: formOf(table, row, now) }];
  });
  await writeEach(storage, restored);
}

/** Where it is not known whether the commit came through: what is gone stays gone, and what was made goes. */
export async function removeMade(storage: SecondaryStorage, unit: Unit): Promise<void> {
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
async function writeEach(storage: SecondaryStorage, changes: readonly RowChange[]): Promise<void> {
  for (let from = 0; from < changes.length; from += mostAtOnce) {
    const left = changes.slice(from, from + mostAtOnce);
    while (left.length > 0) {
      const outcome = await storage.write(left);
      if (outcome.done) break;
      left.splice(outcome.at, 1);
    }
  }
}

/** Most rows that are changed in one step, or keys that are looked under at once. */
export const mostAtOnce = 200;
