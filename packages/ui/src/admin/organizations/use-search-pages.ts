/** Loads a list that the server searches and paginates. */

import type { ClientError } from "@latchkey/react";
import { useRef } from "react";
import { type Pagination, usePagination } from "../../primitives/use-pagination.ts";
import { useQuery } from "../../primitives/use-query.ts";
import type { ListPage } from "../client.ts";

/** Rows per page. */
export const pageSize = 20;

/** Reads one page. */
type ReadPage<P> = (page: {
  readonly limit: number;
  readonly cursor?: string;
}) => Promise<{ readonly data: P; readonly error: null } | { readonly data: null; readonly error: ClientError }>;

/** A list, its current page, and its pagination. */
export interface SearchPages<P> {
  /** `null` while loading. */
  readonly data: P | null;
  readonly error: ClientError | null;
  readonly isPending: boolean;
  readonly pages: Pagination;
  /** Number of matching rows. */
  readonly total: number;
  reload(): Promise<void>;
}

/**
 * Loads the current page.
 * @param path path of the call that `read` sends
 * @param key identifies the list. A new key starts on the first page. `null` loads nothing.
 */
export function useSearchPages<P extends ListPage>(
  path: string,
  key: string | null,
  read: ReadPage<P>,
): SearchPages<P> {
  const pages = usePagination();
  const lastKey = useRef(key);
  const total = useRef(0);
  const isOther = lastKey.current !== key;
  if (isOther) {
    lastKey.current = key;
    // This renders again with the first page before anything is loaded.
    if (pages.cursor !== null) pages.restart();
  }
  const cursor = isOther ? null : pages.cursor;
  const page = { limit: pageSize, ...(cursor === null ? {} : { cursor }) };
  const { data, error, isPending, reload } = useQuery(
    path,
    key === null ? null : `${key} ${cursor}`,
    () => read(page),
    () => true,
  );
  if (data && data.total !== null) total.current = data.total;
  return { data, error, isPending, pages, total: total.current, reload };
}
