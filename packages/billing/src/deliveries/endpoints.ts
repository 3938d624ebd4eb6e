/** Recent deliveries with their outcome: for the seller's own pages. */

import { defineEndpoint, type Endpoint } from "@latchkey/core";
import { type PageInput, pageInput, partOf } from "../inputs.ts";
import { type DeliveryRow, deliveryTable, type HandlerRow, handlerTable } from "./table.ts";

/** What became of a delivery, without its body. */
export interface DeliverySummary extends Omit<DeliveryRow, "body"> {
  readonly handlers: readonly Pick<HandlerRow, "handler" | "state" | "attempts" | "lastError">[];
}

/** Newest first. Only on the server: the app decides who may see it. */
export const listDeliveries: Endpoint<PageInput, readonly DeliverySummary[]> = defineEndpoint({
  method: "GET",
  path: "/billing/deliveries",
  serverOnly: true,
  input: pageInput,
  statements: 2,
  async handle(input, { db }) {
    const rows = await db.findMany(deliveryTable, {
      columns: ["id", "type", "entityId", "outcome", "unknown", "illegal", "sentAt", "receivedAt"],
      orderBy: [{ column: "receivedAt", direction: "desc" }],
      ...partOf(input),
    });
    const where = { deliveryId: { in: rows.map(({ id }) => id) } };
    const handlers = await db.findMany(handlerTable, { where, limit: 2 * rows.length });
    return rows.map(({ id, type, entityId, outcome, unknown, illegal, sentAt, receivedAt }) => ({
      ...{ id, type, entityId, outcome, unknown, illegal, sentAt, receivedAt },
      handlers: handlers
        .filter(({ deliveryId }) => deliveryId === id)
        .map(({ handler, state, attempts, lastError }) => ({ handler, state, attempts, lastError })),
    }));
  },
});
