/** Changes the product or the seats of a subscription, now or when the paid period ends. */

import { baseAmount } from "../catalog.ts";
import { periodAfter } from "../clock.ts";
import { HttpError, orNotFound } from "../http-error.ts";
import type { Platform, StoredSubscription } from "../state.ts";
import { productOf } from "../wire.ts";
import { switchBenefits } from "./grants.ts";
import { placeOrder } from "./orders.ts";
import { periodEnd, requireActive, updateAndEmit } from "./subscriptions.ts";

/** A change to a subscription. `null` keeps the current value. */
export interface PlanChange {
  readonly productId: string | null;
  readonly seats: number | null;
  /** How the rest of the period is settled. */
  readonly proration: "invoice" | "prorate" | "next_period";
}

/** @throws {HttpError} 403 if the subscription has ended, 422 if the product can't be subscribed to */
export function changePlan(platform: Platform, stored: StoredSubscription, wanted: PlanChange): StoredSubscription {
  const one = requireActive(stored);
  const productId = wanted.productId ?? one.product_id;
  const product = orNotFound(platform.catalog.products.get(productId), "Product");
  if (!product.is_recurring) throw new HttpError(422, "This product isn't recurring", "product_id");
  if (wanted.seats !== null && !(wanted.seats >= 1)) throw new HttpError(422, "Use at least one seat", "seats");
  if (wanted.proration === "next_period") return schedule(platform, one, wanted);
  return applyNow(platform, one, productId, wanted);
}

/** Removes the scheduled change. */
export function clearScheduledChange(platform: Platform, one: StoredSubscription): StoredSubscription {
  if (!one.pending_update) return one;
  return updateAndEmit(platform, one, [], { pending_update: undefined });
}

function schedule(platform: Platform, one: StoredSubscription, { productId, seats }: PlanChange): StoredSubscription {
  const pending = one.pending_update;
  return updateAndEmit(platform, one, [], {
    pending_update: {
      product_id: productId ?? pending?.product_id ?? null,
      seats: seats ?? pending?.seats ?? null,
      applies_at: one.current_period_end,
    },
  });
}

function applyNow(
  platform: Platform,
  one: StoredSubscription,
  productId: string,
  { seats, proration }: PlanChange,
): StoredSubscription {
  const product = productOf(platform, productId);
  const newSeats = seats ?? one.seats ?? null;
  const amount = baseAmount(product.prices, newSeats);
  const every = product.recurring_interval ?? one.recurring_interval;
  const now = platform.clock.now();
  const isNewPeriod = every !== one.recurring_interval;
  const period = isNewPeriod
    ? { current_period_start: now.toISOString(), current_period_end: periodAfter(now, every).toISOString() }
    : {};
  const due = Math.round((isNewPeriod ? amount : amount * restOf(one, now)) - one.amount * restOf(one, now));
  if (productId !== one.product_id) switchBenefits(platform, one, productId);
  const changed = updateAndEmit(platform, one, [], {
    product_id: productId,
    amount,
    recurring_interval: every,
    pending_update: undefined,
    ...(newSeats === null ? {} : { seats: newSeats }),
    ...period,
  });
  if (proration === "invoice" && due > 0 && changed.status === "active") {
    const order = { customerId: one.customer_id, checkout: null, subscription: changed, proration: due };
    placeOrder(platform, { reason: "subscription_update", ...order });
  }
  return changed;
}

/** The part of the period that's left, from 0 to 1. */
function restOf(one: StoredSubscription, now: Date): number {
  const start = Date.parse(one.current_period_start ?? "");
  return Math.min(1, Math.max(0, (periodEnd(one) - now.getTime()) / (periodEnd(one) - start)));
}
