/** `rebuild`: the mirror anew, from the deliveries that were recorded. */

import { defineEndpoint, type Endpoint, parseBytes } from "@latchkey/core";
import { utf8 } from "@latchkey/core/crypto";
import type { Transaction } from "@latchkey/core/database";
import { applyDelivery } from "../deliveries/store.ts";
import { type DeliveryRow, deliveryTable } from "../deliveries/table.ts";
import { readEvent } from "../entities/event.ts";
import type { BillingSettings } from "../options.ts";
import { storable } from "../webhooks/storable.ts";
import { mirrorTables } from "./tables.ts";

/** What a rebuild did. */
export interface RebuildReport {
  /** Deliveries that were read again. */
  readonly deliveries: number;
  /** Of those, the ones that tell nothing to this version: of unknown types, or of other sellers. */
  readonly skipped: number;
}

/** Deliveries in hand at a time. */
const batch = 200;

/**
 * Empties the mirror and applies every recorded delivery again, in one transaction. Handlers do not run. What arrives
 * meanwhile is applied as ever: which of two snapshots stays does not depend on their order.
 */
export function rebuildBilling({ sellerId }: BillingSettings): Endpoint<unknown, RebuildReport> {
  return defineEndpoint({
    method: "POST",
    path: "/billing/rebuild",
    serverOnly: true,
    // Grows with what was recorded.
    statements: Number.MAX_SAFE_INTEGER,
    handle: (_, { db }) =>
      db.transaction(async (tx) => {
        for (const table of mirrorTables) await tx.remove(table, { where: {} });
        let [deliveries, skipped] = [0, 0];
        for await (const row of recorded(tx)) {
          deliveries++;
          if (!(await again(tx, row, sellerId))) skipped++;
        }
        return { deliveries, skipped };
      }),
  });
}

async function* recorded(tx: Transaction): AsyncGenerator<DeliveryRow> {
  let after: DeliveryRow | undefined;
  do {
    const rows: DeliveryRow[] = await tx.findMany(deliveryTable, {
      orderBy: [{ column: "receivedAt" }],
      limit: batch,
      ...(after ? { after: { id: after.id, receivedAt: after.receivedAt } as never } : {}),
    });
    yield* rows;
    after = rows.length === batch ? rows.at(-1) : undefined;
  } while (after);
}

/** Reads with what is known today: a type that was unknown when it came may not be any more. */
async function again(tx: Transaction, { id, body, sentAt }: DeliveryRow, sellerId: string | null): Promise<boolean> {
  const read = readEvent(storable(parseBytes(utf8(body))));
  if (read.kind !== "known") return false;
  const { outcome } = await applyDelivery(tx, { id, body, sentAt, read }, sellerId);
  return outcome !== "foreign";
}
