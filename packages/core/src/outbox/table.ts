/** The `outbox` table: what must still be sent, written with the change that made it necessary. */

import { defineTable, type Table } from "../database/tables.ts";

/** A row of `outbox`. */
export interface OutboxRow {
  readonly id: string;
  /** Which deliverer takes it: `mail.verification`, `hook`, … */
  readonly kind: string;
  /** JSON, encrypted where it holds a secret (links in mails do). */
  readonly payload: string;
  readonly attempts: number;
  /** Not before this moment; `null`: given up. */
  readonly dueAt: Date | null;
  readonly lastError: string | null;
  readonly createdAt: Date;
}

/** The table `outbox`. */
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
