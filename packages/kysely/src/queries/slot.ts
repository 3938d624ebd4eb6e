/**
 * Places for values in a statement. A query is built once with slots where its values go; the compiled statement's
 * parameters are those slots in order, and each later query of that shape only has them read.
 */

import type { Column } from "@latchkey/core/database";
import { type RawBuilder, sql } from "kysely";
import type { Dialect } from "../dialects/dialect.ts";

/** Reads one parameter off the query that is being run. */
export interface Slot {
  readonly read: (query: never) => unknown;
}

export type Reader = (query: never) => unknown;

/** A value of a column, encoded for the database each time. */
export function slot(dialect: Dialect, column: Column, read: Reader): RawBuilder<unknown> {
  const place: Slot = {
    read: (query) => {
      const value = read(query);
      return value === null || value === undefined ? null : dialect.encode(column, value);
    },
  };
  return sql`${place}`;
}

/** A value that is sent as it is. */
export function plainSlot(read: Reader): RawBuilder<unknown> {
  const place: Slot = { read };
  return sql`${place}`;
}

/** The parameters of a statement for one query. */
export function readSlots(slots: readonly unknown[], query: unknown): unknown[] {
  return slots.map((place) => (isSlot(place) ? place.read(query as never) : place));
}

function isSlot(place: unknown): place is Slot {
  return typeof place === "object" && place !== null && "read" in place;
}
