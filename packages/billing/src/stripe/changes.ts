/** Changes and cancels Stripe's subscriptions. */

import { ProviderError } from "../provider/error.ts";
import type { ChangedEntities } from "../provider/provider.ts";
import type { Cancellation, ChangePreview, SubscriptionChange } from "../provider/subscriptions.ts";
import type { ProviderCall } from "../provider/webhooks.ts";
import { callStripe, collectionCall, objectCall, type StripeClient, type StripeObject } from "./client.ts";
import { fetchSubscription, subscriptionExpand, toApiEntities, toFetchedEntities } from "./fetch.ts";
import { idIn, toTime } from "./objects/common.ts";
import { intervalOf, isMetered, type StripePrice } from "./objects/products.ts";
import {
  hasSeats,
  periodOf,
  planItemOf,
  type StripeSubscription,
  stripeSubscription,
} from "./objects/subscriptions.ts";
import { findPlan, type StripePlan } from "./plans.ts";
import { type PhaseItem, scheduleItems } from "./schedules.ts";

/** The state of an item after a change. */
interface ItemChange {
  /** Id of the item to change. `undefined` for a new one. */
  readonly id?: string;
  readonly price?: string;
  readonly quantity?: number;
  readonly deleted?: true;
}

/** A change, with the resulting items and price. */
interface PlannedChange {
  readonly subscription: StripeSubscription;
  readonly items: readonly ItemChange[];
  /** The plan's price after the change. */
  readonly price: StripePrice;
}

/** Previews a change's invoices, including taxes and discounts. */
export async function previewStripeChange(
  client: StripeClient,
  change: SubscriptionChange,
  call: ProviderCall,
): Promise<ChangePreview> {
  const { subscription, items, price } = await planChange(client, change, call);
  const preview = collectionCall(client.invoices, "createPreview");
  const previewOf = (proration: string, mode: "next" | "recurring"): Promise<StripeObject> => {
    const subscription_details = { items, proration_behavior: proration };
    const input = { subscription: subscription.id, preview_mode: mode, subscription_details };
    return callStripe(`preview ${mode}`, { signal: call.signal }, (options) => preview(input, options));
  };
  const [due, next] = await Promise.all([
    change.timing === "now" ? previewOf("always_invoice", "next") : null,
    previewOf("none", "recurring"),
  ]);
  const [, periodEnd] = periodOf(subscription);
  return {
    dueNow: due === null ? 0 : totalOf(due),
    nextAmount: totalOf(next),
    currency: subscription.currency,
    recurringInterval: intervalOf(price),
    effectiveAt: change.timing === "periodEnd" && periodEnd !== null ? new Date(toTime(periodEnd)) : null,
    isEstimate: false,
  };
}

function totalOf({ total }: StripeObject): number | null {
  return typeof total === "number" ? total : null;
}

/** Changes a subscription. If the difference is due now and its payment fails, nothing changes. */
export async function changeStripeSubscription(
  client: StripeClient,
  change: SubscriptionChange,
  call: ProviderCall,
): Promise<ChangedEntities> {
  const { subscription, items, price } = await planChange(client, change, call);
  if (change.timing === "periodEnd") {
    const { interval = "month", interval_count = 1 } = price.recurring ?? {};
    const phase = { items: itemsAfter(subscription, items), recurrence: { interval, interval_count } };
    await scheduleItems(client, subscription, phase, call);
    return toApiEntities(await fetchSubscription(client, subscription.id, call));
  }
  await releaseSchedule(client, subscription, call);
  return updateSubscription(client, subscription.id, call, {
    items,
    proration_behavior: change.timing === "now" ? "always_invoice" : "create_prorations",
    payment_behavior: "error_if_incomplete",
  });
}

/** @throws {ProviderError} `not-found`, or `rejected` if the plan isn't sold */
async function planChange(
  client: StripeClient,
  { subscriptionId, plan, seats }: SubscriptionChange,
  call: ProviderCall,
): Promise<PlannedChange> {
  const subscription = await readSubscription(client, subscriptionId, call);
  const item = planItemOf(subscription);
  if (item === null)
    throw new ProviderError("rejected", "change subscription: no items", { reason: "The subscription has no items." });
  const next = plan && (await findPlan(client, plan, call));
  const price = next?.price ?? item.price;
  // A plan without seats costs the same for any number of them.
  const removesSeats = next !== null && hasSeats(item.price) && !next.hasSeats;
  const quantity = seats ?? (removesSeats ? 1 : (item.quantity ?? 1));
  const main = { id: item.id, price: price.id, ...(isMetered(price) ? {} : { quantity }) };
  const usage = next === null ? [] : usageChanges(subscription, next);
  return { subscription, items: [main, ...usage], price };
}

