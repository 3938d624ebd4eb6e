/** Starts, renews, changes, and ends subscriptions. */

import { periodAfter } from "../clock.ts";
import { declinedCard, referred, StripeApiError } from "./errors.ts";
import { buildInvoice, finalizeInvoice, payInvoice } from "./invoices.ts";
import {
  change,
  type InvoiceEntity,
  type InvoiceLine,
  listOf,
  type Metadata,
  newId,
  nowOf,
  type PriceEntity,
  type StripePlatform,
  type SubscriptionEntity,
  type SubscriptionItem,
} from "./state.ts";

const day = 86_400;

export interface NewSubscription {
  readonly customer: string;
  readonly lines: readonly { readonly price: PriceEntity; readonly quantity: number | undefined }[];
  readonly trialDays: number;
  readonly discounts: readonly string[];
  readonly metadata: Metadata;
}

export function startSubscription(platform: StripePlatform, wanted: NewSubscription): SubscriptionEntity {
  const { state } = platform;
  const { customer, lines, trialDays, discounts, metadata } = wanted;
  const now = nowOf(platform);
  const id = newId("sub");
  const trialEnd = trialDays > 0 ? now + trialDays * day : null;
  const end = trialEnd ?? periodEnd(now, lines[0]?.price);
  const items = lines.map(({ price, quantity }) => newItem(price, quantity, now, end));
  const subscription: SubscriptionEntity = {
    ...{ id, object: "subscription", created: now, customer, currency: "usd", metadata, discounts },
    status: trialEnd === null ? "active" : "trialing",
    items: listOf(items, `/v1/subscription_items?subscription=${id}`),
    ...{ cancel_at: null, cancel_at_period_end: false, canceled_at: null, cancellation_details: null },
    ...{ start_date: now, ended_at: null, trial_start: trialEnd && now, trial_end: trialEnd },
    ...{ schedule: null, pause_collection: null, livemode: false },
  };
  state.subscriptions.set(id, subscription);
  platform.emit("customer.subscription.created", subscription);
  const first = finalizeInvoice(platform, subscriptionInvoice(platform, subscription, "subscription_create"));
  payInvoice(platform, first);
  emitEntitlements(platform, customer);
  return subscription;
}

/** The invoice for a period. It's free during a trial. */
function subscriptionInvoice(
  platform: StripePlatform,
  subscription: SubscriptionEntity,
  reason: string,
): InvoiceEntity {
  const { id, customer, discounts, metadata, status } = subscription;
  const isFirst = reason === "subscription_create";
  return buildInvoice(platform, {
    customer,
    subscription: { id, metadata },
    reason,
    lines: status === "trialing" ? trialLines(platform, subscription) : linesOf(platform, subscription),
    // All of the shop's discounts apply to the first period.
    discounts: isFirst ? discounts : [],
    metadata: {},
  });
}

function trialLines(platform: StripePlatform, subscription: SubscriptionEntity): InvoiceLine[] {
  return linesOf(platform, subscription).map((line) => ({ ...line, amount: 0 }));
}

function linesOf({ state }: StripePlatform, { items }: SubscriptionEntity): InvoiceLine[] {
  return items.data
    .filter(({ price }) => price.recurring?.usage_type !== "metered")
    .map(({ price, quantity = 1 }) => ({
      id: newId("il"),
      description: `${quantity} × ${state.products.get(price.product)?.name}`,
      amount: (price.unit_amount ?? 0) * quantity,
      price: price.id,
      product: price.product,
      proration: false,
    }));
}

/** Starts the next period, or ends a subscription that was canceled. */
export function endPeriod(platform: StripePlatform, id: string): SubscriptionEntity {
  const { state, clock } = platform;
  const current = referred(state.subscriptions, id, "subscription", "subscription");
  const end = endOf(current);
  clock.moveTo(new Date(end * 1000));
  if (current.cancel_at_period_end || (current.cancel_at !== null && current.cancel_at <= end)) {
    return endSubscription(platform, current);
  }
  const planned = applySchedule(platform, current);
  const next = periodEnd(end, planned.items.data[0]?.price);
  const items = planned.items.data.map((one) => ({ ...one, current_period_start: end, current_period_end: next }));
  const renewed = change(
    platform,
    state.subscriptions,
    planned,
    { items: { ...planned.items, data: items }, status: "active" },
    "customer.subscription.updated",
  );
  const draft = subscriptionInvoice(platform, renewed, "subscription_cycle");
  const pending = state.pendingLines.get(id) ?? [];
  state.pendingLines.delete(id);
  const parts = { customer: renewed.customer, subscription: renewed, reason: "subscription_cycle", discounts: [] };
  const lines = [...linesOf(platform, renewed), ...pending];
  const invoice = finalizeInvoice(
    platform,
    pending.length === 0 ? draft : buildInvoice(platform, { ...parts, lines, metadata: {} }),
  );
  if (payInvoice(platform, invoice)) return renewed;
  const late = change(platform, state.subscriptions, renewed, { status: "past_due" }, "customer.subscription.updated");
  emitEntitlements(platform, late.customer);
  return late;
}

