/** Cursors: where a page of a list ended, as text that the caller hands back unread. */

import { fromBase64Url, fromUtf8, toBase64Url, utf8 } from "../crypto/encoding.ts";
import { fail, httpErrors } from "../http/errors.ts";

/** Where a page ended. */
export interface Place {
  /** What the list is ordered by: a cursor is of no use to another order. */
  readonly order: string;
  /** What the last row has there, as JSON has it. */
  readonly value: unknown;
  readonly id: string;
}

/** Longest cursor, in characters: behind the longest value that lists are ordered by, they go on as well. */
export const longestCursor = 16_384;

/** The place as text. */
export function writeCursor({ order, value, id }: Place): string {
  return toBase64Url(utf8(JSON.stringify([order, value, id])));
}

/**
 * Reads a place back. Whoever changes it gets another page of the same list, nothing more: its values are compared only.
 * @throws {AuthError} `VALIDATION_ERROR`: not a cursor, or of another order
 */
export function readCursor(cursor: string, order: string): Place {
  const bytes = cursor.length <= longestCursor ? fromBase64Url(cursor) : null;
  const parts = bytes && parse(fromUtf8(bytes));
  if (!Array.isArray(parts) || parts.length !== 3) invalidQuery("cursor", "is no cursor of this list");
  const [of, value, id] = parts as unknown[];
  if (of !== order || typeof id !== "string" || !isPlain(value)) {
    invalidQuery("cursor", "is of another order; begin again without one");
  }
  return { order, value, id };
}

/**
 * Refuses a query for what its schema alone cannot judge.
 * @throws {AuthError} `VALIDATION_ERROR` (400), with what is wrong among its `issues`
 */
export function invalidQuery(path: string, message: string): never {
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
