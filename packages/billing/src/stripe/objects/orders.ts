/** Orders: Stripe's invoices with the refunds and disputes of their payments. */

import * as z from "zod";
import type { BillingReason, Order, OrderItem, OrderStatus } from "../../entities/order.ts";
import { listOf, type OpenEnum } from "../../entities/wire.ts";
import { entityTimes, idIn, readExpanded } from "./common.ts";
import { stripeCustomer, toCustomer } from "./customers.ts";
import { discountIdOf, toDiscount } from "./discounts.ts";
import {
  isProration,
  productIdOf,
  type StripeInvoice,
  type StripeInvoiceLine,
  splitTax,
  stripeInvoice,
  subscriptionIdOf,
  sum,
  taxOf,
} from "./invoices.ts";
import { isLost, type StripeDispute, type StripeRefund, stripeDispute, stripeRefund } from "./refunds.ts";

/** An invoice with the refunds and disputes of its payments. Stripe returns them separately. */
export interface OrderEntry {
  readonly invoice: StripeInvoice;
  readonly refunds: readonly StripeRefund[];
  readonly disputes: readonly StripeDispute[];
}

export const orderEntry: z.ZodType<OrderEntry> = z.looseObject({
  invoice: stripeInvoice,
  refunds: listOf(stripeRefund),
  disputes: listOf(stripeDispute),
});

/** Converts an invoice. Its `customer` and `discount` are `null` unless they're expanded. */
export function toOrder({ invoice, refunds, disputes }: OrderEntry): Order {
  const tax = taxOf(invoice);
  // The subtotal contains only inclusive taxes, but the total always contains all taxes.
  const net = invoice.total - tax;
  const discountAmount = sum(invoice.total_discount_amounts);
  const returned = sum(refunds.filter(({ status }) => status === "succeeded")) + sum(disputes.filter(isLost));
  const refunded = splitTax(Math.min(returned, Math.max(0, invoice.total)), invoice);
  const status = statusOf(invoice, returned);
  const { subscription_details: details = null } = invoice.parent ?? {};
  const buyer = readExpanded(invoice.customer, stripeCustomer);
  const discount = invoice.discounts.find((one) => typeof one !== "string") ?? null;
  const items = invoice.lines.map(toItem);
  return {
    ...entityTimes(invoice.created),
    id: invoice.id,
    status,
    paid: invoice.status === "paid",
    subtotal_amount: net + discountAmount,
    discount_amount: discountAmount,
    net_amount: net,
    amount: net,
    tax_amount: tax,
    total_amount: invoice.total,
    refunded_amount: refunded.net,
    refunded_tax_amount: refunded.tax,
    currency: invoice.currency,
    billing_reason: reasonOf(invoice),
    billing_name: invoice.customer_name,
    billing_address: invoice.customer_address,
    is_invoice_generated: invoice.status !== "draft",
    customer_id: idIn(invoice.customer) ?? "",
    product_id: productIdOf(invoice),
    discount_id: discount && discountIdOf(discount),
    subscription_id: subscriptionIdOf(invoice),
    checkout_id: null,
    metadata: { ...details?.metadata, ...invoice.metadata },
    customer: buyer && !buyer.deleted ? toCustomer(buyer) : null,
    user_id: "",
    product: null,
    discount: discount && toDiscount(discount),
    subscription: null,
    items,
  };
}

function statusOf({ status, total }: StripeInvoice, returned: number): OpenEnum<OrderStatus> {
  if (status === "void" || status === "uncollectible") return status;
  if (status !== "paid") return "pending";
  if (returned === 0) return "paid";
  return returned >= total ? "refunded" : "partially_refunded";
}

const reasons: Readonly<Record<string, BillingReason>> = {
  subscription_create: "subscription_create",
  subscription_cycle: "subscription_cycle",
  subscription_threshold: "subscription_cycle",
  subscription_update: "subscription_update",
  subscription: "subscription_update",
};

function reasonOf({ billing_reason }: StripeInvoice): BillingReason {
  return reasons[billing_reason ?? ""] ?? "purchase";
}

function toItem(line: StripeInvoiceLine): OrderItem {
  return {
    ...entityTimes(null),
    id: line.id,
    label: line.description ?? "",
    amount: line.amount,
    tax_amount: sum(line.taxes.length > 0 ? line.taxes : line.tax_amounts),
    proration: isProration(line),
    product_price_id: idIn(line.pricing?.price_details?.price ?? line.price),
  };
}
