/** Creates the schemas of responses from an endpoint's shape and a model's columns. */

import type { ModelFields } from "../kernel/settings.ts";
import type { OptionalShape, Shape, ShapeKind } from "../shapes/shape.ts";
import type { JsonSchema } from "./types.ts";

/** What an output consists of: JSON, or something for a browser. */
export interface OutputSchema {
  /** `null` if the response is never JSON. */
  readonly json: JsonSchema | null;
  readonly redirects: boolean;
  readonly isPage: boolean;
  /** The media types of downloads. */
  readonly files: readonly string[];
}

/**
 * Splits an output into JSON and everything else.
 *
 * @param models the app's models. A plugin can refer to a model that is turned off.
 */
export function outputSchema(output: Shape, models: ModelFields): OutputSchema {
  const all = alternatives(output);
  const json = all.filter(({ kind }) => kind !== "redirect" && kind !== "page" && filesOf(kind).length === 0);
  return {
    json: json.length > 0 ? anyOf(json, models) : null,
    redirects: all.some(({ kind }) => kind === "redirect"),
    isPage: all.some(({ kind }) => kind === "page"),
    files: all.flatMap(({ kind }) => filesOf(kind)),
  };
}

function filesOf(kind: ShapeKind): readonly string[] {
  return typeof kind === "object" && "files" in kind ? kind.files : [];
}

/** The app's models as components, with every column that responses include. */
export function modelSchemas(fields: ModelFields): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(fields).map(([table, columns]) => [componentName(table), modelOf(columns)]));
}

/** The schema of a column's value. */
export function columnSchema({ type, nullable }: ModelFields["user"][string]): JsonSchema {
  if (type === "json") return {};
  const baseSchema = columnTypes[type];
  return nullable ? { ...baseSchema, type: [baseSchema.type, "null"] } : baseSchema;
}

function modelOf(columns: ModelFields["user"]): JsonSchema {
  const returnedColumns = Object.entries(columns).filter(([, { returned }]) => returned !== false);
  return {
    type: "object",
    properties: Object.fromEntries(returnedColumns.map(([name, field]) => [name, columnSchema(field)])),
    required: returnedColumns.map(([name]) => name),
  };
}

const columnTypes = {
  string: { type: "string" },
  text: { type: "string" },
  number: { type: "integer" },
  boolean: { type: "boolean" },
  date: { type: "string", format: "date-time" },
} as const;

function componentName(table: string): string {
  return table.charAt(0).toUpperCase() + table.slice(1);
}

function alternatives(shape: Shape): readonly Shape[] {
  const { kind } = shape;
  return typeof kind === "object" && "anyOf" in kind ? kind.anyOf.flatMap(alternatives) : [shape];
}

function anyOf(shapes: readonly Shape[], models: ModelFields): JsonSchema {
  const schemas = shapes.flatMap(alternatives).map(({ kind }) => schemaOf(kind, models));
  const isNull = (schema: JsonSchema): boolean => schema.const === null;
  const others = schemas.filter((schema) => !isNull(schema));
  const [only] = others;
  if (others.length === schemas.length) return only && others.length === 1 ? only : { anyOf: others };
  if (only && others.length === 1 && typeof only.type === "string") return { ...only, type: [only.type, "null"] };
  return { anyOf: [...others, { type: "null" }] };
}

function schemaOf(kind: ShapeKind, models: ModelFields): JsonSchema {
  if (typeof kind === "string") return simple[kind];
  if ("literal" in kind) return { const: kind.literal };
  if ("words" in kind) return { type: "string", enum: kind.words };
  if ("object" in kind) return objectOf(kind.object, models);
  if ("list" in kind) return { type: "array", items: schemaOf(kind.list.kind, models) };
  if ("record" in kind) return { type: "object", additionalProperties: schemaOf(kind.record.kind, models) };
  if ("anyOf" in kind) return anyOf(kind.anyOf, models);
  if ("allOf" in kind) return { allOf: kind.allOf.map((part) => schemaOf(part.kind, models)) };
  if ("files" in kind) return { type: "string" };
  if (!Object.hasOwn(models, kind.model)) return {};
  return { $ref: `#/components/schemas/${componentName(kind.model)}` };
}

const simple: Readonly<Record<Extract<ShapeKind, string>, JsonSchema>> = {
  text: { type: "string" },
  number: { type: "number" },
  flag: { type: "boolean" },
  date: { type: "string", format: "date-time" },
  anything: {},
  redirect: {},
  page: {},
};

function objectOf(keys: Readonly<Record<string, Shape | OptionalShape>>, models: ModelFields): JsonSchema {
  const entries = Object.entries(keys);
  return {
    type: "object",
    properties: Object.fromEntries(
      entries.map(([name, shape]) => [name, schemaOf(("optional" in shape ? shape.optional : shape).kind, models)]),
    ),
    required: entries.flatMap(([name, shape]) => ("optional" in shape ? [] : [name])),
  };
}
