/** Orders as the outside sees them, with what was given back. */

import type { Adapter, Joined } from "@latchkey/core/database";
import { productTable } from "../products/table.ts";
import type { BillingOrder, OrderPage } from "../purchases.ts";
import { type RefundRow, refundTable } from "../refunds/table.ts";
import { type OrderRow, orderTable } from "./table.ts";

const join = { product: { table: productTable, on: { id: "productId" }, columns: ["id", "name"] } } as const;

type Found = OrderRow & Joined<typeof join>;

/** Most refunds that are shown of all orders of one page. */
const mostRefunds = 1000;

/** A page, newest first. Three statements. */
export async function pageOfOrders(
  db: Adapter,
  customerId: string,
  part: { readonly limit: number; readonly offset: number },
): Promise<OrderPage> {
  const where = { customerId };
  const orderBy = [{ column: "createdAt", direction: "desc" }] as const;
  const rows = (await db.findMany(orderTable, { where, join, orderBy, ...part })) as Found[];
  const refunds = await db.findMany(refundTable, {
    where: { orderId: { in: rows.map(({ id }) => id) } },
    orderBy: [{ column: "createdAt" }],
    limit: mostRefunds,
  });
  const orders = rows.map((row) =>
    shown(
      row,
      refunds.filter(({ orderId }) => orderId === row.id),
    ),
  );
  return { orders, total: await db.count(orderTable, { where }) };
}

function shown(row: Found, refunds: readonly RefundRow[]): BillingOrder {
  const settled = settle(row, refunds);
  return {
    id: row.id,
    product: { id: row.productId, name: row.product?.name ?? null },
    billingReason: row.billingReason,
    currency: row.currency,
    subtotalAmount: row.subtotalAmount,
    discountAmount: row.discountAmount,
    netAmount: row.netAmount,
    taxAmount: row.taxAmount,
    totalAmount: row.totalAmount,
    ...settled,
    hasInvoice: row.hasInvoice,
    subscriptionId: row.subscriptionId,
    checkoutId: row.checkoutId,
    createdAt: row.createdAt,
    items: row.items,
    refunds: refunds.map(({ id, status, reason, amount, taxAmount, createdAt }) => {
      return { id, status, reason, amount, taxAmount, createdAt };
    }),
  };
}

type Settled = Pick<BillingOrder, "status" | "refundedAmount" | "refundedTaxAmount">;

/**
 * How much of an order was given back. When a bank refuses a refund that had succeeded, the platform tells of the refund
 * and not of the order: the order's own amounts are of yesterday then.
 */
export function settle(order: OrderRow, refunds: readonly RefundRow[]): Settled {
  const { status, refundedAmount, refundedTaxAmount, netAmount, taxAmount } = order;
  const told = order.modifiedAt ?? order.createdAt;
  const isTakenBack = ({ status: state, modifiedAt }: RefundRow): boolean =>
    (state === "failed" || state === "canceled") && modifiedAt !== null && told !== null && modifiedAt > told;
  const succeeded = refunds.filter(({ status: state }) => state === "succeeded");
  const amount = succeeded.reduce((sum, refund) => sum + refund.amount, 0);
  const tax = succeeded.reduce((sum, refund) => sum + refund.taxAmount, 0);
  // What it says itself is right, unless a refund fell through after it was said.
  if (status === "pending" || !refunds.some(isTakenBack) || amount >= refundedAmount) {
    return { status, refundedAmount, refundedTaxAmount };
  }
  const isWhole = amount >= netAmount && tax >= taxAmount;
  const now = amount === 0 ? "paid" : isWhole ? "refunded" : "partially_refunded";
  return { status: now, refundedAmount: amount, refundedTaxAmount: tax };
}
