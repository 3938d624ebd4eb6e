/**
 * Tables that somebody else made: under names of their own, with values in forms of their own. Where a layout says
 * nothing, a table lies as `migrate` would make it.
 */

import { type Column, columnOf, type ResolvedTable, type Schema } from "../database/index.ts";
import type { Dialect } from "./dialects/dialect.ts";
import { type Sql, sql } from "./text.ts";

/** Where a column lies, and in what form where that is not the dialect's own. */
export interface ColumnLayout {
  readonly name: string;
  /** A JavaScript value as the driver takes it. Never called with `null`. */
  readonly encode?: ((value: unknown) => unknown) | undefined;
  /** A value from the driver as JavaScript has it. Never called with `null`. */
  readonly decode?: ((value: unknown) => unknown) | undefined;
}

/** Where a table lies. */
export interface TableLayout {
  readonly name: string;
  /** The schema that it is in, if not the connection's own. */
  readonly schema?: string | undefined;
  /** By the column's name in the declared table. */
  readonly columns: Readonly<Record<string, ColumnLayout>>;
  /** The declared columns of its unique constraints, by the constraint's name: some errors tell nothing else. */
  readonly uniques?: ReadonlyMap<string, readonly string[]>;
}

/** By the name of the declared table. */
export type Layout = ReadonlyMap<string, TableLayout>;

interface LaidColumn extends Column {
  readonly layout?: ColumnLayout;
}

interface LaidTable extends ResolvedTable {
  readonly layout?: TableLayout;
}

/** The same schema, each table and column with the place where it lies. */
export function layOut(schema: Schema, layout: Layout): Schema {
  const laid = [...schema].map(([name, table]): [string, LaidTable] => {
    const place = layout.get(name);
    if (!place) return [name, table];
    const columns = Object.entries(table.columns).map(([own, column]): [string, LaidColumn] => {
      const at = Object.hasOwn(place.columns, own) ? place.columns[own] : undefined;
      return [own, at ? { ...column, layout: at } : column];
    });
    return [name, { ...table, columns: Object.fromEntries(columns), layout: place }];
  });
  return new Map(laid);
}

/** Where a table of a laid out schema lies; `undefined`: where `migrate` puts it. */
export function layoutOf(table: ResolvedTable): TableLayout | undefined {
  return (table as LaidTable).layout;
}

/** The declared name of a column that the database calls so. */
export function declaredName(table: ResolvedTable, name: string): string {
  const columns = Object.entries(layoutOf(table)?.columns ?? {});
  return columns.find(([, column]) => column.name === name)?.[0] ?? name;
}

/** A table as a statement names it. */
export function tableRef(table: ResolvedTable): Sql {
  const { name, schema }: Pick<TableLayout, "name" | "schema"> =
    layoutOf(table) ?? (table as { readonly name: string });
  return schema === undefined ? sql.ref(name) : sql.ref(schema, name);
}

/** A column as a statement names it. @param alias of its table; empty where there is only one table */
export function columnRef(table: ResolvedTable, name: string, alias = ""): Sql {
  const own = (columnOf(table, name) as LaidColumn).layout?.name ?? name;
  return alias === "" ? sql.ref(own) : sql.ref(alias, own);
}

/** How a column's values are sent. */
export function encoderOf(dialect: Dialect, column: Column): (value: unknown) => unknown {
  return (column as LaidColumn).layout?.encode ?? ((value) => dialect.encode(column, value));
}

/** How a column's values are read; `null`: they are right as they come. */
export function decoderOf(dialect: Dialect, column: Column): ((value: unknown) => unknown) | null {
  return (column as LaidColumn).layout?.decode ?? dialect.decode[column.type];
}
