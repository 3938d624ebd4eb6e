/** Going back and forth through a list whose pages are known by cursors. */

import { useState } from "react";

export interface Pages {
  /** Of the page that is shown; `null`: the first. */
  readonly cursor: string | null;
  /** How many pages stand before it. */
  readonly number: number;
  next(cursor: string): void;
  previous(): void;
  /** Back to the first page: another list is asked for. */
  restart(): void;
}

/** A cursor leads forward alone, so that those one came by are kept. */
export function usePages(): Pages {
  const [cursors, setCursors] = useState<readonly string[]>([]);
  return {
    cursor: cursors.at(-1) ?? null,
    number: cursors.length,
    next: (cursor) => setCursors([...cursors, cursor]),
    previous: () => setCursors(cursors.slice(0, -1)),
    restart: () => setCursors([]),
  };
}
