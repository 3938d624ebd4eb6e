/** Rows of a table as a secondary storage holds them: as text, and under the keys that they are found by. */

import type { AnyRow, WhereAll } from "../adapter.ts";
import type { ResolvedTable } from "../schema.ts";
import type { Column } from "../tables.ts";
import { isCondition } from "../where.ts";
import type { RowKey, SerializedRow, StoredRow } from "./storage.ts";

/** A row that was found. */
export interface FoundRow {
  readonly row: AnyRow;
  readonly text: string;
  /** The transaction that has removed it and is not over: it is no row any more, but may become one again. */
  readonly removedBy: string | null;
  /** The row as it was before a transaction that is not over and gave it other unique keys. */
  readonly previous: AnyRow | null;
  /** That transaction. */
  readonly changedBy: string | null;
}

/** What an open transaction writes beside a row's values. */
export interface TransactionMetadata {
  readonly removedBy?: string;
  /** The text that the row had before it. */
  readonly previous?: string;
  readonly changedBy?: string;
}

/** How long a row that an open transaction has removed can come back, in milliseconds. */
const maxRemovalTime = 60_000;

/** Members beside the columns. No column is called like them: names are letters, digits and underscores. */
const [removedMark, formerMark, changedMark] = ["#removedBy", "#former", "#changedBy"] as const;

/**
 * A row as it is written.
 * @param now milliseconds since 1970, by the app's clock: what is left of the row's time is its life in the storage
 */
export function serializeRow(
  table: ResolvedTable,
  row: AnyRow,
  now: number,
  marks: TransactionMetadata = {},
): SerializedRow {
  const { removedBy, previous, changedBy } = marks;
  const values: Record<string, unknown> = removedBy === undefined ? {} : { [removedMark]: removedBy };
  for (const name in table.columns) values[name] = asText(row[name] ?? null);
  const left = Math.max(1, (row.expiresAt as Date).getTime() - now);
  const uniques = new Set(uniqueKeys(table, row));
  const earlier = previous === undefined ? null : readRow(table, { id: row.id, text: previous }).row;
  const lost = earlier ? uniqueKeys(table, earlier).filter((key) => !uniques.has(key)) : [];
  if (earlier && lost.length > 0) {
    Object.assign(values, { [formerMark]: serializeRow(table, earlier, now).text, [changedMark]: changedBy });
  }
  return {
    text: JSON.stringify(values),
    uniques: [...uniques, ...lost],
    indexes: indexesOf(table).flatMap((columns) => keyOf(columns, row) ?? []),
    ttl: removedBy === undefined ? left : Math.min(left, maxRemovalTime),
  };
}

function uniqueKeys(table: ResolvedTable, row: AnyRow): readonly string[] {
  return table.uniques.flatMap((columns) => keyOf(columns, row) ?? []);
}

/** The row that a text holds. Columns that came after it have their default. */
export function readRow(table: ResolvedTable, { text }: StoredRow): FoundRow {
  const values = JSON.parse(text) as Readonly<Record<string, unknown>>;
  const row: Record<string, unknown> = {};
  for (const [name, column] of Object.entries(table.columns)) row[name] = fromText(column, values[name]);
  const former = (values[formerMark] as string | undefined) ?? null;
  return {
    row: row as AnyRow,
    text,
    removedBy: (values[removedMark] as string | undefined) ?? null,
    previous: former === null ? null : readRow(table, { id: row.id as string, text: former }).row,
    changedBy: (values[changedMark] as string | undefined) ?? null,
  };
}

/** A row with every column, as it is after an insert. */
export function withDefaults(table: ResolvedTable, values: Readonly<Record<string, unknown>>): AnyRow {
  const row: Record<string, unknown> = {};
  for (const [name, column] of Object.entries(table.columns)) row[name] = values[name] ?? column.default ?? null;
  return row as AnyRow;
}

/** The columns of a unique constraint by the key that it gives this row. */
export function uniqueColumns(table: ResolvedTable, row: AnyRow, key: string): readonly string[] {
  return table.uniques.find((columns) => keyOf(columns, row) === key) ?? [];
}

/** Where to look for the rows of one alternative; `all`: it says nothing but when they end. */
export function keysFor(table: ResolvedTable, alternative: WhereAll<AnyRow>): readonly RowKey[] | "all" {
  const where = alternative as Readonly<Record<string, unknown>>;
  const ids = wantedValues(where.id);
  if (ids) return ids.map((id) => ({ by: "id", key: String(id) }));
  for (const columns of table.uniques) {
    const keys = keysOver(columns, where);
    if (keys) return keys.map((key) => ({ by: "unique", key }));
  }
  for (const columns of indexesOf(table)) {
    const keys = keysOver(columns, where);
    if (keys) return keys.map((key) => ({ by: "index", key }));
  }
  if (Object.keys(where).every((name) => name === "expiresAt")) return "all";
  const named = Object.keys(where).join(", ");
  throw new Error(
    `"${table.name}" lives in the secondary storage, which has no index over (${named}): name an id, a unique key, or all columns of an index by their values.`,
  );
}

/** Column lists that have an index, the longer ones first: those find fewer rows. */
function indexesOf(table: ResolvedTable): readonly (readonly string[])[] {
  const declared = table.indexes.map((columns) => upToOrder(table, columns)).filter(({ length }) => length > 0);
  const references = Object.entries(table.columns).flatMap(([name, column]) => (column.references ? [[name]] : []));
  const all = [...declared, ...references].sort((a, b) => b.length - a.length);
  return all.filter((columns, at) => all.findIndex((other) => other.join() === columns.join()) === at);
}

/** The columns of an index before those that only order it. */
function upToOrder(table: ResolvedTable, columns: readonly string[]): readonly string[] {
  const end = columns.findIndex((name) => name === "id" || table.columns[name]?.type === "date");
  return end === -1 ? columns : columns.slice(0, end);
}

function keyOf(columns: readonly string[], row: Readonly<Record<string, unknown>>): string | null {
  return keysOver(columns, row)?.[0] ?? null;
}

/** Every key that these columns can have by a `where`; `null` where one of them is not pinned to values. */
function keysOver(columns: readonly string[], where: Readonly<Record<string, unknown>>): readonly string[] | null {
  let keys = [""];
  for (const name of columns) {
    const values = wantedValues(where[name]);
    if (!values) return null;
    keys = keys.flatMap((key) =>
      values.map((value) => `${key}${key && "&"}${name}=${encodeURIComponent(String(asText(value)))}`),
    );
  }
  return keys;
}

/** The values that a column must have one of; `null` where any other would do, or where null is asked for. */
function wantedValues(wanted: unknown): readonly unknown[] | null {
  if (wanted === null || wanted === undefined) return null;
  if (!isCondition(wanted)) return [wanted];
  const { in: list } = wanted;
  return Array.isArray(list) && !list.includes(null) ? [...new Set(list)] : null;
}

function asText(value: unknown): unknown {
  return value instanceof Date ? value.getTime() : value;
}

function fromText({ type, default: standard }: Column, value: unknown): unknown {
  if (value === undefined) return standard ?? null;
  return type === "date" && value !== null ? new Date(value as number) : value;
}
