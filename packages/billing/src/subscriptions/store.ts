/** Reads subscriptions. */

import type { Adapter, Where } from "@latchkey/core/database";
import type { SubscriptionStatus } from "../entities/subscription.ts";
import { type ProductRow, productTable } from "../products/table.ts";
import type { BillingSubscription, SubscriptionPage } from "../purchases.ts";
import { type SubscriptionRow, subscriptionTable } from "./table.ts";

/** The statuses that give access. */
export const activeStatuses: readonly SubscriptionStatus[] = ["active", "trialing"];

const join = { product: { table: productTable, on: { id: "productId" }, columns: ["id", "name"] } } as const;

/** Maximum active subscriptions in a list. */
const maxSubscriptions = 100;

/** Returns a customer's subscriptions that give access, newest first. */
export async function listActiveSubscriptions(db: Adapter, customerId: string): Promise<BillingSubscription[]> {
  const where = { customerId, status: { in: activeStatuses } };
  return (await findSubscriptions(db, where, { limit: maxSubscriptions })).map(presentSubscription);
}

/** Returns a page of subscriptions, newest first. */
export async function findSubscriptionPage(
  db: Adapter,
  customerId: string,
  active: boolean | undefined,
  range: { readonly limit: number; readonly offset: number },
): Promise<SubscriptionPage> {
  const status = active === undefined ? {} : { status: active ? { in: activeStatuses } : { notIn: activeStatuses } };
  const where: Where<SubscriptionRow> = { customerId, ...status };
  const rows = await findSubscriptions(db, where, range);
  return { subscriptions: rows.map(presentSubscription), total: await db.count(subscriptionTable, { where }) };
}

/** Finds a customer's subscription. */
export async function findSubscription(db: Adapter, customerId: string, id: string): Promise<SubscriptionRow | null> {
  return db.findOne(subscriptionTable, { where: { id, customerId } });
}

/** A subscription with its product. `null` if the product isn't known yet. */
export interface SubscriptionWithProduct extends SubscriptionRow {
  readonly product: Pick<ProductRow, "id" | "name"> | null;
}

function findSubscriptions(
  db: Adapter,
  where: Where<SubscriptionRow>,
  range: { readonly limit: number; readonly offset?: number },
): Promise<SubscriptionWithProduct[]> {
  const orderBy = [{ column: "createdAt", direction: "desc" }] as const;
  return db.findMany(subscriptionTable, { where, join, orderBy, ...range }) as Promise<SubscriptionWithProduct[]>;
}

/** Returns a subscription without the fields that only the seller can see. */
export function presentSubscription(row: SubscriptionWithProduct): BillingSubscription {
  return {
    id: row.id,
    status: row.status,
    isActive: (activeStatuses as readonly string[]).includes(row.status),
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
