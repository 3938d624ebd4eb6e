/** The columns that a statement returns, and how their values become a row with its joined rows. */

import { type Column, columnOf, type Joins, type ResolvedTable, type Schema, tableOf } from "@latchkey/core/database";
import type { Dialect } from "../dialects/dialect.ts";
import { columnRef, decoderOf, hasCustomDecoder } from "../layout.ts";
import { type Sql, sql } from "../sql.ts";

/** One selected column. */
export interface SelectedColumn {
  /** Alias of its table: `b` or `j0`, `j1`, … Empty if the statement has only one table. */
  readonly alias: string;
  /** The declared name, which the row has. */
  readonly name: string;
  readonly column: Column;
  /** The column in SQL, as the database names it. */
  readonly reference: Sql;
}

/** The columns of one table, in the order that they're selected. */
export interface TableProjection {
  /** Name of the join; `null` for the base table. */
  readonly join: string | null;
  readonly columns: readonly SelectedColumn[];
}

/** The base table comes first, then the joined tables in the order that the query names them. */
export type Projection = readonly TableProjection[];

/** Joined tables have the aliases j0, j1, … in the order that the query names them. */
export function joinAlias(at: number): string {
  return `j${at}`;
}

/**
 * Lists the columns that a query selects.
 * @param columns of the base table. Default: all.
 * @throws {Error} if the schema lacks a table or column
 */
export function projectionOf(
  schema: Schema,
  table: ResolvedTable,
  alias: string,
  columns: readonly string[] | undefined,
  joins: Joins = {},
): Projection {
  const base = tableProjection(null, table, alias, columns ?? Object.keys(table.columns));
  const joined = Object.entries(joins).map(([name, join], at) => {
    const other = tableOf(schema, join.table);
    // The id shows whether there was a joined row.
    const names = join.columns ? ["id", ...join.columns] : Object.keys(other.columns);
    return tableProjection(name, other, joinAlias(at), [...new Set(names)]);
  });
  return [base, ...joined];
}

function tableProjection(
  join: string | null,
  table: ResolvedTable,
  alias: string,
  names: readonly string[],
): TableProjection {
  const columns = names.map((name) => ({
    alias,
    name,
    column: columnOf(table, name),
    reference: columnRef(table, name, alias),
  }));
  return { join, columns };
}

/** PostgreSQL's limit for the arguments of a function. */
const maxPackedColumns = 100;

/** For fewer columns, separate values are as cheap. */
const minPackedColumns = 4;

/**
 * Whether to read these columns as one value, which is cheaper for one row of many columns. Not with columns that a
 * layout decodes, because their decoder takes the driver's value.
 */
export function isPacked({ packed }: Dialect, projection: Projection): boolean {
  const columns = projection.flatMap((part) => part.columns);
  if (!packed || columns.length < minPackedColumns || columns.length > maxPackedColumns) return false;
  return !columns.some(({ column }) => hasCustomDecoder(column));
}

/** The columns as SQL: one value with all of them. See {@link isPacked}. */
export function packedSelectList(dialect: Dialect, projection: Projection): Sql {
  const values = projection.flatMap(({ columns }) => columns.map((column) => selectColumn(dialect, column)));
  return sql`${dialect.packed?.(sql.join(values)) ?? sql.join(values)} as ${sql.ref("packed")}`;
}

/** The columns as SQL, each with a unique name, because some drivers return rows as objects. */
export function selectList(dialect: Dialect, projection: Projection): Sql {
  return sql.join(
    projection.flatMap(({ columns }, at) =>
      columns.map((column) => {
        const { alias, name } = column;
        return sql`${selectColumn(dialect, column)} as ${sql.ref(at === 0 ? name : `${alias}_${name}`)}`;
      }),
    ),
  );
}

/** A layout's decoder takes the driver's value, so its column is selected as is. */
function selectColumn(dialect: Dialect, { column, reference }: SelectedColumn): Sql {
  return hasCustomDecoder(column) ? reference : dialect.select(column, reference);
}

/** The values of a row as the driver returns them, in the order of the projection. */
type RawRow = readonly unknown[];

/** Converts the values of a result's row to a row of the adapter. */
export type ReadRow<R = object> = (raw: RawRow) => R;

/** Reads a row of {@link packedSelectList}. */
export function compilePackedProjection<R extends object>(dialect: Dialect, projection: Projection): ReadRow<R> {
  const texts = { ...dialect.decode, string: String, text: String };
  const read = compileProjection<R>({ ...dialect, decode: texts }, projection);
  return ([json]) => read(JSON.parse(json as string) as RawRow);
}

/**
 * Creates a function that converts a result's row: decoded values by declared name, and each joined row under the name
 * of its join, or `null`.
 * @typeParam R the row that the columns and joins make up: only the caller knows its type
 */
export function compileProjection<R extends object>(dialect: Dialect, projection: Projection): ReadRow<R> {
  const [base, ...joins] = projection as readonly [TableProjection, ...TableProjection[]];
  let start = base.columns.length;
  const readBase = tableReader(dialect, base, 0);
  const joined = joins.map((part) => {
    const first = start;
    start += part.columns.length;
    const id = first + part.columns.findIndex(({ name }) => name === "id");
    return { name: part.join as string, id, read: tableReader(dialect, part, first) };
  });
  return (raw) => {
    const row = readBase(raw);
    // A primary key is never null, so a null means that there was no joined row.
    for (const { name, id, read } of joined) row[name] = raw[id] === null ? null : read(raw);
    return row as R;
  };
}

function tableReader(dialect: Dialect, { columns }: TableProjection, start: number): ReadRow<Record<string, unknown>> {
  const fields = columns.map(({ name, column }, at) => ({ name, at: start + at, decode: decoderOf(dialect, column) }));
  return (raw) => {
    const row: Record<string, unknown> = {};
    for (const { name, at, decode } of fields) {
      const value = raw[at] ?? null;
      row[name] = decode === null || value === null ? value : decode(value);
    }
    return row;
  };
}
