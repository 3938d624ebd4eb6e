/**
 * Converts tables that another library created, where adding columns isn't enough: types, collations, NOT NULL, and
 * references on SQLite. Keeps all rows, except that rows whose referenced row is gone follow their ON DELETE.
 */

import type { ColumnReference, ResolvedTable } from "@latchkey/core/database";
import { oneTimeQuery } from "../drivers/driver.ts";
import { indexName, trigramIndexName, uniqueName } from "../names.ts";
import { substringColumns } from "../substrings/option.ts";
import type { Conversion, ConversionTask } from "./conversion.ts";
import { convertMysql } from "./convert-mysql.ts";
import { rebuild } from "./convert-sqlite.ts";
import { columnType, type DdlDialect, defaultOf, findNulls, findOrphans, isMysql, quote } from "./ddl.ts";
import type { LiveSchema, LiveTable } from "./inspect.ts";

/** @param found the current database */
export async function conversionFor(task: ConversionTask, found: LiveSchema): Promise<Conversion> {
  const { live, statements } = await renameAside(task, found);
  for (const table of task.schema.values()) {
    const existing = live.get(table.name);
    if (existing) statements.push(...(await repairRows(task, table, existing)));
  }
  if (isMysql(task.dialect)) {
    const converted = await convertMysql(task, live);
    return { statements: [...converted.drops, ...statements, ...converted.statements], live: converted.live };
  }
  const converted = await convertTables(task, live);
  return { statements: [...statements, ...converted.statements], live: converted.live };
}

async function renameAside(task: ConversionTask, found: LiveSchema) {
  const { dialect, aside } = task;
  const live = new Map(found);
  const statements: string[] = [];
  for (const [table, name] of Object.entries(aside)) {
    const existing = live.get(table);
    if (!existing) continue;
    if (live.has(name)) {
      throw new Error(
        `The table ${table} can't be renamed to ${name}, because ${name} already exists. Rename ${name} first.`,
      );
    }
    for (const index of await conflictingIndexes(task, table)) statements.push(...dropIndex(dialect, table, index));
    statements.push(`alter table ${quote(dialect, table)} rename to ${quote(dialect, name)}`);
    live.delete(table);
    live.set(name, existing);
  }
  return { live, statements };
}

/** On PostgreSQL, a unique constraint's index can only be dropped together with the constraint. */
function dropIndex(dialect: ConversionTask["dialect"], table: string, index: string): string[] {
  const name = quote(dialect, index);
  if (dialect === "sqlite") return [`drop index ${name}`];
  return [`alter table ${quote(dialect, table)} drop constraint if exists ${name}`, `drop index if exists ${name}`];
}

/** Indexes whose names the new table needs. They keep their names when their table is renamed. */
async function conflictingIndexes({ connection, dialect, schema }: ConversionTask, name: string): Promise<string[]> {
  const table = schema.get(name);
  if (!table || isMysql(dialect)) return [];
  const { rows } = await connection.run(oneTimeQuery(indexNames[dialect === "sqlite" ? "sqlite" : "postgres"]), []);
  const existing = new Set(rows.filter(([table]) => table === name).map(([, index]) => index));
  const needed = [
    ...table.uniques.map((columns) => uniqueName(name, columns)),
    ...table.indexes.map((columns) => indexName(name, columns)),
    ...substringColumns(table).map((column) => trigramIndexName(name, column)),
  ];
  return needed.filter((index) => existing.has(index));
}

const indexNames = {
  sqlite: "select tbl_name, name from sqlite_master where type = 'index' and sql is not null",
  postgres: "select tablename, indexname from pg_catalog.pg_indexes where schemaname = pg_catalog.current_schema()",
} as const;

/** Fills nulls with the default, and applies ON DELETE to references whose target was deleted. */
async function repairRows(task: ConversionTask, table: ResolvedTable, existing: LiveTable): Promise<string[]> {
  const { dialect } = task;
  const name = quote(dialect, table.name);
  const statements: string[] = [];
  for (const [own, column] of Object.entries(table.columns)) {
    const found = existing.columns.get(own);
    if (!found) continue;
    const nulls = findNulls(dialect, table.name, own);
    if (
      found.nullable &&
      !column.nullable &&
      column.default !== undefined &&
      (await task.connection.run(oneTimeQuery(nulls), [])).rows.length > 0
    ) {
      const value = defaultOf(dialect, column, column.default);
      statements.push(`update ${name} set ${quote(dialect, own)} = ${value} where ${quote(dialect, own)} is null`);
    }
    const { references } = column;
    if (
      references &&
      column.nullable &&
      !existing.references.has(own) &&
      (await hasOrphans(task, table.name, own, references))
    ) {
      statements.push(removeOrphans(dialect, table.name, own, references));
    }
  }
  return statements;
}

async function hasOrphans(
  task: ConversionTask,
  table: string,
  column: string,
  reference: ColumnReference,
): Promise<boolean> {
  const query = findOrphans(task.dialect, table, column, reference);
  return (await task.connection.run(oneTimeQuery(query), [])).rows.length > 0;
}

function removeOrphans(dialect: DdlDialect, table: string, column: string, reference: ColumnReference): string {
  const [name, own, target] = [table, column, reference.column].map((part) => quote(dialect, part));
  const referenced = `select ${target} from ${quote(dialect, reference.table)}`;
  const orphan = `${own} is not null and ${own} not in (${referenced})`;
  return reference.onDelete === "set null"
    ? `update ${name} set ${own} = null where ${orphan}`
    : `delete from ${name} where ${orphan}`;
}

async function convertTables(task: ConversionTask, found: LiveSchema): Promise<Conversion> {
  const live = new Map(found);
  const statements: string[] = [];
  for (const table of task.schema.values()) {
    const existing = live.get(table.name);
    if (!existing) continue;
    const converted =
      task.dialect === "sqlite" ? await rebuild(task.connection, table, existing) : convertPostgres(table, existing);
    statements.push(...converted.statements);
    live.set(table.name, converted.table);
  }
  return { statements, live };
}

function convertPostgres(table: ResolvedTable, existing: LiveTable) {
  const columns = new Map(existing.columns);
  const actions: string[] = [];
  for (const [name, found] of existing.columns) {
    const column = Object.hasOwn(table.columns, name) ? table.columns[name] : undefined;
    const own = quote("postgres", name);
    if (column?.type === "date" && found.type === "timestamp without time zone") {
      actions.push(`alter column ${own} type ${columnType("postgres", column)} using ${own} at time zone 'UTC'`);
      columns.set(name, { ...found, type: "timestamp with time zone" });
    }
    const mustBeNullable = column ? column.nullable === true && !found.nullable : !found.nullable && !found.hasDefault;
    if (mustBeNullable) {
      actions.push(`alter column ${own} drop not null`);
      columns.set(name, { ...(columns.get(name) ?? found), nullable: true });
    }
  }
  const statements = actions.length === 0 ? [] : [`alter table ${quote("postgres", table.name)} ${actions.join(", ")}`];
  return { statements, table: { ...existing, columns } };
}
