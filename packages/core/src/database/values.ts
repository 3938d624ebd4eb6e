/** Checks values before they're sent, so that every database rejects the same ones. */

import { UnstorableValue } from "./errors.ts";
import type { ResolvedTable } from "./schema.ts";
import type { Column } from "./tables.ts";

/** Maximum length of a `string` column, in characters as databases count them (code points). */
export const maxStringLength = 255;

type Values = Record<string, unknown>;

/**
 * Checks a row before an insert. Keys that are `undefined` are omitted.
 *
 * @throws {UnstorableValue} if some database couldn't return a value unchanged
 * @throws {Error} if a column is unknown or missing, which is a programming error
 */
export function checkRow(table: ResolvedTable, row: object): Values {
  const checked: Values = {};
  for (const [name, value] of Object.entries(row)) {
    if (value === undefined) continue;
    checkNullableValue(table, name, columnOf(table, name), value);
    checked[name] = value;
  }
  for (const name in table.columns) {
    const column = table.columns[name] as Column;
    if (checked[name] !== undefined || column.nullable || column.default !== undefined) continue;
    throw new Error(`insert: "${table.name}.${name}" is missing.`);
  }
  return checked;
}

/**
 * Checks the new values of an update. Like `checkRow`, but allows `{ increment }` for number columns.
 *
 * @throws {UnstorableValue} if some database couldn't return a value unchanged
 * @throws {Error} if a column is unknown or is `id`. Other rows refer to the id, so it never changes.
 */
export function checkSet(table: ResolvedTable, set: object): Values {
  const checked: Values = {};
  for (const [name, value] of Object.entries(set)) {
    if (value === undefined) continue;
    const column = columnOf(table, name);
    if (name === "id") throw new Error(`update: the id of a row in "${table.name}" can't change.`);
    if (isIncrement(column, value)) checkValue(table, name, column, value.increment);
    else checkNullableValue(table, name, column, value);
    checked[name] = value;
  }
  return checked;
}

/** Returns the column. @throws {Error} if it doesn't exist */
export function columnOf(table: ResolvedTable, name: string): Column {
  const column = Object.hasOwn(table.columns, name) ? table.columns[name] : undefined;
  if (!column) throw new Error(`The table "${table.name}" has no column "${name}".`);
  return column;
}

/** Whether a new value increments a number column. */
export function isIncrement(column: Column, value: unknown): value is { readonly increment: number } {
  return column.type === "number" && typeof value === "object" && value !== null && "increment" in value;
}

/**
 * @throws {UnstorableValue} if the value, which must not be null, has the wrong type or some database can't store it
 */
export function checkValue(table: ResolvedTable, name: string, column: Column, value: unknown): void {
  const problem = validators[column.type](value);
  if (problem !== null) throw new UnstorableValue(table.name, name, problem);
}

function checkNullableValue(table: ResolvedTable, name: string, column: Column, value: unknown): void {
  if (value !== null) checkValue(table, name, column, value);
  else if (!column.nullable) throw new UnstorableValue(table.name, name, "must not be null");
}

/** Returns what's wrong with a value, by column type. */
const validators: Readonly<Record<Column["type"], (value: unknown) => string | null>> = {
  string: (value) =>
    textProblem(value) ?? (isTooLong(value as string) ? `is longer than ${maxStringLength} characters` : null),
  text: textProblem,
  number: (value) => (Number.isSafeInteger(value) ? null : "is not a whole number within the safe range"),
  boolean: (value) => (typeof value === "boolean" ? null : "is not a boolean"),
  date: (value) =>
    value instanceof Date && isStorableDate(value) ? null : "is not a date from the years 1000 to 9999",
  json: jsonProblem,
};

function textProblem(value: unknown): string | null {
  if (typeof value !== "string") return "isn't text";
  if (value.includes("\0")) return "contains a NUL byte";
  return /\p{Surrogate}/u.test(value) ? "holds half of a surrogate pair" : null;
}

/** Databases count code points, but `length` counts a surrogate pair as two. */
function isTooLong(value: string): boolean {
  return value.length > maxStringLength && (value.length > 2 * maxStringLength || [...value].length > maxStringLength);
}

function jsonProblem(value: unknown): string | null {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch {
    // A circular reference or a bigint.
  }
  if (text === undefined) return "cannot be written as JSON";
  // After an odd number of backslashes, `\u0000` is the literal text, not a NUL byte.
  return /(?<!\\)(?:\\\\)*\\u0000/.test(text) ? "contains a NUL byte" : null;
}

/** The range that MySQL's DATETIME guarantees. Within it, ISO text sorts by time. */
function isStorableDate(date: Date): boolean {
  const time = date.getTime();
  return time >= -30_610_224_000_000 && time <= 253_402_300_799_999;
}
