/** Conversion on MySQL and MariaDB: types and collations are changed in place, with one statement per table. */

import type { Column, ResolvedTable, Schema } from "@latchkey/core/database";
import { columnProblem } from "./column-problem.ts";
import type { Conversion, ConversionTask } from "./conversion.ts";
import { byteCollations, columnType, type DdlDialect, defaultOf, quote } from "./ddl.ts";
import {
  dropForeignKey,
  foreignKeys,
  lostForeignKeys,
  recordForeignKeys,
  restoreForeignKeys,
  withForeignKeys,
} from "./foreign-keys-mysql.ts";
import type { LiveColumn, LiveSchema } from "./inspect.ts";

/**
 * Columns that reference a converted column get its type too, even in the app's own tables. Foreign keys would prevent
 * that, so they're dropped first. The plan that follows adds the schema's foreign keys again. All others are added
 * again here.
 */
export async function convertMysql(
  { connection, dialect, schema, aside }: ConversionTask,
  current: LiveSchema,
): Promise<ConversionAfterDrops> {
  const lost = await lostForeignKeys(connection, current);
  const found = withForeignKeys(current, lost ?? []);
  const live = new Map(found);
  const modifications: string[] = [];
  const changed = new Set<string>();
  for (const [name, existing] of found) {
    const table = schema.get(name);
    const columns = new Map(existing.columns);
    const changes: string[] = [];
    for (const [own, column] of existing.columns) {
      const target = targetColumn(table, own, column, referencesKey(schema, existing.references.get(own)));
      if (!target || !mustConvert(dialect, target, column, table !== undefined)) continue;
      changes.push(`modify ${columnDefinition(dialect, own, target)}`);
      columns.set(own, convertedColumn(dialect, target, column));
      changed.add(`${name}.${own}`);
    }
    if (changes.length === 0) continue;
    modifications.push(`alter table ${quote(dialect, name)} ${changes.join(", ")}`);
    live.set(name, { ...existing, columns });
  }
  if (modifications.length === 0 && lost === null) return { drops: [], statements: [], live };
  const dropped = (await foreignKeys(connection)).filter(
    ({ table, column, target, targetColumn }) =>
      changed.has(`${aside[table] ?? table}.${column}`) || changed.has(`${target}.${targetColumn}`),
  );
  // Foreign keys are dropped before tables are renamed, and added again afterwards.
  const renamed = dropped.map((key) => ({ ...key, table: aside[key.table] ?? key.table }));
  for (const { table, column } of renamed) {
    const existing = live.get(table);
    if (!existing || !isDeclared(schema, table, column)) continue;
    const references = new Map([...existing.references].filter(([own]) => own !== column));
    live.set(table, { ...existing, references });
  }
  const lasting = renamed.filter(({ table, column }) => !isDeclared(schema, table, column));
  const mustRestore = lasting.length > 0 || lost !== null;
  return {
    drops: [...recordForeignKeys(lasting), ...dropped.map((key) => dropForeignKey(dialect, key))],
    statements: [
      ...inUtcStrictly(modifications),
      ...(mustRestore ? restoreForeignKeys(dialect, [...(lost ?? []), ...lasting]) : []),
    ],
    live,
  };
}

/** A conversion with foreign keys to drop first. */
export interface ConversionAfterDrops extends Conversion {
  readonly drops: readonly string[];
}

// `timestamp` columns become `datetime` in the time zone of the session, which must be UTC.
const useUtc = ["set @latchkey_zone = @@session.time_zone", "set session time_zone = '+00:00'"];
// Without strict mode, the server silently truncates values that are too long for their new type.
const useStrictMode = [
  "set @latchkey_mode = @@session.sql_mode",
  "set session sql_mode = concat_ws(',', nullif(@@session.sql_mode, ''), 'STRICT_ALL_TABLES')",
];
const restoreSession = ["set session time_zone = @latchkey_zone", "set session sql_mode = @latchkey_mode"];

function isDeclared(schema: Schema, table: string, column: string): boolean {
  return Object.hasOwn(schema.get(table)?.columns ?? {}, column);
}

function inUtcStrictly(modifications: readonly string[]): readonly string[] {
  return modifications.length === 0 ? [] : [...useUtc, ...useStrictMode, ...modifications, ...restoreSession];
}

interface TargetColumn extends Column {
  /** The column's type in the database. Default: the type of the declared column. */
  readonly databaseType?: string;
}

function targetColumn(
  table: ResolvedTable | undefined,
  name: string,
  found: LiveColumn,
  isReferenceToKey: boolean,
): TargetColumn | null {
  const column = table && Object.hasOwn(table.columns, name) ? table.columns[name] : undefined;
  if (column)
    return { ...column, nullable: column.nullable === true || (found.nullable && column.default === undefined) };
  if (isReferenceToKey) return { type: "string", nullable: found.nullable };
  const isUnknownRequired = table !== undefined && !found.nullable && !found.hasDefault;
  return isUnknownRequired ? { type: "text", databaseType: found.type, nullable: true } : null;
}

function referencesKey(
  schema: Schema,
  reference: { readonly table: string; readonly column: string } | undefined,
): boolean {
  const column = reference && schema.get(reference.table)?.columns[reference.column];
  return column?.type === "string";
}

function mustConvert(dialect: DdlDialect, target: TargetColumn, found: LiveColumn, isOurs: boolean): boolean {
  if (target.databaseType !== undefined) return true;
  // A reference in the app's own table: only its collation must equal that of the referenced column.
  if (!isOurs) return found.collation !== byteCollations[dialect as "mysql"];
  return columnProblem(dialect, target, found) !== null;
}

function columnDefinition(dialect: DdlDialect, name: string, target: TargetColumn): string {
  const type = target.databaseType ?? columnType(dialect, target);
  const parts = [quote(dialect, name), type, target.nullable ? "null" : "not null"];
  if (target.default !== undefined) parts.push(`default ${defaultOf(dialect, target, target.default)}`);
  return parts.join(" ");
}

function convertedColumn(dialect: DdlDialect, target: TargetColumn, found: LiveColumn): LiveColumn {
  const [type = ""] = (target.databaseType ?? columnType(dialect, target)).split(" ", 1);
  const isText = ["string", "text", "json"].includes(target.type);
  const collation = isText ? byteCollations[dialect as "mysql"] : "";
  return {
    type,
    collation: target.databaseType === undefined ? collation : found.collation,
    nullable: target.nullable === true,
    hasDefault: target.default !== undefined,
  };
}
