/** A schema as JSON, on its way from the app's process to the command. */

import type { Column, ColumnReference, ColumnType, ResolvedTable, Schema } from "@latchkey/core/database";

/** Tables in the order of the schema, in which references point backwards. */
export type SchemaJson = readonly ResolvedTable[];

/** Everything in a table is JSON already. Only the map around them isn't. */
export function serializeSchema(schema: Schema): SchemaJson {
  return [...schema.values()].map(({ name, columns, uniques, indexes }) => ({ name, columns, uniques, indexes }));
}

/**
 * Reads what {@link serializeSchema} wrote, in a process that ran code of others.
 * @throws {Error} if it isn't a schema, or has a kind of column that this version doesn't know
 */
export function parseSchema(json: unknown): Schema {
  const tables = listOf(json, "schema").map(tableOf);
  return new Map(tables.map((table) => [table.name, table]));
}

function tableOf(json: unknown): ResolvedTable {
  const { name, columns, uniques, indexes } = recordOf(json, "table");
  if (typeof name !== "string") throw unfit("table.name");
  const entries = Object.entries(recordOf(columns, name)).map(
    ([column, value]) => [column, columnOf(value, `${name}.${column}`)] as const,
  );
  return {
    name,
    columns: Object.fromEntries(entries),
    uniques: keysOf(uniques, `${name}.uniques`),
    indexes: keysOf(indexes, `${name}.indexes`),
  };
}

const columnTypes: Readonly<Record<ColumnType, true>> = {
  string: true,
  text: true,
  number: true,
  boolean: true,
  date: true,
  json: true,
};

const flags = ["nullable", "unique", "index", "input", "returned"] as const;

function columnOf(json: unknown, place: string): Column {
  const { type, default: preset, references, ...rest } = recordOf(json, place);
  if (typeof type !== "string" || !Object.hasOwn(columnTypes, type)) throw unfit(`${place}.type`);
  if (preset !== undefined && !isPreset(preset)) throw unfit(`${place}.default`);
  const set = flags.flatMap((name) => {
    const value = rest[name];
    if (value === undefined) return [];
    if (typeof value !== "boolean") throw unfit(`${place}.${name}`);
    return [[name, value] as const];
  });
  return {
    type: type as ColumnType,
    ...(Object.fromEntries(set) as Pick<Column, (typeof flags)[number]>),
    ...(preset === undefined ? {} : { default: preset }),
    ...(references === undefined ? {} : { references: referenceOf(references, `${place}.references`) }),
  };
}

const deletions: readonly unknown[] = ["cascade", "set null", "restrict"];

function referenceOf(json: unknown, place: string): ColumnReference {
  const { table, column, onDelete } = recordOf(json, place);
  if (typeof table !== "string" || typeof column !== "string") throw unfit(place);
  if (onDelete === undefined) return { table, column };
  if (!deletions.includes(onDelete)) throw unfit(`${place}.onDelete`);
  return { table, column, onDelete: onDelete as NonNullable<ColumnReference["onDelete"]> };
}

function isPreset(value: unknown): value is string | number | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

function keysOf(json: unknown, place: string): readonly (readonly string[])[] {
  return listOf(json, place).map((columns) =>
    listOf(columns, place).map((column) => {
      if (typeof column !== "string") throw unfit(place);
      return column;
    }),
  );
}

function listOf(json: unknown, place: string): readonly unknown[] {
  if (!Array.isArray(json)) throw unfit(place);
  return json;
}

function recordOf(json: unknown, place: string): Readonly<Record<string, unknown>> {
  if (typeof json !== "object" || json === null || Array.isArray(json)) throw unfit(place);
  return json as Readonly<Record<string, unknown>>;
}

function unfit(place: string): Error {
  return new Error(
    `The app's schema can't be read at "${place}". Use the same version of @latchkey/cli and @latchkey/core.`,
  );
}
