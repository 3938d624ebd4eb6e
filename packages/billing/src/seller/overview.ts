/** The key metrics in the seller's overview. */

import type { Adapter, Where } from "@latchkey/core/database";
import { customerTable } from "../customers/table.ts";
import { orderTable } from "../orders/table.ts";
import { refundTable } from "../refunds/table.ts";
import { whereActive } from "../subscriptions/active.ts";
import { type SubscriptionRow, subscriptionTable } from "../subscriptions/table.ts";
import type { SellerOverview, SellerRevenue } from "./contract.ts";

/** The period that revenue is added up for, in milliseconds. */
const revenuePeriod = 30 * 24 * 60 * 60 * 1000;

/** The times that the key metrics depend on. */
export interface OverviewTimes {
  readonly now: Date;
  /** As for `whereActive`. */
  readonly cutoff: Date;
}

/** Returns the key metrics in the seller's overview. Sends six queries. */
export async function loadSellerOverview(db: Adapter, { now, cutoff }: OverviewTimes): Promise<SellerOverview> {
  const since = new Date(now.getTime() - revenuePeriod);
  const active = whereActive(true, cutoff);
  const count = (where: Where<SubscriptionRow>): Promise<number> => db.count(subscriptionTable, { where });
  return {
    active: await count(active),
    trialing: await count(active.map((one) => ({ ...one, status: "trialing" }))),
    pastDue: await count({ status: { in: ["past_due", "unpaid"] } }),
    customers: await db.count(customerTable, { where: { deletedAt: null } }),
    revenue: await sumRevenue(db, since),
  };
}

/** Adds up payments minus refunds, by currency. Sends two queries. */
async function sumRevenue(db: Adapter, since: Date): Promise<SellerRevenue[]> {
  const createdAt = { gte: since };
  const groupBy = "currency" as const;
  const paid = await db.sum(orderTable, { column: "netAmount", groupBy, where: { isPaid: true, createdAt } });
  const refunded = await db.sum(refundTable, { column: "amount", groupBy, where: { status: "succeeded", createdAt } });
  const sums = new Map(paid.map(({ group, sum }) => [group, sum]));
  for (const { group, sum } of refunded) sums.set(group, (sums.get(group) ?? 0) - sum);
  return [...sums]
    .map(([currency, amount]) => ({ currency, amount }))
    .sort((a, b) => b.amount - a.amount || (a.currency < b.currency ? -1 : 1));
}
