/**
 * What adding cannot mend, as statements: types, collations, a NOT NULL in the way, on SQLite references. For tables that
 * another library made; nothing of them is lost.
 */

import type { ColumnReference, ResolvedTable } from "../../database/index.ts";
import { question } from "../driver.ts";
import type { Conversion, ConversionTask } from "./conversion.ts";
import { convertMysql } from "./convert-mysql.ts";
import { rebuild } from "./convert-sqlite.ts";
import { columnType, type DdlDialect, defaultOf, findNulls, findOrphans, isMysql, quote } from "./ddl.ts";
import type { Live, LiveTable } from "./inspect.ts";
import { indexName, uniqueName } from "./names.ts";

/** @param found the database as it is */
export async function conversionFor(task: ConversionTask, found: Live): Promise<Conversion> {
  const { live, statements } = await setAside(task, found);
  for (const table of task.schema.values()) {
    const present = live.get(table.name);
    if (present) statements.push(...(await mendRows(task, table, present)));
  }
  if (isMysql(task.dialect)) {
    const converted = await convertMysql(task, live);
    return { statements: [...converted.drops, ...statements, ...converted.statements], live: converted.live };
  }
  const converted = await convertTables(task, live);
  return { statements: [...statements, ...converted.statements], live: converted.live };
}

async function setAside(task: ConversionTask, found: Live) {
  const { dialect, aside } = task;
  const live = new Map(found);
  const statements: string[] = [];
  for (const [table, name] of Object.entries(aside)) {
    const present = live.get(table);
    if (!present) continue;
    if (live.has(name)) {
      throw new Error(`The table ${table} cannot be renamed: there is a table ${name}. Rename that one.`);
    }
    for (const index of await indexesInTheWay(task, table)) statements.push(`drop index ${quote(dialect, index)}`);
    statements.push(`alter table ${quote(dialect, table)} rename to ${quote(dialect, name)}`);
    live.delete(table);
    live.set(name, present);
  }
  return { live, statements };
}

/** Indexes keep their names when their table is renamed. On SQLite and PostgreSQL no other table can have one of these. */
async function indexesInTheWay({ connection, dialect, schema }: ConversionTask, name: string): Promise<string[]> {
  const table = schema.get(name);
  if (!table || isMysql(dialect)) return [];
  const { rows } = await connection.run(question(indexNames[dialect === "sqlite" ? "sqlite" : "postgres"]), []);
  const there = new Set(rows.filter(([of]) => of === name).map(([, index]) => index));
  const needed = [
    ...table.uniques.map((columns) => uniqueName(name, columns)),
    ...table.indexes.map((columns) => indexName(name, columns)),
  ];
  return needed.filter((index) => there.has(index));
}

const indexNames = {
  sqlite: "select tbl_name, name from sqlite_master where type = 'index' and sql is not null",
  postgres: "select tablename, indexname from pg_catalog.pg_indexes where schemaname = pg_catalog.current_schema()",
} as const;

/** Nulls where there is a default, and references to what is gone, each as the database would have done it. */
async function mendRows(task: ConversionTask, table: ResolvedTable, present: LiveTable): Promise<string[]> {
  const { dialect } = task;
  const name = quote(dialect, table.name);
  const statements: string[] = [];
  for (const [own, column] of Object.entries(table.columns)) {
    const found = present.columns.get(own);
    if (!found) continue;
    const nulls = findNulls(dialect, table.name, own);
    if (
      found.nullable &&
      !column.nullable &&
      column.default !== undefined &&
      (await task.connection.run(question(nulls), [])).rows.length > 0
    ) {
      const value = defaultOf(dialect, column, column.default);
      statements.push(`update ${name} set ${quote(dialect, own)} = ${value} where ${quote(dialect, own)} is null`);
    }
    const { references } = column;
    if (
      references &&
      column.nullable &&
      !present.references.has(own) &&
      (await hasOrphans(task, table.name, own, references))
    ) {
      statements.push(withoutOrphans(dialect, table.name, own, references));
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
  return (await task.connection.run(question(query), [])).rows.length > 0;
}

function withoutOrphans(dialect: DdlDialect, table: string, column: string, reference: ColumnReference): string {
  const [name, own, target] = [table, column, reference.column].map((part) => quote(dialect, part));
  const there = `select ${target} from ${quote(dialect, reference.table)}`;
  const orphan = `${own} is not null and ${own} not in (${there})`;
  return reference.onDelete === "set null"
    ? `update ${name} set ${own} = null where ${orphan}`
    : `delete from ${name} where ${orphan}`;
}

async function convertTables(task: ConversionTask, found: Live): Promise<Conversion> {
  const live = new Map(found);
  const statements: string[] = [];
  for (const table of task.schema.values()) {
    const present = live.get(table.name);
    if (!present) continue;
    const converted =
      task.dialect === "sqlite" ? await rebuild(task.connection, table, present) : convertPostgres(table, present);
    statements.push(...converted.statements);
    live.set(table.name, converted.present);
  }
  return { statements, live };
}

function convertPostgres(table: ResolvedTable, present: LiveTable) {
  const columns = new Map(present.columns);
  const actions: string[] = [];
  for (const [name, found] of present.columns) {
    const column = Object.hasOwn(table.columns, name) ? table.columns[name] : undefined;
    const own = quote("postgres", name);
    if (column?.type === "date" && found.type === "timestamp without time zone") {
      actions.push(`alter column ${own} type ${columnType("postgres", column)} using ${own} at time zone 'UTC'`);
      columns.set(name, { ...found, type: "timestamp with time zone" });
    }
    const isInTheWay = column ? column.nullable === true && !found.nullable : !found.nullable && !found.hasDefault;
    if (isInTheWay) {
      actions.push(`alter column ${own} drop not null`);
      columns.set(name, { ...(columns.get(name) ?? found), nullable: true });
    }
  }
  const statements = actions.length === 0 ? [] : [`alter table ${quote("postgres", table.name)} ${actions.join(", ")}`];
  return { statements, present: { ...present, columns } };
}