/** Retries a subscription's open invoices with a card that works. */
export function recoverPayment(platform: StripePlatform, id: string): void {
  const { state } = platform;
  const current = referred(state.subscriptions, id, "subscription", "subscription");
  state.declined.delete(current.customer);
  for (const invoice of state.invoices.values()) {
    if (invoice.status === "open" && subscriptionOf(invoice) === id) payInvoice(platform, invoice);
  }
  change(platform, state.subscriptions, current, { status: "active" }, "customer.subscription.updated");
  emitEntitlements(platform, current.customer);
}

export function subscriptionOf({ parent }: InvoiceEntity): string | null {
  const details = parent as { readonly subscription_details: { readonly subscription: string } } | null;
  return details?.subscription_details.subscription ?? null;
}

export function endSubscription(
  platform: StripePlatform,
  current: SubscriptionEntity,
  details = {},
): SubscriptionEntity {
  const now = nowOf(platform);
  const ended = change(
    platform,
    platform.state.subscriptions,
    current,
    { ...details, status: "canceled", ended_at: now, canceled_at: current.canceled_at ?? now },
    "customer.subscription.deleted",
  );
  emitEntitlements(platform, ended.customer);
  return ended;
}

/** The items after a change, with their price objects. */
export interface ItemChange {
  readonly id: string | null;
  readonly price: string | null;
  readonly quantity: number | null;
  readonly isDeleted: boolean;
}

/** @throws {StripeApiError} 400 if an item or a price doesn't exist */
export function changedItems(
  { state }: StripePlatform,
  { items }: SubscriptionEntity,
  changes: readonly ItemChange[],
  now: number,
): readonly SubscriptionItem[] {
  const known = new Set(items.data.map(({ id }) => id));
  for (const { id } of changes) {
    if (id !== null && !known.has(id)) throw new StripeApiError(400, `No such subscription item: '${id}'`);
  }
  const changed = items.data.flatMap((item) => {
    const one = changes.find(({ id }) => id === item.id);
    if (!one) return [item];
    if (one.isDeleted) return [];
    const price = one.price === null ? item.price : referred(state.prices, one.price, "price", "items[price]");
    const isSame = price.recurring?.interval === item.price.recurring?.interval;
    const quantity = one.quantity === null ? {} : { quantity: one.quantity };
    const period = isSame ? {} : { current_period_start: now, current_period_end: periodEnd(now, price) };
    return [{ ...item, price, ...quantity, ...period }];
  });
  const [first] = changed;
  const added = changes.flatMap(({ id, price, quantity }) => {
    if (id !== null || price === null) return [];
    const known = referred(state.prices, price, "price", "items[price]");
    const isMetered = known.recurring?.usage_type === "metered";
    const [start, end] = [first?.current_period_start ?? now, first?.current_period_end ?? periodEnd(now, known)];
    return [newItem(known, isMetered ? undefined : (quantity ?? 1), start, end)];
  });
  return [...changed, ...added];
}

/** The cost of a change: a credit for the old items' unused time, and a charge for the new items' remaining time. */
export function prorationLines(
  platform: StripePlatform,
  before: readonly SubscriptionItem[],
  after: readonly SubscriptionItem[],
): InvoiceLine[] {
  const now = nowOf(platform);
  const lineOf = (item: SubscriptionItem, sign: 1 | -1): InvoiceLine[] => {
    const { price, quantity = 1, current_period_start: start, current_period_end: end } = item;
    const share = Math.min(1, Math.max(0, (end - now) / (end - start)));
    const amount = Math.round((price.unit_amount ?? 0) * quantity * share) * sign;
    const title = platform.state.products.get(price.product)?.name;
    const description = sign === 1 ? `Remaining time on ${title}` : `Unused time on ${title}`;
    return [{ id: newId("il"), description, amount, price: price.id, product: price.product, proration: true }];
  };
  const licensed = (items: readonly SubscriptionItem[]) =>
    items.filter(({ price }) => price.recurring?.usage_type !== "metered");
  return [
    ...licensed(before).flatMap((item) => lineOf(item, -1)),
    ...licensed(after).flatMap((item) => lineOf(item, 1)),
  ];
}

