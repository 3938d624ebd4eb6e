/** The shop as Stripe's objects: products, prices, coupons, promotion codes, and features. */

import type { Shop } from "../shop-format.ts";
import type { PriceEntity, StripeState } from "./state.ts";

/** Maps names in the shop to ids. */
export interface StripeCatalog {
  readonly products: Readonly<Record<string, string>>;
  /** The prices per month, or the one-time prices. */
  readonly prices: Readonly<Record<string, string>>;
  /** The prices per year of the products that recur. */
  readonly yearlyPrices: Readonly<Record<string, string>>;
  /** The promotion codes' ids, by code. */
  readonly discounts: Readonly<Record<string, string>>;
  readonly featuresOf: ReadonlyMap<string, readonly string[]>;
}

/** Fills the state. Ids are the same at every start. A year costs as much as ten months. */
export function fillCatalog(state: StripeState, shop: Shop, created: number): StripeCatalog {
  const featuresOf = new Map<string, readonly string[]>();
  const products: Record<string, string> = {};
  const prices: Record<string, string> = {};
  const yearlyPrices: Record<string, string> = {};
  const discounts: Record<string, string> = {};
  for (const [key, { description }] of Object.entries(shop.benefits)) {
    const feature = { id: `feat_${key}`, object: "entitlements.feature", created, name: description };
    state.features.set(feature.id, { ...feature, lookup_key: key, active: true, metadata: {}, livemode: false });
  }
  for (const [name, product] of Object.entries(shop.products)) {
    const { description, every, price, perSeat, trialDays = null, metered, benefits, name: title } = product;
    const id = `prod_${name}`;
    const defaultPrice = `price_${name}`;
    products[name] = id;
    prices[name] = defaultPrice;
    featuresOf.set(id, benefits);
    state.products.set(id, {
      ...{ id, object: "product", created, name: title, description, active: true, images: [] },
      ...{ default_price: defaultPrice, unit_label: perSeat ? "seat" : null, metadata: { name }, livemode: false },
    });
    const base = { product: id, currency: shop.currency, created, trialDays };
    addPrice(state, { ...base, id: defaultPrice, amount: String(price), every, meter: null });
    if (every !== null) {
      yearlyPrices[name] = `price_${name}_year`;
      addPrice(state, { ...base, id: `price_${name}_year`, amount: String(price * 10), every: "year", meter: null });
    }
    if (metered) {
      addPrice(state, { ...base, id: `price_${name}_usage`, amount: metered.unitAmount, every, meter: metered.meter });
    }
  }
  for (const [code, { name, percent, duration }] of Object.entries(shop.discounts)) {
    const coupon = {
      id: `coupon_${code.toLowerCase()}`,
      object: "coupon",
      created,
      name,
      percent_off: percent,
      duration,
    };
    state.coupons.set(coupon.id, {
      ...coupon,
      amount_off: null,
      currency: null,
      times_redeemed: 0,
      valid: true,
      metadata: {},
    });
    const id = `promo_${code.toLowerCase()}`;
    discounts[code] = id;
    state.promotionCodes.set(id, {
      ...{ id, object: "promotion_code", created, code, active: true, times_redeemed: 0, metadata: {} },
      ...{ promotion: { type: "coupon", coupon: coupon.id }, expires_at: null, max_redemptions: null, livemode: false },
    });
  }
  return { products, prices, yearlyPrices, discounts, featuresOf };
}

interface NewPrice {
  readonly id: string;
  readonly product: string;
  readonly currency: string;
  readonly created: number;
  /** In the currency's smallest unit, as decimal text. */
  readonly amount: string;
  readonly every: "month" | "year" | null;
  readonly meter: string | null;
  readonly trialDays: number | null;
}

function addPrice(state: StripeState, wanted: NewPrice): void {
  const { id, product, currency, created, amount, every, meter, trialDays: trial_period_days } = wanted;
  const usage = meter === null ? ("licensed" as const) : ("metered" as const);
  const price: PriceEntity = {
    ...{ id, object: "price", created, product, currency, active: true, livemode: false, metadata: {} },
    billing_scheme: "per_unit",
    type: every === null ? "one_time" : "recurring",
    unit_amount: Number.isInteger(Number(amount)) ? Number(amount) : null,
    unit_amount_decimal: amount,
    custom_unit_amount: null,
    recurring: every && { interval: every, interval_count: 1, usage_type: usage, meter, trial_period_days },
  };
  state.prices.set(id, price);
}
