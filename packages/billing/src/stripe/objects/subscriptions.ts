/** Stripe's subscriptions. */

import * as z from "zod";
import type { CancellationReason, Subscription } from "../../entities/subscription.ts";
import {
  count,
  flag,
  id,
  listOf,
  type Metadata,
  metadata,
  nullable,
  type OpenEnum,
  text,
} from "../../entities/wire.ts";
import {
  embeddedList,
  entityTimes,
  idIn,
  readExpanded,
  reference,
  required,
  type StripeReference,
  seconds,
  toTime,
} from "./common.ts";
import { stripeCustomer, toCustomer } from "./customers.ts";
import { discountIdOf, type StripeDiscount, stripeDiscount, toDiscount } from "./discounts.ts";
import { intervalOf, isMetered, isPerSeat, type StripePrice, stripePrice, stripeProduct, toPrice } from "./products.ts";

/** An item: a price and its quantity. */
export interface StripeSubscriptionItem {
  readonly id: string;
  readonly quantity: number | null;
  readonly price: StripePrice;
  /** Set since API version 2025-03-31, which moved the period from the subscription to its items. */
  readonly current_period_start: number | null;
  readonly current_period_end: number | null;
}

/** The items that a subscription has during a part of its schedule. */
export interface StripePhase {
  readonly start_date: number | null;
  readonly end_date: number | null;
  readonly items: readonly { readonly price: StripeReference | null; readonly quantity: number | null }[];
}

/** A subscription's planned phases. */
export interface StripeSchedule {
  readonly id: string;
  readonly status: string;
  readonly current_phase: { readonly start_date: number | null; readonly end_date: number | null } | null;
  readonly phases: readonly StripePhase[];
}

/** A subscription. */
export interface StripeSubscription {
  readonly id: string;
  readonly created: number | null;
  readonly status: string;
  readonly customer: StripeReference;
  readonly currency: string;
  readonly items: readonly StripeSubscriptionItem[];
  /** Set only before API version 2025-03-31. */
  readonly current_period_start: number | null;
  readonly current_period_end: number | null;
  readonly cancel_at: number | null;
  readonly cancel_at_period_end: boolean;
  readonly canceled_at: number | null;
  readonly start_date: number | null;
  readonly ended_at: number | null;
  readonly trial_start: number | null;
  readonly trial_end: number | null;
  /** Set only before API version 2025-03-31. */
  readonly discount: StripeDiscount | null;
  readonly discounts: readonly (string | StripeDiscount)[];
  /** The schedule for the subscription's next changes. */
  readonly schedule: StripeReference | null;
  readonly cancellation_details: { readonly feedback: string | null; readonly comment: string | null } | null;
  readonly metadata: Metadata;
}

export const stripeSubscription: z.ZodType<StripeSubscription> = z.looseObject({
  id,
  created: seconds,
  status: z.string().max(255),
  customer: required,
  currency: text,
  items: embeddedList(
    z.looseObject({
      id,
      quantity: nullable(count),
      price: stripePrice,
      current_period_start: seconds,
      current_period_end: seconds,
    }),
  ),
  current_period_start: seconds,
  current_period_end: seconds,
  cancel_at: seconds,
  cancel_at_period_end: flag,
  canceled_at: seconds,
  start_date: seconds,
  ended_at: seconds,
  trial_start: seconds,
  trial_end: seconds,
  discount: nullable(stripeDiscount),
  discounts: listOf(z.union([z.string(), stripeDiscount])),
  schedule: nullable(required),
  cancellation_details: nullable(z.looseObject({ feedback: nullable(z.string()), comment: nullable(z.string()) })),
  metadata,
});

export const stripeSchedule: z.ZodType<StripeSchedule> = z.looseObject({
  id,
  status: text,
  current_phase: nullable(z.looseObject({ start_date: seconds, end_date: seconds })),
  phases: listOf(
    z.looseObject({
      start_date: seconds,
      end_date: seconds,
      items: listOf(z.looseObject({ price: reference, quantity: nullable(count) })),
    }),
  ),
});

/**
 * Returns the item that represents the plan: the first one that isn't charged by usage. Other items, such as add-ons
 * and metered prices, only add to the amount.
 */
export function planItemOf({ items }: StripeSubscription): StripeSubscriptionItem | null {
  return items.find(({ price }) => !isMetered(price)) ?? items[0] ?? null;
}

