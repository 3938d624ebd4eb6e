/** What may be stored. Checked before anything is sent, so that every database refuses the same. */

import { UnstorableValue } from "./errors.ts";
import type { ResolvedTable } from "./schema.ts";
import type { Column } from "./tables.ts";

/** Longest `string` column, in characters of the database (code points). */
export const longestString = 255;

type Values = Record<string, unknown>;

/**
 * Checks a row that is to be inserted. Keys that are `undefined` are left out.
 * @throws {UnstorableValue} a value that some database could not give back as it was
 * @throws {Error} an unknown or a missing column: a mistake in the code
 */
export function checkRow(table: ResolvedTable, row: object): Values {
  const checked: Values = {};
  for (const [name, value] of Object.entries(row)) {
    if (value === undefined) continue;
    checkStored(table, name, columnOf(table, name), value);
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
 * Checks the new values of an update: as `checkRow`, and `{ increment }` for number columns.
 * @throws {Error} an unknown column, or `id`: others refer to a row by it, so it never changes
 */
export function checkSet(table: ResolvedTable, set: object): Values {
  const checked: Values = {};
  for (const [name, value] of Object.entries(set)) {
    if (value === undefined) continue;
    const column = columnOf(table, name);
    if (name === "id") throw new Error(`update: the id of a row in "${table.name}" cannot change.`);
    if (isIncrement(column, value)) checkValue(table, name, column, value.increment);
    else checkStored(table, name, column, value);
    checked[name] = value;
  }
  return checked;
}

/** A column by name. @throws {Error} there is none */
export function columnOf(table: ResolvedTable, name: string): Column {
  const column = Object.hasOwn(table.columns, name) ? table.columns[name] : undefined;
  if (!column) throw new Error(`The table "${table.name}" has no column "${name}".`);
  return column;
}

/** Whether a new value adds to a number column. */
export function isIncrement(column: Column, value: unknown): value is { readonly increment: number } {
  return column.type === "number" && typeof value === "object" && value !== null && "increment" in value;
}

/** @throws {UnstorableValue} `value`, which is not null, is not of the column's type, or some database cannot hold it */
export function checkValue(table: ResolvedTable, name: string, column: Column, value: unknown): void {
  const fault = faults[column.type](value);
  if (fault !== null) throw new UnstorableValue(table.name, name, fault);
}

function checkStored(table: ResolvedTable, name: string, column: Column, value: unknown): void {
  if (value !== null) checkValue(table, name, column, value);
  else if (!column.nullable) throw new UnstorableValue(table.name, name, "must not be null");
}

/** What is wrong with a value, by the type of its column. */
const faults: Readonly<Record<Column["type"], (value: unknown) => string | null>> = {
  string: (value) =>
    textFault(value) ?? (isTooLong(value as string) ? `is longer than ${longestString} characters` : null),
  text: textFault,
  number: (value) => (Number.isSafeInteger(value) ? null : "is not a whole number within the safe range"),
  boolean: (value) => (typeof value === "boolean" ? null : "is not a boolean"),
  date: (value) =>
    value instanceof Date && isStorableDate(value) ? null : "is not a date from the years 1000 to 9999",
  json: jsonFault,
};

function textFault(value: unknown): string | null {
  if (typeof value !== "string") return "is not text";
  if (value.includes("\0")) return "holds a NUL byte";
  return /\p{Surrogate}/u.test(value) ? "holds half of a surrogate pair" : null;
}

/** Databases count code points; `length` counts a pair of surrogates as two. */
function isTooLong(value: string): boolean {
  return value.length > longestString && (value.length > 2 * longestString || [...value].length > longestString);
}

function jsonFault(value: unknown): string | null {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch {
    // A circle, or a bigint.
  }
  if (text === undefined) return "cannot be written as JSON";
  // An even number of backslashes before it is text about a NUL byte, not one.
  return /(?<!\\)(?:\\\\)*\\u0000/.test(text) ? "holds a NUL byte" : null;
}

/** What MySQL's DATETIME promises to hold; and within it ISO text sorts by time. */
function isStorableDate(date: Date): boolean {
  const time = date.getTime();
  return time >= -30_610_224_000_000 && time <= 253_402_300_799_999;
}
