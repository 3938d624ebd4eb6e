/** Creates orders and refunds. */

import { randomUUID } from "node:crypto";
import type { BillingReason, OrderItem, Refund, RefundReason } from "@latchkey/billing/schemas";
import { baseAmount, pricesIn } from "../catalog.ts";
import { HttpError, orNotFound } from "../http-error.ts";
import { change, type Platform, type StoredCheckout, type StoredOrder, type StoredSubscription } from "../state.ts";
import { customerOf, discountOf, metersOf, orderOf, productOf } from "../wire.ts";
import { amountsOf, taxOf } from "./amounts.ts";
import { emitCustomerState } from "./customers.ts";
import { grantBenefits, revokeGrants } from "./grants.ts";

/** The purchase or renewal to create an order for. */
export interface NewOrder {
  readonly reason: BillingReason;
  readonly customerId: string;
  readonly checkout: StoredCheckout | null;
  readonly subscription: StoredSubscription | null;
  /** The difference that a plan change charges, instead of the price. */
  readonly proration?: number;
}

/** A purchase's order is created as paid. A renewal's order is created as pending and paid afterward. */
export function placeOrder(platform: Platform, wanted: NewOrder): StoredOrder {
  const isRenewal = wanted.reason === "subscription_cycle";
  const made = newOrder(platform, wanted, isRenewal ? "pending" : "paid");
  platform.state.orders[made.id] = made;
  platform.emit("order.created", orderOf(platform, made));
  const paid = isRenewal ? change(platform, platform.state.orders, made, { status: "paid", paid: true }) : made;
  if (isRenewal) platform.emit("order.updated", orderOf(platform, paid));
  platform.emit("order.paid", orderOf(platform, paid));
  if (wanted.reason === "purchase") {
    grantBenefits(platform, productOf(platform, paid.product_id), {
      customerId: paid.customer_id,
      orderId: paid.id,
      subscriptionId: null,
    });
    emitCustomerState(platform, paid.customer_id);
  }
  return paid;
}

function newOrder(platform: Platform, wanted: NewOrder, status: "pending" | "paid"): StoredOrder {
  const { reason, customerId, checkout, subscription } = wanted;
  const created_at = platform.clock.stamp();
  const source = (subscription ?? checkout) as StoredSubscription | StoredCheckout;
  const discount = discountOf(platform, source.discount_id);
  const items = itemsOf(platform, wanted, source.product_id, created_at);
  const subtotal = items.reduce((sum, { amount }) => sum + amount, 0);
  const amounts = amountsOf(platform, subtotal, discount);
  return {
    id: randomUUID(),
    created_at,
    modified_at: null,
    status,
    paid: status === "paid",
    subtotal_amount: subtotal,
    discount_amount: amounts.discount,
    net_amount: amounts.net,
    amount: amounts.net,
    tax_amount: amounts.tax,
    total_amount: amounts.total,
    refunded_amount: 0,
    refunded_tax_amount: 0,
    currency: platform.catalog.currency,
    billing_reason: reason,
    billing_name: customerOf(platform, customerId).name,
    billing_address: null,
    is_invoice_generated: false,
    customer_id: customerId,
    product_id: source.product_id,
    discount_id: source.discount_id,
    subscription_id: subscription?.id ?? null,
    checkout_id: checkout?.id ?? null,
    metadata: source.metadata,
    custom_field_data: source.custom_field_data,
    user_id: customerId,
    items,
  };
}

/** A renewal charges for the next period and for the usage of the one that ends. */
function itemsOf(platform: Platform, wanted: NewOrder, productId: string, at: string): OrderItem[] {
  const { reason, subscription, checkout } = wanted;
  const { name, prices } = productOf(platform, productId);
  const { base, metered } = pricesIn(prices);
  const item = (label: string, amount: number, priceId: string): OrderItem => ({
    id: randomUUID(),
    created_at: at,
    modified_at: null,
    label,
    amount,
    tax_amount: taxOf(platform, amount),
    proration: false,
    product_price_id: priceId,
  });
  if (wanted.proration !== undefined) return [{ ...item(name, wanted.proration, base.id), proration: true }];
  const seats = subscription?.seats ?? checkout?.seats ?? null;
  const items = [item(name, baseAmount(prices, seats), base.id)];
  if (reason !== "subscription_cycle" || !metered || !subscription) return items;
  const used = metersOf(platform, subscription).map(({ amount, consumed_units, meter }) =>
    item(`${meter?.name}: ${consumed_units}`, amount, metered.id),
  );
  return [...items, ...used];
}

/** A refund to create. */
export interface NewRefund {
  readonly orderId: string;
  /** Amount before tax. `null` refunds everything that is left. */
  readonly amount: number | null;
  readonly reason: RefundReason;
  /** Only for one-time purchases. A subscription's benefits end with the subscription. */
  readonly revokeBenefits: boolean;
}

/** @throws {HttpError} 404 if the order doesn't exist, 422 if it isn't paid or the amount is more than what is left */
export function refund(platform: Platform, { orderId, amount, reason, revokeBenefits }: NewRefund): Refund {
  const order = orNotFound(platform.state.orders[orderId], "Order");
  if (!order.paid) throw new HttpError(422, "This order is not paid", "order_id");
  const left = order.net_amount - order.refunded_amount;
  const back = amount ?? left;
  if (!Number.isSafeInteger(back) || back <= 0 || back > left) {
    throw new HttpError(422, `The refund must be between 1 and ${left}`, "amount");
  }
  const isAll = back === left;
  const taxLeft = order.tax_amount - order.refunded_tax_amount;
  const tax = isAll ? taxLeft : Math.min(taxLeft, taxOf(platform, back));
  const isRevoking = revokeBenefits && order.subscription_id === null;
  const made: Refund = {
    id: randomUUID(),
    created_at: platform.clock.stamp(),
    modified_at: null,
    metadata: {},
    status: "succeeded",
    reason,
    amount: back,
    tax_amount: tax,
    currency: order.currency,
    organization_id: platform.catalog.seller.id,
    order_id: order.id,
    subscription_id: order.subscription_id,
    customer_id: order.customer_id,
    revoke_benefits: isRevoking,
  };
  platform.state.refunds[made.id] = made;
  platform.emit("refund.created", made);
  const changed = change(platform, platform.state.orders, order, {
    status: isAll ? "refunded" : "partially_refunded",
    refunded_amount: order.refunded_amount + back,
    refunded_tax_amount: order.refunded_tax_amount + tax,
  });
  platform.emit("order.refunded", orderOf(platform, changed));
  if (isRevoking) {
    revokeGrants(platform, ({ order_id }) => order_id === order.id);
    emitCustomerState(platform, order.customer_id);
  }
  return made;
}
