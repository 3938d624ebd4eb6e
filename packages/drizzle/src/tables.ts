/** The app's own tables: where each declared table lies among them, and whether it can hold what it should. */

import type { ResolvedTable, Schema } from "@latchkey/core/database";
import type { Layout, TableLayout } from "@latchkey/sql";
import { type Column, getTableColumns, getTableName, isTable, type Table } from "drizzle-orm";
import type { DrizzleDatabase, DrizzleProvider } from "./driver.ts";
import { columnProblem, formOf } from "./forms.ts";
import { uniquesOf } from "./uniques.ts";

interface Asked {
  readonly provider: DrizzleProvider;
  readonly schema?: Readonly<Record<string, unknown>>;
  readonly usePlural?: boolean;
}

/** @throws {Error} what the tables lack, line by line, and what to do */
export function layoutOfTables(db: DrizzleDatabase, schema: Schema, asked: Asked): Layout {
  const given = asked.schema ?? schemaOf(db);
  const layout = new Map<string, TableLayout>();
  const problems: string[] = [];
  for (const table of schema.values()) {
    const key = asked.usePlural ? `${table.name}s` : table.name;
    const own = Object.hasOwn(given, key) ? given[key] : undefined;
    if (isTable(own)) {
      layout.set(table.name, tableLayout(db, own, table));
      problems.push(...problemsOf(asked.provider, key, own, table));
    } else problems.push(`the table "${key}" is missing`);
  }
  if (problems.length === 0) return layout;
  const dialect = { sqlite: "sqlite", pg: "postgres", mysql: "mysql or mariadb" }[asked.provider];
  throw new Error(
    `The Drizzle schema does not fit:\n${problems.map((problem) => `- ${problem}\n`).join("")}` +
      `Write it anew with "npx latchkey generate --drizzle --dialect ${dialect} --plugins …", or add what is missing; pass it ` +
      'as `drizzleAdapter(db, { provider, schema })`; then "npx drizzle-kit generate" and "npx drizzle-kit migrate".',
  );
}

/** What `drizzle(…)` was given. */
function schemaOf(db: DrizzleDatabase): Readonly<Record<string, unknown>> {
  return (db as { readonly _?: { readonly fullSchema?: Readonly<Record<string, unknown>> } })._?.fullSchema ?? {};
}

function tableLayout(db: DrizzleDatabase, own: Table, table: ResolvedTable): TableLayout {
  const columns = getTableColumns(own);
  const names = new Map(Object.entries(columns).map(([name, column]) => [column, name]));
  const uniques = uniquesOf(own).map(
    ({ name, columns: unique }) => [name, unique.map((one) => names.get(one) ?? "")] as const,
  );
  const laid = Object.keys(table.columns).flatMap((name) => {
    const column = columns[name];
    const declared = table.columns[name];
    return column && declared ? [[name, { name: nameOf(db, column), ...formOf(declared, column) }] as const] : [];
  });
  return {
    name: getTableName(own),
    schema: (own as unknown as Record<symbol, string | undefined>)[Symbol.for("drizzle:Schema")],
    columns: Object.fromEntries(laid),
    uniques: new Map(uniques),
  };
}

interface WithCasing {
  readonly dialect?: { readonly casing?: { getColumnCasing(column: Column): string } };
}

/** An instance can be told to spell columns without a name in another case. */
function nameOf(db: DrizzleDatabase, column: Column): string {
  return (db as WithCasing).dialect?.casing?.getColumnCasing(column) ?? column.name;
}

function problemsOf(provider: DrizzleProvider, key: string, own: Table, table: ResolvedTable): string[] {
  const columns = getTableColumns(own);
  const problems: string[] = [];
  for (const [name, declared] of Object.entries(table.columns)) {
    const column = Object.hasOwn(columns, name) ? columns[name] : undefined;
    const problem = column ? columnProblem(provider, declared, column) : "is missing";
    if (problem) problems.push(`${key}.${name} ${problem}`);
  }
  for (const [name, column] of Object.entries(columns)) {
    if (Object.hasOwn(table.columns, name) || !column.notNull || isFilled(column)) continue;
    problems.push(`${key}.${name} must not be null, but nothing fills it: give it a default of the database's`);
  }
  if (columns.id && !columns.id.primary) problems.push(`${key}.id is not the primary key`);
  const found = uniquesOf(own).map(({ columns: unique }) => unique);
  for (const unique of table.uniques) {
    const wanted = unique.map((name) => columns[name]);
    const isThere = found.some(
      (one) => one.length === wanted.length && wanted.every((column) => column && one.includes(column)),
    );
    if (!isThere) problems.push(`${key} lacks a unique index over (${unique.join(", ")})`);
  }
  return problems;
}

/** By the database. What `$defaultFn` gives is known to Drizzle's own inserts alone. */
function isFilled({ hasDefault, defaultFn, generated }: Column): boolean {
  return generated !== undefined || (hasDefault && defaultFn === undefined);
}
