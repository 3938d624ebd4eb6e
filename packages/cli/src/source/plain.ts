/** Static values as plain data, without what is not known. */

import { isList, isObject, type Static } from "./values.ts";

/** A value as plain data; what is not known, functions and calls among it, is left out. */
export function plain(value: Static): unknown {
  if (isList(value)) return value.map(plain).filter((entry) => entry !== undefined);
  if (!isObject(value)) return typeof value === "object" && value !== null ? undefined : value;
  const entries = Object.entries(value).map(([name, inner]) => [name, plain(inner)] as const);
  return Object.fromEntries(entries.filter(([name, inner]) => name !== "..." && inner !== undefined));
}
