/** How a result's values become a row with its joined rows. */

import { type Column, columnOf, type Joins, type ResolvedTable, type Schema, tableOf } from "../../database/index.ts";
import type { Dialect } from "../dialects/dialect.ts";
import { columnRef, decoderOf } from "../layout.ts";
import { type Sql, sql } from "../text.ts";

/** One selected column. */
export interface Selected {
  /** Alias of its table; empty where there is only one table. */
  readonly from: string;
  readonly name: string;
  readonly column: Column;
  readonly reference: Sql;
}

/** The columns of one table, in the order in which they are selected. */
export interface Part {
  /** The join it belongs to; `null`: the base row. */
  readonly join: string | null;
  readonly columns: readonly Selected[];
}

export type Reading = readonly Part[];

/** Joined tables get the aliases j0, j1, … in the order in which the query names them. */
export function joinAlias(at: number): string {
  return `j${at}`;
}

export function readingOf(
  schema: Schema,
  table: ResolvedTable,
  from: string,
  columns: readonly string[] | undefined,
  joins: Joins = {},
): Reading {
  const part = (join: string | null, of: ResolvedTable, alias: string, names: readonly string[]): Part => ({
    join,
    columns: names.map((name) => ({
      from: alias,
      name,
      column: columnOf(of, name),
      reference: columnRef(of, name, alias),
    })),
  });
  const own = part(null, table, from, columns ?? Object.keys(table.columns));
  const others = Object.entries(joins).map(([name, join], at) => {
    const other = tableOf(schema, join.table);
    // By the id one sees whether there was a row at all.
    const names = join.columns ? ["id", ...join.columns] : Object.keys(other.columns);
    return part(name, other, joinAlias(at), [...new Set(names)]);
  });
  return [own, ...others];
}

/** The columns as text, each under a name of its own: some drivers give rows as objects. */
export function selected(dialect: Dialect, reading: Reading): Sql {
  return sql.join(
    reading.flatMap(({ columns }, part) =>
      columns.map(({ from, column, name, reference }) => {
        return sql`${dialect.select(column, reference)} as ${sql.ref(part === 0 ? name : `${from}_${name}`)}`;
      }),
    ),
  );
}

type RawRow = readonly unknown[];
/** Makes a row of a result's values. */
export type ReadRow = (raw: RawRow) => Record<string, unknown>;

/** Compiles a reading: a function from a result's values to a row with JavaScript values. */
export function compileReading(dialect: Dialect, reading: Reading): ReadRow {
  const [own, ...joins] = reading as readonly [Part, ...Part[]];
  let place = own.columns.length;
  const readOwn = readPart(dialect, own, 0);
  const others = joins.map((part) => {
    const start = place;
    place += part.columns.length;
    const id = start + part.columns.findIndex(({ name }) => name === "id");
    return { name: part.join as string, id, read: readPart(dialect, part, start) };
  });
  return (raw) => {
    const row = readOwn(raw);
    // The primary key is never null: where it is, there was no such row.
    for (const { name, id, read } of others) row[name] = raw[id] === null ? null : read(raw);
    return row;
  };
}

function readPart(dialect: Dialect, { columns }: Part, start: number): ReadRow {
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
