/** Formats a JSON Schema as a TypeScript type, which is shorter to read. */

import type { JsonSchema } from "@latchkey/core/openapi";

/**
 * @param indent spaces before each member
 */
export function schemaToType(schema: JsonSchema, indent = 0): string {
  if (typeof schema.$ref === "string") return schema.$ref.replace(/^.*\//, "");
  if ("const" in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  for (const [key, sign] of [
    ["anyOf", " | "],
    ["oneOf", " | "],
    ["allOf", " & "],
  ] as const) {
    const parts = schema[key] as readonly JsonSchema[] | undefined;
    if (parts) return [...new Set(parts.map((part) => schemaToType(part, indent)))].join(sign);
  }
  if (Array.isArray(schema.type)) {
    return schema.type.map((type) => schemaToType({ ...schema, type }, indent)).join(" | ");
  }
  if (schema.type === "array") return listOf(schemaToType((schema.items ?? {}) as JsonSchema, indent));
  if (schema.type === "object") return objectOf(schema, indent);
  if (schema.type === "integer") return "number";
  if (schema.type === "string" && schema.format === "date-time") return "string /* date */";
  return typeof schema.type === "string" ? schema.type : "unknown";
}

function listOf(item: string): string {
  return /[|&]/.test(item) && !item.startsWith("{") ? `(${item})[]` : `${item}[]`;
}

function objectOf(schema: JsonSchema, indent: number): string {
  const properties = Object.entries((schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>);
  const required = (schema.required ?? []) as readonly string[];
  const further = schema.additionalProperties;
  const open = further !== undefined && further !== false;
  if (properties.length === 0) {
    return open ? `Record<string, ${schemaToType(further === true ? {} : (further as JsonSchema), indent)}>` : "{}";
  }
  const space = " ".repeat(indent + 2);
  const lines = properties.map(([name, one]) => {
    const about = typeof one.description === "string" ? ` // ${one.description}` : "";
    return `${space}${name}${required.includes(name) ? "" : "?"}: ${schemaToType(one, indent + 2)};${about}`;
  });
  return `{\n${lines.join("\n")}\n${" ".repeat(indent)}}`;
}