/** Changes a subscription's items. @throws {StripeApiError} 402 if the difference is due now and the card is declined */
export function changeItems(
  platform: StripePlatform,
  current: SubscriptionEntity,
  changes: readonly ItemChange[],
  proration: string,
): SubscriptionEntity {
  const { state } = platform;
  const after = changedItems(platform, current, changes, nowOf(platform));
  const isTrial = current.status === "trialing";
  const lines = isTrial || proration === "none" ? [] : prorationLines(platform, current.items.data, after);
  const isDue = proration === "always_invoice" && lines.length > 0;
  if (isDue && state.declined.has(current.customer)) throw declinedCard();
  const items = { ...current.items, data: after };
  const changed = change(platform, state.subscriptions, current, { items }, "customer.subscription.updated");
  if (isDue) {
    const { id, customer, metadata } = changed;
    const parts = { customer, subscription: { id, metadata }, reason: "subscription_update", lines, discounts: [] };
    payInvoice(platform, finalizeInvoice(platform, buildInvoice(platform, { ...parts, metadata: {} })));
  } else if (lines.length > 0) {
    state.pendingLines.set(changed.id, [...(state.pendingLines.get(changed.id) ?? []), ...lines]);
  }
  emitEntitlements(platform, changed.customer);
  return changed;
}

/** Applies the next phase of a schedule, which then releases the subscription. */
function applySchedule(platform: StripePlatform, current: SubscriptionEntity): SubscriptionEntity {
  const { state } = platform;
  const schedule = current.schedule === null ? undefined : state.schedules.get(current.schedule);
  const next = schedule?.phases[1];
  if (!schedule || !next) return current;
  const start = endOf(current);
  const data = next.items.map(({ price, quantity }) => {
    const known = referred(state.prices, price, "price", "price");
    return newItem(known, quantity, start, periodEnd(start, known));
  });
  state.schedules.set(schedule.id, { ...schedule, status: "released", subscription: null, current_phase: null });
  const changed = { ...current, schedule: null, items: { ...current.items, data } };
  state.subscriptions.set(current.id, changed);
  emitEntitlements(platform, changed.customer);
  return changed;
}

/** Features of the products that a customer's active subscriptions include. */
export function entitlementsOf({ state, featuresOf }: StripePlatform, customer: string): readonly string[] {
  const active = [...state.subscriptions.values()].filter(
    (one) => one.customer === customer && (one.status === "active" || one.status === "trialing"),
  );
  const products = active.flatMap(({ items }) => items.data.map(({ price }) => price.product));
  return [...new Set(products.flatMap((product) => featuresOf.get(product) ?? []))];
}

export function activeEntitlements(platform: StripePlatform, customer: string): object[] {
  return entitlementsOf(platform, customer).map((key) => ({
    id: `ent_${customer}_${key}`,
    ...{ object: "entitlements.active_entitlement", feature: `feat_${key}`, lookup_key: key, livemode: false },
  }));
}

/** Announces the features that a customer has now. */
export function emitEntitlements(platform: StripePlatform, customer: string): void {
  const url = `/v1/customer/${customer}/entitlements`;
  const entitlements = listOf(activeEntitlements(platform, customer), url);
  const summary = { object: "entitlements.active_entitlement_summary", customer, livemode: false, entitlements };
  platform.emit("entitlements.active_entitlement_summary.updated", summary);
}

function newItem(price: PriceEntity, quantity: number | undefined, start: number, end: number): SubscriptionItem {
  const counted = quantity === undefined ? {} : { quantity };
  return {
    ...{ id: newId("si"), object: "subscription_item", price },
    ...counted,
    ...{ current_period_start: start, current_period_end: end },
  };
}

export function endOf({ items }: SubscriptionEntity): number {
  return items.data[0]?.current_period_end ?? 0;
}

function periodEnd(start: number, price: PriceEntity | undefined): number {
  return periodAfter(new Date(start * 1000), price?.recurring?.interval ?? "month").getTime() / 1000;
}
