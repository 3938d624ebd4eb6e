/** Converts statements to Drizzle's form, and the results of its clients to a common form. */

import type { Result, Statement } from "@latchkey/sql/driver";
import { type SQL, sql } from "drizzle-orm";

/** Drizzle writes the placeholders itself. */
export function queryOf({ texts }: Statement, parameters: readonly unknown[]): SQL {
  return sql(Object.assign([...texts], { raw: texts }), ...parameters);
}

/** What `execute` returns: an object with rows from `pg` and PGlite, the rows from postgres.js, a pair from mysql2. */
export type ExecuteResult = ResultObject | readonly unknown[];

interface ResultObject {
  readonly rows?: readonly object[];
  readonly rowCount?: number | null;
  readonly affectedRows?: number;
  readonly count?: number;
  readonly insertId?: number;
}

export function resultOf(found: ExecuteResult, { returns }: Statement): Result {
  // mysql2 returns a pair: the rows or the statement's result, and the description of the columns.
  const isPair = Array.isArray(found) && !("count" in found);
  const given = (isPair ? found[0] : found) as ResultObject & readonly object[];
  if (returns) {
    const rows = (given.rows ?? given).map((row) => Object.values(row));
    return { rows, changes: rows.length };
  }
  const { rowCount, affectedRows, count, insertId } = given;
  return { rows: [], changes: Number(rowCount ?? affectedRows ?? count ?? 0), insertId: Number(insertId ?? 0) };
}

/** Drizzle's own error contains the values that were sent, so this throws the driver's error instead. */
export async function withDriverErrors<T>(run: () => Promise<T> | T): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw unwrapDriverError(error);
  }
}

export function unwrapDriverError(error: unknown): unknown {
  let inner = error;
  while (inner instanceof Error && /^Failed (?:query|to run the query)/.test(inner.message) && inner.cause) {
    inner = inner.cause;
  }
  return inner;
}
