/** Reads the lists of the seller's view. */

import type { Adapter, Joined } from "@latchkey/core/database";
import { type CustomerRow, customerTable } from "../customers/table.ts";
import { summaryColumns, toSummaries } from "../deliveries/summaries.ts";
import { deliveryTable } from "../deliveries/table.ts";
import { presentProduct } from "../products/store.ts";
import { productTable } from "../products/table.ts";
import { linkTable } from "../references/table.ts";
import { sellerCustomerColumns, sellerProductColumns, sellerSubscriptionColumns } from "../response-columns.ts";
import { whereActive } from "../subscriptions/active.ts";
import { presentSubscription } from "../subscriptions/store.ts";
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
import { type ListOrder, paginate } from "./pages.ts";

const newestFirst: ListOrder = { column: "createdAt", type: "date", direction: "desc" };

/** Returns a page of products, newest first. Sends two queries. */
export async function findProductPage(db: Adapter, input: SellerListInput): Promise<SellerProductPage> {
  const { rows, nextCursor } = await paginate(input, newestFirst, (part) => db.findMany(productTable, part));
  const products = rows.map((row) => ({ ...presentProduct(row), ...sellerProductColumns.pick(row) }));
  return { products, total: await db.count(productTable, {}), nextCursor };
}

/** The stored link of a customer whose owner the payment provider doesn't know. */
const linkJoin = {
  link: { table: linkTable, on: { customerId: "id" }, where: { state: "linked" }, columns: ["id", "referenceId"] },
} as const;

/** Returns a page of customers. Sends two queries. A search uses the index on the normalized email. */
export async function findCustomerPage(db: Adapter, input: SellerCustomersInput): Promise<SellerCustomerPage> {
  const { search } = input;
  const where = search === undefined ? {} : { emailKey: { startsWith: search.toLowerCase() } };
  const order: ListOrder =
    search === undefined ? newestFirst : { column: "emailKey", type: "string", direction: "asc" };
  const { rows, nextCursor } = await paginate(input, order, (part) => {
    const found = db.findMany(customerTable, { where, join: linkJoin, ...part });
    return found as Promise<(CustomerRow & Joined<typeof linkJoin>)[]>;
  });
  const customers = rows.map(({ link, ...row }) => {
    const linkedId = row.deletedAt === null ? (link?.referenceId ?? null) : null;
    return { ...sellerCustomerColumns.pick(row), externalId: row.externalId ?? linkedId };
  });
  return { customers, total: await db.count(customerTable, { where }), nextCursor };
}

const join = {
  product: { table: productTable, on: { id: "productId" }, columns: ["id", "name"] },
  scheduledProduct: { table: productTable, on: { id: "scheduledProductId" }, columns: ["id", "name"] },
  customer: { table: customerTable, on: { id: "customerId" }, columns: ["id", "email", "name"] },
} as const;

/** Returns a page of subscriptions, newest first. Sends two queries. */
export async function findSellerSubscriptionPage(
  db: Adapter,
  { active, ...input }: SellerSubscriptionsInput,
  cutoff: Date,
): Promise<SellerSubscriptionPage> {
  const where = whereActive(active, cutoff);
  const { rows, nextCursor } = await paginate(input, newestFirst, (part) => {
    const found = db.findMany(subscriptionTable, { where, join, ...part });
    return found as Promise<(SubscriptionRow & Joined<typeof join>)[]>;
  });
  const subscriptions = rows.map(({ customer, ...row }) => ({
    ...presentSubscription(row, cutoff),
    ...sellerSubscriptionColumns.pick(row),
    customer: { id: row.customerId, email: customer?.email ?? null, name: customer?.name ?? null },
  }));
  return { subscriptions, total: await db.count(subscriptionTable, { where }), nextCursor };
}

/** Returns a page of deliveries, newest first. Sends two queries. */
export async function findDeliveryPage(db: Adapter, input: SellerListInput): Promise<SellerDeliveryPage> {
  const order: ListOrder = { column: "receivedAt", type: "date", direction: "desc" };
  const columns = summaryColumns;
  const { rows, nextCursor } = await paginate(input, order, (part) => db.findMany(deliveryTable, { columns, ...part }));
  return { deliveries: await toSummaries(db, rows), nextCursor };
}
