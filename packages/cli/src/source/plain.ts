/** Converts static values to plain data. */

import { isList, isObject, type StaticValue } from "./values.ts";

/** Converts a value to plain data. Leaves out unknown values, including functions and calls. */
export function toPlainValue(value: StaticValue): unknown {
  if (isList(value)) return value.map(toPlainValue).filter((entry) => entry !== undefined);
  if (!isObject(value)) return typeof value === "object" && value !== null ? undefined : value;
  const entries = Object.entries(value).map(([name, inner]) => [name, toPlainValue(inner)] as const);
  return Object.fromEntries(entries.filter(([name, inner]) => name !== "..." && inner !== undefined));
}
