/** Deliveries as the outside sees them: what became of each, and what its handlers did. */

import type { Adapter } from "@latchkey/core/database";
import type { DeliverySummary } from "../server-contract.ts";
import { type DeliveryRow, handlerTable } from "./table.ts";

/** What is read of a delivery: not the body, which may be large. */
export const summaryColumns = [
  "id",
  "type",
  "entityId",
  "outcome",
  "unknown",
  "illegal",
  "sentAt",
  "receivedAt",
] as const;

/** Puts the handlers to deliveries. One statement. */
export async function summaries(
  db: Adapter,
  rows: readonly Omit<DeliveryRow, "body">[],
): Promise<readonly DeliverySummary[]> {
  const where = { deliveryId: { in: rows.map(({ id }) => id) } };
  const handlers = await db.findMany(handlerTable, { where, limit: 2 * rows.length });
  return rows.map(({ id, type, entityId, outcome, unknown, illegal, sentAt, receivedAt }) => ({
    ...{ id, type, entityId, outcome, unknown, illegal, sentAt, receivedAt },
    handlers: handlers
      .filter(({ deliveryId }) => deliveryId === id)
      .map(({ handler, state, attempts, lastError }) => ({ handler, state, attempts, lastError })),
  }));
}
