/** Changes and ends Polar's subscriptions. */

import { ProviderError } from "../provider/error.ts";
import type { ChangedEntities } from "../provider/provider.ts";
import type { Cancellation, ChangeTiming, SubscriptionChange } from "../provider/subscriptions.ts";
import type { ProviderCall } from "../provider/webhooks.ts";
import { callPolar, type PolarClient } from "./client.ts";

/** Polar's names for the ways to settle the rest of the period. */
const prorations: Readonly<Record<ChangeTiming, string>> = {
  now: "invoice",
  nextInvoice: "prorate",
  periodEnd: "next_period",
};

/** Changes a subscription's plan, and then its seats. Polar doesn't accept both in one request. */
export async function changeSubscription(
  client: PolarClient,
  { subscriptionId, plan, seats, timing }: SubscriptionChange,
  call: ProviderCall,
): Promise<ChangedEntities> {
  const proration_behavior = prorations[timing];
  const planned =
    plan === null
      ? []
      : await updateSubscription(client, subscriptionId, { product_id: plan.productId, proration_behavior }, call);
  if (seats === null) return planned;
  return updateSubscription(client, subscriptionId, { seats, proration_behavior }, call);
}

/** Removes a change that's scheduled for the end of the period. */
export function undoScheduledChange(
  client: PolarClient,
  subscriptionId: string,
  call: ProviderCall,
): Promise<ChangedEntities> {
  return updateSubscription(client, subscriptionId, { pending_update: null }, call);
}

/** Cancels a subscription. */
export async function cancelSubscription(
  client: PolarClient,
  { subscriptionId, when, reason, comment }: Cancellation,
  call: ProviderCall,
): Promise<ChangedEntities> {
  const changes = {
    ...(when === "now" ? { revoke: true } : { cancel_at_period_end: true }),
    ...(reason === null ? {} : { customer_cancellation_reason: reason }),
    ...(comment === null ? {} : { customer_cancellation_comment: comment }),
  };
  try {
    return await updateSubscription(client, subscriptionId, changes, call);
  } catch (error) {
    const ended = await findEndedSubscription(client, subscriptionId, error, call);
    if (ended) return ended;
    throw error;
  }
}

/** Returns the subscription if Polar rejected the cancellation because it has ended. */
async function findEndedSubscription(
  { subscriptions }: PolarClient,
  id: string,
  error: unknown,
  call: ProviderCall,
): Promise<ChangedEntities | null> {
  if (!(error instanceof ProviderError) || error.kind !== "rejected") return null;
  const data = await callPolar("read subscription", call, subscriptions.get, id);
  return data.ended_at == null ? null : [{ type: "subscription.updated", data }];
}

/** Undoes a cancellation that hasn't taken effect yet. */
export function resumeSubscription(
  client: PolarClient,
  subscriptionId: string,
  call: ProviderCall,
): Promise<ChangedEntities> {
  return updateSubscription(client, subscriptionId, { cancel_at_period_end: false }, call);
}

async function updateSubscription(
  { subscriptions }: PolarClient,
  id: string,
  changes: object,
  call: ProviderCall,
): Promise<ChangedEntities> {
  const data = await callPolar("update subscription", call, subscriptions.update, id, changes);
  return [{ type: "subscription.updated", data }];
}
