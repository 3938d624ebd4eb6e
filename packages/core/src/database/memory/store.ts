/** Rows in memory, with their unique constraints, references, look-ups by key, and a journal to roll back by. */

import type { AnyRow } from "../adapter.ts";
import { ForeignKeyViolation, UniqueViolation } from "../errors.ts";
import type { ResolvedTable, Schema } from "../schema.ts";

type Undo = () => void;
type Values = Readonly<Record<string, unknown>>;

/** Ids by the values of some columns. */
interface Index {
  readonly columns: readonly string[];
  readonly ids: Map<string, Set<string>>;
}

interface StoredTable {
  readonly rows: Map<string, AnyRow>;
  readonly indexes: Map<string, Index>;
}

/** All tables of one memory database. Shared by every schema that connects to it. */
export class MemoryStore {
  readonly #tables = new Map<string, StoredTable>();
  #journal: Undo[] | null = null;

  /** Makes place for the tables of a schema. Rows that are there already are taken into its indexes. */
  prepare(schema: Schema): void {
    for (const table of schema.values()) {
      const stored = this.#tables.get(table.name) ?? { rows: new Map(), indexes: new Map() };
      this.#tables.set(table.name, stored);
      for (const row of stored.rows.values()) stored.rows.set(row.id, { ...absent(table), ...row });
      for (const columns of lookUps(schema, table)) {
        if (stored.indexes.has(columns.join())) continue;
        const index: Index = { columns, ids: new Map() };
        stored.indexes.set(columns.join(), index);
        for (const row of stored.rows.values()) enter(index, row);
      }
    }
  }

  has(table: ResolvedTable, id: string): boolean {
    return this.#table(table).rows.has(id);
  }

  /** The rows that may have these values: those that an index finds, or all where none fits. */
  candidates(table: ResolvedTable, equal: Values): readonly AnyRow[] {
    const { rows, indexes } = this.#table(table);
    if (typeof equal.id === "string") return listOf([equal.id], rows);
    for (const { columns, ids } of indexes.values()) {
      const key = keyOf(columns, equal);
      if (key !== null) return listOf(ids.get(key) ?? [], rows);
    }
    return [...rows.values()];
  }

  /** @throws {UniqueViolation} @throws {ForeignKeyViolation} */
  add(schema: Schema, table: ResolvedTable, row: AnyRow): void {
    if (this.has(table, row.id)) throw new UniqueViolation(table.name, ["id"]);
    this.put(schema, table, row);
  }

  /** Puts a row in the place of the one with its id. */
  put(schema: Schema, table: ResolvedTable, row: AnyRow): void {
    const before = this.#table(table).rows.get(row.id);
    this.#checkUniques(table, row);
    this.#checkReferences(schema, table, row, before);
    if (before) this.#checkReferrers(schema, table, before, row);
    this.#write(table, before, row);
  }

  delete(schema: Schema, table: ResolvedTable, row: AnyRow): void {
    if (!this.has(table, row.id)) return;
    this.#write(table, row, undefined);
    this.#follow(schema, table, row);
  }

  /** Runs a step whole or not at all, within the open transaction if there is one. */
  step(run: () => void): void {
    const outer = this.#journal;
    const journal: Undo[] = [];
    this.#journal = journal;
    try {
      run();
      outer?.push(...journal);
    } catch (error) {
      undo(journal);
      throw error;
    } finally {
      this.#journal = outer;
    }
  }

  /** Opens a transaction; the answer ends it. */
  begin(): { commit(): void; rollback(): void } {
    const journal: Undo[] = [];
    this.#journal = journal;
    const commit = (): void => {
      this.#journal = null;
    };
    const rollback = (): void => {
      this.#journal = null;
      undo(journal);
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

  /** A value that others refer to stays. */
  #checkReferrers(schema: Schema, table: ResolvedTable, before: AnyRow, after: AnyRow): void {
    for (const { other, column, target } of referrers(schema, table)) {
      if (before[target] === after[target] || before[target] === null) continue;
      if (this.#find(other, column, before[target]).length > 0) throw new ForeignKeyViolation(other.name);
    }
  }

  /** What becomes of the rows that referred to a deleted one. */
  #follow(schema: Schema, table: ResolvedTable, gone: AnyRow): void {
    for (const { other, column, target, onDelete } of referrers(schema, table)) {
      if (gone[target] === null) continue;
      for (const row of this.#find(other, column, gone[target])) {
        if (onDelete === "restrict") throw new ForeignKeyViolation(other.name);
        if (onDelete === "set null") this.put(schema, other, { ...row, [column]: null });
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

/** What columns hold that came after a row. */
function absent({ columns }: ResolvedTable): Values {
  return Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, column.default ?? null]));
}

/** Columns that rows are found by: whole unique keys, and what each index begins with. */
function lookUps(schema: Schema, table: ResolvedTable): readonly (readonly string[])[] {
  const first = [...table.uniques, ...table.indexes].map(([column]) => [column as string]);
  const targets = referrers(schema, table).map(({ target }) => [target]);
  // Whole keys first: they find one row, what they begin with may find many.
  return [...table.uniques, ...first, ...targets.filter(([column]) => column !== "id")];
}

interface Referrer {
  readonly other: ResolvedTable;
  readonly column: string;
  /** The column of this table that is referred to. */
  readonly target: string;
  readonly onDelete: "cascade" | "set null" | "restrict";
}

function referrers(schema: Schema, table: ResolvedTable): readonly Referrer[] {
  let found = referrersOf.get(table);
  if (!found) {
    found = [...schema.values()].flatMap((other) =>
      Object.entries(other.columns).flatMap(([column, { references }]) =>
        references?.table === table.name
          ? [{ other, column, target: references.column, onDelete: references.onDelete ?? "cascade" }]
          : [],
      ),
    );
    referrersOf.set(table, found);
  }
  return found;
}

/** A resolved table belongs to one schema. */
const referrersOf: WeakMap<ResolvedTable, readonly Referrer[]> = new WeakMap();

function undo(journal: readonly Undo[]): void {
  for (const back of journal.toReversed()) back();
}

function replace({ rows, indexes }: StoredTable, before: AnyRow | undefined, after: AnyRow | undefined): void {
  for (const index of indexes.values()) {
    if (before) leave(index, before);
    if (after) enter(index, after);
  }
  if (after) rows.set(after.id, after);
  else if (before) rows.delete(before.id);
}

function enter({ columns, ids }: Index, row: AnyRow): void {
  const key = keyOf(columns, row);
  if (key === null) return;
  const holders = ids.get(key);
  if (holders) holders.add(row.id);
  else ids.set(key, new Set([row.id]));
}

function leave({ columns, ids }: Index, row: AnyRow): void {
  const key = keyOf(columns, row);
  const holders = key === null ? undefined : ids.get(key);
  if (key === null || !holders) return;
  holders.delete(row.id);
  if (holders.size === 0) ids.delete(key);
}

function listOf(ids: Iterable<string>, rows: ReadonlyMap<string, AnyRow>): readonly AnyRow[] {
  return [...ids].flatMap((id) => rows.get(id) ?? []);
}

/** The values of some columns as one text; `null` where one of them is null, or is no plain value. */
function keyOf(columns: readonly string[], row: Values): string | null {
  let key = "";
  for (const column of columns) {
    const value = row[column] ?? null;
    if (value === null) return null;
    const isPlain = typeof value !== "object" || value instanceof Date;
    if (!isPlain) return null;
    const text = value instanceof Date ? String(value.getTime()) : String(value);
    // The length keeps ("ab", "c") and ("a", "bc") apart.
    key += `${text.length}:${text}`;
  }
  return key;
}
