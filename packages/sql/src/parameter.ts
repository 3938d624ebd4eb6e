/** Parameters of statements: read from a query, and encoded for the database. */

import type { Column } from "@latchkey/core/database";
import type { Dialect } from "./dialects/dialect.ts";
import { encoderOf } from "./layout.ts";
import { type Parameter, type ReadParameter, type Sql, sql } from "./sql.ts";

/** A value of a column, encoded each time the statement runs. */
export function parameter(dialect: Dialect, column: Column, read: ReadParameter): Sql {
  const encode = encoderOf(dialect, column);
  const encoded: Parameter = {
    read: (query) => {
      const value = read(query);
      return value === null || value === undefined ? null : encode(value);
    },
  };
  return sql`${encoded}`;
}

/** A value that is sent unchanged. */
export function rawParameter(read: ReadParameter): Sql {
  const unchanged: Parameter = { read };
  return sql`${unchanged}`;
}

/** Returns the values of a statement's parameters for one query, which must have the statement's shape. */
export function readParameters(parameters: readonly Parameter[], query: unknown): unknown[] {
  return parameters.map(({ read }) => read(query as never));
}
