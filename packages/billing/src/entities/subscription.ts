/** Subscriptions. */

import * as z from "zod";
import { type Customer, customer } from "./customer.ts";
import { type Discount, discount } from "./discount.ts";
import { type SubscriptionMeter, subscriptionMeter } from "./meter.ts";
import { optionalInterval, type Price, price, type RecurringInterval } from "./price.ts";
import { type Product, product } from "./product.ts";
import {
  amount,
  type CustomFieldData,
  count,
  customFieldData,
  type Entity,
  entityShape,
  flag,
  id,
  listOf,
  type Metadata,
  metadata,
  nullable,
  type OpenEnum,
  openEnum,
  orElse,
  text,
  time,
  type WireShape,
} from "./wire.ts";

/** The status of a subscription. `trialing` and `active` give access. */
export type SubscriptionStatus =
  | "incomplete"
  | "incomplete_expired"
  | "trialing"
  | "active"
  | "past_due"
  | "canceled"
  | "unpaid"
  | "paused";

/** The customer's reason for canceling. */
export type CancellationReason =
  | "customer_service"
  | "low_quality"
  | "missing_features"
  | "switched_service"
  | "too_complex"
  | "too_expensive"
  | "unused"
  | "other";

/** A change that applies when the period ends. Fields that don't change are `null`. */
export interface PendingUpdate {
  readonly product_id: string | null;
  /** Only set by providers whose products have several prices. */
  readonly price_id?: string | undefined;
  readonly seats: number | null;
  readonly applies_at: string | null;
}

/** A subscription in an order. */
export interface ShortSubscription extends Entity {
  /** In the currency's smallest unit. */
  readonly amount: number;
  readonly currency: string;
  readonly recurring_interval: OpenEnum<RecurringInterval>;
  readonly status: OpenEnum<SubscriptionStatus>;
  readonly current_period_start: string | null;
  readonly current_period_end: string | null;
  /** Doesn't affect the status. The subscription stays active until `ends_at`. */
  readonly cancel_at_period_end: boolean;
  /** When the customer canceled. */
  readonly canceled_at: string | null;
  readonly started_at: string | null;
  /** When the subscription will end. */
  readonly ends_at: string | null;
  /** When the subscription ended. */
  readonly ended_at: string | null;
  readonly customer_id: string;
  readonly product_id: string;
  /** The number of paid seats. Missing if the price doesn't count seats. */
  readonly seats?: number | undefined;
  readonly trial_end?: string | undefined;
  readonly discount_id: string | null;
  readonly checkout_id: string | null;
  readonly customer_cancellation_reason: OpenEnum<CancellationReason> | null;
  readonly customer_cancellation_comment: string | null;
  readonly metadata: Metadata;
}

/** A subscription with its customer, product, and prices. */
export interface Subscription extends ShortSubscription {
  readonly custom_field_data?: CustomFieldData | undefined;
  readonly customer: Customer | null;
  readonly product: Product | null;
  readonly discount: Discount | null;
  readonly prices: readonly Price[];
  readonly meters: readonly SubscriptionMeter[];
  readonly pending_update?: PendingUpdate | undefined;
}

export const subscriptionStatus: z.ZodType<OpenEnum<SubscriptionStatus>> = openEnum("subscription status", [
  "incomplete",
  "incomplete_expired",
  "trialing",
  "active",
  "past_due",
  "canceled",
  "unpaid",
  "paused",
]);

export const cancellationReason: z.ZodType<OpenEnum<CancellationReason>> = openEnum("cancellation reason", [
  "customer_service",
  "low_quality",
  "missing_features",
  "switched_service",
  "too_complex",
  "too_expensive",
  "unused",
  "other",
]);

const shape = {
  ...entityShape,
  amount,
  currency: text,
  recurring_interval: optionalInterval,
  status: subscriptionStatus,
  current_period_start: nullable(time),
  current_period_end: nullable(time),
  cancel_at_period_end: flag,
  canceled_at: nullable(time),
  started_at: nullable(time),
  ends_at: nullable(time),
  ended_at: nullable(time),
  customer_id: id,
  product_id: id,
  seats: orElse(count, undefined),
  trial_end: orElse(time, undefined),
  discount_id: nullable(id),
  checkout_id: nullable(id),
  customer_cancellation_reason: nullable(cancellationReason),
  customer_cancellation_comment: nullable(text),
  metadata,
};

export const shortSubscription: z.ZodType<ShortSubscription> = z.looseObject(shape);

export const subscriptionShape: WireShape<Subscription> = {
  ...shape,
  custom_field_data: orElse(customFieldData, undefined),
  customer: nullable(customer),
  product: nullable(product),
  discount: nullable(discount),
  prices: listOf(price),
  meters: listOf(subscriptionMeter),
  pending_update: orElse(
    z.looseObject({
      product_id: nullable(id),
      price_id: orElse(id, undefined),
      seats: nullable(count),
      applies_at: nullable(time),
    }),
    undefined,
  ),
};

export const subscription: z.ZodType<Subscription> = z.looseObject(subscriptionShape);
