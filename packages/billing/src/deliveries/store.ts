/** Records each delivery once, in the same transaction as its changes. */

import { randomId } from "@latchkey/core/crypto";
import { type Adapter, type Insert, type Transaction, UniqueViolation, type Where } from "@latchkey/core/database";
import type { AuthContext } from "@latchkey/core/plugin";
import type { Snapshots } from "../mirror/snapshot.ts";
import { type ApplyOutcome, type ApplyResult, applySnapshots } from "../mirror/store.ts";
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
  options: RecordOptions,
): Promise<RecordResult> {
  const row = { ...(await applyDelivery(tx, delivery, options.sellerId)), receivedAt: context.now() };
  // Inserted last. If the delivery was already recorded, this fails and rolls back the effects.
  await tx.insert(deliveryTable, row);
  const handlers = toHandlerRows(context, row, options);
  if (handlers.length > 0) await tx.insertMany(handlerTable, handlers as readonly Insert<HandlerRow>[]);
  return { row, handlers };
}

/** Creates the rows of a delivery's handlers, claimed for the caller. */
export function toHandlerRows(
  { random }: Pick<AuthContext, "random">,
  { id: deliveryId, outcome }: Pick<DeliveryRow, "id" | "outcome">,
  { handlersOf, leaseUntil }: RecordOptions,
): readonly HandlerRow[] {
  return handlersOf(outcome).map((handler) => {
    const id = randomId(random);
    return { id, deliveryId, handler, state: "running", leaseUntil, attempts: 1, lastError: null };
  });
}

/** Applies a delivery to the mirror and returns its outcome. */
export async function applyDelivery(
  tx: Transaction,
  delivery: ParsedDelivery,
  sellerId: string | null,
): Promise<Omit<DeliveryRow, "receivedAt">> {
  const snapshots = snapshotsOf(delivery, sellerId);
  return toDeliveryRow(delivery, typeof snapshots === "string" ? snapshots : await applySnapshots(tx, snapshots));
}

/** Returns what a delivery changes, or the outcome of one that changes nothing. */
export function snapshotsOf(
  { snapshots, unapplied, issues }: ParsedDelivery,
  sellerId: string | null,
): Snapshots | DeliveryOutcome {
  if (issues.length > 0) return "unreadable";
  if (snapshots === null) return unapplied ?? "unknown";
  return isFromOtherSeller(snapshots, sellerId) ? "foreign" : snapshots;
}

/** Creates a delivery's row. @param result the outcome, or what applying its snapshots returned */
export function toDeliveryRow(
  { event, snapshots, unapplied: _, ...delivery }: ParsedDelivery,
  result: DeliveryOutcome | ApplyResult,
): Omit<DeliveryRow, "receivedAt"> {
  const row = { ...delivery, type: event.type, entityId: snapshots?.main.row.id ?? null };
  if (typeof result === "string") return { ...row, outcome: result, illegal: [] };
  return { ...row, outcome: outcomes[result.outcome], illegal: result.illegal };
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
 * Whether an event belongs to another seller. Events that don't say which seller they belong to count as the app's own.
 * @param ownSellerId `null` to accept all sellers
 */
export function isFromOtherSeller({ sellerId }: Snapshots, ownSellerId: string | null): boolean {
  return ownSellerId !== null && sellerId !== null && sellerId !== ownSellerId;
}

const outcomes: Readonly<Record<ApplyOutcome, DeliveryOutcome>> = { stored: "applied", same: "same", older: "older" };
