/** Reads values from a provider's response without trusting their types. */

import { readScopes } from "../../../accounts/scopes.ts";
import { parseImageURL } from "../../../http/image.ts";

/** An object of a response. Its members can have any type. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** @throws {Error} if the value isn't an object */
export function readObject(value: unknown, label: string): JsonObject {
  if (isObject(value)) return value;
  throw new Error(`${label} isn't an object.`);
}

/** Returns the object, or an empty one if the value is anything else. For optional parts of a response. */
export function readOptionalObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/**
 * Reads a text subject, unchanged.
 *
 * @throws {Error} if it's missing, empty, "0", a number, or longer than 255 characters
 */
export function readSubject(value: unknown): string {
  if (typeof value === "string" && value.trim() !== "" && value !== "0" && value.length <= 255) return value;
  throw new Error("The profile has no valid subject.");
}

/**
 * Reads a subject that is a number or a string of digits.
 *
 * @throws {Error} if it's anything else, zero, or a number too large to be exact
 */
export function readNumericSubject(value: unknown): string {
  if (typeof value === "number" && Number.isSafeInteger(value) && value > 0) return String(value);
  if (typeof value === "string" && /^[1-9]\d{0,29}$/.test(value)) return value;
  throw new Error("The profile has no valid subject.");
}

/** Returns the trimmed text, or `null` if there is none. */
export function readText(value: unknown): string | null {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}

/** Returns the first value that is text, or an empty string. */
export function readName(...values: readonly unknown[]): string {
  for (const value of values) {
    const text = readText(value);
    if (text !== null) return text;
  }
  return "";
}

/** Joins a name's parts with spaces. */
export function joinNames(...parts: readonly unknown[]): string {
  return parts
    .map(readText)
    .filter((part) => part !== null)
    .join(" ");
}

/** True for `true` and "true". Anything else is false, including 1 and a missing flag. */
export function readFlag(value: unknown): boolean {
  return value === true || value === "true";
}

/** Returns an image's URL if it's valid. */
export function readImage(value: unknown): string | null {
  const text = readText(value);
  return text !== null && /^https?:\/\//i.test(text) ? parseImageURL(text) : null;
}

/** @throws {Error} if it isn't a list or is empty */
export function readFirstObject(value: unknown, label: string): JsonObject {
  if (Array.isArray(value) && value.length > 0) return readObject(value[0], label);
  throw new Error(`${label} is missing.`);
}

/** Decodes the entities for characters that HTML requires escaping. */
export function unescapeHtml(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? "");
}

/** Converts a provider's own error format to that of RFC 6749. Returns responses without an error unchanged. */
export function toStandardError(response: JsonObject, code: unknown, description: unknown): JsonObject {
  const error = readText(code);
  if (error === null) return response;
  const text = readText(description);
  return text === null ? { error } : { error, error_description: text };
}

/** Converts scopes from a list or comma-separated text to the standard form, separated by spaces. */
export function toStandardScope(response: JsonObject): JsonObject {
  const { scope } = response;
  if (Array.isArray(scope)) return { ...response, scope: scope.filter((item) => typeof item === "string").join(" ") };
  if (typeof scope === "string")
    return {
      ...response,
      scope: readScopes(scope).join(" "),
    };
  return response;
}

/**
 * Checks that the userinfo response has the same subject as the ID token.
 *
 * @throws {Error} if the subjects differ
 * @see OpenID Connect Core 1.0, section 5.3.2
 */
export function requireSameSubject(claims: JsonObject | null, subject: string): void {
  if (claims !== null && claims.sub !== subject)
    throw new Error("The ID token and the profile have different subjects.");
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
