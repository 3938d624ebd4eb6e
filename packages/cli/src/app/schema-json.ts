/** Converts a schema to JSON and back, to send it from the app's process to the command. */

import type { Column, ColumnReference, ColumnType, ResolvedTable, Schema } from "@latchkey/core/database";

/** Tables in the schema's order, so that references only point to earlier tables. */
export type SchemaJson = readonly ResolvedTable[];

/** Tables are already plain JSON. Only the map around them has to be converted. */
export function serializeSchema(schema: Schema): SchemaJson {
  return [...schema.values()].map(({ name, columns, uniques, indexes }) => ({ name, columns, uniques, indexes }));
}

/**
 * Parses the output of {@link serializeSchema}. It comes from a process that ran other code, so everything is checked.
 * @throws {Error} if it isn't a schema, or has a column type that this version doesn't know
 */
export function parseSchema(json: unknown): Schema {
  const tables = listOf(json, "schema").map(tableOf);
  return new Map(tables.map((table) => [table.name, table]));
}

function tableOf(json: unknown): ResolvedTable {
  const { name, columns, uniques, indexes } = recordOf(json, "table");
  if (typeof name !== "string") throw invalidSchema("table.name");
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
  if (typeof type !== "string" || !Object.hasOwn(columnTypes, type)) throw invalidSchema(`${place}.type`);
  if (preset !== undefined && !isDefaultValue(preset)) throw invalidSchema(`${place}.default`);
  const set = flags.flatMap((name) => {
    const value = rest[name];
    if (value === undefined) return [];
    if (typeof value !== "boolean") throw invalidSchema(`${place}.${name}`);
    return [[name, value] as const];
  });
  return {
    type: type as ColumnType,
    ...(Object.fromEntries(set) as Pick<Column, (typeof flags)[number]>),
    ...(preset === undefined ? {} : { default: preset }),
    ...(references === undefined ? {} : { references: referenceOf(references, `${place}.references`) }),
  };
}

const deleteActions: readonly unknown[] = ["cascade", "set null", "restrict"];

function referenceOf(json: unknown, place: string): ColumnReference {
  const { table, column, onDelete } = recordOf(json, place);
  if (typeof table !== "string" || typeof column !== "string") throw invalidSchema(place);
  if (onDelete === undefined) return { table, column };
  if (!deleteActions.includes(onDelete)) throw invalidSchema(`${place}.onDelete`);
  return { table, column, onDelete: onDelete as NonNullable<ColumnReference["onDelete"]> };
}

function isDefaultValue(value: unknown): value is string | number | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

function keysOf(json: unknown, place: string): readonly (readonly string[])[] {
  return listOf(json, place).map((columns) =>
    listOf(columns, place).map((column) => {
      if (typeof column !== "string") throw invalidSchema(place);
      return column;
    }),
  );
}

function listOf(json: unknown, place: string): readonly unknown[] {
  if (!Array.isArray(json)) throw invalidSchema(place);
  return json;
}

function recordOf(json: unknown, place: string): Readonly<Record<string, unknown>> {
  if (typeof json !== "object" || json === null || Array.isArray(json)) throw invalidSchema(place);
  return json as Readonly<Record<string, unknown>>;
}

function invalidSchema(place: string): Error {
  return new Error(
    `The app's schema can't be read at "${place}". Use the same version of @latchkey/cli and @latchkey/core.`,
  );
}
