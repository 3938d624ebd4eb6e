/** Maps each declared table to the app's own table, and checks that it fits. */

import type { ResolvedTable, Schema } from "@latchkey/core/database";
import type { Layout, TableLayout } from "@latchkey/sql";
import { type Column, getTableColumns, getTableName, isTable, type Table } from "drizzle-orm";
import { columnConversion, columnProblem } from "./columns.ts";
import type { DrizzleDatabase, DrizzleProvider } from "./driver.ts";
import { uniquesOf } from "./uniques.ts";

interface LayoutOptions {
  readonly provider: DrizzleProvider;
  readonly schema?: Readonly<Record<string, unknown>>;
  readonly usePlural?: boolean;
}

/** @throws {Error} if the tables don't fit, with one line per problem and how to fix them */
export function createLayout(db: DrizzleDatabase, schema: Schema, options: LayoutOptions): Layout {
  const appTables = options.schema ?? schemaOf(db);
  const layout = new Map<string, TableLayout>();
  const problems: string[] = [];
  for (const table of schema.values()) {
    const key = options.usePlural ? `${table.name}s` : table.name;
    const own = Object.hasOwn(appTables, key) ? appTables[key] : undefined;
    if (isTable(own)) {
      layout.set(table.name, tableLayout(db, own, table));
      problems.push(...problemsOf(options.provider, key, own, table));
    } else problems.push(`the table "${key}" is missing`);
  }
  if (problems.length === 0) return layout;
  const dialect = { sqlite: "sqlite", pg: "postgres", mysql: "mysql or mariadb" }[options.provider];
  throw new Error(
    `The Drizzle schema doesn't match:\n${problems.map((problem) => `- ${problem}\n`).join("")}` +
      `Generate it with "npx @latchkey/cli generate --drizzle --dialect ${dialect}", or add what's missing. Pass it ` +
      'as `drizzleAdapter(db, { provider, schema })`. Then run "npx drizzle-kit generate" and "npx drizzle-kit migrate".',
  );
}

/** Returns the schema that was passed to `drizzle(…)`. */
function schemaOf(db: DrizzleDatabase): Readonly<Record<string, unknown>> {
  return (db as { readonly _?: { readonly fullSchema?: Readonly<Record<string, unknown>> } })._?.fullSchema ?? {};
}

function tableLayout(db: DrizzleDatabase, own: Table, table: ResolvedTable): TableLayout {
  const columns = getTableColumns(own);
  const names = new Map(Object.entries(columns).map(([name, column]) => [column, name]));
  const uniques = uniquesOf(own).map(
    ({ name, columns: unique }) => [name, unique.map((one) => names.get(one) ?? "")] as const,
  );
  const columnLayouts = Object.keys(table.columns).flatMap((name) => {
    const column = columns[name];
    const declared = table.columns[name];
    return column && declared
      ? [[name, { name: nameOf(db, column), ...columnConversion(declared, column) }] as const]
      : [];
  });
  return {
    name: getTableName(own),
    schema: Reflect.get(own, Symbol.for("drizzle:Schema")) as string | undefined,
    columns: Object.fromEntries(columnLayouts),
    uniques: new Map(uniques),
  };
}

interface WithCasing {
  readonly dialect?: { readonly casing?: { getColumnCasing(column: Column): string } };
}

/** An instance can be configured to change the case of column names that aren't set explicitly. */
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
    if (Object.hasOwn(table.columns, name) || !column.notNull || hasDatabaseDefault(column)) continue;
    problems.push(`${key}.${name} can't be null, but Latchkey doesn't set it. Add a database default`);
  }
  if (columns.id && !columns.id.primary) problems.push(`${key}.id isn't the primary key`);
  const found = uniquesOf(own).map(({ columns: unique }) => unique);
  for (const unique of table.uniques) {
    const wanted = unique.map((name) => columns[name]);
    const isThere = found.some(
      (one) => one.length === wanted.length && wanted.every((column) => column && one.includes(column)),
    );
    if (!isThere) problems.push(`${key} lacks a unique index on (${unique.join(", ")})`);
  }
  return problems;
}

/** Whether the database fills in the column. `$defaultFn` doesn't count, because only Drizzle's own inserts use it. */
function hasDatabaseDefault({ hasDefault, defaultFn, generated }: Column): boolean {
  return generated !== undefined || (hasDefault && defaultFn === undefined);
}
