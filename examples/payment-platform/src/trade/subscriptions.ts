/** Manages subscriptions from the first payment to the end. */

import { randomUUID } from "node:crypto";
import type { CancellationReason } from "@latchkey/billing/schemas";
import { pricesIn } from "../catalog.ts";
import { periodAfter } from "../clock.ts";
import { HttpError } from "../http-error.ts";
import { change, type Platform, type StoredCheckout, type StoredSubscription } from "../state.ts";
import { discountOf, productOf, subscriptionOf } from "../wire.ts";
import { emitCustomerState } from "./customers.ts";
import { cycleGrants, grantBenefits, revokeGrants } from "./grants.ts";
import { placeOrder } from "./orders.ts";
import { credit } from "./usage.ts";

type SubscriptionEvent = `subscription.${"updated" | "active" | "canceled" | "uncanceled" | "revoked"}`;

export function startSubscription(platform: Platform, checkout: StoredCheckout, customerId: string): void {
  const { clock, state } = platform;
  const product = productOf(platform, checkout.product_id);
  const start = clock.now();
  const every = product.recurring_interval ?? "month";
  const subscription: StoredSubscription = {
    id: randomUUID(),
    created_at: clock.stamp(),
    modified_at: null,
    amount: checkout.net_amount,
    currency: checkout.currency,
    recurring_interval: every,
    status: "active",
    current_period_start: start.toISOString(),
    current_period_end: periodAfter(start, every).toISOString(),
    cancel_at_period_end: false,
    canceled_at: null,
    started_at: start.toISOString(),
    ends_at: null,
    ended_at: null,
    customer_id: customerId,
    product_id: product.id,
    discount_id: checkout.discount_id,
    checkout_id: checkout.id,
    customer_cancellation_reason: null,
    customer_cancellation_comment: null,
    metadata: checkout.metadata,
    custom_field_data: checkout.custom_field_data,
  };
  state.subscriptions[subscription.id] = subscription;
  platform.emit("subscription.created", subscriptionOf(platform, subscription));
  platform.emit("subscription.active", subscriptionOf(platform, subscription));
  placeOrder(platform, { reason: "subscription_create", customerId, checkout, subscription });
  grantBenefits(platform, product, { customerId, subscriptionId: subscription.id, orderId: null });
  emitCustomerState(platform, customerId);
}

/** Why the customer cancels. */
export interface Cancellation {
  readonly reason: CancellationReason | null;
  readonly comment: string | null;
}

/** Cancels the subscription at the end of its period. Does nothing if it's already canceled. */
export function cancel(platform: Platform, one: StoredSubscription, why: Cancellation): StoredSubscription {
  const open = requireActive(one);
  if (open.cancel_at_period_end) return open;
  return updateAndEmit(platform, open, ["subscription.canceled"], {
    cancel_at_period_end: true,
    canceled_at: platform.clock.stamp(),
    ends_at: open.current_period_end,
    customer_cancellation_reason: why.reason,
    customer_cancellation_comment: why.comment,
  });
}

/** Undoes a cancellation. */
export function uncancel(platform: Platform, one: StoredSubscription): StoredSubscription {
  const open = requireActive(one);
  if (!open.cancel_at_period_end) return open;
  return updateAndEmit(platform, open, ["subscription.uncanceled"], {
    cancel_at_period_end: false,
    canceled_at: null,
    ends_at: null,
    customer_cancellation_reason: null,
    customer_cancellation_comment: null,
  });
}

/** Ends the subscription immediately. */
export function revoke(platform: Platform, one: StoredSubscription): StoredSubscription {
  const at = platform.clock.stamp();
  const changes = { status: "canceled", canceled_at: at, ends_at: at, ended_at: at } as const;
  return ended(
    platform,
    updateAndEmit(platform, requireActive(one), ["subscription.canceled", "subscription.revoked"], changes),
  );
}

/** Ends or renews all subscriptions that are due, one period at a time. */
export function runPeriods(platform: Platform): void {
  for (let due = firstDue(platform); due; due = firstDue(platform)) {
    if (due.cancel_at_period_end) end(platform, due);
    else renew(platform, due);
  }
}

function firstDue({ state, clock }: Platform): StoredSubscription | undefined {
  return Object.values(state.subscriptions)
    .filter((one) => one.status === "active" && periodEnd(one) <= clock.now().getTime())
    .sort((a, b) => periodEnd(a) - periodEnd(b))[0];
}

function end(platform: Platform, one: StoredSubscription): void {
  const changes = { status: "canceled", ended_at: one.current_period_end } as const;
  ended(platform, updateAndEmit(platform, one, ["subscription.revoked"], changes));
}

function renew(platform: Platform, one: StoredSubscription): void {
  const { prices } = productOf(platform, one.product_id);
  const isLasting = discountOf(platform, one.discount_id)?.duration === "forever";
  const start = new Date(periodEnd(one));
  const renewed = updateAndEmit(platform, one, [], {
    amount: isLasting ? one.amount : pricesIn(prices).fixed.price_amount,
    discount_id: isLasting ? one.discount_id : null,
    current_period_start: start.toISOString(),
    current_period_end: periodAfter(start, one.recurring_interval).toISOString(),
  });
  const { customer_id: customerId } = renewed;
  placeOrder(platform, { reason: "subscription_cycle", customerId, checkout: null, subscription: renewed });
  const { metered } = pricesIn(prices);
  // Resets the usage, because it's charged now. A credit comes with its grant.
  if (metered) credit(platform, customerId, { meter_id: metered.meter_id, units: 0 });
  cycleGrants(platform, renewed.id);
  emitCustomerState(platform, customerId);
}

function ended(platform: Platform, one: StoredSubscription): StoredSubscription {
  revokeGrants(platform, ({ subscription_id }) => subscription_id === one.id);
  emitCustomerState(platform, one.customer_id);
  return one;
}

/** Sends `subscription.updated` for every change, then the more specific events. */
function updateAndEmit(
  platform: Platform,
  one: StoredSubscription,
  events: readonly SubscriptionEvent[],
  changes: Partial<StoredSubscription>,
): StoredSubscription {
  const changed = change(platform, platform.state.subscriptions, one, changes);
  for (const event of ["subscription.updated", ...events] as const) {
    platform.emit(event, subscriptionOf(platform, changed));
  }
  if (changed.status === "active") emitCustomerState(platform, changed.customer_id);
  return changed;
}

/** @throws {HttpError} 403 if the subscription has ended */
function requireActive(one: StoredSubscription): StoredSubscription {
  if (one.ended_at !== null) throw new HttpError(403, "This subscription is over");
  return one;
}

function periodEnd({ current_period_end }: StoredSubscription): number {
  return Date.parse(current_period_end ?? "");
}
