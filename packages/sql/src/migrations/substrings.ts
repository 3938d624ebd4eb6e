/** Plans the indexes for `contains` that the `substringIndexes` option lists and the database lacks. */

import { columnOf, type ResolvedTable, type Schema } from "@latchkey/core/database";
import type { DialectName } from "../dialects/dialect.ts";
import { lowercase, postgresDialect } from "../dialects/postgres.ts";
import { type Connection, oneTimeQuery } from "../drivers/driver.ts";
import { trigramIndexName } from "../names.ts";
import { compile, sql } from "../sql.ts";
import { substringColumns } from "../substrings/option.ts";
import { quote } from "./ddl.ts";
import type { LiveSchema, LiveTable } from "./inspect.ts";
import { trigramTables } from "./substrings-sqlite.ts";

/** What is planned, and for which database. */
export interface SubstringTask {
  readonly connection: Connection;
  readonly dialect: DialectName;
  readonly schema: Schema;
  /** The database before the migration. */
  readonly found: LiveSchema;
  /** Tables that are renamed first. Their indexes are ignored. */
  readonly aside: Readonly<Record<string, string>>;
}

/** Statements that run after the tables exist. */
export async function substringStatements(task: SubstringTask): Promise<string[]> {
  const wanted = [...task.schema.values()].filter(
    (table) => substringColumns(table).length > 0 && hasColumns(table, task.found.get(table.name)),
  );
  if (wanted.length === 0) return [];
  return task.dialect === "sqlite" ? await trigramTables(task, wanted) : await trigramIndexes(task, wanted);
}

/** Whether the columns exist, or can be added. If not, the plan lists a problem. */
function hasColumns(table: ResolvedTable, existing: LiveTable | undefined): boolean {
  return substringColumns(table).every((name) => {
    const { nullable, default: value } = columnOf(table, name);
    return !existing || existing.columns.has(name) || nullable || value !== undefined;
  });
}

const createExtension = "create extension if not exists pg_trgm";

/** What to do if a statement fails, to be added to the error. */
export function failureHint(statement: string): string {
  if (statement === createExtension) {
    return ". The substringIndexes option needs this extension. Run the statement once as the owner of the database or as a superuser, after installing PostgreSQL's contrib modules, or remove the option.";
  }
  return /^create virtual table .* using fts5\(/.test(statement)
    ? ". The substringIndexes option needs SQLite 3.34 or later with FTS5. Use another driver, or remove the option."
    : "";
}

async function trigramIndexes(
  { connection, found, aside }: SubstringTask,
  tables: readonly ResolvedTable[],
): Promise<string[]> {
  const { rows: extensions } = await connection.run(oneTimeQuery(extensionSchema), []);
  const { rows: indexes } = await connection.run(oneTimeQuery(ginIndexes), []);
  const existing = new Set(indexes.map(([table, index]) => `${table}.${index}`));
  // The extension can be in a schema that isn't searched.
  const place = extensions[0] ? `${quote("postgres", String(extensions[0][0]))}.` : "";
  const statements: string[] = [];
  for (const table of tables) {
    const isMoved = Object.hasOwn(aside, table.name);
    const missing = substringColumns(table).filter(
      (column) => isMoved || !existing.has(`${table.name}.${trigramIndexName(table.name, column)}`),
    );
    const name = quote("postgres", table.name);
    for (const column of missing) {
      const { sql: expression } = compile(postgresDialect, lowercase(sql.ref(column)));
      const index = quote("postgres", trigramIndexName(table.name, column));
      statements.push(`create index ${index} on ${name} using gin (${expression} ${place}gin_trgm_ops)`);
    }
    // Without statistics on the expression, PostgreSQL assumes that every search matches few rows.
    if (missing.length > 0 && found.has(table.name) && !isMoved) statements.push(`analyze ${name}`);
  }
  return statements.length > 0 && !extensions[0] ? [createExtension, ...statements] : statements;
}

const extensionSchema = `select n.nspname as a from pg_catalog.pg_extension e
  join pg_catalog.pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm'`;

const ginIndexes = `select t.relname as a, i.relname as b
  from pg_catalog.pg_index x
  join pg_catalog.pg_class t on t.oid = x.indrelid join pg_catalog.pg_class i on i.oid = x.indexrelid
  join pg_catalog.pg_am m on m.oid = i.relam join pg_catalog.pg_namespace n on n.oid = t.relnamespace
  where n.nspname = pg_catalog.current_schema() and m.amname = 'gin' and x.indisvalid`;
