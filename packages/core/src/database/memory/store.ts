/** Rows in memory, with unique constraints, references, indexes, and a journal for rollbacks. */

import type { AnyRow } from "../adapter.ts";
import { ForeignKeyViolation, UniqueViolation } from "../errors.ts";
import type { ResolvedTable, Schema } from "../schema.ts";

type Undo = () => void;
type Values = Readonly<Record<string, unknown>>;

/** Row ids by the values of some columns. */
interface Index {
  readonly columns: readonly string[];
  readonly ids: Map<string, Set<string>>;
}

interface StoredTable {
  readonly rows: Map<string, AnyRow>;
  readonly indexes: Map<string, Index>;
}

/** All tables of a database in memory. Shared by every schema that connects to it. */
export class MemoryStore {
  readonly #tables = new Map<string, StoredTable>();
  /** The referrers of each table, for every schema that has connected. */
  readonly #referrers = new Map<ResolvedTable, readonly Referrer[]>();
  #journal: Undo[] | null = null;

  /** Adds the tables of a schema. Existing rows are added to its indexes. */
  addSchema(schema: Schema): void {
    for (const table of schema.values()) {
      const stored = this.#tables.get(table.name) ?? { rows: new Map(), indexes: new Map() };
      this.#tables.set(table.name, stored);
      for (const row of stored.rows.values()) stored.rows.set(row.id, { ...defaultValues(table), ...row });
      const referrers = referrersOf(schema, table);
      this.#referrers.set(table, referrers);
      for (const columns of lookupColumns(table, referrers)) {
        if (stored.indexes.has(columns.join())) continue;
        const index: Index = { columns, ids: new Map() };
        stored.indexes.set(columns.join(), index);
        for (const row of stored.rows.values()) addToIndex(index, row);
      }
    }
  }

  has(table: ResolvedTable, id: string): boolean {
    return this.#table(table).rows.has(id);
  }

  /** Returns the rows that may have these values: those found in an index, or all rows if no index fits. */
  candidates(table: ResolvedTable, equal: Values): readonly AnyRow[] {
    const { rows, indexes } = this.#table(table);
    if (typeof equal.id === "string") return rowsOf([equal.id], rows);
    for (const { columns, ids } of indexes.values()) {
      const key = keyOf(columns, equal);
      if (key !== null) return rowsOf(ids.get(key) ?? [], rows);
    }
    return [...rows.values()];
  }

  /** @throws {UniqueViolation} @throws {ForeignKeyViolation} */
  insert(schema: Schema, table: ResolvedTable, row: AnyRow): void {
    if (this.has(table, row.id)) throw new UniqueViolation(table.name, ["id"]);
    this.upsert(schema, table, row);
  }

  /** Inserts the row, or replaces the one with its id. */
  upsert(schema: Schema, table: ResolvedTable, row: AnyRow): void {
    const before = this.#table(table).rows.get(row.id);
    this.#checkUniques(table, row);
    this.#checkReferences(schema, table, row, before);
    if (before) this.#checkReferrers(table, before, row);
    this.#write(table, before, row);
  }

  delete(schema: Schema, table: ResolvedTable, row: AnyRow): void {
    if (!this.has(table, row.id)) return;
    this.#write(table, row, undefined);
    this.#applyOnDelete(schema, table, row);
  }

  /** Runs a step completely or not at all, within the open transaction if there is one. */
  runAtomically(run: () => void): void {
    const outer = this.#journal;
    const journal: Undo[] = [];
    this.#journal = journal;
    try {
      run();
      outer?.push(...journal);
    } catch (error) {
      rollBack(journal);
      throw error;
    } finally {
      this.#journal = outer;
    }
  }

  /** Opens a transaction. The returned functions end it. */
  begin(): { commit(): void; rollback(): void } {
    const journal: Undo[] = [];
    this.#journal = journal;
    const commit = (): void => {
      this.#journal = null;
    };
    const rollback = (): void => {
      this.#journal = null;
      rollBack(journal);
    };
    return { commit, rollback };
  }

