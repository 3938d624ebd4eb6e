/** Reading what a provider answered. Nothing of it is taken for what it should be. */

import { readScopes } from "../../../accounts/scopes.ts";
import { parseImage } from "../../../http/image.ts";

export type Fields = Readonly<Record<string, unknown>>;

/** @throws {Error} no object, so there is no person in it */
export function readObject(value: unknown, what: string): Fields {
  if (isObject(value)) return value;
  throw new Error(`${what} is no object.`);
}

/** The object in `value`, or an empty one: for parts that may be missing. */
export function readPart(value: unknown): Fields {
  return isObject(value) ? value : {};
}

/**
 * A subject that is text, exactly as it came.
 * @throws {Error} missing, empty, "0", a number or longer than 255 characters
 */
export function readSubject(value: unknown): string {
  if (typeof value === "string" && value.trim() !== "" && value !== "0" && value.length <= 255) return value;
  throw new Error("The profile has no usable subject.");
}

/**
 * A subject that is a number, or the digits of one.
 * @throws {Error} anything else, zero, and numbers that are no longer exact
 */
export function readNumericSubject(value: unknown): string {
  if (typeof value === "number" && Number.isSafeInteger(value) && value > 0) return String(value);
  if (typeof value === "string" && /^[1-9]\d{0,29}$/.test(value)) return value;
  throw new Error("The profile has no usable subject.");
}

/** Trimmed; `null` if there is none. */
export function readText(value: unknown): string | null {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}

/** The first that is a text; empty if none is. */
export function readName(...values: readonly unknown[]): string {
  for (const value of values) {
    const text = readText(value);
    if (text !== null) return text;
  }
  return "";
}

/** Parts of a name in one. */
export function joinName(...parts: readonly unknown[]): string {
  return parts
    .map(readText)
    .filter((part) => part !== null)
    .join(" ");
}

/** True, or the text "true". All else is a no: "false", 1, a missing flag. */
export function readFlag(value: unknown): boolean {
  return value === true || value === "true";
}

/** The address of a picture, if it can be one. */
export function readImage(value: unknown): string | null {
  const text = readText(value);
  return text !== null && /^https?:\/\//i.test(text) ? parseImage(text) : null;
}

/** @throws {Error} no list, or an empty one */
export function readFirst(value: unknown, what: string): Fields {
  if (Array.isArray(value) && value.length > 0) return readObject(value[0], what);
  throw new Error(`${what} is missing.`);
}

/** Turns the entities back that HTML needs escaped. */
export function unescapeHtml(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? "");
}

/** The error of an answer with another form than RFC 6749 gives it; without an error, the answer itself. */
export function standardError(answer: Fields, code: unknown, description: unknown): Fields {
  const error = readText(code);
  if (error === null) return answer;
  const text = readText(description);
  return text === null ? { error } : { error, error_description: text };
}

/** An answer whose scopes are a list, or a text with commas, in the standard form: one text with blanks. */
export function standardScope(answer: Fields): Fields {
  const { scope } = answer;
  if (Array.isArray(scope)) return { ...answer, scope: scope.filter((one) => typeof one === "string").join(" ") };
  if (typeof scope === "string")
    return {
      ...answer,
      scope: readScopes(scope).join(" "),
    };
  return answer;
}

/**
 * Userinfo belongs to a person only together with the id token it was asked for.
 * @throws {Error} they speak of two people
 * @see OpenID Connect Core 1.0, section 5.3.2
 */
export function requireSameSubject(claims: Fields | null, subject: string): void {
  if (claims !== null && claims.sub !== subject) throw new Error("The id token and the profile have two subjects.");
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
