/** Records deliveries: each once, in one transaction with what it changes. */

import type { AuthContext } from "@latchkey/core";
import { randomId } from "@latchkey/core/crypto";
import { type Insert, type Transaction, UniqueViolation } from "@latchkey/core/database";
import type { ReadEvent } from "../entities/event.ts";
import { snapshotsOf } from "../mirror/snapshots.ts";
import { applySnapshots, type PutOutcome } from "../mirror/store.ts";
import { type DeliveryOutcome, type DeliveryRow, deliveryTable, type HandlerRow, handlerTable } from "./table.ts";

/** A delivery that was verified and read. */
export interface Delivery {
  readonly id: string;
  readonly body: string;
  readonly sentAt: Date;
  readonly read: Exclude<ReadEvent, { readonly kind: "malformed" }>;
}

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
  { id, body, sentAt, read }: Delivery,
  sellerId: string | null,
): Promise<Omit<DeliveryRow, "receivedAt">> {
  const { type } = read.event;
  const base = { id, type, body, sentAt, entityId: null, unknown: [], illegal: [] };
  if (read.kind === "unknown") return { ...base, outcome: "unknown" };
  const snapshots = snapshotsOf(read.event);
  const row = { ...base, entityId: snapshots.main.row.id, unknown: read.unknown };
  if (sellerId !== null && snapshots.sellerId !== sellerId) return { ...row, outcome: "foreign" };
  const { outcome, illegal } = await applySnapshots(tx, snapshots);
  return { ...row, outcome: outcomes[outcome], illegal };
}

const outcomes: Readonly<Record<PutOutcome, DeliveryOutcome>> = { stored: "applied", same: "same", older: "older" };
