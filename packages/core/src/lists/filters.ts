/** Converts list filters from a query (an operator and a value) to conditions on a column. */

import type { Column } from "../database/tables.ts";
import { failInvalidQuery } from "./cursor.ts";

/**
 * The operators of list filters. `contains` and `ends_with` read every row, and so does `starts_with` unless the column
 * is indexed.
 */
export type FilterOperator =
  | "eq"
  | "ne"
  | "lt"
  | "lte"
  | "gt"
  | "gte"
  | "in"
  | "not_in"
  | "contains"
  | "starts_with"
  | "ends_with";

/** All operators, for the schema of a query. */
export const filterOperators: readonly [FilterOperator, ...FilterOperator[]] = [
  "eq",
  "ne",
  "lt",
  "lte",
  "gt",
  "gte",
  "in",
  "not_in",
  "contains",
  "starts_with",
  "ends_with",
];

/** The value of a filter. For `in` and `not_in`, a list or a comma-separated string. */
export type FilterValue = string | number | boolean | readonly string[];

const maxListValues = 100;

const conditions: Readonly<Record<FilterOperator, string>> = {
  eq: "in",
  ne: "ne",
  lt: "lt",
  lte: "lte",
  gt: "gt",
  gte: "gte",
  in: "in",
  not_in: "notIn",
  contains: "contains",
  starts_with: "startsWith",
  ends_with: "endsWith",
};

/** Whether an operator matches part of a string. */
export function isPartialMatch(operator: FilterOperator): boolean {
  return operator === "contains" || operator === "starts_with" || operator === "ends_with";
}

/**
 * Returns the condition for `where`: an operator of the adapter with a value of the column's type.
 * @throws {AuthError} `VALIDATION_ERROR` if the value has the wrong type, a partial match isn't on text or has more
 *   than 100 characters, or there are more than 100 values
 */
export function filterCondition(
  column: Pick<Column, "type">,
  operator: FilterOperator,
  given: FilterValue,
): Readonly<Record<string, unknown>> {
  if (operator === "in" || operator === "not_in") {
    const list = typeof given === "object" ? given : String(given).split(",");
    if (list.length > maxListValues) failInvalidQuery("filterValue", `has more than ${maxListValues} values`);
    return { [conditions[operator]]: list.map((item) => columnValue(column, item)) };
  }
  if (typeof given === "object") failInvalidQuery("filterValue", "is a list");
  if (isPartialMatch(operator)) {
    if (column.type !== "string" && column.type !== "text") failInvalidQuery("filterOperator", "needs a text field");
    if (String(given).length > 100) failInvalidQuery("filterValue", "is too long");
  }
  const value = columnValue(column, given);
  return { [conditions[operator]]: operator === "eq" ? [value] : value };
}

/**
 * Converts a value from a query or cursor to the column's type.
 * @throws {AuthError} `VALIDATION_ERROR`, about `path`
 */
export function columnValue({ type }: Pick<Column, "type">, given: unknown, path = "filterValue"): unknown {
  const value = readers[type](given);
  if (value === undefined) failInvalidQuery(path, `must be a ${type === "text" ? "string" : type}`);
  return value;
}

/** Parses a date as responses write it. `undefined` if it isn't a date or some database can't store it. */
export function parseStoredDate(value: unknown): Date | undefined {
  const date = typeof value === "string" && /^\d{4}-/.test(value) ? new Date(value) : undefined;
  return date && !Number.isNaN(date.getTime()) && date.getUTCFullYear() >= 1000 ? date : undefined;
}

const toText = (value: unknown): string | undefined => (typeof value === "object" ? undefined : String(value));

const readers: Readonly<Record<Column["type"], (value: unknown) => unknown>> = {
  string: toText,
  text: toText,
  number: (value) => (/^-?\d{1,15}$/.test(String(value)) ? Number(value) : undefined),
  boolean: (value) => (String(value) === "true" ? true : String(value) === "false" ? false : undefined),
  date: parseStoredDate,
  json: () => undefined,
};
