/** Reads a whole database, to compare it with another. */

import type { OpenDatabase } from "../src/database/open.ts";
import { columnsIn } from "../src/doctor/sql.ts";

type Row = Readonly<Record<string, unknown>>;

/** All rows of each table, and the tables' definitions. */
export interface Dump {
  readonly rows: Readonly<Record<string, readonly Row[]>>;
  readonly definitions: readonly unknown[];
}

export async function dump(database: OpenDatabase): Promise<Dump> {
  const rows: Record<string, readonly Row[]> = {};
  const quote = database.dialect === "mysql" ? "`" : '"';
  const names = [...(await columnsIn(database)).keys()].sort();
  for (const name of names) rows[name] = await database.rows(`select * from ${quote}${name}${quote}`);
  return { rows, definitions: await definitionsOf(database, names) };
}

async function definitionsOf(database: OpenDatabase, tables: readonly string[]): Promise<unknown[]> {
  switch (database.dialect) {
    case "sqlite":
      return database.rows("select sql from sqlite_master where sql is not null order by sql");
    case "postgres":
      return [
        await database.rows(
          "select table_name, column_name, data_type, is_nullable from information_schema.columns where table_schema = current_schema() order by table_name, column_name",
        ),
        await database.rows("select indexdef from pg_indexes where schemaname = current_schema() order by indexdef"),
      ];
    case "mysql":
      return Promise.all(tables.map(async (name) => mysqlLines(await database.rows(`show create table \`${name}\``))));
  }
}

/** Without the names of indexes: MariaDB creates and names those of foreign keys itself if they're missing. */
function mysqlLines([row]: readonly Row[]): string[] {
  const lines = String(row?.["Create Table"]).split("\n");
  return lines
    .map((line) =>
      line
        .trim()
        .replace(/^KEY `\w+`/, "KEY")
        .replace(/,$/, ""),
    )
    .sort();
}

/** Hides values that differ between two equal runs, such as times and encrypted secrets, and orders the rows. */
export function normalizer(one: Dump, other: Dump): (dump: Dump) => Dump {
  const differs = new Set(
    Object.entries(one.rows).flatMap(([table, rows]) => {
      const columns = new Set(rows.flatMap((row) => Object.keys(row)));
      return [...columns]
        .filter((column) => valuesOf(rows, column) !== valuesOf(other.rows[table] ?? [], column))
        .map((column) => `${table}.${column}`);
    }),
  );
  const hide = (table: string, row: Row): Row =>
    Object.fromEntries(
      Object.entries(row).map(([column, value]) => [
        column,
        differs.has(`${table}.${column}`) && value !== null ? "differs" : value,
      ]),
    );
  return ({ rows, definitions }) => ({
    definitions,
    rows: Object.fromEntries(
      Object.entries(rows).map(([table, list]) => [table, list.map((row) => hide(table, row)).sort(byText)]),
    ),
  });
}

function valuesOf(rows: readonly Row[], column: string): string {
  return rows
    .map((row) => JSON.stringify(row[column]))
    .sort()
    .join();
}

function byText(one: Row, other: Row): number {
  return JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;
}
