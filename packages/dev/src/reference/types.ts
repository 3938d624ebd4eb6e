/** A JSON schema as a person reads it: as the type that it is in TypeScript. */

import type { JsonSchema } from "@latchkey/core/openapi";

/** `{ token: string; user: User }`, `string | null`, `"asc" | "desc"`. What is not known is `unknown`. */
export function typeText(schema: JsonSchema): string {
  const { $ref, anyOf, allOf, type } = schema as Keywords;
  if ($ref !== undefined) return $ref.split("/").at(-1) ?? $ref;
  if (anyOf) return [...new Set(anyOf.map(typeText))].join(" | ");
  if (allOf) return allOf.map(typeText).join(" & ");
  if ("const" in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (typeof type === "object") return type.map((one) => plain({ ...schema, type: one })).join(" | ");
  return plain(schema);
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

function plain(schema: JsonSchema): string {
  const { items = {}, properties, required = [], additionalProperties } = schema as Structure;
  if (schema.type === "array") return listOf(typeText(items));
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

function listOf(type: string): string {
  return /[ ]/.test(type) && !/^\{[^{}]*\}$/.test(type) ? `(${type})[]` : `${type}[]`;
}
