/** Renders JSON schemas in TypeScript-like notation. */

import type { JsonSchema } from "@latchkey/core/openapi";

/**
 * Returns a type such as `{ token: string; user: User }`, `string | null`, or `"asc" | "desc"`. Anything that isn't
 * recognized is `unknown`.
 */
export function typeText(schema: JsonSchema): string {
  const { $ref, anyOf, allOf, type } = schema as Keywords;
  if ($ref !== undefined) return $ref.split("/").at(-1) ?? $ref;
  if (anyOf) return [...new Set(anyOf.map(typeText))].join(" | ");
  if (allOf) return allOf.map(typeText).join(" & ");
  if ("const" in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (typeof type === "object") return type.map((one) => plainTypeText({ ...schema, type: one })).join(" | ");
  return plainTypeText(schema);
}

interface Keywords {
  readonly $ref?: string;
  readonly anyOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly type?: string | readonly string[];
}

interface Structure {
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
}

function plainTypeText(schema: JsonSchema): string {
  const { items = {}, properties, required = [], additionalProperties } = schema as Structure;
  if (schema.type === "array") return arrayTypeText(typeText(items));
  if (schema.type === "integer") return "number";
  if (schema.type === "string" && schema.format === "date-time") return "date";
  if (schema.type !== "object") return typeof schema.type === "string" ? schema.type : "unknown";
  if (!properties)
    return typeof additionalProperties === "object" ? `Record<string, ${typeText(additionalProperties)}>` : "object";
  const keys = Object.entries(properties).map(
    ([name, of]) => `${name}${required.includes(name) ? "" : "?"}: ${typeText(of)}`,
  );
  return keys.length > 0 ? `{ ${keys.join("; ")} }` : "object";
}

function arrayTypeText(type: string): string {
  return /[ ]/.test(type) && !/^\{[^{}]*\}$/.test(type) ? `(${type})[]` : `${type}[]`;
}
