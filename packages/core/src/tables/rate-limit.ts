/** The `rateLimit` table, with one row per client, rule, and window. */

import { defineTable, type Table } from "../database/tables.ts";

export interface RateLimitRow {
  readonly id: string;
  readonly key: string;
  readonly count: number;
  /** When the row's window began, in milliseconds since 1970. */
  readonly lastRequest: number;
}

export const rateLimitTable: Table<RateLimitRow> = defineTable<RateLimitRow>({
  name: "rateLimit",
  columns: {
    key: { type: "string", unique: true },
    count: { type: "number" },
    lastRequest: { type: "number", index: true },
  },
});
