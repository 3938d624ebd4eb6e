/** The table `billingOrder`. Line items are stored as JSON. */

import { defineTable, type Table } from "@latchkey/core/database";
import { type Address, addressKeys } from "../entities/address.ts";
import type { BillingReason, Order, OrderStatus } from "../entities/order.ts";
import type { CustomFieldData, Metadata, OpenEnum } from "../entities/wire.ts";
import { type MirrorRow, mirrorColumns, type Origin, pickKnown, type Snapshot, snapshot } from "../mirror/snapshot.ts";
import { stateMachines } from "../mirror/transitions.ts";

/** An order's line item. */
export interface OrderLine {
  readonly id: string;
  readonly label: string;
  /** In the currency's smallest unit. Negative for credits. */
  readonly amount: number;
  readonly taxAmount: number;
  readonly isProration: boolean;
  readonly priceId: string | null;
}

/** An order. Amounts are in the currency's smallest unit. */
export interface OrderRow extends MirrorRow {
  readonly customerId: string;
  readonly productId: string;
  readonly status: OpenEnum<OrderStatus>;
  readonly isPaid: boolean;
  readonly subtotalAmount: number;
  readonly discountAmount: number;
  readonly netAmount: number;
  readonly taxAmount: number;
  readonly totalAmount: number;
  readonly refundedAmount: number;
  readonly refundedTaxAmount: number;
  readonly currency: string;
  readonly billingReason: OpenEnum<BillingReason>;
  readonly billingName: string | null;
  readonly billingAddress: Address | null;
  readonly hasInvoice: boolean;
  readonly discountId: string | null;
  readonly subscriptionId: string | null;
  readonly checkoutId: string | null;
  readonly metadata: Metadata;
  readonly answers: CustomFieldData;
  readonly items: readonly OrderLine[];
}

export const orderTable: Table<OrderRow> = defineTable<OrderRow>({
  name: "billingOrder",
  columns: {
    ...mirrorColumns,
    customerId: { type: "string" },
    productId: { type: "string", index: true },
    status: { type: "string" },
    isPaid: { type: "boolean" },
    subtotalAmount: { type: "number" },
    discountAmount: { type: "number" },
    netAmount: { type: "number" },
    taxAmount: { type: "number" },
    totalAmount: { type: "number" },
    refundedAmount: { type: "number" },
    refundedTaxAmount: { type: "number" },
    currency: { type: "text" },
    billingReason: { type: "string" },
    billingName: { type: "text", nullable: true },
    billingAddress: { type: "json", nullable: true },
    hasInvoice: { type: "boolean" },
    discountId: { type: "string", nullable: true },
    subscriptionId: { type: "string", nullable: true },
    checkoutId: { type: "string", nullable: true },
    metadata: { type: "json" },
    answers: { type: "json" },
    items: { type: "json" },
  },
  indexes: [["customerId", "createdAt"], ["createdAt"]],
});

export function orderSnapshot(order: Order, origin: Origin): Snapshot<OrderRow> {
  const values = {
    customerId: order.customer_id,
    productId: order.product_id ?? "",
    status: order.status,
    isPaid: order.paid || order.status === "paid",
    subtotalAmount: order.subtotal_amount,
    discountAmount: order.discount_amount,
    netAmount: order.net_amount,
    taxAmount: order.tax_amount,
    totalAmount: order.total_amount,
    refundedAmount: order.refunded_amount,
    refundedTaxAmount: order.refunded_tax_amount,
    currency: order.currency,
    billingReason: order.billing_reason,
    billingName: order.billing_name,
    billingAddress: order.billing_address && pickKnown(order.billing_address, addressKeys),
    hasInvoice: order.is_invoice_generated,
    discountId: order.discount_id,
    subscriptionId: order.subscription_id,
    checkoutId: order.checkout_id,
    metadata: order.metadata,
    answers: order.custom_field_data ?? {},
    items: order.items.map((item) => ({
      id: item.id,
      label: item.label,
      amount: item.amount,
      taxAmount: item.tax_amount,
      isProration: item.proration,
      priceId: item.product_price_id,
    })),
  };
  return snapshot(orderTable, origin, order, values, stateMachines.order);
}
