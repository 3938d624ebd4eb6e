/** Estimates the cost of a change to a subscription. Polar has no call for it. */

import { type Price, seatAmount } from "../entities/price.ts";
import { product as productSchema } from "../entities/product.ts";
import { type Subscription, subscription as subscriptionSchema } from "../entities/subscription.ts";
import type { Schema } from "../entities/wire.ts";
import { ProviderError } from "../provider/error.ts";
import type { ChangePreview, SubscriptionChange } from "../provider/subscriptions.ts";
import type { ProviderCall } from "../provider/webhooks.ts";
import { callPolar, type PolarClient } from "./client.ts";

/** Estimates a change's cost with Polar's rules for proration, before taxes and discounts. */
export async function previewChange(
  client: PolarClient,
  change: SubscriptionChange,
  call: ProviderCall,
): Promise<ChangePreview> {
  const read = callPolar("read subscription", call, client.subscriptions.get, change.subscriptionId);
  const current = parse(subscriptionSchema, await read);
  const { prices, interval } = await readPlan(client, current, change, call);
  const seats = change.seats ?? current.seats ?? null;
  const nextAmount = recurringAmount(prices, current.currency, seats);
  const shared = { nextAmount, currency: current.currency, recurringInterval: interval, isEstimate: true };
  if (change.timing === "periodEnd") {
    const end = current.current_period_end;
    return { ...shared, dueNow: 0, effectiveAt: end === null ? null : new Date(end) };
  }
  const isNew = interval !== current.recurring_interval;
  const isCharged = change.timing === "now" && current.status !== "trialing";
  return { ...shared, dueNow: isCharged ? amountDueNow(current, nextAmount, isNew, new Date()) : 0, effectiveAt: null };
}

interface NewPlan {
  readonly prices: readonly Price[];
  readonly interval: string;
}

async function readPlan(
  { products }: PolarClient,
  current: Subscription,
  { plan }: SubscriptionChange,
  call: ProviderCall,
): Promise<NewPlan> {
  if (plan === null) return { prices: current.prices, interval: current.recurring_interval };
  const product = parse(productSchema, await callPolar("read product", call, products.get, plan.productId));
  return { prices: product.prices, interval: product.recurring_interval ?? current.recurring_interval };
}

/** Returns the fixed amount of a period, or `null` if a price isn't known in advance. Usage isn't included. */
function recurringAmount(prices: readonly Price[], currency: string, seats: number | null): number | null {
  const offered = prices.filter((one) => !one.is_archived && currencyOf(one) === currency);
  let sum = 0;
  for (const one of offered) {
    const amount = amountOf(one, seats);
    if (amount === null) return null;
    sum += amount;
  }
  return sum;
}

function currencyOf(one: Price): string {
  return "price_currency" in one ? one.price_currency : "";
}

function amountOf(one: Price, seats: number | null): number | null {
  if (one.amount_type === "fixed") return one.price_amount;
  if (one.amount_type === "seat_based") return seatAmount(one, seats ?? 1);
  return one.amount_type === "free" || one.amount_type === "metered_unit" ? 0 : null;
}

/**
 * Returns the amount due now. A new interval starts a new period, with a credit for the rest of the current one. In the
 * same interval, only the difference for the rest of the period is due.
 */
function amountDueNow(
  current: Subscription,
  nextAmount: number | null,
  isNewPeriod: boolean,
  now: Date,
): number | null {
  const { current_period_start: start, current_period_end: end, amount } = current;
  if (nextAmount === null || start === null || end === null) return null;
  const [from, to] = [Date.parse(start), Date.parse(end)];
  const rest = to <= from ? 0 : Math.min(1, Math.max(0, (to - now.getTime()) / (to - from)));
  const due = isNewPeriod ? nextAmount : nextAmount * rest;
  return Math.round(due - amount * rest);
}

function parse<T>(schema: Pick<Schema<T>, "safeParse">, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new ProviderError("failed", "Polar's response has an unexpected shape.");
}
