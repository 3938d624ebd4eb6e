/**
 * Names of constraints and indexes. They're deterministic, so errors can be mapped to columns and migrations repeated.
 */

import type { Schema } from "@latchkey/core/database";

/** Maximum length of a name that every database allows. */
const maxLength = 63;

/** Name of a unique constraint. */
export function uniqueName(table: string, columns: readonly string[]): string {
  return shorten(`${table}_${columns.join("_")}_key`);
}

/** Name of an index. */
export function indexName(table: string, columns: readonly string[]): string {
  return shorten(`${table}_${columns.join("_")}_idx`);
}

/** Name of a foreign key. */
export function referenceName(table: string, column: string): string {
  return shorten(`${table}_${column}_fkey`);
}

/** Name of PostgreSQL's index for `contains` on a column. */
export function trigramIndexName(table: string, column: string): string {
  return shorten(`${table}_${column}_trgm_idx`);
}

/** Name of SQLite's full-text table for `contains` on a table's columns. Its triggers begin with this name as well. */
export function trigramTableName(table: string): string {
  return `${table}_trigrams`;
}

/** Name of the table that maps the row numbers of SQLite's full-text table to ids. */
export function trigramKeysName(table: string): string {
  return `${table}_trigram_keys`;
}

/** Columns of every unique constraint, by the constraint's name. */
export function uniqueNames(schema: Schema): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, readonly string[]>([["PRIMARY", ["id"]]]);
  for (const table of schema.values()) {
    for (const columns of table.uniques) names.set(uniqueName(table.name, columns), columns);
    names.set(`${table.name}_pkey`, ["id"]);
  }
  return names;
}

function shorten(name: string): string {
  if (name.length <= maxLength) return name;
  let hash = 0;
  for (const character of name) hash = (Math.imul(hash, 31) + character.charCodeAt(0)) >>> 0;
  return `${name.slice(0, maxLength - 9)}_${hash.toString(16).padStart(8, "0")}`;
}
