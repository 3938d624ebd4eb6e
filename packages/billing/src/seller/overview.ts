/** The numbers of the seller's overview. */

import type { Adapter, Table, Where } from "@latchkey/core/database";
import { customerTable } from "../customers/table.ts";
import type { MirrorRow } from "../mirror/snapshot.ts";
import { orderTable } from "../orders/table.ts";
import { refundTable } from "../refunds/table.ts";
import { whereActive } from "../subscriptions/active.ts";
import { type SubscriptionRow, subscriptionTable } from "../subscriptions/table.ts";
import type { SellerOverview, SellerRevenue } from "./contract.ts";

/** The period of the revenue, in milliseconds. */
const revenuePeriod = 30 * 24 * 60 * 60 * 1000;

/** Maximum orders and refunds that are added up. Databases add up only in their own dialects. */
export const maxRevenueRows = 10_000;

/** The times that the numbers depend on. */
export interface OverviewTimes {
  readonly now: Date;
  /** As for `whereActive`. */
  readonly cutoff: Date;
}

/** Returns the numbers of the seller's overview. Sends six queries. */
export async function loadSellerOverview(db: Adapter, { now, cutoff }: OverviewTimes): Promise<SellerOverview> {
  const since = new Date(now.getTime() - revenuePeriod);
  const active = whereActive(true, cutoff);
  const count = (where: Where<SubscriptionRow>): Promise<number> => db.count(subscriptionTable, { where });
  return {
    active: await count(active),
    trialing: await count(active.map((one) => ({ ...one, status: "trialing" }))),
    pastDue: await count({ status: { in: ["past_due", "unpaid"] } }),
    customers: await db.count(customerTable, { where: { deletedAt: null } }),
    ...(await addUpRevenue(db, since)),
  };
}

interface Amount {
  readonly currency: string;
  readonly amount: number;
}

async function addUpRevenue(db: Adapter, since: Date): Promise<Pick<SellerOverview, "revenue" | "isRevenueComplete">> {
  const createdAt = { gte: since };
  const orders = await findAmounts(db, orderTable, { isPaid: true, createdAt }, ["currency", "netAmount"]);
  const refunds = await findAmounts(db, refundTable, { status: "succeeded", createdAt }, ["currency", "amount"]);
  const changes: readonly Amount[] = [
    ...orders.map(({ currency, netAmount }) => ({ currency, amount: netAmount })),
    ...refunds.map(({ currency, amount }) => ({ currency, amount: -amount })),
  ];
  const isRevenueComplete = orders.length < maxRevenueRows && refunds.length < maxRevenueRows;
  return { revenue: sumByCurrency(changes), isRevenueComplete };
}

/** Reads the newest rows with only the columns that are added up. */
function findAmounts<R extends MirrorRow, const K extends keyof R & string>(
  db: Adapter,
  table: Table<R>,
  where: Where<R>,
  columns: readonly K[],
): Promise<Pick<R, K>[]> {
  const orderBy = [{ column: "createdAt", direction: "desc" }] as const;
  return db.findMany<R, {}>(table, { where, columns: ["id", ...columns], orderBy, limit: maxRevenueRows });
}

function sumByCurrency(changes: readonly Amount[]): SellerRevenue[] {
  const sums = new Map<string, number>();
  for (const { currency, amount } of changes) sums.set(currency, (sums.get(currency) ?? 0) + amount);
  return [...sums]
    .map(([currency, amount]) => ({ currency, amount }))
    .sort((a, b) => b.amount - a.amount || (a.currency < b.currency ? -1 : 1));
}
