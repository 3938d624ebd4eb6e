/** Copies of rows for readers who may see them a little late: kept in the storage, dropped when a row changes. */

import type { Schema } from "../schema.ts";
import { markSubjectsChanged } from "./marks.ts";
import { createRouting, type StorageOptions, subjectsOf } from "./routing.ts";
import { type CopyRead, maxFillDelay } from "./storage.ts";

/** Keeps copies for reading. Each operation is one step of the storage. */
export interface Copies {
  /** A copy by its key, or when it was found missing. @throws {StorageUnavailable} */
  read(key: string): Promise<CopyRead>;
  /**
   * Keeps a copy, unless a row that it shows has changed since it was found missing.
   * @param rows the rows that it shows, by table
   * @param readAt what `read` answered
   * @throws {StorageUnavailable}
   */
  write(key: string, text: string, rows: Readonly<Record<string, object>>, readAt: number): Promise<void>;
}

/** @param maxAge how long a copy lasts, in milliseconds */
export function createCopies(schema: Schema, options: StorageOptions, maxAge: number): Copies {
  const routing = createRouting(schema, options);
  return {
    async read(key) {
      // What this process could not tell of comes first, or it would read what it has changed itself.
      await markSubjectsChanged(options, []);
      return options.storage.readCopy(key);
    },
    async write(key, text, rows, readAt) {
      const subjects = Object.entries(rows).flatMap(([table, row]) => subjectsOf(routing, table, row));
      await options.storage.fillCopy(key, { text, readAt, subjects, ttl: maxAge });
    },
  };
}

/** How long a mark must last so that no copy outlives it: a copy's age, and the time that its filling may take. */
export function copyMarkTtl(maxAge: number): number {
  return maxAge + 2 * maxFillDelay;
}
