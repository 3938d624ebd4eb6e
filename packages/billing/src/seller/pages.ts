/** Pages of the seller's lists, by cursor: they stay quick, and do not slip when something comes in. */

import { columnValue, readCursor, writeCursor } from "@latchkey/core/plugin";
import type { SellerListInput } from "./contract.ts";

/** By what a list is ordered, ties by id. */
export interface ListOrder {
  readonly column: string;
  readonly type: "date" | "string";
  readonly direction: "asc" | "desc";
}

/** What a page asks of the database. */
export interface PagePart {
  readonly orderBy: readonly [{ readonly column: never; readonly direction: ListOrder["direction"] }];
  readonly limit: number;
  readonly after?: never;
}

/** A page of rows. */
export interface RowPage<R> {
  readonly rows: readonly R[];
  /** `null`: it is the last one. */
  readonly nextCursor: string | null;
}

/**
 * Reads a page: one row more than is shown tells whether there is another one.
 * @throws {AuthError} `VALIDATION_ERROR`: the cursor is none of this list
 */
export async function pageOf<R extends { readonly id: string }>(
  { limit = 20, cursor }: SellerListInput,
  { column, type, direction }: ListOrder,
  find: (part: PagePart) => Promise<readonly R[]>,
): Promise<RowPage<R>> {
  const order = `${column} ${direction}`;
  const found = await find({
    orderBy: [{ column: column as never, direction }],
    limit: limit + 1,
    ...(cursor === undefined ? {} : { after: placeOf(cursor, order, column, type) as never }),
  });
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  if (!last || found.length <= limit) return { rows, nextCursor: null };
  const value = (last as Readonly<Record<string, unknown>>)[column];
  return { rows, nextCursor: writeCursor({ order, value, id: last.id }) };
}

function placeOf(cursor: string, order: string, column: string, type: ListOrder["type"]): object {
  const { value, id } = readCursor(cursor, order);
  return { [column]: value === null ? null : columnValue({ type }, value, "cursor"), id };
}
