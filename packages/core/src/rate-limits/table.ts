/** The `rateLimit` table: one row for each client, rule and window. */

import { defineTable, type Table } from "../database/tables.ts";

export interface RateLimitRow {
  readonly id: string;
  readonly key: string;
  readonly count: number;
  /** Milliseconds since 1970: when the row's window began. */
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
