/**
 * Tables that the app created: their names, and the form that they store values in. A table or column without a layout
 * is as `migrate` would create it.
 */

import { type Column, columnOf, type ResolvedTable, type Schema } from "@latchkey/core/database";
import type { Dialect } from "./dialects/dialect.ts";
import { type Sql, sql } from "./sql.ts";

/** A column's name in the database, and how its values are converted, if the dialect's conversion doesn't fit. */
export interface ColumnLayout {
  readonly name: string;
  /** Converts a JavaScript value for the driver. Never called with `null`. */
  readonly encode?: ((value: unknown) => unknown) | undefined;
  /** Converts a driver's value to a JavaScript value. Never called with `null`. */
  readonly decode?: ((value: unknown) => unknown) | undefined;
}

/** A table's name and columns in the database. */
export interface TableLayout {
  readonly name: string;
  /** The database schema that contains it. Default: the connection's. */
  readonly schema?: string | undefined;
  /** By the column's name in the declared table. */
  readonly columns: Readonly<Record<string, ColumnLayout>>;
  /**
   * The declared columns of each unique constraint, by the constraint's name. Some drivers' errors contain only the
   * name.
   */
  readonly uniques?: ReadonlyMap<string, readonly string[]>;
}

/** Layouts by the name of the declared table. */
export type Layout = ReadonlyMap<string, TableLayout>;

interface ColumnWithLayout extends Column {
  readonly layout?: ColumnLayout;
}

interface TableWithLayout extends ResolvedTable {
  readonly layout?: TableLayout;
}

/** Adds its layout to each table and column of a schema. */
export function applyLayout(schema: Schema, layout: Layout): Schema {
  const tables = [...schema].map(([name, table]): [string, TableWithLayout] => {
    const found = layout.get(name);
    if (!found) return [name, table];
    const columns = Object.entries(table.columns).map(([declared, column]): [string, ColumnWithLayout] => {
      const own = Object.hasOwn(found.columns, declared) ? found.columns[declared] : undefined;
      return [declared, own ? { ...column, layout: own } : column];
    });
    return [name, { ...table, columns: Object.fromEntries(columns), layout: found }];
  });
  return new Map(tables);
}

/** A table's layout. `undefined` if the table is as `migrate` creates it. */
export function layoutOf(table: ResolvedTable): TableLayout | undefined {
  return (table as TableWithLayout).layout;
}

/** The declared name of a column, from its name in the database. */
export function declaredName(table: ResolvedTable, name: string): string {
  const columns = Object.entries(layoutOf(table)?.columns ?? {});
  return columns.find(([, column]) => column.name === name)?.[0] ?? name;
}

/** A reference to a table. */
export function tableRef(table: ResolvedTable): Sql {
  const { name, schema }: Pick<TableLayout, "name" | "schema"> =
    layoutOf(table) ?? (table as { readonly name: string });
  return schema === undefined ? sql.ref(name) : sql.ref(schema, name);
}

/** A reference to a column. @param alias of its table; empty if the statement has only one table */
export function columnRef(table: ResolvedTable, name: string, alias = ""): Sql {
  const own = (columnOf(table, name) as ColumnWithLayout).layout?.name ?? name;
  return alias === "" ? sql.ref(own) : sql.ref(alias, own);
}

/** Converts a column's values for the driver. */
export function encoderOf(dialect: Dialect, column: Column): (value: unknown) => unknown {
  return (column as ColumnWithLayout).layout?.encode ?? ((value) => dialect.encode(column, value));
}

/** Converts a driver's values to a column's JavaScript values. `null` means no conversion. */
export function decoderOf(dialect: Dialect, column: Column): ((value: unknown) => unknown) | null {
  return (column as ColumnWithLayout).layout?.decode ?? dialect.decode[column.type];
}

/** Whether a layout converts the driver's values of a column. */
export function hasCustomDecoder(column: Column): boolean {
  return (column as ColumnWithLayout).layout?.decode !== undefined;
}
