/** The table `billingOrder`. Line items are stored as JSON. */

import type { Table } from "@latchkey/core/database";
import { type Address, addressKeys } from "../entities/address.ts";
import type { BillingReason, Order, OrderStatus } from "../entities/order.ts";
import type { CustomFieldData, Metadata, OpenEnum } from "../entities/wire.ts";
import { defineMirror, type Mirror, type ToSnapshot } from "../mirror/define.ts";
import { type MirrorRow, pickKnown } from "../mirror/snapshot.ts";
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

const orderMirror: Mirror<OrderRow, Order> = defineMirror<OrderRow, Order>({
  name: "billingOrder",
  fields: {
    customerId: { type: "string", from: "customer_id" },
    productId: { type: "string", index: true, from: (order) => order.product_id ?? "" },
    status: { type: "string", from: "status" },
    isPaid: { type: "boolean", from: (order) => order.paid || order.status === "paid" },
    subtotalAmount: { type: "number", from: "subtotal_amount" },
    discountAmount: { type: "number", from: "discount_amount" },
    netAmount: { type: "number", from: "net_amount" },
    taxAmount: { type: "number", from: "tax_amount" },
    totalAmount: { type: "number", from: "total_amount" },
    refundedAmount: { type: "number", from: "refunded_amount" },
    refundedTaxAmount: { type: "number", from: "refunded_tax_amount" },
    currency: { type: "text", from: "currency" },
    billingReason: { type: "string", from: "billing_reason" },
    billingName: { type: "text", nullable: true, from: "billing_name" },
    billingAddress: {
      type: "json",
      nullable: true,
      from: (order) => order.billing_address && pickKnown(order.billing_address, addressKeys),
    },
    hasInvoice: { type: "boolean", from: "is_invoice_generated" },
    discountId: { type: "string", nullable: true, from: "discount_id" },
    subscriptionId: { type: "string", nullable: true, from: "subscription_id" },
    checkoutId: { type: "string", nullable: true, from: "checkout_id" },
    metadata: { type: "json", from: "metadata" },
    answers: { type: "json", from: (order) => order.custom_field_data ?? {} },
    items: {
      type: "json",
      from: (order) =>
        order.items.map((item) => ({
          id: item.id,
          label: item.label,
          amount: item.amount,
          taxAmount: item.tax_amount,
          isProration: item.proration,
          priceId: item.product_price_id,
        })),
    },
  },
  indexes: [["customerId", "createdAt"], ["createdAt"]],
  stateMachine: stateMachines.order,
});

export const orderTable: Table<OrderRow> = orderMirror.table;

export const orderSnapshot: ToSnapshot<Order> = orderMirror.toSnapshot;
