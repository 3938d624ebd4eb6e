/** Records deliveries: each once, in one transaction with what it changes. */

import { randomId } from "@latchkey/core/crypto";
import { type Adapter, type Insert, type Transaction, UniqueViolation, type Where } from "@latchkey/core/database";
import type { AuthContext } from "@latchkey/core/plugin";
import type { Snapshots } from "../mirror/snapshots.ts";
import { applySnapshots, type PutOutcome } from "../mirror/store.ts";
import type { Delivery } from "./read.ts";
import { type DeliveryOutcome, type DeliveryRow, deliveryTable, type HandlerRow, handlerTable } from "./table.ts";

/** What recording takes. */
export interface RecordOptions {
  /** The one seller whose events count; `null`: any. */
  readonly sellerId: string | null;
  /** Names of the handlers that are to run. */
  handlersOf(outcome: DeliveryOutcome): readonly string[];
  /** Until when the handlers are this caller's. */
  readonly leaseUntil: Date;
}

/** A recorded delivery, and its handlers, claimed for the caller. `null`: it was recorded before. */
export type Recorded = { readonly row: DeliveryRow; readonly handlers: readonly HandlerRow[] } | null;

/** Most beginnings of one record: each loses to another delivery that made the same row of the mirror. */
const mostTries = 20;

/** Records a delivery with its effects, once, however many try at the same moment. */
export async function recordDelivery(
  context: AuthContext,
  delivery: Delivery,
  options: RecordOptions,
): Promise<Recorded> {
  for (let tries = 1; ; tries++) {
    try {
      return await context.db.transaction((tx) => recordIn(tx, context, delivery, options));
    } catch (error) {
      if (!(error instanceof UniqueViolation)) throw error;
      if (error.table === deliveryTable.name) return null;
      if (tries === mostTries) throw error;
    }
  }
}

async function recordIn(
  tx: Transaction,
  context: AuthContext,
  delivery: Delivery,
  { sellerId, handlersOf, leaseUntil }: RecordOptions,
): Promise<Recorded> {
  const row = { ...(await applyDelivery(tx, delivery, sellerId)), receivedAt: context.now() };
  // After the effects: where it was recorded before, this refuses, and takes them back.
  await tx.insert(deliveryTable, row);
  const handlers = handlersOf(row.outcome).map((handler): HandlerRow => {
    const id = randomId(context.random);
    return { id, deliveryId: row.id, handler, state: "running", leaseUntil, attempts: 1, lastError: null };
  });
  if (handlers.length > 0) await tx.insertMany(handlerTable, handlers as readonly Insert<HandlerRow>[]);
  return { row, handlers };
}

/** Puts what a delivery says into the mirror, and tells what came of it. */
export async function applyDelivery(
  tx: Transaction,
  { id, body, sentAt, event, snapshots, unknown }: Delivery,
  sellerId: string | null,
): Promise<Omit<DeliveryRow, "receivedAt">> {
  const row = { id, type: event.type, body, sentAt, entityId: snapshots?.main.row.id ?? null, unknown, illegal: [] };
  if (snapshots === null) return { ...row, outcome: "unknown" };
  if (isForeign(snapshots, sellerId)) return { ...row, outcome: "foreign" };
  const { outcome, illegal } = await applySnapshots(tx, snapshots);
  return { ...row, outcome: outcomes[outcome], illegal };
}

/** Deliveries in hand at a time: each may be as long as a body can be. */
const batch = 50;

/** What was recorded, with bodies, some at a time. Rows that were given may be removed meanwhile. */
export async function* recordedDeliveries(
  db: Adapter,
  where: Where<DeliveryRow>,
  direction: "asc" | "desc",
): AsyncGenerator<readonly DeliveryRow[]> {
  let last: DeliveryRow | undefined;
  do {
    const after = last && { after: { id: last.id, receivedAt: last.receivedAt } as never };
    const orderBy = [{ column: "receivedAt", direction }] as const;
    const rows: readonly DeliveryRow[] = await db.findMany(deliveryTable, { where, orderBy, limit: batch, ...after });
    if (rows.length > 0) yield rows;
    last = rows.length === batch ? rows.at(-1) : undefined;
  } while (last);
}

/** Whether an event is of a seller whose events do not count. @param own `null`: every seller's do */
export function isForeign({ sellerId }: Snapshots, own: string | null): boolean {
  return own !== null && sellerId !== own;
}

const outcomes: Readonly<Record<PutOutcome, DeliveryOutcome>> = { stored: "applied", same: "same", older: "older" };
