/** Converts attributes to the stored form, with the schema's spelling of names and values of the schema's types. */

import { refuse } from "../errors.ts";
import {
  type Attribute,
  findAttribute,
  findExtension,
  isObject,
  type Json,
  type ResourceSchema,
} from "./attributes.ts";

/** Maximum length of a string, in characters. */
const maxTextLength = 4096;
/** Maximum number of values per attribute. Group members have their own table. */
const maxValues = 100;

/** Attributes that the server sets. They're ignored in resources, and can't be the target of a change. */
const ignored: ReadonlySet<string> = new Set(["schemas", "id", "meta", "groups", "password", "members"]);

/**
 * Normalizes a complete resource from a request. Unknown attributes are ignored.
 * @throws {AuthError} `SCIM_INVALID_SYNTAX`, `SCIM_INVALID_VALUE`
 */
export function normalizeResource(schema: ResourceSchema, body: unknown): Json {
  if (!isObject(body)) refuse("SCIM_INVALID_SYNTAX");
  const result: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(body)) {
    const extension = findExtension(schema, key);
    if (extension !== null) {
      const parts = normalizeParts(schema.extensions[extension] ?? [], value, key);
      if (Object.keys(parts).length > 0) set(result, extension, parts);
      continue;
    }
    const attribute = findAttribute(schema.attributes, key);
    if (!attribute || ignored.has(attribute.name)) continue;
    const normalized = normalizeValue(attribute, value);
    if (normalized !== undefined) set(result, attribute.name, normalized);
  }
  return result;
}

/**
 * Sets a value. Rejects a name that appears twice with different spellings, because parsers disagree about which one to
 * use.
 */
function set(result: Record<string, unknown>, name: string, value: unknown): void {
  if (Object.hasOwn(result, name)) refuse("SCIM_INVALID_SYNTAX", `${name} is sent twice`);
  result[name] = value;
}

/**
 * Normalizes an attribute's value. Returns `undefined` if there's none. `null` and empty lists count as no value. See
 * RFC 7643, section 2.5.
 * @throws {AuthError} `SCIM_INVALID_VALUE`
 */
export function normalizeValue(attribute: Attribute, value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  if (!attribute.multiValued) return normalizeSingle(attribute, unwrap(value));
  const list = Array.isArray(value) ? value : [value];
  if (list.length > maxValues) refuse("SCIM_INVALID_VALUE", `${attribute.name} has more than ${maxValues} values`);
  const values = list.map((one) => normalizeSingle(attribute, one)).filter((one) => one !== undefined);
  if (values.filter(isPrimary).length > 1) refuse("SCIM_INVALID_VALUE", `${attribute.name} has several primary values`);
  return values.length === 0 ? undefined : values;
}

/** Unwraps a list with one value, because Entra sends some single values as lists. */
function unwrap(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 ? value[0] : value;
}

function normalizeSingle(attribute: Attribute, value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  switch (attribute.type) {
    case "boolean":
      return toBoolean(attribute, value);
    case "complex": {
      // Entra sends the manager as a plain string, and other directories send emails that way.
      const parts = typeof value === "string" ? { value } : value;
      const normalized = normalizeParts(attribute.subAttributes ?? [], parts, attribute.name);
      return Object.keys(normalized).length === 0 ? undefined : normalized;
    }
    default:
      return toText(attribute.name, value);
  }
}

function normalizeParts(attributes: readonly Attribute[], value: unknown, name: string): Json {
  if (value === null) return {};
  if (!isObject(value)) refuse("SCIM_INVALID_VALUE", `${name} must be an object`);
  const result: Record<string, unknown> = {};
  for (const [key, one] of Object.entries(value)) {
    const attribute = findAttribute(attributes, key);
    if (!attribute) continue;
    const normalized = normalizeValue(attribute, one);
    if (normalized !== undefined) set(result, attribute.name, normalized);
  }
  return result;
}

/** Reads a boolean. Entra sends `"True"` and `"False"`. */
function toBoolean({ name }: Attribute, value: unknown): boolean {
  if (typeof value === "boolean") return value;
  const lower = typeof value === "string" ? value.toLowerCase() : "";
  if (lower === "true" || lower === "false") return lower === "true";
  return refuse("SCIM_INVALID_VALUE", `${name} must be true or false`);
}

function toText(name: string, value: unknown): string {
  const text = typeof value === "number" && Number.isFinite(value) ? String(value) : value;
  if (typeof text !== "string") return refuse("SCIM_INVALID_VALUE", `${name} must be a string`);
  if (text.length > maxTextLength || text.includes("\0"))
    refuse("SCIM_INVALID_VALUE", `${name} is longer than ${maxTextLength} characters or contains a NUL character`);
  return text;
}

/** Whether a value is marked as primary. */
export function isPrimary(value: unknown): boolean {
  return isObject(value) && value.primary === true;
}
