/** Removes deliveries that nothing depends on. */

import type { Adapter, Table } from "@latchkey/core/database";
import { defineEndpoint, type EndpointOf, input } from "@latchkey/core/plugin";
import { number, object } from "@latchkey/core/shapes";
import type { BillingCalls } from "../contract.ts";
import type { MirrorRow, Snapshot } from "../mirror/snapshot.ts";
import type { BillingSettings } from "../options.ts";
import { parseDelivery } from "./parse.ts";
import { isFromOtherSeller, recordedDeliveries } from "./store.ts";
import { type DeliveryRow, deliveryTable, handlerTable } from "./table.ts";

/**
 * Removes deliveries that are older than `days` and superseded, which means that newer deliveries cover everything in
 * them. A rebuild gives the same result without them. Deliveries of unknown types are kept, because a later version
 * might read them. If a removed delivery is sent again, it counts as new.
 */
export function pruneBilling(settings: BillingSettings): EndpointOf<BillingCalls["pruneBilling"]> {
  return defineEndpoint({
    method: "POST",
    path: "/billing/prune",
    serverOnly: true,
    input: input.object({ days: input.optional(input.integer({ min: 7, max: 36_500 })) }),
    output: object({ removed: number, kept: number }),
    // Grows with the number of recorded deliveries.
    queryBudget: Number.MAX_SAFE_INTEGER,
    async handle({ days = 90 }, { db, now }) {
      const before = new Date(now().getTime() - days * 86_400_000);
      const covered: CoveredRows = new Set();
      let [removed, kept] = [0, 0];
      // Newest first, because the newest delivery for one row usually covers most other rows too.
      for await (const rows of recordedDeliveries(db, { receivedAt: { lt: before } }, "desc")) {
        const ids = await findSuperseded(db, rows, settings, covered);
        await removeDeliveries(db, ids);
        removed += ids.length;
        kept += rows.length - ids.length;
      }
      return { removed, kept };
    },
  });
}

/** Keys of mirror rows whose current version is covered by a delivery that's kept. */
type CoveredRows = Set<string>;

/** Maximum keys in memory. Clearing them can keep deliveries unnecessarily, but never removes one that's needed. */
const maxCoveredRows = 100_000;

async function findSuperseded(
  db: Adapter,
  rows: readonly DeliveryRow[],
  { sellerId, webhooks }: BillingSettings,
  covered: CoveredRows,
): Promise<readonly string[]> {
  const open = await findUnfinished(db, rows);
  const read = rows.flatMap((row) => {
    const delivery = open.has(row.id) ? null : parseDelivery(webhooks, row);
    if (delivery === null || "kind" in delivery || delivery.snapshots === null) return [];
    const { main, copies } = delivery.snapshots;
    return [{ id: row.id, snapshots: isFromOtherSeller(delivery.snapshots, sellerId) ? [] : [main, ...copies] }];
  });
  const versions = await findStoredVersions(
    db,
    read.flatMap(({ snapshots }) => snapshots),
  );
  return read.flatMap(({ id, snapshots }) => {
    const newest = snapshots.filter((one) => !(one.row.version < (versions.get(snapshotKey(one)) ?? "")));
    // If the mirror lacks this version, a rebuild needs the delivery to fix it.
    const isNeeded = (one: Snapshot): boolean =>
      one.row.version !== versions.get(snapshotKey(one)) || !covered.has(snapshotKey(one));
    if (!newest.some(isNeeded)) return [id];
    if (covered.size > maxCoveredRows) covered.clear();
    for (const one of newest) covered.add(snapshotKey(one));
    return [];
  });
}

/**
 * Returns the ids of deliveries with unfinished handlers, which are kept because the payment provider might send them
 * again.
 */
async function findUnfinished(db: Adapter, rows: readonly DeliveryRow[]): Promise<ReadonlySet<string>> {
  const where = { deliveryId: { in: rows.map(({ id }) => id) }, state: { ne: "done" } } as const;
  const open = await db.findMany(handlerTable, { where, columns: ["id", "deliveryId"], limit: 2 * rows.length });
  return new Set(open.map(({ deliveryId }) => deliveryId));
}

async function findStoredVersions(db: Adapter, snapshots: readonly Snapshot[]): Promise<ReadonlyMap<string, string>> {
  const tables = new Map<Table<MirrorRow>, Set<string>>();
  for (const { table, row } of snapshots) tables.set(table, (tables.get(table) ?? new Set()).add(row.id));
  const versions = new Map<string, string>();
  for (const [table, ids] of tables) {
    const query = { where: { id: { in: [...ids] } }, columns: ["id", "version"], limit: ids.size } as const;
    for (const { id, version } of await db.findMany(table, query)) versions.set(`${table.name} ${id}`, version);
  }
  return versions;
}

function snapshotKey({ table, row }: Snapshot): string {
  return `${table.name} ${row.id}`;
}

async function removeDeliveries(db: Adapter, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.transaction(async (tx) => {
    await tx.remove(handlerTable, { where: { deliveryId: { in: ids } } });
    await tx.remove(deliveryTable, { where: { id: { in: ids } } });
  });
}
