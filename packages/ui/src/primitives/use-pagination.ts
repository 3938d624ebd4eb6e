/** Navigates through pages that are addressed by cursors. */

import { useState } from "react";

export interface Pagination {
  /** Cursor of the current page. `null` for the first one. */
  readonly cursor: string | null;
  /** Number of pages before the current one. */
  readonly number: number;
  next(cursor: string): void;
  previous(): void;
  /** Returns to the first page, for a new list. */
  restart(): void;
}

/** A cursor only leads forward, so earlier ones are kept for going back. */
export function usePagination(): Pagination {
  const [cursors, setCursors] = useState<readonly string[]>([]);
  return {
    cursor: cursors.at(-1) ?? null,
    number: cursors.length,
    next: (cursor) => setCursors([...cursors, cursor]),
    previous: () => setCursors(cursors.slice(0, -1)),
    restart: () => setCursors([]),
  };
}