/** The start and end of the current period. */
export function periodOf(subscription: StripeSubscription): readonly [start: number | null, end: number | null] {
  const item = planItemOf(subscription);
  return [
    item?.current_period_start ?? subscription.current_period_start,
    item?.current_period_end ?? subscription.current_period_end,
  ];
}

/** Returns the price of one period in the currency's smallest unit, without usage, tiers, discounts, and taxes. */
export function amountOf({ items }: StripeSubscription): number {
  const licensed = items.filter(({ price }) => !isMetered(price));
  return licensed.reduce((sum, { price, quantity }) => sum + (price.unit_amount ?? 0) * (quantity ?? 1), 0);
}

/** Converts a subscription. Its `customer` and `discount` are `null` unless they're expanded. */
export function toSubscription(subscription: StripeSubscription): Subscription {
  const { customer, discount: oldDiscount, discounts, cancellation_details: details } = subscription;
  const item = planItemOf(subscription);
  const productId = idIn(item?.price.product);
  const [start, end] = periodOf(subscription);
  const buyer = readExpanded(customer, stripeCustomer);
  const applied = discounts.find((one) => typeof one !== "string") ?? oldDiscount;
  const discount = typeof applied === "object" ? applied : null;
  return {
    ...entityTimes(subscription.created),
    id: subscription.id,
    amount: amountOf(subscription),
    currency: subscription.currency,
    recurring_interval: item === null ? "" : intervalOf(item.price),
    status: subscription.status,
    current_period_start: toTime(start),
    current_period_end: toTime(end),
    cancel_at_period_end: subscription.cancel_at_period_end || subscription.cancel_at !== null,
    canceled_at: toTime(subscription.canceled_at),
    started_at: toTime(subscription.start_date),
    ends_at: toTime(endOf(subscription, end)),
    ended_at: toTime(subscription.ended_at),
    customer_id: idIn(customer),
    product_id: productId ?? "",
    discount_id: discount && discountIdOf(discount),
    checkout_id: null,
    customer_cancellation_reason: (details?.feedback as OpenEnum<CancellationReason> | undefined) ?? null,
    customer_cancellation_comment: details?.comment ?? null,
    metadata: subscription.metadata,
    ...seatsOf(item),
    ...(subscription.trial_end === null ? {} : { trial_end: toTime(subscription.trial_end) }),
    ...pendingUpdate(subscription),
    customer: buyer && !buyer.deleted ? toCustomer(buyer) : null,
    product: null,
    discount: discount && toDiscount(discount),
    prices: subscription.items.map(({ price }) => toPrice(price, idIn(price.product) ?? "", hasSeats(price))),
    meters: [],
  };
}

/** When the subscription will end. */
function endOf({ cancel_at, cancel_at_period_end }: StripeSubscription, periodEnd: number | null): number | null {
  return cancel_at ?? (cancel_at_period_end ? periodEnd : null);
}

/** Whether a price belongs to a product that's sold per seat. False if the product isn't expanded. */
export function hasSeats({ product }: StripePrice): boolean {
  const expandedProduct = readExpanded(product, stripeProduct);
  return expandedProduct !== null && isPerSeat(expandedProduct);
}

/** Every item has a quantity. It counts seats if the product is sold per seat, or if it was set to more than one. */
function seatsOf(item: StripeSubscriptionItem | null): Pick<Subscription, "seats"> {
  const quantity = item?.quantity ?? null;
  if (item === null || quantity === null) return {};
  return hasSeats(item.price) || quantity > 1 ? { seats: quantity } : {};
}

/** The change that the subscription's schedule makes next. */
function pendingUpdate(subscription: StripeSubscription): Pick<Subscription, "pending_update"> {
  const schedule = readExpanded(subscription.schedule, stripeSchedule);
  const appliesAt = schedule?.current_phase?.end_date ?? null;
  if (schedule === null || appliesAt === null) return {};
  const next = schedule.phases.find(({ start_date }) => start_date !== null && start_date >= appliesAt);
  const [item] = next?.items ?? [];
  const current = planItemOf(subscription);
  if (!item || current === null) return {};
  const priceId = idIn(item.price);
  const productId = idIn(readExpanded(item.price, stripePrice)?.product);
  const seats = item.quantity === current.quantity ? null : item.quantity;
  if (priceId === current.price.id && seats === null) return {};
  const product_id = productId === idIn(current.price.product) ? null : productId;
  const price = priceId === null || priceId === current.price.id ? {} : { price_id: priceId };
  return { pending_update: { product_id, ...price, seats, applies_at: toTime(appliesAt) } };
}
