/** Reading and changing the rows of a routed table: found by a key, changed by comparing with what was found. */

import type { AnyRow, Transaction, WhereAll } from "../adapter.ts";
import { ForeignKeyViolation, StorageUnavailable, UniqueViolation } from "../errors.ts";
import { matches } from "../memory/match.ts";
import type { ResolvedTable } from "../schema.ts";
import { type Routing, subjectOf } from "./routing.ts";
import {
  type FoundRow,
  keysFor,
  readRow,
  serializeRow,
  type TransactionMetadata,
  uniqueColumns,
  withDefaults,
} from "./rows.ts";
import type { RowChange, RowKey, StoredRow } from "./storage.ts";
import { batchSize, changeKey, type StorageTransaction, trackChange } from "./storage-transaction.ts";

/** What the operations work with: the storage, the database, and the transaction that is open, if one is. */
export interface Deps {
  readonly routing: Routing;
  /** The open transaction of the database and what belongs to it. */
  readonly open: { readonly tx: Transaction; readonly unit: StorageTransaction } | null;
  /** Tells that these rows of a copied table have changed: now, or with the transaction. */
  readonly mark: (subjects: readonly string[]) => Promise<void>;
}

type Alternatives = readonly WhereAll<AnyRow>[];

/** Most rows that a look without any key goes through. */
const maxScannedRows = 10_000;
/** How often a change is tried again that others came before. Each time somebody got on, so that few need many. */
const maxAttempts = 1000;

/** The rows that fit, in no order. */
export async function readRows(means: Deps, table: ResolvedTable, alternatives: Alternatives): Promise<AnyRow[]> {
  const found = await findRows(means, table, alternatives);
  return found.filter(isPresent).map(({ row }) => row);
}

/**
 * Adds rows, all or none.
 * @throws {UniqueViolation} @throws {ForeignKeyViolation}
 */
export async function insertRows(
  means: Deps,
  table: ResolvedTable,
  values: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  const rows = values.map((row) => withDefaults(table, row));
  for (let tries = 0; tries < maxAttempts; tries++) {
    const guards = await lockReferences(means, table, rows);
    const changes = rows.map((row) => changeTo(means, table, row, null));
    const outcome = await means.routing.storage.write([...guards, ...changes]);
    if (outcome.done) return trackChanges(means, table, changes);
    const refused = rows[outcome.at - guards.length];
    // A row that is referred to has changed: look again whether it still stands.
    if (!refused) continue;
    if (outcome.taken === null) throw new UniqueViolation(table.name, ["id"]);
    if (await isTaken(means, table, outcome.taken)) {
      throw new UniqueViolation(table.name, uniqueColumns(table, refused, outcome.taken));
    }
  }
  throw tooManyAttempts();
}

/** One row that was changed: as it was, and as it is; `null`: it was removed. */
export interface ChangedRow {
  readonly before: AnyRow;
  readonly after: AnyRow | null;
}

/**
 * Changes the rows that fit, by comparing with what was found: of racing callers who expect the same, one changes it.
 *
 * A row that another transaction has removed and may yet bring back does not count, but stays removed: this caller was
 * told that it is gone. So does one that is to be removed as it was before a transaction that may yet fail.
 *
 * @param next what a row becomes; `null`: it is removed; `undefined`: it stays
 * @param limit how many rows to change
 * @throws {UniqueViolation} @throws {ForeignKeyViolation}
 */
export async function changeRows(
  means: Deps,
  table: ResolvedTable,
  alternatives: Alternatives,
  next: (row: AnyRow) => AnyRow | null | undefined,
  limit: number = Number.POSITIVE_INFINITY,
): Promise<ChangedRow[]> {
  const done = new Map<string, ChangedRow>();
  for (let tries = 0; tries < maxAttempts; tries++) {
    const found = (await findRows(means, table, alternatives)).filter(({ row }) => !done.has(row.id));
    const planned = found.flatMap((one): PlannedChange[] => {
      const after = isPresent(one) ? next(one.row) : undefined;
      return after === undefined ? [] : [{ ...one, after, isPermanent: false }];
    });
    const permanent = found.flatMap((one): PlannedChange[] => {
      const isOver =
        one.removedBy !== null ? one.removedBy !== means.open?.unit.id : one.previous && !next(one.previous);
      return isOver ? [{ ...one, after: null, isPermanent: true }] : [];
    });
    const before = done.size;
    if (await writeFound(means, table, [...permanent, ...planned.slice(0, limit - before)], done))
      return [...done.values()];
    if (done.size > before) tries = 0;
  }
  throw tooManyAttempts();
}

