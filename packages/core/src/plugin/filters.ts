/** Filters of lists: an operator and a value, as they stand in a query, made into a condition on a column. */

import type { Column } from "../database/tables.ts";
import { invalidQuery } from "./cursor.ts";

/** Comparisons that lists take. Those of a part of a text read every row, but for the beginning of an indexed one. */
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

/** All of them, for the schema of a query. */
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

/** What a filter compares with: of `in` and `not_in` a list, or a text with commas. */
export type FilterValue = string | number | boolean | readonly string[];

const mostAtOnce = 100;

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

/** Whether an operator looks at a part of a text. */
export function asksForPart(operator: FilterOperator): boolean {
  return operator === "contains" || operator === "starts_with" || operator === "ends_with";
}

/**
 * The condition as `where` takes it: one operator of the adapter's, and what it compares with, of the column's type.
 * @throws {AuthError} `VALIDATION_ERROR`: a value of another type, a part of what is no text, more than 100 values
 */
export function filterCondition(
  column: Pick<Column, "type">,
  operator: FilterOperator,
  given: FilterValue,
): Readonly<Record<string, unknown>> {
  if (operator === "in" || operator === "not_in") {
    const list = typeof given === "object" ? given : String(given).split(",");
    if (list.length > mostAtOnce) invalidQuery("filterValue", `has more than ${mostAtOnce} values`);
    return { [conditions[operator]]: list.map((one) => columnValue(column, one)) };
  }
  if (typeof given === "object") invalidQuery("filterValue", "is a list");
  if (asksForPart(operator)) {
    if (column.type !== "string" && column.type !== "text") invalidQuery("filterOperator", "asks for a text field");
    if (String(given).length > 100) invalidQuery("filterValue", "is too long");
  }
  const value = columnValue(column, given);
  return { [conditions[operator]]: operator === "eq" ? [value] : value };
}

/**
 * A value of a column's type, from how it stands in a query or in a cursor.
 * @throws {AuthError} `VALIDATION_ERROR`, about `path`
 */
export function columnValue({ type }: Pick<Column, "type">, given: unknown, path = "filterValue"): unknown {
  const value = readers[type](given);
  if (value === undefined) invalidQuery(path, `must be a ${type === "text" ? "string" : type}`);
  return value;
}

/** A date as an answer has it; `undefined` for what some database could not hold, or is no date. */
export function storedDate(value: unknown): Date | undefined {
  const date = typeof value === "string" && /^\d{4}-/.test(value) ? new Date(value) : undefined;
  return date && !Number.isNaN(date.getTime()) && date.getUTCFullYear() >= 1000 ? date : undefined;
}

const asText = (value: unknown): string | undefined => (typeof value === "object" ? undefined : String(value));

const readers: Readonly<Record<Column["type"], (value: unknown) => unknown>> = {
  string: asText,
  text: asText,
  number: (value) => (/^-?\d{1,15}$/.test(String(value)) ? Number(value) : undefined),
  boolean: (value) => (String(value) === "true" ? true : String(value) === "false" ? false : undefined),
  date: storedDate,
  json: () => undefined,
};
