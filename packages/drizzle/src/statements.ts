/** A statement as Drizzle takes it, and what its drivers give back, in one form. */

import type { Result, Statement } from "@latchkey/sql/driver";
import { type SQL, sql } from "drizzle-orm";

/** Drizzle writes the places for values itself. */
export function queryOf({ texts }: Statement, parameters: readonly unknown[]): SQL {
  return sql(Object.assign([...texts], { raw: texts }), ...parameters);
}

/** What `execute` gives: `pg` and PGlite an object with rows, postgres.js the rows, mysql2 a pair. */
export type FoundResult = FoundRows | readonly unknown[];

interface FoundRows {
  readonly rows?: readonly object[];
  readonly rowCount?: number | null;
  readonly affectedRows?: number;
  readonly count?: number;
  readonly insertId?: number;
}

export function resultOf(found: FoundResult, { returns }: Statement): Result {
  // mysql2 pairs rows, or what became of the statement, with the description of the columns.
  const isPair = Array.isArray(found) && !("count" in found);
  const given = (isPair ? found[0] : found) as FoundRows & readonly object[];
  if (returns) {
    const rows = (given.rows ?? given).map((row) => Object.values(row));
    return { rows, changes: rows.length };
  }
  const { rowCount, affectedRows, count, insertId } = given;
  return { rows: [], changes: Number(rowCount ?? affectedRows ?? count ?? 0), insertId: Number(insertId ?? 0) };
}

/** Drizzle's own error tells the values that were sent. Only what the driver said goes on. */
export async function around<T>(run: () => Promise<T> | T): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw ofDriver(error);
  }
}

export function ofDriver(error: unknown): unknown {
  let inner = error;
  while (inner instanceof Error && /^Failed (?:query|to run the query)/.test(inner.message) && inner.cause) {
    inner = inner.cause;
  }
  return inner;
}
