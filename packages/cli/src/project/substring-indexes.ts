/** The `substringIndexes` option of the app's database adapter. */

import type { SubstringIndexes } from "@latchkey/sql";
import { toPlainValue } from "../source/plain.ts";
import { CallValue, type StaticValue, valueAt } from "../source/values.ts";

/** Reads the option from the argument of `createAuth`. Leaves out what the source doesn't show. */
export function readSubstringIndexes(options: StaticValue): SubstringIndexes {
  const database = valueAt(options, "database");
  if (!(database instanceof CallValue) || !/^@latchkey\/(?:sql|kysely)$/.test(database.from ?? "")) return {};
  return parseSubstringIndexes(toPlainValue(valueAt(database.args[1], "substringIndexes")));
}

/** Keeps only entries with the right types. The adapter checks the names. */
export function parseSubstringIndexes(value: unknown): SubstringIndexes {
  if (typeof value !== "object" || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([table, columns]) =>
      Array.isArray(columns) ? [[table, columns.filter((column) => typeof column === "string")]] : [],
    ),
  );
}
