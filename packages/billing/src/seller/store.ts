/** What the seller sees: products, customers, subscriptions, deliveries. */

import type { Adapter, Joined } from "@latchkey/core/database";
import { customerTable } from "../customers/table.ts";
import { summaries, summaryColumns } from "../deliveries/summaries.ts";
import { deliveryTable } from "../deliveries/table.ts";
import { shownProduct } from "../products/store.ts";
import { productTable } from "../products/table.ts";
import { activeStates, shownSubscription } from "../subscriptions/store.ts";
import { type SubscriptionRow, subscriptionTable } from "../subscriptions/table.ts";
import type {
  SellerCustomerPage,
  SellerCustomersInput,
  SellerDeliveryPage,
  SellerListInput,
  SellerProductPage,
  SellerSubscriptionPage,
  SellerSubscriptionsInput,
} from "./contract.ts";
import { type ListOrder, pageOf } from "./pages.ts";

const newest: ListOrder = { column: "createdAt", type: "date", direction: "desc" };

/** Newest first, as the other lists. Two statements. */
export async function pageOfProducts(db: Adapter, asked: SellerListInput): Promise<SellerProductPage> {
  const { rows, nextCursor } = await pageOf(asked, newest, (part) => db.findMany(productTable, part));
  const products = rows.map((row) => ({
    ...shownProduct(row),
    isArchived: row.isArchived,
    createdAt: row.createdAt,
  }));
  return { products, total: await db.count(productTable, {}), nextCursor };
}

/** Two statements; a search is answered by the index of the addresses. */
export async function pageOfCustomers(db: Adapter, asked: SellerCustomersInput): Promise<SellerCustomerPage> {
  const { search } = asked;
  const where = search === undefined ? {} : { emailKey: { startsWith: search.toLowerCase() } };
  const order: ListOrder = search === undefined ? newest : { column: "emailKey", type: "string", direction: "asc" };
  const { rows, nextCursor } = await pageOf(asked, order, (part) => db.findMany(customerTable, { where, ...part }));
  const customers = rows.map(({ id, email, emailVerified, name, externalId, createdAt, deletedAt }) => {
    return { id, email, emailVerified, name, externalId, createdAt, deletedAt };
  });
  return { customers, total: await db.count(customerTable, { where }), nextCursor };
}

const join = {
  product: { table: productTable, on: { id: "productId" }, columns: ["id", "name"] },
  customer: { table: customerTable, on: { id: "customerId" }, columns: ["id", "email", "name"] },
} as const;

/** Two statements. */
export async function pageOfAllSubscriptions(
  db: Adapter,
  { active, ...asked }: SellerSubscriptionsInput,
): Promise<SellerSubscriptionPage> {
  const where = active === undefined ? {} : { status: active ? { in: activeStates } : { notIn: activeStates } };
  const { rows, nextCursor } = await pageOf(asked, newest, (part) => {
    const found = db.findMany(subscriptionTable, { where, join, ...part });
    return found as Promise<(SubscriptionRow & Joined<typeof join>)[]>;
  });
  const subscriptions = rows.map(({ customer, cancellationComment, createdAt, ...row }) => ({
    ...shownSubscription({ ...row, cancellationComment, createdAt }),
    createdAt,
    customer: { id: row.customerId, email: customer?.email ?? null, name: customer?.name ?? null },
    cancellationComment,
  }));
  return { subscriptions, total: await db.count(subscriptionTable, { where }), nextCursor };
}

/** As they came. Two statements. */
export async function pageOfDeliveries(db: Adapter, asked: SellerListInput): Promise<SellerDeliveryPage> {
  const order: ListOrder = { column: "receivedAt", type: "date", direction: "desc" };
  const columns = summaryColumns;
  const { rows, nextCursor } = await pageOf(asked, order, (part) => db.findMany(deliveryTable, { columns, ...part }));
  return { deliveries: await summaries(db, rows), nextCursor };
}
