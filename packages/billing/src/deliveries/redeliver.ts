/** Runs a recorded delivery again: applies it if it wasn't applied before, and runs its unfinished handlers. */

import { randomId } from "@latchkey/core/crypto";
import type { Transaction } from "@latchkey/core/database";
import { type AuthContext, defineEndpoint, type EndpointOf, fail, input } from "@latchkey/core/plugin";
import type { BillingCalls } from "../contract.ts";
import { actionErrors } from "../errors.ts";
import { idOrName } from "../fields.ts";
import type { BillingSettings } from "../options.ts";
import { redeliveryOutput } from "../outputs.ts";
import type { RedeliverReport } from "../server-contract.ts";
import { createRunner, handlersOf, handlerTimes } from "../webhooks/run-handlers.ts";
import { runOpenHandlers } from "./handlers.ts";
import { type ParsedDelivery, parseDelivery } from "./parse.ts";
import { applyDelivery } from "./store.ts";
import { type DeliveryOutcome, type DeliveryRow, deliveryTable, type HandlerRow, handlerTable } from "./table.ts";

/** Runs a delivery again. Server only, so the app decides who can do it. */
export function redeliver(settings: BillingSettings): EndpointOf<BillingCalls["redeliver"]> {
  return defineEndpoint({
    method: "POST",
    path: "/billing/redeliver",
    serverOnly: true,
    input: input.object({ deliveryId: idOrName }),
    output: redeliveryOutput,
    errors: { DELIVERY_NOT_FOUND: actionErrors.DELIVERY_NOT_FOUND },
    queryBudget: 20,
    handle: ({ deliveryId }, context) => redeliverDelivery(context, settings, deliveryId),
  });
}

/**
 * Applies a delivery that an earlier version couldn't read but this one can, and runs its unfinished handlers. A
 * handler that succeeded never runs again.
 * @throws {AuthError} 404 `DELIVERY_NOT_FOUND`
 */
export async function redeliverDelivery(
  context: AuthContext,
  settings: BillingSettings,
  deliveryId: string,
): Promise<RedeliverReport> {
  const row: DeliveryRow | null = await context.db.findOne<DeliveryRow, {}>(deliveryTable, {
    where: { id: deliveryId },
  });
  if (!row) fail(actionErrors, "DELIVERY_NOT_FOUND");
  const read = parseDelivery(settings.webhooks, row);
  if ("kind" in read) return { outcome: row.outcome, failed: [], running: [] };
  const outcome =
    read.snapshots !== null && unappliedOutcomes.has(row.outcome)
      ? await context.db.transaction((tx) => applyRecorded(tx, context, settings, read))
      : row.outcome;
  const run = createRunner(settings, read, outcome);
  return { outcome, ...(await runOpenHandlers(context, deliveryId, handlerTimes(settings), run)) };
}

const unappliedOutcomes: ReadonlySet<DeliveryOutcome> = new Set(["unknown", "unreadable"]);

async function applyRecorded(
  tx: Transaction,
  context: AuthContext,
  settings: BillingSettings,
  read: ParsedDelivery,
): Promise<DeliveryOutcome> {
  // The lock makes concurrent calls wait. Only the first applies the delivery.
  const current = await tx.lock(deliveryTable, read.id);
  if (current && !unappliedOutcomes.has(current.outcome)) return current.outcome;
  const { id, outcome, entityId, unknown, illegal, issues } = await applyDelivery(tx, read, settings.sellerId);
  await tx.update(deliveryTable, { where: { id }, set: { outcome, entityId, unknown, illegal, issues } });
  const existing = await tx.findMany(handlerTable, {
    where: { deliveryId: id },
    columns: ["id", "handler"],
    limit: 10,
  });
  const missing = handlersOf(settings, read, outcome).filter(
    (name) => !existing.some(({ handler }) => handler === name),
  );
  for (const handler of missing) {
    const row: HandlerRow = {
      id: randomId(context.random),
      deliveryId: id,
      handler,
      state: "open",
      leaseUntil: null,
      attempts: 0,
      lastError: null,
    };
    await tx.insert(handlerTable, row);
  }
  return outcome;
}
