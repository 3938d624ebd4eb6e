/** Converts entities to the API's format, with current copies of their related entities. */

import type {
  Benefit,
  BenefitGrant,
  Checkout,
  CheckoutProduct,
  Customer,
  CustomerState,
  Discount,
  Order,
  Price,
  Product,
  PublicBenefit,
  ShortDiscount,
  ShortProduct,
  ShortSubscription,
  ShortSubscriptionMeter,
  Subscription,
  SubscriptionMeter,
} from "@latchkey/billing/schemas";
import { pricesIn } from "./catalog.ts";
import { idOf } from "./ids.ts";
import type { Platform, StoredBalance, StoredCheckout, StoredGrant, StoredOrder, StoredSubscription } from "./state.ts";

export function checkoutOf(platform: Platform, { product_ids, trial_days: _, ...one }: StoredCheckout): Checkout {
  const product = checkoutProduct(productOf(platform, one.product_id));
  const discount = discountOf(platform, one.discount_id);
  return {
    ...one,
    products: product_ids.map((id) => checkoutProduct(productOf(platform, id))),
    product,
    product_price: product.prices.find(({ id }) => id === one.product_price_id) as Price,
    discount: discount && shortDiscount(discount),
  };
}

export function subscriptionOf(platform: Platform, one: StoredSubscription): Subscription {
  const product = productOf(platform, one.product_id);
  return {
    ...one,
    customer: customerOf(platform, one.customer_id),
    product,
    discount: discountOf(platform, one.discount_id),
    prices: product.prices,
    meters: metersOf(platform, one),
  };
}

export function orderOf(platform: Platform, one: StoredOrder): Order {
  const {
    prices: _,
    benefits: __,
    medias: ___,
    attached_custom_fields: ____,
    ...product
  } = productOf(platform, one.product_id);
  const subscription = one.subscription_id === null ? undefined : platform.state.subscriptions[one.subscription_id];
  return {
    ...one,
    customer: customerOf(platform, one.customer_id),
    product: product satisfies ShortProduct,
    discount: discountOf(platform, one.discount_id),
    subscription: subscription ? shortSubscription(subscription) : null,
  };
}

export function grantOf(platform: Platform, one: StoredGrant): BenefitGrant {
  const benefit = platform.catalog.benefits.get(one.benefit_id) as Benefit;
  return { ...one, customer: customerOf(platform, one.customer_id), benefit };
}

/** The customer's current state: subscriptions, benefits, and meters. */
export function customerStateOf(platform: Platform, customer: Customer): CustomerState {
  const { subscriptions, grants, balances } = platform.state;
  const isTheirs = (one: { readonly customer_id: string }): boolean => one.customer_id === customer.id;
  return {
    ...customer,
    active_subscriptions: Object.values(subscriptions)
      .filter((one) => isTheirs(one) && (one.status === "active" || one.status === "trialing"))
      .map((one) => {
        const { ended_at: _, checkout_id: __, customer_id: ___, pending_update: ____, ...shown } = one;
        const meters = metersOf(platform, one).map(({ meter: _, ...short }) => short satisfies ShortSubscriptionMeter);
        return { ...shown, meters };
      }),
    granted_benefits: Object.values(grants)
      .filter((one) => isTheirs(one) && one.is_granted)
      .map(({ id, created_at, modified_at, granted_at, benefit_id, properties }) => ({
        id,
        created_at,
        modified_at,
        granted_at: granted_at as string,
        benefit_id,
        benefit_type: (platform.catalog.benefits.get(benefit_id) as Benefit).type,
        properties,
      })),
    active_meters: Object.values(balances)
      .filter(isTheirs)
      .map(({ customer_id: _, ...balance }) => balance),
  };
}

/** A subscription's usage on its metered price's meter, in the current period. */
export function metersOf(platform: Platform, one: StoredSubscription): SubscriptionMeter[] {
  const { metered } = pricesIn(productOf(platform, one.product_id).prices);
  const meter = metered && platform.catalog.meters.get(metered.meter_id);
  if (!metered || !meter) return [];
  const balance = balanceOf(platform, one.customer_id, meter.id);
  const { consumed_units = 0, credited_units = 0 } = balance ?? {};
  const beyond = Math.max(0, consumed_units - credited_units);
  const amount = Math.min(Math.round(beyond * Number(metered.unit_amount)), metered.cap_amount ?? Number.MAX_VALUE);
  return [
    {
      id: idOf("subscription meter", `${one.id} ${meter.id}`),
      created_at: one.created_at,
      modified_at: balance?.modified_at ?? null,
      consumed_units,
      credited_units,
      amount,
      meter_id: meter.id,
      meter,
    },
  ];
}

export function balanceOf(platform: Platform, customerId: string, meterId: string): StoredBalance | undefined {
  return platform.state.balances[idOf("balance", `${customerId} ${meterId}`)];
}

export function productOf({ catalog }: Platform, id: string): Product {
  return catalog.products.get(id) as Product;
}

export function discountOf({ catalog }: Platform, id: string | null): Discount | null {
  return (id === null ? undefined : catalog.discounts.get(id)) ?? null;
}

export function customerOf({ state }: Platform, id: string): Customer {
  return state.customers[id] as Customer;
}

function shortSubscription({
  custom_field_data: _,
  pending_update: __,
  ...one
}: StoredSubscription): ShortSubscription {
  return one;
}

function checkoutProduct({ metadata: _, attached_custom_fields: __, ...product }: Product): CheckoutProduct {
  const benefits = product.benefits.map(({ metadata: _, properties: __, ...one }) => one satisfies PublicBenefit);
  return { ...product, benefits };
}

function shortDiscount(discount: Discount): ShortDiscount {
  const {
    created_at: _,
    modified_at: __,
    starts_at: ___,
    ends_at: ____,
    max_redemptions: _____,
    redemptions_count: ______,
    organization_id: _______,
    metadata: ________,
    ...short
  } = discount;
  return short;
}
