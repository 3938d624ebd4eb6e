/** Subscriptions as the outside sees them. */

import type { Adapter, Where } from "@latchkey/core/database";
import type { SubscriptionStatus } from "../entities/subscription.ts";
import { type ProductRow, productTable } from "../products/table.ts";
import type { BillingSubscription, SubscriptionPage } from "../purchases.ts";
import { type SubscriptionRow, subscriptionTable } from "./table.ts";

/** The states that give access. */
export const activeStates: readonly SubscriptionStatus[] = ["active", "trialing"];

const join = { product: { table: productTable, on: { id: "productId" }, columns: ["id", "name"] } } as const;

/** Most subscriptions that are shown where no page is asked for. */
const most = 100;

/** Those that give access. */
export async function listActive(db: Adapter, customerId: string): Promise<BillingSubscription[]> {
  const where = { customerId, status: { in: activeStates } };
  return (await find(db, where, { limit: most })).map(shownSubscription);
}

/** A page, newest first. */
export async function pageOfSubscriptions(
  db: Adapter,
  customerId: string,
  active: boolean | undefined,
  part: { readonly limit: number; readonly offset: number },
): Promise<SubscriptionPage> {
  const status = active === undefined ? {} : { status: active ? { in: activeStates } : { notIn: activeStates } };
  const where: Where<SubscriptionRow> = { customerId, ...status };
  const rows = await find(db, where, part);
  return { subscriptions: rows.map(shownSubscription), total: await db.count(subscriptionTable, { where }) };
}

/** One of a customer's. */
export async function findSubscription(db: Adapter, customerId: string, id: string): Promise<SubscriptionRow | null> {
  return db.findOne(subscriptionTable, { where: { id, customerId } });
}

/** A subscription with the name of what is bought, as far as that is known. */
export interface NamedSubscription extends SubscriptionRow {
  readonly product: Pick<ProductRow, "id" | "name"> | null;
}

function find(
  db: Adapter,
  where: Where<SubscriptionRow>,
  part: { readonly limit: number; readonly offset?: number },
): Promise<NamedSubscription[]> {
  const orderBy = [{ column: "createdAt", direction: "desc" }] as const;
  return db.findMany(subscriptionTable, { where, join, orderBy, ...part }) as Promise<NamedSubscription[]>;
}

/** Without what is the seller's alone. */
export function shownSubscription(row: NamedSubscription): BillingSubscription {
  return {
    id: row.id,
    status: row.status,
    isActive: (activeStates as readonly string[]).includes(row.status),
    product: { id: row.productId, name: row.product?.name ?? null },
    amount: row.amount,
    currency: row.currency,
    recurringInterval: row.recurringInterval,
    currentPeriodStart: row.currentPeriodStart,
    currentPeriodEnd: row.currentPeriodEnd,
    cancelAtPeriodEnd: row.cancelAtPeriodEnd,
    canceledAt: row.canceledAt,
    startedAt: row.startedAt,
    endsAt: row.endsAt,
    endedAt: row.endedAt,
    cancellationReason: row.cancellationReason,
    meters: row.meters,
  };
}
