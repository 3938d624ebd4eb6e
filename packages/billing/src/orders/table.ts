/** The `billingOrder` table. Line items are stored as JSON. */

import type { Table } from "@latchkey/core/database";
import { type Address, addressKeys } from "../entities/address.ts";
import { type BillingReason, type Order, type OrderStatus, orderShape } from "../entities/order.ts";
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
  /** The checkout it was bought with. `null` for a renewal. */
  readonly checkoutId: string | null;
  readonly metadata: Metadata;
  readonly answers: CustomFieldData;
  readonly items: readonly OrderLine[];
}

const orderMirror: Mirror<OrderRow, Order> = defineMirror<OrderRow, Order>({
  name: "billingOrder",
  wire: orderShape,
  fields: {
    customerId: "customer_id",
    productId: { type: "string", index: true, from: (order) => order.product_id ?? "" },
    status: "status",
    isPaid: { type: "boolean", from: (order) => order.paid || order.status === "paid" },
    subtotalAmount: "subtotal_amount",
    discountAmount: "discount_amount",
    netAmount: "net_amount",
    taxAmount: "tax_amount",
    totalAmount: "total_amount",
    refundedAmount: "refunded_amount",
    refundedTaxAmount: "refunded_tax_amount",
    currency: "currency",
    billingReason: "billing_reason",
    billingName: "billing_name",
    billingAddress: {
      type: "json",
      nullable: true,
      from: (order) => order.billing_address && pickKnown(order.billing_address, addressKeys),
    },
    hasInvoice: "is_invoice_generated",
    discountId: "discount_id",
    subscriptionId: "subscription_id",
    checkoutId: "checkout_id",
    metadata: "metadata",
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
