/** Reads orders with their refunds. */

import type { Adapter, Joined } from "@latchkey/core/database";
import { productTable } from "../products/table.ts";
import type { BillingOrder, OrderPage } from "../purchases.ts";
import { type RefundRow, refundTable } from "../refunds/table.ts";
import { orderColumns, refundColumns } from "../response-columns.ts";
import { type OrderRow, orderTable } from "./table.ts";

const join = { product: { table: productTable, on: { id: "productId" }, columns: ["id", "name"] } } as const;

type OrderWithProduct = OrderRow & Joined<typeof join>;

/** Maximum refunds per page of orders. */
const maxRefunds = 1000;

/** Returns a page of orders, newest first. Sends three queries. */
export async function findOrderPage(
  db: Adapter,
  customerId: string,
  range: { readonly limit: number; readonly offset: number },
): Promise<OrderPage> {
  const where = { customerId };
  const orderBy = [{ column: "createdAt", direction: "desc" }] as const;
  const rows = (await db.findMany(orderTable, { where, join, orderBy, ...range })) as OrderWithProduct[];
  const refunds = await db.findMany(refundTable, {
    where: { orderId: { in: rows.map(({ id }) => id) } },
    orderBy: [{ column: "createdAt" }],
    limit: maxRefunds,
  });
  const orders = rows.map((row) =>
    presentOrder(
      row,
      refunds.filter(({ orderId }) => orderId === row.id),
    ),
  );
  return { orders, total: await db.count(orderTable, { where }) };
}

/** Returns an order without the fields that only the seller can see. */
export function presentOrder(row: OrderWithProduct, refunds: readonly RefundRow[]): BillingOrder {
  return {
    ...orderColumns.pick(row),
    ...withRefunds(row, refunds),
    product: { id: row.productId, name: row.product?.name ?? null },
    refunds: refunds.map(refundColumns.pick),
  };
}

type RefundTotals = Pick<BillingOrder, "status" | "refundedAmount" | "refundedTaxAmount">;

/**
 * Returns an order's status and refunded amounts. If a bank rejects a refund that had succeeded, the payment provider
 * sends an event for the refund but not for the order, so the order's own amounts are outdated.
 */
export function withRefunds(order: OrderRow, refunds: readonly RefundRow[]): RefundTotals {
  const { status, refundedAmount, refundedTaxAmount, netAmount, taxAmount } = order;
  const reportedAt = order.modifiedAt ?? order.createdAt;
  const isReversed = ({ status: state, modifiedAt }: RefundRow): boolean =>
    (state === "failed" || state === "canceled") &&
    modifiedAt !== null &&
    reportedAt !== null &&
    modifiedAt > reportedAt;
  const succeeded = refunds.filter(({ status: state }) => state === "succeeded");
  const amount = succeeded.reduce((sum, refund) => sum + refund.amount, 0);
  const tax = succeeded.reduce((sum, refund) => sum + refund.taxAmount, 0);
  // The order's own amounts are right unless a refund failed after they were reported.
  if (status === "pending" || !refunds.some(isReversed) || amount >= refundedAmount) {
    return { status, refundedAmount, refundedTaxAmount };
  }
  const isFullyRefunded = amount >= netAmount && tax >= taxAmount;
  const newStatus = amount === 0 ? "paid" : isFullyRefunded ? "refunded" : "partially_refunded";
  return { status: newStatus, refundedAmount: amount, refundedTaxAmount: tax };
}
