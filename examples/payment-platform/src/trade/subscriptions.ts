/** Manages subscriptions from the first payment to the end. */

import { randomUUID } from "node:crypto";
import type { CancellationReason, PendingUpdate } from "@latchkey/billing/schemas";
import { baseAmount, pricesIn } from "../catalog.ts";
import { day, periodAfter } from "../clock.ts";
import { HttpError } from "../http-error.ts";
import { change, type Platform, type StoredCheckout, type StoredSubscription } from "../state.ts";
import { discountOf, productOf, subscriptionOf } from "../wire.ts";
import { emitCustomerState } from "./customers.ts";
import { cycleGrants, grantBenefits, revokeGrants, switchBenefits } from "./grants.ts";
import { placeOrder } from "./orders.ts";
import { credit } from "./usage.ts";

export type SubscriptionEvent = `subscription.${"updated" | "active" | "canceled" | "uncanceled" | "revoked"}`;

export function startSubscription(platform: Platform, checkout: StoredCheckout, customerId: string): void {
  const { clock, state } = platform;
  const product = productOf(platform, checkout.product_id);
  const start = clock.now();
  const every = product.recurring_interval ?? "month";
  const trialDays = checkout.trial_days ?? Number(product.metadata.trialDays ?? 0);
  const trialEnd = trialDays > 0 ? new Date(start.getTime() + trialDays * day) : null;
  const subscription: StoredSubscription = {
    id: randomUUID(),
    created_at: clock.stamp(),
    modified_at: null,
    amount: checkout.net_amount,
    ...(checkout.seats === null ? {} : { seats: checkout.seats }),
    ...(trialEnd === null ? {} : { trial_end: trialEnd.toISOString() }),
    currency: checkout.currency,
    recurring_interval: every,
    status: trialEnd ? "trialing" : "active",
    current_period_start: start.toISOString(),
    current_period_end: (trialEnd ?? periodAfter(start, every)).toISOString(),
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
  if (!trialEnd) placeOrder(platform, { reason: "subscription_create", customerId, checkout, subscription });
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
    .filter((one) => ["active", "trialing"].includes(one.status) && periodEnd(one) <= clock.now().getTime())
    .sort((a, b) => periodEnd(a) - periodEnd(b))[0];
}

function end(platform: Platform, one: StoredSubscription): void {
  const changes = { status: "canceled", ended_at: one.current_period_end } as const;
  ended(platform, updateAndEmit(platform, one, ["subscription.revoked"], changes));
}

function renew(platform: Platform, ending: StoredSubscription): void {
  const one = ending.pending_update ? applyPending(platform, ending, ending.pending_update) : ending;
  const { prices } = productOf(platform, one.product_id);
  const isLasting = discountOf(platform, one.discount_id)?.duration === "forever";
  const start = new Date(periodEnd(one));
  const renewed = updateAndEmit(platform, one, [], {
    status: "active",
    amount: isLasting ? one.amount : baseAmount(prices, one.seats ?? null),
    discount_id: isLasting ? one.discount_id : null,
    current_period_start: start.toISOString(),
    current_period_end: periodAfter(start, one.recurring_interval).toISOString(),
  });
  const { customer_id: customerId } = renewed;
  placeOrder(platform, { reason: "subscription_cycle", customerId, checkout: null, subscription: renewed });
  const { metered } = pricesIn(prices);
  // Reset the usage, because it was charged with this order. Included units are credited again by `cycleGrants`.
  if (metered) credit(platform, customerId, { meter_id: metered.meter_id, units: 0 });
  cycleGrants(platform, renewed.id);
  emitCustomerState(platform, customerId);
}

/** Applies a scheduled change, when the paid period ends. */
function applyPending(platform: Platform, one: StoredSubscription, update: PendingUpdate): StoredSubscription {
  const productId = update.product_id ?? one.product_id;
  if (productId !== one.product_id) switchBenefits(platform, one, productId);
  return change(platform, platform.state.subscriptions, one, {
    product_id: productId,
    recurring_interval: productOf(platform, productId).recurring_interval ?? one.recurring_interval,
    pending_update: undefined,
    ...(update.seats === null ? {} : { seats: update.seats }),
  });
}

function ended(platform: Platform, one: StoredSubscription): StoredSubscription {
  revokeGrants(platform, ({ subscription_id }) => subscription_id === one.id);
  emitCustomerState(platform, one.customer_id);
  return one;
}

/** Sends `subscription.updated` for every change, then the more specific events. */
export function updateAndEmit(
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
export function requireActive(one: StoredSubscription): StoredSubscription {
  if (one.ended_at !== null) throw new HttpError(403, "This subscription has ended");
  return one;
}

export function periodEnd({ current_period_end }: StoredSubscription): number {
  return Date.parse(current_period_end ?? "");
}
