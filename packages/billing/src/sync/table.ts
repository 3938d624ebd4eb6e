/** The `billingSync` table, which lets a sync continue where it stopped. */

import { defineTable, type Row, type Table } from "@latchkey/core/database";

/** A resource and how much of it was read. */
export interface SyncedResource {
  /** The payment provider's name for it, such as `customers`. */
  readonly name: string;
  readonly fetched: number;
  /** `null` if the provider doesn't say. */
  readonly total: number | null;
}

/** The last sync. There's one row. */
export interface SyncRow extends Row {
  /** The resource to read next. `null` once all are read. */
  readonly resource: string | null;
  /** The page to read next. `null` for the first one. */
  readonly cursor: string | null;
  readonly resources: readonly SyncedResource[];
  /** Number of entities that changed the mirror. */
  readonly applied: number;
  /** Number of entities that this version can't apply. They're listed with the deliveries. */
  readonly unreadable: number;
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
  /** Until then, no other call can continue it. */
  readonly leaseUntil: Date | null;
  /** Incremented by every page. A call whose number is older has lost its lease. */
  readonly step: number;
}

export const syncTable: Table<SyncRow> = defineTable<SyncRow>({
  name: "billingSync",
  columns: {
    resource: { type: "string", nullable: true },
    cursor: { type: "text", nullable: true },
    resources: { type: "json" },
    applied: { type: "number" },
    unreadable: { type: "number" },
    startedAt: { type: "date" },
    finishedAt: { type: "date", nullable: true },
    leaseUntil: { type: "date", nullable: true },
    step: { type: "number" },
  },
});
