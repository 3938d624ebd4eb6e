/** The fake Stripe's state: objects as Stripe's API returns them, with ids in place of related objects. */

import { randomBytes } from "node:crypto";
import type { PlatformClock } from "../clock.ts";

/** An object of the API. */
export interface StripeEntity {
  readonly id: string;
  readonly object: string;
  readonly created: number;
  readonly [key: string]: unknown;
}

export interface PriceEntity extends StripeEntity {
  readonly product: string;
  readonly active: boolean;
  readonly currency: string;
  readonly unit_amount: number | null;
  readonly unit_amount_decimal: string;
  readonly recurring: {
    readonly interval: "month" | "year";
    readonly interval_count: number;
    readonly usage_type: "licensed" | "metered";
    readonly meter: string | null;
    readonly trial_period_days: number | null;
  } | null;
}

export interface SubscriptionItem {
  readonly id: string;
  readonly object: "subscription_item";
  readonly price: PriceEntity;
  readonly quantity?: number;
  readonly current_period_start: number;
  readonly current_period_end: number;
}

export interface SubscriptionEntity extends StripeEntity {
  readonly customer: string;
  readonly status: string;
  readonly items: ListOf<SubscriptionItem>;
  readonly cancel_at: number | null;
  readonly cancel_at_period_end: boolean;
  readonly trial_end: number | null;
  readonly ended_at: number | null;
  readonly schedule: string | null;
  readonly discounts: readonly string[];
  readonly metadata: Metadata;
}

export interface InvoiceLine {
  readonly id: string;
  readonly description: string;
  readonly amount: number;
  readonly price: string;
  readonly product: string;
  readonly proration: boolean;
}

export interface InvoiceEntity extends StripeEntity {
  readonly customer: string;
  readonly status: "draft" | "open" | "paid" | "void";
  readonly total: number;
  readonly payments: ListOf<InvoicePayment>;
}

export interface InvoicePayment extends StripeEntity {
  readonly invoice: string;
  readonly payment: { readonly type: "payment_intent"; readonly payment_intent: string };
}

export interface ChargeEntity extends StripeEntity {
  readonly amount: number;
  readonly amount_refunded: number;
  readonly payment_intent: string;
}

export interface SessionEntity extends StripeEntity {
  readonly status: "open" | "complete" | "expired";
  readonly mode: "payment" | "subscription";
  readonly customer: string | null;
  readonly customer_email: string | null;
  readonly success_url: string | null;
  readonly metadata: Metadata;
  readonly expires_at: number;
}

export interface SchedulePhase {
  readonly start_date: number;
  readonly end_date: number;
  readonly items: readonly { readonly price: string; readonly quantity?: number }[];
}

export interface ScheduleEntity extends StripeEntity {
  readonly subscription: string | null;
  readonly status: "active" | "released";
  readonly current_phase: { readonly start_date: number; readonly end_date: number } | null;
  readonly phases: readonly SchedulePhase[];
}

export type Metadata = Readonly<Record<string, string>>;

/** A list in an object or a response. */
export interface ListOf<T> {
  readonly object: "list";
  readonly data: readonly T[];
  readonly has_more: boolean;
  readonly url: string;
}

export function listOf<T>(data: readonly T[], url: string): ListOf<T> {
  return { object: "list", data, has_more: false, url };
}

/** Details of a session that the API doesn't return. */
export interface SessionDetails {
  readonly lines: readonly { readonly price: PriceEntity; readonly quantity: number | undefined }[];
  readonly subscriptionMetadata: Metadata;
  readonly trialDays: number;
  readonly couponId: string | null;
  readonly promotionCodeId: string | null;
}

/** A stored response to a request with an idempotency key. */
export interface StoredResponse {
  readonly fingerprint: string;
  readonly status: number;
  readonly json: unknown;
}

/** Everything by id, oldest first. */
export interface StripeState {
  readonly customers: Map<string, StripeEntity>;
  readonly products: Map<string, StripeEntity>;
  readonly prices: Map<string, PriceEntity>;
  readonly coupons: Map<string, StripeEntity>;
  readonly promotionCodes: Map<string, StripeEntity>;
  readonly features: Map<string, StripeEntity>;
  readonly discounts: Map<string, StripeEntity>;
  readonly subscriptions: Map<string, SubscriptionEntity>;
  readonly schedules: Map<string, ScheduleEntity>;
  readonly invoices: Map<string, InvoiceEntity>;
  readonly charges: Map<string, ChargeEntity>;
  readonly refunds: Map<string, StripeEntity>;
  readonly disputes: Map<string, StripeEntity>;
  readonly sessions: Map<string, SessionEntity>;
  readonly sessionDetails: Map<string, SessionDetails>;
  readonly portals: Map<string, StripeEntity>;
  readonly meterEvents: Map<string, StripeEntity>;
  readonly responses: Map<string, StoredResponse>;
  /** Lines for the customer's next invoice, by subscription. */
  readonly pendingLines: Map<string, readonly InvoiceLine[]>;
  /** The customers whose card is declined. */
  readonly declined: Set<string>;
}

/** The context that all parts of the fake Stripe share. */
export interface StripePlatform {
  readonly url: string;
  readonly clock: PlatformClock;
  readonly state: StripeState;
  readonly taxPercent: number;
  /** The benefits of each product, as features. */
  readonly featuresOf: ReadonlyMap<string, readonly string[]>;
  /** Sends an event. `previous` has the values that changed. */
  emit(type: string, object: object, previous?: object): void;
}

export function emptyStripeState(): StripeState {
  return {
    customers: new Map(),
    products: new Map(),
    prices: new Map(),
    coupons: new Map(),
    promotionCodes: new Map(),
    features: new Map(),
    discounts: new Map(),
    subscriptions: new Map(),
    schedules: new Map(),
    invoices: new Map(),
    charges: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    sessions: new Map(),
    sessionDetails: new Map(),
    portals: new Map(),
    meterEvents: new Map(),
    responses: new Map(),
    pendingLines: new Map(),
    declined: new Set(),
  };
}

/** An id such as `cus_Qm3…`. */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString("hex")}`;
}

/** The time in seconds. */
export function nowOf({ clock }: Pick<StripePlatform, "clock">): number {
  return Math.floor(clock.now().getTime() / 1000);
}

/** Stores a changed object and sends its event with the previous values. */
export function change<T extends StripeEntity>(
  platform: StripePlatform,
  table: Map<string, T>,
  one: T,
  changes: Partial<T>,
  type: string,
): T {
  const previous: Record<string, unknown> = {};
  for (const key of Object.keys(changes)) {
    if (JSON.stringify(one[key]) !== JSON.stringify(changes[key])) previous[key] = one[key];
  }
  const changed = { ...one, ...changes };
  table.set(one.id, changed);
  platform.emit(type, changed, previous);
  return changed;
}
