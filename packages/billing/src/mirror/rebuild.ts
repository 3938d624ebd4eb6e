/** `rebuild`: the mirror anew, from the deliveries that were recorded. */

import type { Transaction } from "@latchkey/core/database";
import { defineEndpoint, type EndpointOf } from "@latchkey/core/plugin";
import { number, object } from "@latchkey/core/shapes";
import type { BillingCalls } from "../contract.ts";
import { readDelivery } from "../deliveries/read.ts";
import { applyDelivery, recordedDeliveries } from "../deliveries/store.ts";
import type { DeliveryRow } from "../deliveries/table.ts";
import type { BillingSettings } from "../options.ts";
import { mirrorTables } from "./tables.ts";

/**
 * Empties the mirror and applies every recorded delivery again, in one transaction. Handlers do not run. What arrives
 * meanwhile is applied as ever: which of two snapshots stays does not depend on their order.
 */
export function rebuildBilling({ sellerId }: BillingSettings): EndpointOf<BillingCalls["rebuildBilling"]> {
  return defineEndpoint({
    method: "POST",
    path: "/billing/rebuild",
    serverOnly: true,
    output: object({ deliveries: number, skipped: number }),
    // Grows with what was recorded.
    statements: Number.MAX_SAFE_INTEGER,
    handle: (_, { db }) =>
      db.transaction(async (tx) => {
        for (const table of mirrorTables) await tx.remove(table, { where: {} });
        let [deliveries, skipped] = [0, 0];
        for await (const rows of recordedDeliveries(tx, {}, "asc")) {
          deliveries += rows.length;
          for (const row of rows) if (!(await again(tx, row, sellerId))) skipped++;
        }
        return { deliveries, skipped };
      }),
  });
}

/** Reads with what is known today: a type that was unknown when it came may not be any more. */
async function again(tx: Transaction, row: DeliveryRow, sellerId: string | null): Promise<boolean> {
  const read = readDelivery(row);
  if ("issues" in read) return false;
  const { outcome } = await applyDelivery(tx, read, sellerId);
  return outcome !== "foreign" && outcome !== "unknown";
}
