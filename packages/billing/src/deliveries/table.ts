/** The `billingDelivery` and `billingHandler` tables. */

import { defineTable, type Table } from "@latchkey/core/database";
import type { UnknownMember } from "../entities/unknown-members.ts";
import type { IllegalTransition } from "../mirror/store.ts";

/**
 * The outcome of a delivery. None of these is a failure.
 *
 * - `applied`: the mirror was updated.
 * - `same`: the mirror already had this version.
 * - `older`: the mirror already had a newer version.
 * - `unknown`: the event type isn't known.
 * - `foreign`: the event belongs to another seller.
 * - `unreadable`: this version can't apply the event. `issues` says why.
 */
export type DeliveryOutcome = "applied" | "same" | "older" | "unknown" | "foreign" | "unreadable";

/** A recorded delivery. */
export interface DeliveryRow {
  /** The `webhook-id` header. */
  readonly id: string;
  readonly type: string;
  /** The id of the entity that the event is about. */
  readonly entityId: string | null;
  readonly outcome: DeliveryOutcome;
  /** Enum values and union members that this version doesn't know. */
  readonly unknown: readonly UnknownMember[];
  /** Status changes that the payment provider's documented rules don't allow. */
  readonly illegal: readonly IllegalTransition[];
  /** Why the event can't be applied, if it's `unreadable`. `null` if it was received before this was stored. */
  readonly issues: readonly string[] | null;
  /** When it arrived, as sortable text with microseconds. Empty if it was received before this was stored. */
  readonly arrival: string;
  /** Data that was fetched from the payment provider for the event. `rebuild` reads it, too. */
  readonly lookups: unknown;
  /** The body as received. `rebuild` reads it. */
  readonly body: string;
  readonly sentAt: Date;
  readonly receivedAt: Date;
}

/** The state of one handler for one delivery. */
export interface HandlerRow {
  readonly id: string;
  readonly deliveryId: string;
  /** For example `onOrderPaid` or `onEvent`. */
  readonly handler: string;
  readonly state: "open" | "running" | "done";
  /** Until then, no other request can run it. */
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
    issues: { type: "json", nullable: true },
    arrival: { type: "string", default: "" },
    lookups: { type: "json", nullable: true, returned: false },
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
