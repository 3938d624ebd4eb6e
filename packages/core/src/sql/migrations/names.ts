/** Names of constraints and indexes: the same each time, so that an error can be read back and a migration repeated. */

import type { Schema } from "../../database/index.ts";

/** Longest name that every database takes. */
const longest = 63;

export function uniqueName(table: string, columns: readonly string[]): string {
  return bounded(`${table}_${columns.join("_")}_key`);
}

export function indexName(table: string, columns: readonly string[]): string {
  return bounded(`${table}_${columns.join("_")}_idx`);
}

export function referenceName(table: string, column: string): string {
  return bounded(`${table}_${column}_fkey`);
}

/** Columns of every unique constraint by the constraint's name. */
export function uniqueNames(schema: Schema): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, readonly string[]>([["PRIMARY", ["id"]]]);
  for (const table of schema.values()) {
    for (const columns of table.uniques) names.set(uniqueName(table.name, columns), columns);
    names.set(`${table.name}_pkey`, ["id"]);
  }
  return names;
}

function bounded(name: string): string {
  if (name.length <= longest) return name;
  let hash = 0;
  for (const character of name) hash = (Math.imul(hash, 31) + character.charCodeAt(0)) >>> 0;
  return `${name.slice(0, longest - 9)}_${hash.toString(16).padStart(8, "0")}`;
}
