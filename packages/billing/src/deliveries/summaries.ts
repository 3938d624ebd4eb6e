/** Builds summaries of deliveries with their outcome and handlers. */

import type { Adapter } from "@latchkey/core/database";
import type { DeliverySummary } from "../server-contract.ts";
import { type DeliveryRow, handlerTable } from "./table.ts";

/** The columns of a summary. Without the body, which can be large. */
export const summaryColumns = [
  "id",
  "type",
  "entityId",
  "outcome",
  "unknown",
  "illegal",
  "issues",
  "sentAt",
  "receivedAt",
] as const;

type SummaryRow = Pick<DeliveryRow, (typeof summaryColumns)[number]>;

/** Adds the handlers to deliveries. Sends one query. */
export async function toSummaries(db: Adapter, rows: readonly SummaryRow[]): Promise<readonly DeliverySummary[]> {
  const where = { deliveryId: { in: rows.map(({ id }) => id) } };
  const handlers = await db.findMany(handlerTable, { where, limit: 2 * rows.length });
  return rows.map(({ id, type, entityId, outcome, unknown, illegal, issues, sentAt, receivedAt }) => ({
    ...{ id, type, entityId, outcome, unknown, illegal, issues, sentAt, receivedAt },
    handlers: handlers
      .filter(({ deliveryId }) => deliveryId === id)
      .map(({ handler, state, attempts, lastError }) => ({ handler, state, attempts, lastError })),
  }));
}