  #write(table: ResolvedTable, before: AnyRow | undefined, after: AnyRow | undefined): void {
    const stored = this.#table(table);
    replace(stored, before, after);
    this.#journal?.push(() => replace(stored, after, before));
  }

  #checkUniques(table: ResolvedTable, row: AnyRow): void {
    const { indexes } = this.#table(table);
    for (const columns of table.uniques) {
      const key = keyOf(columns, row);
      for (const id of (key !== null && indexes.get(columns.join())?.ids.get(key)) || []) {
        if (id !== row.id) throw new UniqueViolation(table.name, columns);
      }
    }
  }

  #checkReferences(schema: Schema, table: ResolvedTable, row: AnyRow, before: AnyRow | undefined): void {
    for (const [name, { references }] of Object.entries(table.columns)) {
      const target = references && schema.get(references.table);
      if (!target || row[name] === null || row[name] === before?.[name]) continue;
      const isItself = target.name === table.name && row[references.column] === row[name];
      if (!isItself && this.#find(target, references.column, row[name]).length === 0)
        throw new ForeignKeyViolation(table.name);
    }
  }

  /** Prevents changes to a value that other rows refer to. */
  #checkReferrers(table: ResolvedTable, before: AnyRow, after: AnyRow): void {
    for (const { other, column, target } of this.#referrers.get(table) ?? []) {
      if (before[target] === after[target] || before[target] === null) continue;
      if (this.#find(other, column, before[target]).length > 0) throw new ForeignKeyViolation(other.name);
    }
  }

  /** Applies `onDelete` to the rows that referred to a deleted one. */
  #applyOnDelete(schema: Schema, table: ResolvedTable, deleted: AnyRow): void {
    for (const { other, column, target, onDelete } of this.#referrers.get(table) ?? []) {
      if (deleted[target] === null) continue;
      for (const row of this.#find(other, column, deleted[target])) {
        if (onDelete === "restrict") throw new ForeignKeyViolation(other.name);
        if (onDelete === "set null") this.upsert(schema, other, { ...row, [column]: null });
        else this.delete(schema, other, row);
      }
    }
  }

  #find(table: ResolvedTable, column: string, value: unknown): readonly AnyRow[] {
    return this.candidates(table, { [column]: value }).filter((row) => row[column] === value);
  }

  #table({ name }: ResolvedTable): StoredTable {
    return this.#tables.get(name) as StoredTable;
  }
}

/** Values for columns that were added after a row was stored. */
function defaultValues({ columns }: ResolvedTable): Values {
  return Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, column.default ?? null]));
}

/** Columns for finding rows: whole unique keys, and the first column of each index. */
function lookupColumns(table: ResolvedTable, referrers: readonly Referrer[]): readonly (readonly string[])[] {
  const first = [...table.uniques, ...table.indexes].map(([column]) => [column as string]);
  const targets = referrers.map(({ target }) => [target]);
  // Whole keys come first. They find one row, but their first column may find many.
  return [...table.uniques, ...first, ...targets.filter(([column]) => column !== "id")];
}

interface Referrer {
  readonly other: ResolvedTable;
  readonly column: string;
  /** The column of this table that is referenced. */
  readonly target: string;
  readonly onDelete: "cascade" | "set null" | "restrict";
}

/** The columns of a schema that refer to a table. */
function referrersOf(schema: Schema, table: ResolvedTable): readonly Referrer[] {
  return [...schema.values()].flatMap((other) =>
    Object.entries(other.columns).flatMap(([column, { references }]) =>
      references?.table === table.name
        ? [{ other, column, target: references.column, onDelete: references.onDelete ?? "cascade" }]
        : [],
    ),
  );
}

function rollBack(journal: readonly Undo[]): void {
  for (const undo of journal.toReversed()) undo();
}

function replace({ rows, indexes }: StoredTable, before: AnyRow | undefined, after: AnyRow | undefined): void {
  for (const index of indexes.values()) {
    if (before) removeFromIndex(index, before);
    if (after) addToIndex(index, after);
  }
  if (after) rows.set(after.id, after);
  else if (before) rows.delete(before.id);
}

function addToIndex({ columns, ids }: Index, row: AnyRow): void {
  const key = keyOf(columns, row);
  if (key === null) return;
  const rowIds = ids.get(key);
  if (rowIds) rowIds.add(row.id);
  else ids.set(key, new Set([row.id]));
}

function removeFromIndex({ columns, ids }: Index, row: AnyRow): void {
  const key = keyOf(columns, row);
  const rowIds = key === null ? undefined : ids.get(key);
  if (key === null || !rowIds) return;
  rowIds.delete(row.id);
  if (rowIds.size === 0) ids.delete(key);
}

function rowsOf(ids: Iterable<string>, rows: ReadonlyMap<string, AnyRow>): readonly AnyRow[] {
  return [...ids].flatMap((id) => rows.get(id) ?? []);
}

/** Returns the values of some columns as one string, or `null` if one of them is null or isn't a plain value. */
function keyOf(columns: readonly string[], row: Values): string | null {
  let key = "";
  for (const column of columns) {
    const value = row[column] ?? null;
    if (value === null) return null;
    const isPlain = typeof value !== "object" || value instanceof Date;
    if (!isPlain) return null;
    const text = value instanceof Date ? String(value.getTime()) : String(value);
    // The length distinguishes ("ab", "c") from ("a", "bc").
    key += `${text.length}:${text}`;
  }
  return key;
}
