/** Records each delivery once, in the same transaction as its changes. */

import { randomId } from "@latchkey/core/crypto";
import { type Adapter, type Insert, type Transaction, UniqueViolation, type Where } from "@latchkey/core/database";
import type { AuthContext } from "@latchkey/core/plugin";
import type { Snapshots } from "../mirror/snapshot.ts";
import { type ApplyOutcome, applySnapshots } from "../mirror/store.ts";
import type { ParsedDelivery } from "./parse.ts";
import { type DeliveryOutcome, type DeliveryRow, deliveryTable, type HandlerRow, handlerTable } from "./table.ts";

/** Options for recording a delivery. */
export interface RecordOptions {
  /** The seller whose events are applied. `null` for any seller. */
  readonly sellerId: string | null;
  /** Returns the names of the handlers to run. */
  handlersOf(outcome: DeliveryOutcome): readonly string[];
  /** When the caller's claim on the handlers expires. */
  readonly leaseUntil: Date;
}

/** The recorded delivery with its handlers, claimed for the caller. `null` if it was already recorded. */
export type RecordResult = { readonly row: DeliveryRow; readonly handlers: readonly HandlerRow[] } | null;

/** Maximum attempts per delivery. An attempt fails if another delivery inserts the same mirror row. */
const maxAttempts = 20;

/** Records a delivery and its effects once, even under concurrent requests. */
export async function recordDelivery(
  context: AuthContext,
  delivery: ParsedDelivery,
  options: RecordOptions,
): Promise<RecordResult> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await context.db.transaction((tx) => recordInTransaction(tx, context, delivery, options));
    } catch (error) {
      if (!(error instanceof UniqueViolation)) throw error;
      if (error.table === deliveryTable.name) return null;
      if (attempt === maxAttempts) throw error;
    }
  }
}

async function recordInTransaction(
  tx: Transaction,
  context: AuthContext,
  delivery: ParsedDelivery,
  { sellerId, handlersOf, leaseUntil }: RecordOptions,
): Promise<RecordResult> {
  const row = { ...(await applyDelivery(tx, delivery, sellerId)), receivedAt: context.now() };
  // Inserted last. If the delivery was already recorded, this fails and rolls back the effects.
  await tx.insert(deliveryTable, row);
  const handlers = handlersOf(row.outcome).map((handler): HandlerRow => {
    const id = randomId(context.random);
    return { id, deliveryId: row.id, handler, state: "running", leaseUntil, attempts: 1, lastError: null };
  });
  if (handlers.length > 0) await tx.insertMany(handlerTable, handlers as readonly Insert<HandlerRow>[]);
  return { row, handlers };
}

/** Applies a delivery to the mirror and returns its outcome. */
export async function applyDelivery(
  tx: Transaction,
  { event, snapshots, unknown, issues, ...delivery }: ParsedDelivery,
  sellerId: string | null,
): Promise<Omit<DeliveryRow, "receivedAt">> {
  const entityId = snapshots?.main.row.id ?? null;
  const row = { ...delivery, type: event.type, entityId, unknown, issues, illegal: [] };
  if (issues.length > 0) return { ...row, outcome: "unreadable" };
  if (snapshots === null) return { ...row, outcome: "unknown" };
  if (isFromOtherSeller(snapshots, sellerId)) return { ...row, outcome: "foreign" };
  const { outcome, illegal } = await applySnapshots(tx, snapshots);
  return { ...row, outcome: outcomes[outcome], illegal };
}

/** Deliveries per query. Each can be as large as the maximum body. */
const batchSize = 50;

/** Yields recorded deliveries with their bodies, in batches. Yielded rows can be removed during the iteration. */
export async function* recordedDeliveries(
  db: Adapter,
  where: Where<DeliveryRow>,
  direction: "asc" | "desc",
): AsyncGenerator<readonly DeliveryRow[]> {
  let last: DeliveryRow | undefined;
  do {
    const after = last && { after: { id: last.id, receivedAt: last.receivedAt } };
    const orderBy = [{ column: "receivedAt", direction }] as const;
    const rows: readonly DeliveryRow[] = await db.findMany<DeliveryRow, {}>(deliveryTable, {
      where,
      orderBy,
      limit: batchSize,
      ...after,
    });
    if (rows.length > 0) yield rows;
    last = rows.length === batchSize ? rows.at(-1) : undefined;
  } while (last);
}

/**
 * Whether an event belongs to another seller. Events that don't say which seller they belong to count as own.
 * @param ownSellerId `null` to accept all sellers
 */
export function isFromOtherSeller({ sellerId }: Snapshots, ownSellerId: string | null): boolean {
  return ownSellerId !== null && sellerId !== null && sellerId !== ownSellerId;
}

const outcomes: Readonly<Record<ApplyOutcome, DeliveryOutcome>> = { stored: "applied", same: "same", older: "older" };
