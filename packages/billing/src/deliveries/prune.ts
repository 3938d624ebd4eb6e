/** Pruning: deliveries that nothing depends on any more. */

import type { Adapter, Table } from "@latchkey/core/database";
import { defineEndpoint, type EndpointOf, input } from "@latchkey/core/plugin";
import { number, object } from "@latchkey/core/shapes";
import type { BillingCalls } from "../contract.ts";
import type { MirrorRow, Snapshot } from "../mirror/snapshot.ts";
import type { BillingSettings } from "../options.ts";
import { readDelivery } from "./read.ts";
import { isForeign, recordedDeliveries } from "./store.ts";
import { type DeliveryRow, deliveryTable, handlerTable } from "./table.ts";

/**
 * Removes deliveries that are older than some days and superseded: of everything that they show, something newer was
 * recorded. A rebuild gives the same mirror with them and without them. Those of unknown types stay, for a later version
 * may read them. Ids of what was removed are forgotten.
 */
export function pruneBilling({ sellerId }: BillingSettings): EndpointOf<BillingCalls["pruneBilling"]> {
  return defineEndpoint({
    method: "POST",
    path: "/billing/prune",
    serverOnly: true,
    input: input.object({ days: input.optional(input.integer({ min: 7, max: 36_500 })) }),
    output: object({ removed: number, kept: number }),
    // Grows with what was recorded.
    statements: Number.MAX_SAFE_INTEGER,
    async handle({ days = 90 }, { db, now }) {
      const before = new Date(now().getTime() - days * 86_400_000);
      const shown: Shown = new Set();
      let [removed, kept] = [0, 0];
      // Newest first: of several that show the same, that one stays, which mostly shows the newest of all else as well.
      for await (const rows of recordedDeliveries(db, { receivedAt: { lt: before } }, "desc")) {
        const ids = await superseded(db, rows, sellerId, shown);
        await removeAll(db, ids);
        removed += ids.length;
        kept += rows.length - ids.length;
      }
      return { removed, kept };
    },
  });
}

/** Rows of the mirror whose present version a delivery shows that stays. */
type Shown = Set<string>;

/** Most of them in hand. Forgetting them keeps a delivery too many, and never one too few. */
const mostShown = 100_000;

async function superseded(
  db: Adapter,
  rows: readonly DeliveryRow[],
  sellerId: string | null,
  shown: Shown,
): Promise<readonly string[]> {
  const open = await openAmong(db, rows);
  const read = rows.flatMap((row) => {
    const delivery = open.has(row.id) ? null : readDelivery(row);
    if (delivery === null || "issues" in delivery || delivery.snapshots === null) return [];
    const { main, copies } = delivery.snapshots;
    return [{ id: row.id, snapshots: isForeign(delivery.snapshots, sellerId) ? [] : [main, ...copies] }];
  });
  const versions = await storedVersions(
    db,
    read.flatMap(({ snapshots }) => snapshots),
  );
  return read.flatMap(({ id, snapshots }) => {
    const newest = snapshots.filter((one) => !(one.row.version < (versions.get(keyOf(one)) ?? "")));
    // What the mirror does not have as it is shown here, a rebuild is to put right.
    const isNeeded = (one: Snapshot): boolean => one.row.version !== versions.get(keyOf(one)) || !shown.has(keyOf(one));
    if (!newest.some(isNeeded)) return [id];
    if (shown.size > mostShown) shown.clear();
    for (const one of newest) shown.add(keyOf(one));
    return [];
  });
}

/** Those that have handlers to run yet: the platform may send them again. */
async function openAmong(db: Adapter, rows: readonly DeliveryRow[]): Promise<ReadonlySet<string>> {
  const where = { deliveryId: { in: rows.map(({ id }) => id) }, state: { ne: "done" } } as const;
  const open = await db.findMany(handlerTable, { where, columns: ["id", "deliveryId"], limit: 2 * rows.length });
  return new Set(open.map(({ deliveryId }) => deliveryId));
}

async function storedVersions(db: Adapter, snapshots: readonly Snapshot[]): Promise<ReadonlyMap<string, string>> {
  const tables = new Map<Table<MirrorRow>, Set<string>>();
  for (const { table, row } of snapshots) tables.set(table, (tables.get(table) ?? new Set()).add(row.id));
  const versions = new Map<string, string>();
  for (const [table, ids] of tables) {
    const query = { where: { id: { in: [...ids] } }, columns: ["id", "version"], limit: ids.size } as const;
    for (const { id, version } of await db.findMany(table, query)) versions.set(`${table.name} ${id}`, version);
  }
  return versions;
}

function keyOf({ table, row }: Snapshot): string {
  return `${table.name} ${row.id}`;
}

async function removeAll(db: Adapter, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.transaction(async (tx) => {
    await tx.remove(handlerTable, { where: { deliveryId: { in: ids } } });
    await tx.remove(deliveryTable, { where: { id: { in: ids } } });
  });
}
