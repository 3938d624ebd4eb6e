/** Cursor pagination for the seller's lists. It stays fast, and new rows don't shift the pages. */

import { columnValue, readCursor, writeCursor } from "@latchkey/core/plugin";
import type { SellerListInput } from "./contract.ts";

/** The order of a list. Ties are sorted by id. */
export interface ListOrder {
  readonly column: string;
  readonly type: "date" | "string";
  readonly direction: "asc" | "desc";
}

/** The query options of a page. */
export interface PageQuery {
  readonly orderBy: readonly [{ readonly column: never; readonly direction: ListOrder["direction"] }];
  readonly limit: number;
  readonly after?: never;
}

/** A page of rows. */
export interface RowPage<R> {
  readonly rows: readonly R[];
  /** `null` on the last page. */
  readonly nextCursor: string | null;
}

/**
 * Reads a page, plus one more row to detect whether there's another page.
 * @throws {AuthError} `VALIDATION_ERROR` if the cursor doesn't belong to this list
 */
export async function paginate<R extends { readonly id: string }>(
  { limit = 20, cursor }: SellerListInput,
  { column, type, direction }: ListOrder,
  find: (part: PageQuery) => Promise<readonly R[]>,
): Promise<RowPage<R>> {
  const order = `${column} ${direction}`;
  const found = await find({
    orderBy: [{ column: column as never, direction }],
    limit: limit + 1,
    ...(cursor === undefined ? {} : { after: cursorPosition(cursor, order, column, type) as never }),
  });
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  if (!last || found.length <= limit) return { rows, nextCursor: null };
  const value = (last as Readonly<Record<string, unknown>>)[column];
  return { rows, nextCursor: writeCursor({ order, value, id: last.id }) };
}

function cursorPosition(cursor: string, order: string, column: string, type: ListOrder["type"]): object {
  const { value, id } = readCursor(cursor, order);
  return { [column]: value === null ? null : columnValue({ type }, value, "cursor"), id };
}
