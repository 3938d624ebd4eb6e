/** The `outbox` table, with messages to deliver. They're written in the transaction that causes them. */

import { defineTable, type Table } from "../database/tables.ts";

/** A row of `outbox`. */
export interface OutboxRow {
  readonly id: string;
  /** Selects the handler: `mail.verification`, `hook`, … */
  readonly kind: string;
  /** JSON, encrypted if it contains a secret, as links in emails do. */
  readonly payload: string;
  readonly attempts: number;
  /** When it's due. `null` if it was given up. */
  readonly dueAt: Date | null;
  readonly lastError: string | null;
  readonly createdAt: Date;
}

/** The `outbox` table. */
export const outboxTable: Table<OutboxRow> = defineTable<OutboxRow>({
  name: "outbox",
  columns: {
    kind: { type: "string" },
    payload: { type: "text" },
    attempts: { type: "number", default: 0 },
    dueAt: { type: "date", nullable: true, index: true },
    lastError: { type: "text", nullable: true },
    createdAt: { type: "date" },
  },
});
