/** Reads the seller's lists of orders, refunds, benefits, discounts, and meters, newest first. */

import type { Adapter, Joined, Table } from "@latchkey/core/database";
import { benefitTable } from "../benefits/table.ts";
import { customerTable } from "../customers/table.ts";
import { discountTable } from "../discounts/table.ts";
import { meterTable } from "../meters/table.ts";
import type { MirrorRow } from "../mirror/snapshot.ts";
import { presentOrder } from "../orders/store.ts";
import { type OrderRow, orderTable } from "../orders/table.ts";
import { productTable } from "../products/table.ts";
import { type RefundRow, refundTable } from "../refunds/table.ts";
import { benefitColumns, discountColumns, meterColumns, sellerRefundColumns } from "../response-columns.ts";
import type { SellerListInput, SellerSalesInput } from "./contract.ts";
import { type ListOrder, paginate } from "./pages.ts";
import type {
  SaleCustomer,
  SellerBenefit,
  SellerDiscount,
  SellerMeter,
  SellerOrder,
  SellerPage,
  SellerRefund,
} from "./sales.ts";

const newestFirst: ListOrder = { column: "createdAt", type: "date", direction: "desc" };

const customerJoin = {
  customer: { table: customerTable, on: { id: "customerId" }, columns: ["id", "email", "name"] },
} as const;
const orderJoin = {
  ...customerJoin,
  product: { table: productTable, on: { id: "productId" }, columns: ["id", "name"] },
} as const;

/** Maximum refunds per page of orders. */
const maxRefunds = 1000;

/** Returns a page of orders with their customers and refunds. Sends up to three queries. */
export async function findSellerOrders(
  db: Adapter,
  { status, ...input }: SellerSalesInput,
): Promise<SellerPage<SellerOrder>> {
  const byStatus = status === undefined ? {} : { status };
  const { rows, nextCursor } = await paginate(input, newestFirst, (part) => {
    const found = db.findMany(orderTable, { where: byStatus, join: orderJoin, ...part });
    return found as Promise<(OrderRow & Joined<typeof orderJoin>)[]>;
  });
  const where = { orderId: { in: rows.map(({ id }) => id) } };
  const refunds = rows.length === 0 ? [] : await db.findMany(refundTable, { where, limit: maxRefunds });
  const items = rows.map((row) => ({
    ...presentOrder(
      row,
      refunds.filter(({ orderId }) => orderId === row.id),
    ),
    customer: toCustomer(row),
  }));
  return { items, total: await db.count(orderTable, { where: byStatus }), nextCursor };
}

/** Returns a page of refunds with their customers. Sends two queries. */
export async function findSellerRefunds(
  db: Adapter,
  { status, ...input }: SellerSalesInput,
): Promise<SellerPage<SellerRefund>> {
  const where = status === undefined ? {} : { status };
  const { rows, nextCursor } = await paginate(input, newestFirst, (part) => {
    const found = db.findMany(refundTable, { where, join: customerJoin, ...part });
    return found as Promise<(RefundRow & Joined<typeof customerJoin>)[]>;
  });
  const items = rows.map((row) => ({ ...sellerRefundColumns.pick(row), customer: toCustomer(row) }));
  return { items, total: await db.count(refundTable, { where }), nextCursor };
}

function toCustomer({
  customerId,
  customer,
}: {
  readonly customerId: string;
  readonly customer: { readonly email: string; readonly name: string | null } | null;
}): SaleCustomer {
  return { id: customerId, email: customer?.email ?? null, name: customer?.name ?? null };
}

/** Returns a page of benefits. Sends two queries. */
export function findSellerBenefits(db: Adapter, input: SellerListInput): Promise<SellerPage<SellerBenefit>> {
  return findPage(db, benefitTable, input, benefitColumns.pick);
}

/** Returns a page of meters. Sends two queries. */
export function findSellerMeters(db: Adapter, input: SellerListInput): Promise<SellerPage<SellerMeter>> {
  return findPage(db, meterTable, input, meterColumns.pick);
}

/** Returns a page of discounts. Sends two queries. */
export function findSellerDiscounts(db: Adapter, input: SellerListInput): Promise<SellerPage<SellerDiscount>> {
  return findPage(db, discountTable, input, discountColumns.pick);
}

async function findPage<R extends MirrorRow, T>(
  db: Adapter,
  table: Table<R>,
  input: SellerListInput,
  present: (row: R) => T,
): Promise<SellerPage<T>> {
  const { rows, nextCursor } = await paginate(input, newestFirst, (part) => db.findMany<R, {}>(table, part));
  return { items: rows.map(present), total: await db.count(table, {}), nextCursor };
}
