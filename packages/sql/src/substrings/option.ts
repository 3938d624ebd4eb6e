/** The `substringIndexes` option: columns with an index for `contains`. */

import type { ResolvedTable, Schema } from "@latchkey/core/database";
import type { DialectName } from "../dialects/dialect.ts";
import { trigramKeysName, trigramTableName } from "../names.ts";

/** Text columns to index, by table. */
export type SubstringIndexes = Readonly<Record<string, readonly string[]>>;

interface IndexedTable extends ResolvedTable {
  readonly substringColumns?: readonly string[];
}

/**
 * Adds its indexed columns to each table of a schema.
 * @throws {Error} if a table or column doesn't exist or isn't text, or if the database doesn't support the index
 */
export function applySubstringIndexes(schema: Schema, option: SubstringIndexes, dialect: DialectName): Schema {
  const wanted = Object.entries(option).filter(([, columns]) => columns.length > 0);
  if (wanted.length === 0) return schema;
  if (dialect === "mysql") {
    throw new Error("substringIndexes isn't supported on MySQL and MariaDB. Remove the option.");
  }
  const tables = new Map(schema);
  for (const [name, columns] of wanted) {
    const table = schema.get(name);
    if (!table) throw new Error(`substringIndexes: there is no table "${name}". Use ${[...schema.keys()].join(", ")}.`);
    for (const column of columns) checkColumn(table, column);
    for (const own of dialect === "sqlite" ? [trigramTableName(name), trigramKeysName(name)] : []) {
      if (schema.has(own))
        throw new Error(
          `substringIndexes.${name}: the index is stored in the table "${own}", but the schema already has one. Rename that one.`,
        );
    }
    const indexed: IndexedTable = { ...table, substringColumns: [...new Set(columns)].sort() };
    tables.set(name, indexed);
  }
  return tables;
}

/** The table's columns with an index for `contains`. */
export function substringColumns(table: ResolvedTable): readonly string[] {
  return (table as IndexedTable).substringColumns ?? [];
}

function checkColumn({ name, columns }: ResolvedTable, column: string): void {
  const type = Object.hasOwn(columns, column) ? columns[column]?.type : undefined;
  const texts = Object.entries(columns).filter(([own, { type }]) => own !== "id" && isText(type));
  const hint = `Use ${texts.map(([own]) => own).join(", ")}.`;
  if (type === undefined) throw new Error(`substringIndexes.${name}: there is no column "${column}". ${hint}`);
  if (!isText(type) || column === "id")
    throw new Error(`substringIndexes.${name}: "${column}" can't be indexed. ${hint}`);
}

function isText(type: string): boolean {
  return type === "string" || type === "text";
}