interface PlannedChange extends FoundRow {
  readonly after: AnyRow | null;
  /** It is gone for this caller already, and must not come back: not one of those that it changes. */
  readonly isPermanent: boolean;
}

/** Writes what rows become, some at a time. Answers `false` as soon as one is not as it was found. */
async function writeFound(
  means: Deps,
  table: ResolvedTable,
  all: readonly PlannedChange[],
  done: Map<string, ChangedRow>,
): Promise<boolean> {
  for (let from = 0; from < all.length; from += batchSize) {
    const batch = all.slice(from, from + batchSize);
    const after = batch.flatMap((one) => one.after ?? []);
    const guards = await lockReferences(
      means,
      table,
      after,
      batch.map(({ row }) => row),
    );
    const changes = batch.map((one) => changeOf(means, table, one));
    const outcome = await means.routing.storage.write([...guards, ...changes]);
    if (!outcome.done) {
      const refused = batch[outcome.at - guards.length];
      if (refused?.after && outcome.taken !== null && (await isTaken(means, table, outcome.taken))) {
        throw new UniqueViolation(table.name, uniqueColumns(table, refused.after, outcome.taken));
      }
      return false;
    }
    trackChanges(means, table, changes);
    for (const { row, after, isPermanent } of batch) if (!isPermanent) done.set(row.id, { before: row, after });
    await markRows(means, table, batch);
  }
  return true;
}

/** Marks rows of a copied table that were found under a key, and not by it. */
async function markRows(means: Deps, table: ResolvedTable, rows: readonly FoundRow[]): Promise<void> {
  if (!means.routing.subjects.has(table.name)) return;
  await means.mark(rows.map(({ row }) => subjectOf(table.name, "id", row.id)));
}

async function findRows(means: Deps, table: ResolvedTable, alternatives: Alternatives): Promise<FoundRow[]> {
  const byId = new Map<string, StoredRow>();
  for (const alternative of alternatives) {
    const keys = keysFor(table, alternative);
    const rows = keys === "all" ? await scanRows(means, table) : await findByKeys(means, table, keys);
    for (const row of rows) byId.set(row.id, row);
  }
  const own = means.open?.unit.id;
  return [...byId.values()].flatMap((stored): FoundRow[] => {
    const found = readRow(table, stored);
    if (matches(found.row, alternatives)) return [{ ...found, previous: null }];
    const { previous, changedBy } = found;
    return previous && changedBy !== own && matches(previous, alternatives) ? [found] : [];
  });
}

/** Whether it is a row as it was found: not removed, and not found by what it was before. */
function isPresent({ removedBy, previous }: FoundRow): boolean {
  return removedBy === null && previous === null;
}

async function findByKeys({ routing }: Deps, table: ResolvedTable, keys: readonly RowKey[]): Promise<StoredRow[]> {
  const found: StoredRow[] = [];
  for (let from = 0; from < keys.length; from += batchSize) {
    const some = keys.slice(from, from + batchSize).map((key) => routing.storage.find(table.name, key));
    for (const rows of await Promise.all(some)) for (const row of rows) found.push(row);
  }
  return found;
}

async function scanRows({ routing }: Deps, { name }: ResolvedTable): Promise<readonly StoredRow[]> {
  const rows = await routing.storage.scan(name, maxScannedRows + 1);
  if (rows.length <= maxScannedRows) return rows;
  throw new Error(`"${name}" has too many rows in the secondary storage to look through.`);
}

