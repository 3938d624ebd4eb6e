/** Statements that create tables, columns, indexes, and references, and queries for data that would make them fail. */

import type { Column, ColumnReference, ResolvedTable } from "@latchkey/core/database";
import { indexName, referenceName, uniqueName } from "../names.ts";

/** Databases with different DDL. MySQL and MariaDB differ in the collation that compares byte by byte. */
export type DdlDialect = "sqlite" | "postgres" | "mysql" | "mariadb";

export function isMysql(dialect: DdlDialect): boolean {
  return dialect === "mysql" || dialect === "mariadb";
}

/** @param withReference whether a column's reference is created together with the table */
export function createTable(
  dialect: DdlDialect,
  table: ResolvedTable,
  withReference: (column: string) => boolean,
): string {
  const lines = Object.entries(table.columns).map(([name, column]) => columnLine(dialect, name, column));
  for (const [name, { references }] of Object.entries(table.columns)) {
    if (references && withReference(name)) lines.push(referenceLine(dialect, table.name, name, references));
  }
  return `create table ${quote(dialect, table.name)} (\n${lines.map((line) => `  ${line}`).join(",\n")}\n)`;
}

export function addColumn(dialect: DdlDialect, table: string, name: string, column: Column): string {
  const add = `alter table ${quote(dialect, table)} add column ${columnLine(dialect, name, column)}`;
  // SQLite can add a reference only together with its column. Other databases use a separate statement.
  return column.references && dialect === "sqlite" ? `${add} ${targetOf(dialect, column.references)}` : add;
}

export function addReference(dialect: DdlDialect, table: string, column: string, reference: ColumnReference): string {
  return `alter table ${quote(dialect, table)} add ${referenceLine(dialect, table, column, reference)}`;
}

export function createUnique(dialect: DdlDialect, table: string, columns: readonly string[]): string {
  return `create unique index ${quote(dialect, uniqueName(table, columns))} on ${indexed(dialect, table, columns)}`;
}

export function createIndex(dialect: DdlDialect, table: string, columns: readonly string[]): string {
  return `create index ${quote(dialect, indexName(table, columns))} on ${indexed(dialect, table, columns)}`;
}

/** Returns a row if several rows have the same values in these columns. */
export function findDuplicates(dialect: DdlDialect, table: string, columns: readonly string[]): string {
  const names = columns.map((name) => quote(dialect, name));
  const notNull = names.map((name) => `${name} is not null`).join(" and ");
  return `select 1 from ${quote(dialect, table)} where ${notNull} group by ${names.join(", ")} having count(*) > 1 limit 1`;
}

/** Returns a row if the column is null in any row. */
export function findNulls(dialect: DdlDialect, table: string, column: string): string {
  return `select 1 from ${quote(dialect, table)} where ${quote(dialect, column)} is null limit 1`;
}

/** Returns a row if any row refers to a row that doesn't exist. */
export function findOrphans(dialect: DdlDialect, table: string, column: string, reference: ColumnReference): string {
  const [own, target] = [quote(dialect, column), quote(dialect, reference.column)];
  const referenced = `select 1 from ${quote(dialect, reference.table)} as t where t.${target} = o.${own}`;
  return `select 1 from ${quote(dialect, table)} as o where o.${own} is not null and not exists (${referenced}) limit 1`;
}

/** Collations that distinguish any two byte sequences, including trailing spaces. */
export const byteCollations = { mysql: "utf8mb4_0900_bin", mariadb: "utf8mb4_nopad_bin" } as const;

export function columnType(dialect: DdlDialect, { type }: Column): string {
  const charset = isMysql(dialect) ? ` character set utf8mb4 collate ${byteCollations[dialect as "mysql"]}` : "";
  switch (type) {
    case "string":
      if (isMysql(dialect)) return `varchar(255)${charset}`;
      return dialect === "postgres" ? 'text collate "C"' : "text";
    case "text":
    case "json":
      return isMysql(dialect) ? `mediumtext${charset}` : "text";
    case "number":
      return dialect === "sqlite" ? "integer" : "bigint";
    case "boolean":
      return dialect === "sqlite" ? "integer" : "boolean";
    case "date":
      if (isMysql(dialect)) return "datetime(3)";
      return dialect === "postgres" ? "timestamptz(3)" : "text";
  }
}

export function quote(dialect: DdlDialect, name: string): string {
  return isMysql(dialect) ? `\`${name.replace(/`/g, "``")}\`` : `"${name.replace(/"/g, '""')}"`;
}

function columnLine(dialect: DdlDialect, name: string, column: Column): string {
  const parts = [quote(dialect, name), columnType(dialect, column)];
  if (name === "id") parts.push("not null primary key");
  else if (!column.nullable) parts.push("not null");
  if (column.default !== undefined) parts.push(`default ${defaultOf(dialect, column, column.default)}`);
  return parts.join(" ");
}

function referenceLine(dialect: DdlDialect, table: string, column: string, reference: ColumnReference): string {
  const name = quote(dialect, referenceName(table, column));
  return `constraint ${name} foreign key (${quote(dialect, column)}) ${targetOf(dialect, reference)}`;
}

function targetOf(dialect: DdlDialect, { table, column, onDelete = "cascade" }: ColumnReference): string {
  return `references ${quote(dialect, table)} (${quote(dialect, column)}) on delete ${onDelete}`;
}

function indexed(dialect: DdlDialect, table: string, columns: readonly string[]): string {
  return `${quote(dialect, table)} (${columns.map((name) => quote(dialect, name)).join(", ")})`;
}

/** A default value as SQL. */
export function defaultOf(dialect: DdlDialect, { type }: Column, value: string | number | boolean): string {
  if (typeof value === "boolean" && dialect === "sqlite") return value ? "1" : "0";
  if (typeof value !== "string") return String(value);
  const quoted = `'${value.replace(/'/g, "''")}'`;
  if (!isMysql(dialect)) return quoted;
  const escaped = quoted.replace(/\\/g, "\\\\");
  // MySQL allows only an expression as the default of long text.
  return type === "string" ? escaped : `(${escaped})`;
}
