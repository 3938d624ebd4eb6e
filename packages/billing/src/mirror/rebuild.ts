/** Rebuilds the mirror tables from the recorded deliveries. */

import type { Transaction } from "@latchkey/core/database";
import { defineEndpoint, type EndpointOf } from "@latchkey/core/plugin";
import { number, object } from "@latchkey/core/shapes";
import type { BillingCalls } from "../contract.ts";
import { parseDelivery } from "../deliveries/parse.ts";
import { applyDelivery, recordedDeliveries } from "../deliveries/store.ts";
import { type DeliveryOutcome, type DeliveryRow, deliveryTable } from "../deliveries/table.ts";
import type { BillingSettings } from "../options.ts";
import { mirrorTables } from "./tables.ts";

/**
 * Empties the mirror and applies all recorded deliveries again, in one transaction. Handlers don't run. Deliveries that
 * arrive in the meantime are safe, because the newest snapshot wins regardless of the order.
 */
export function rebuildBilling(settings: BillingSettings): EndpointOf<BillingCalls["rebuildBilling"]> {
  return defineEndpoint({
    method: "POST",
    path: "/billing/rebuild",
    serverOnly: true,
    output: object({ deliveries: number, skipped: number }),
    // Grows with the number of recorded deliveries.
    queryBudget: Number.MAX_SAFE_INTEGER,
    handle: (_, { db }) =>
      db.transaction(async (tx) => {
        for (const table of mirrorTables) await tx.remove(table, { where: {} });
        let [deliveries, skipped] = [0, 0];
        for await (const rows of recordedDeliveries(tx, {}, "asc")) {
          deliveries += rows.length;
          for (const row of rows) if (!(await reapplyDelivery(tx, row, settings))) skipped++;
        }
        return { deliveries, skipped };
      }),
  });
}

/** Parses the delivery again, because this version can know a type that was unknown when it arrived. */
async function reapplyDelivery(
  tx: Transaction,
  row: DeliveryRow,
  { sellerId, webhooks }: BillingSettings,
): Promise<boolean> {
  const read = parseDelivery(webhooks, row);
  if ("kind" in read) return false;
  const { outcome, entityId, unknown, illegal, issues } = await applyDelivery(tx, read, sellerId);
  const isApplied = !unappliedOutcomes.has(outcome);
  // The delivery couldn't be applied when it arrived, but now it was, so it no longer waits for an upgrade.
  if (isApplied && unappliedOutcomes.has(row.outcome)) {
    await tx.update(deliveryTable, { where: { id: row.id }, set: { outcome, entityId, unknown, illegal, issues } });
  }
  return isApplied;
}

/** The outcomes of deliveries that changed nothing in the mirror and could do so later. */
const unappliedOutcomes: ReadonlySet<DeliveryOutcome> = new Set(["foreign", "unknown", "unreadable"]);
