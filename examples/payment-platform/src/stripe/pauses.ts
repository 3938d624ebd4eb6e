/** Subscriptions that pause when their trial ends without a payment method, and that are resumed. */

import { referred, StripeApiError } from "./errors.ts";
import { change, nowOf, type StripePlatform, type SubscriptionEntity } from "./state.ts";
import { emitEntitlements, endOf, endPeriod } from "./subscriptions.ts";

/** Moves the clock to the end of a trial, and pauses. @throws {StripeApiError} 400 if it isn't in its trial */
export function pauseAfterTrial(platform: StripePlatform, id: string): SubscriptionEntity {
  const { state, clock } = platform;
  const current = referred(state.subscriptions, id, "subscription", "subscription");
  if (current.status !== "trialing") throw new StripeApiError(400, "This subscription isn't in its trial.");
  clock.moveTo(new Date(endOf(current) * 1000));
  const paused = change(platform, state.subscriptions, current, { status: "paused" }, "customer.subscription.paused");
  platform.emit("customer.subscription.updated", paused, { status: "trialing" });
  emitEntitlements(platform, paused.customer);
  return paused;
}

/** Starts a new period now. @throws {StripeApiError} 400 if it isn't paused */
export function resumeAfterPause(platform: StripePlatform, id: string): SubscriptionEntity {
  const { state } = platform;
  const current = referred(state.subscriptions, id, "subscription", "subscription");
  if (current.status !== "paused") throw new StripeApiError(400, "This subscription isn't paused.");
  const now = nowOf(platform);
  const data = current.items.data.map((item) => ({ ...item, current_period_end: now }));
  state.subscriptions.set(id, { ...current, items: { ...current.items, data } });
  const renewed = endPeriod(platform, id);
  platform.emit("customer.subscription.resumed", renewed, { status: "paused" });
  emitEntitlements(platform, renewed.customer);
  return renewed;
}
