/** Reads pages of lists that are ordered by a time. */

import { type CursorPosition, failInvalidQuery, readCursor, writeCursor } from "./cursor.ts";
import { parseStoredDate } from "./filters.ts";

/** Which page to read. */
export interface PageQuery {
  /** Default: 50. */
  readonly limit?: number | undefined;
  /** `nextCursor` of the previous page. */
  readonly cursor?: string | undefined;
}

/** A page of rows. */
export interface Page<R> {
  readonly rows: readonly R[];
  /** `null` on the last page. */
  readonly nextCursor: string | null;
}

/** The part of a query that selects a page plus one more row, which shows whether there's a next page. */
export interface PageSelection<Column extends string> {
  readonly orderBy: readonly [{ readonly column: Column; readonly direction: "asc" | "desc" }];
  readonly limit: number;
  readonly after?: Readonly<Record<Column, Date> & Pick<CursorPosition, "id">>;
}

/** The pages of a list in one order. */
export interface TimePages<Column extends string> {
  /**
   * Returns the part of a query that selects the page.
   * @throws {AuthError} `VALIDATION_ERROR` if the cursor isn't from a list in this order
   */
  select(query: PageQuery): PageSelection<Column>;
  /** Returns the page, given the rows that were found. */
  toPage<R extends Readonly<Record<Column, Date>> & Pick<CursorPosition, "id">>(
    found: readonly R[],
    query: PageQuery,
  ): Page<R>;
}

/** Rows per page, unless the query says otherwise. */
const defaultLimit = 50;

/**
 * Returns the pages of a list that's ordered by a date column, and by id for equal times.
 *
 * @example const newestFirst = timePages("createdAt", "desc"); const found = await db.findMany(clubTable, { where,
 *   ...newestFirst.select(query) }); const { rows, nextCursor } = newestFirst.toPage(found, query);
 */
export function timePages<const Column extends string>(column: Column, direction: "asc" | "desc"): TimePages<Column> {
  const order = `${column} ${direction}`;
  const positionOf = (cursor: string): Readonly<Record<Column, Date> & Pick<CursorPosition, "id">> => {
    const { value, id } = readCursor(cursor, order);
    const time = parseStoredDate(value) ?? failInvalidQuery("cursor", "isn't a cursor for this list");
    // The compiler can't infer a computed key's name from a type parameter.
    return { [column]: time, id } as Record<Column, Date> & Pick<CursorPosition, "id">;
  };
  return {
    select: ({ limit = defaultLimit, cursor }) => ({
      orderBy: [{ column, direction }],
      limit: limit + 1,
      ...(cursor === undefined ? {} : { after: positionOf(cursor) }),
    }),
    toPage(found, { limit = defaultLimit }) {
      const rows = found.slice(0, limit);
      const last = rows.at(-1);
      const hasMore = last !== undefined && found.length > limit;
      return { rows, nextCursor: hasMore ? writeCursor({ order, value: last[column], id: last.id }) : null };
    },
  };
}
