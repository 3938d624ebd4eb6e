/** Reads subscriptions. */

import type { Adapter, Where } from "@latchkey/core/database";
import { type ProductRow, productTable } from "../products/table.ts";
import type { BillingSubscription, ScheduledChange, SubscriptionPage } from "../purchases.ts";
import { subscriptionColumns } from "../response-columns.ts";
import { isActive, whereActive } from "./active.ts";
import { type SubscriptionRow, subscriptionTable } from "./table.ts";

const join = {
  product: { table: productTable, on: { id: "productId" }, columns: ["id", "name"] },
  scheduledProduct: { table: productTable, on: { id: "scheduledProductId" }, columns: ["id", "name"] },
} as const;

/** Maximum active subscriptions in a list. */
const maxSubscriptions = 100;

/**
 * Returns a customer's subscriptions that give access, newest first.
 * @param cutoff subscriptions with an announced end before this time don't give access
 */
export async function listActiveSubscriptions(
  db: Adapter,
  customerId: string,
  cutoff: Date,
): Promise<BillingSubscription[]> {
  const where = whereActive(true, cutoff, { customerId });
  const rows = await findSubscriptions(db, where, { limit: maxSubscriptions });
  return rows.map((row) => presentSubscription(row, cutoff));
}

/** Returns a page of subscriptions, newest first. */
export async function findSubscriptionPage(
  db: Adapter,
  customerId: string,
  { active, cutoff }: { readonly active: boolean | undefined; readonly cutoff: Date },
  range: { readonly limit: number; readonly offset: number },
): Promise<SubscriptionPage> {
  const where = whereActive(active, cutoff, { customerId });
  const rows = await findSubscriptions(db, where, range);
  const subscriptions = rows.map((row) => presentSubscription(row, cutoff));
  return { subscriptions, total: await db.count(subscriptionTable, { where }) };
}

/** Finds a customer's subscription. */
export async function findSubscription(db: Adapter, customerId: string, id: string): Promise<SubscriptionRow | null> {
  return db.findOne(subscriptionTable, { where: { id, customerId } });
}

/** A subscription with its products. They're `null` if they aren't known yet. */
export interface SubscriptionWithProduct extends SubscriptionRow {
  readonly product: Pick<ProductRow, "id" | "name"> | null;
  readonly scheduledProduct: Pick<ProductRow, "id" | "name"> | null;
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
export function presentSubscription(row: SubscriptionWithProduct, cutoff: Date): BillingSubscription {
  return {
    ...subscriptionColumns.pick(row),
    isActive: isActive(row, cutoff),
    product: { id: row.productId, name: row.product?.name ?? null },
    scheduledChange: presentScheduledChange(row),
  };
}

function presentScheduledChange(row: SubscriptionWithProduct): ScheduledChange | null {
  const { scheduledAt, scheduledProductId: id, scheduledProduct, scheduledPriceId, scheduledSeats } = row;
  if (scheduledAt === null) return null;
  const product = id === null ? null : { id, name: scheduledProduct?.name ?? null };
  return { product, priceId: scheduledPriceId, seats: scheduledSeats, appliesAt: scheduledAt };
}