/** Replaces the old plan's metered prices with the new plan's. Add-ons stay. */
function usageChanges(subscription: StripeSubscription, next: StripePlan): readonly ItemChange[] {
  const item = planItemOf(subscription);
  const productId = idIn(item?.price.product);
  const oldMetered = subscription.items.filter(
    ({ id, price }) => id !== item?.id && isMetered(price) && idIn(price.product) === productId,
  );
  const oldIds = new Set(oldMetered.map(({ price }) => price.id));
  const newIds = new Set(next.metered.map(({ id }) => id));
  return [
    ...oldMetered.filter(({ price }) => !newIds.has(price.id)).map(({ id }) => ({ id, deleted: true as const })),
    ...next.metered.filter(({ id }) => !oldIds.has(id)).map(({ id }) => ({ price: id })),
  ];
}

/** Returns all items after a change. A schedule's phase must list every item. */
function itemsAfter({ items }: StripeSubscription, changes: readonly ItemChange[]): readonly PhaseItem[] {
  const changed = new Map(changes.flatMap((one) => (one.id === undefined ? [] : [[one.id, one] as const])));
  const stays = items.flatMap(({ id, price, quantity }) => {
    const change = changed.get(id);
    if (change?.deleted) return [];
    const amount = change?.quantity ?? quantity;
    return [{ price: change?.price ?? price.id, ...(amount === null ? {} : { quantity: amount }) }];
  });
  const added = changes.flatMap(({ id, price }) => (id === undefined && price !== undefined ? [{ price }] : []));
  return [...stays, ...added];
}

/** Removes a scheduled change. */
export async function undoStripeChange(
  client: StripeClient,
  subscriptionId: string,
  call: ProviderCall,
): Promise<ChangedEntities> {
  await releaseSchedule(client, await readSubscription(client, subscriptionId, call), call);
  return toApiEntities(await fetchSubscription(client, subscriptionId, call));
}

/** Cancels a subscription, and removes a scheduled change. */
export async function cancelStripeSubscription(
  client: StripeClient,
  { subscriptionId, when, reason, comment }: Cancellation,
  call: ProviderCall,
): Promise<ChangedEntities> {
  const subscription = await readSubscription(client, subscriptionId, call);
  if (subscription.ended_at !== null) return toApiEntities(await fetchSubscription(client, subscriptionId, call));
  await releaseSchedule(client, subscription, call);
  const cancellation_details = {
    ...(reason === null ? {} : { feedback: reason }),
    ...(comment === null ? {} : { comment }),
  };
  if (when === "periodEnd") {
    return updateSubscription(client, subscriptionId, call, { cancel_at_period_end: true, cancellation_details });
  }
  const cancel = objectCall(client.subscriptions, "cancel");
  const input = { cancellation_details, expand: [...subscriptionExpand] };
  const ended = await callStripe("cancel subscription", call, (options) => cancel(subscriptionId, input, options));
  return toApiEntities(toFetchedEntities("subscription", ended));
}

/** Undoes a scheduled cancellation, whether at the end of the period or at a different time. */
export async function resumeStripeSubscription(
  client: StripeClient,
  subscriptionId: string,
  call: ProviderCall,
): Promise<ChangedEntities> {
  const { cancel_at_period_end } = await readSubscription(client, subscriptionId, call);
  // Stripe accepts only one of the two parameters.
  const change = cancel_at_period_end ? { cancel_at_period_end: false } : { cancel_at: "" };
  return updateSubscription(client, subscriptionId, call, change);
}

async function updateSubscription(
  client: StripeClient,
  id: string,
  call: ProviderCall,
  changes: object,
): Promise<ChangedEntities> {
  const update = objectCall(client.subscriptions, "update");
  const input = { ...changes, expand: [...subscriptionExpand] };
  const changed = await callStripe("update subscription", call, (options) => update(id, input, options));
  return toApiEntities(toFetchedEntities("subscription", changed));
}

async function releaseSchedule(
  client: StripeClient,
  { schedule }: StripeSubscription,
  call: ProviderCall,
): Promise<void> {
  const scheduleId = idIn(schedule);
  if (scheduleId === null) return;
  const release = objectCall(client.subscriptionSchedules, "release");
  await callStripe("release schedule", call, (options) => release(scheduleId, {}, options));
}

/** @throws {ProviderError} `not-found` */
async function readSubscription(client: StripeClient, id: string, call: ProviderCall): Promise<StripeSubscription> {
  const [found] = await fetchSubscription(client, id, call);
  const read = stripeSubscription.safeParse(found?.value);
  if (read.success) return read.data;
  throw new ProviderError(found ? "failed" : "not-found", "find subscription: not found", { cause: read.error });
}
