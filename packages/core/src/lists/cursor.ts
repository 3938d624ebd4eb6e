/** Encodes the position after a page of a list as an opaque string. */

import { fromBase64Url, fromUtf8, toBase64Url, utf8 } from "../crypto/encoding.ts";
import { fail, httpErrors } from "../http/errors.ts";

/** The position after the last row of a page. */
export interface CursorPosition {
  /** The order of the list. A cursor works only with the same order. */
  readonly order: string;
  /** The last row's value in that order, as JSON. */
  readonly value: unknown;
  readonly id: string;
}

/** Maximum length of a cursor in characters. Fits the longest value that lists can be ordered by. */
export const maxCursorLength = 16_384;

/** Encodes a position. */
export function writeCursor({ order, value, id }: CursorPosition): string {
  return toBase64Url(utf8(JSON.stringify([order, value, id])));
}

/**
 * Decodes a cursor. Changing one only leads to a different page of the same list, because its values are only compared.
 * @throws {AuthError} `VALIDATION_ERROR` if it's not a cursor, or if it's for a different order
 */
export function readCursor(cursor: string, order: string): CursorPosition {
  const bytes = cursor.length <= maxCursorLength ? fromBase64Url(cursor) : null;
  const parts = bytes && parse(fromUtf8(bytes));
  if (!Array.isArray(parts) || parts.length !== 3) failInvalidQuery("cursor", "isn't a cursor for this list");
  const [of, value, id] = parts as unknown[];
  if (of !== order || typeof id !== "string" || !isPlain(value)) {
    failInvalidQuery("cursor", "belongs to a different order. Start over without a cursor");
  }
  return { order, value, id };
}

/**
 * Rejects a query for a reason that its schema can't check.
 * @throws {AuthError} `VALIDATION_ERROR` (400), with the reason in its `issues`
 */
export function failInvalidQuery(path: string, message: string): never {
  const issues = [{ path, message: `${path} ${message}` }];
  fail(httpErrors, "VALIDATION_ERROR", { message: "Invalid query parameters", details: { issues } });
}

function isPlain(value: unknown): boolean {
  return value === null || typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
