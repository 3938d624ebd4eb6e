/** The tables `billingDelivery` and `billingHandler`: what came, and what is done about it. */

import { defineTable, type Table } from "@latchkey/core/database";
import type { UnknownMember } from "../entities/wire.ts";
import type { IllegalMove } from "../mirror/store.ts";

/**
 * What became of a delivery: `applied`; `same` as what was known; `older` than it; of an `unknown` type; of a `foreign`
 * seller. None of them is a failure.
 */
export type DeliveryOutcome = "applied" | "same" | "older" | "unknown" | "foreign";

/** What a delivery is remembered for. */
export interface DeliveryRow {
  /** The `webhook-id`. */
  readonly id: string;
  readonly type: string;
  /** Of the entity that the event is about. */
  readonly entityId: string | null;
  readonly outcome: DeliveryOutcome;
  /** Words and members that this version does not know. */
  readonly unknown: readonly UnknownMember[];
  /** Moves that the platform's own rules do not explain. */
  readonly illegal: readonly IllegalMove[];
  /** As it came: `rebuild` reads it. */
  readonly body: string;
  readonly sentAt: Date;
  readonly receivedAt: Date;
}

/** One handler's work on one delivery. */
export interface HandlerRow {
  readonly id: string;
  readonly deliveryId: string;
  /** `onOrderPaid`, `onEvent`. */
  readonly handler: string;
  readonly state: "open" | "running" | "done";
  /** Whoever runs it has it to themselves until then. */
  readonly leaseUntil: Date | null;
  readonly attempts: number;
  readonly lastError: string | null;
}

export const deliveryTable: Table<DeliveryRow> = defineTable<DeliveryRow>({
  name: "billingDelivery",
  columns: {
    type: { type: "string" },
    entityId: { type: "string", nullable: true, index: true },
    outcome: { type: "string" },
    unknown: { type: "json" },
    illegal: { type: "json" },
    body: { type: "text", returned: false },
    sentAt: { type: "date" },
    receivedAt: { type: "date", index: true },
  },
});

export const handlerTable: Table<HandlerRow> = defineTable<HandlerRow>({
  name: "billingHandler",
  columns: {
    deliveryId: { type: "string", references: { table: "billingDelivery", column: "id" } },
    handler: { type: "string" },
    state: { type: "string" },
    leaseUntil: { type: "date", nullable: true },
    attempts: { type: "number" },
    lastError: { type: "text", nullable: true },
  },
  uniques: [["deliveryId", "handler"]],
});
