/**
 * Places for values in a statement. A query is built once with slots where its values go; the statement's parameters are
 * those slots in order, and each later query of that shape only has them read.
 */

import type { Column } from "../database/index.ts";
import type { Dialect } from "./dialects/dialect.ts";
import { encoderOf } from "./layout.ts";
import { type Sql, sql } from "./text.ts";

/** Reads one parameter off the query that is being run. */
export interface Slot {
  readonly read: (query: never) => unknown;
}

export type Reader = (query: never) => unknown;

/** A value of a column, encoded for the database each time. */
export function slot(dialect: Dialect, column: Column, read: Reader): Sql {
  const encode = encoderOf(dialect, column);
  const place: Slot = {
    read: (query) => {
      const value = read(query);
      return value === null || value === undefined ? null : encode(value);
    },
  };
  return sql`${place}`;
}

/** A value that is sent as it is. */
export function plainSlot(read: Reader): Sql {
  const place: Slot = { read };
  return sql`${place}`;
}

/** The parameters of a statement for one query. */
export function readSlots(slots: readonly Slot[], query: unknown): unknown[] {
  return slots.map(({ read }) => read(query as never));
}