/** In a transaction a removed row stays for a while, marked, so that it can be brought back. */
function changeOf(means: Deps, table: ResolvedTable, { row, text, after, isPermanent }: PlannedChange): RowChange {
  if (after) return changeTo(means, table, after, text);
  if (isPermanent || !means.open) return { table: table.name, id: row.id, expected: text, next: null };
  return changeTo(means, table, row, text, { removedBy: means.open.unit.id });
}

/** In a transaction a row that gets other unique keys keeps the earlier ones beside them: it may have them again. */
function changeTo(
  { routing, open }: Deps,
  table: ResolvedTable,
  row: AnyRow,
  expected: string | null,
  marks: TransactionMetadata = {},
): RowChange {
  const trace = open?.unit.changes.get(changeKey(table, row.id));
  const former = trace ? trace.before : expected;
  const kept = open && former !== null ? { ...marks, previous: former, changedBy: open.unit.id } : marks;
  return { table: table.name, id: row.id, expected, next: serializeRow(table, row, routing.now().getTime(), kept) };
}

function trackChanges({ open }: Deps, table: ResolvedTable, changes: readonly RowChange[]): void {
  if (!open) return;
  for (const { id, expected, next } of changes) {
    if (next === null || next === "same") continue;
    trackChange(open.unit, { table, id, before: expected, after: next.text });
  }
}

/**
 * Sees to it that what rows refer to is there, and stays while they are written: rows of the database are locked, rows
 * of the storage are looked at once more in the same step.
 * @param before the rows as they were: a reference that stays the same is not asked for again
 * @throws {ForeignKeyViolation}
 */
async function lockReferences(
  means: Deps,
  table: ResolvedTable,
  rows: readonly AnyRow[],
  before: readonly AnyRow[] = [],
): Promise<RowChange[]> {
  const guards = new Map<string, RowChange>();
  for (const [name, { references }] of Object.entries(table.columns)) {
    const target = references && means.routing.schema.get(references.table);
    if (!target) continue;
    for (const row of rows) {
      const id = row[name] as string | null;
      const earlier = before.find((one) => one.id === row.id);
      const isOwn = target.name === table.name && rows.some((one) => one.id === id);
      if (id === null || isOwn || earlier?.[name] === id) continue;
      const key = `${target.name} ${id}`;
      if (!means.routing.routed.has(target.name)) await lockReferencedRow(means, table, target, id);
      else if (!guards.has(key)) guards.set(key, await requireStoredRow(means, table, target, id));
    }
  }
  return [...guards.values()];
}

async function lockReferencedRow(
  { open }: Deps,
  table: ResolvedTable,
  target: ResolvedTable,
  id: string,
): Promise<void> {
  if (!open) throw new Error(`"${table.name}" refers to "${target.name}": write it inside a transaction.`);
  const key = `${target.name} ${id}`;
  if (open.unit.lockedRows.has(key)) return;
  if (!(await open.tx.lock({ name: target.name, columns: target.columns }, id)))
    throw new ForeignKeyViolation(table.name);
  open.unit.lockedRows.add(key);
}

async function requireStoredRow(
  means: Deps,
  table: ResolvedTable,
  target: ResolvedTable,
  id: string,
): Promise<RowChange> {
  const [found] = await findRows(means, target, [{ id } as WhereAll<AnyRow>]);
  if (!found || !isPresent(found)) throw new ForeignKeyViolation(table.name);
  return { table: target.name, id, expected: found.text, next: "same" };
}

/** Whether a row has this key that is one. One that was removed and could come back goes for good. */
async function isTaken({ routing }: Deps, table: ResolvedTable, key: string): Promise<boolean> {
  const [holder] = await routing.storage.find(table.name, { by: "unique", key });
  if (!holder) return false;
  const { removedBy, text } = readRow(table, holder);
  if (removedBy === null) return true;
  await routing.storage.write([{ table: table.name, id: holder.id, expected: text, next: null }]);
  return false;
}

function tooManyAttempts(): StorageUnavailable {
  return new StorageUnavailable({ cause: new Error("Others changed the same rows all the time.") });
}
