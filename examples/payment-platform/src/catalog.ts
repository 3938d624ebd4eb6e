/** Converts the shop to the API's format: seller, meters, benefits, products with prices, and discounts. */

import type {
  Benefit,
  Discount,
  FixedPrice,
  Meter,
  MeteredUnitPrice,
  Price,
  Product,
  SeatBasedPrice,
  SellerOrganization,
} from "@latchkey/billing/schemas";
import { idOf } from "./ids.ts";
import type { Shop, ShopBenefit, ShopProduct } from "./shop-format.ts";

export interface Catalog {
  readonly currency: string;
  readonly taxPercent: number;
  readonly seller: SellerOrganization;
  /** By id, like the maps below. */
  readonly meters: ReadonlyMap<string, Meter>;
  readonly benefits: ReadonlyMap<string, Benefit>;
  readonly products: ReadonlyMap<string, Product>;
  readonly discounts: ReadonlyMap<string, Discount>;
  /** Maps names to ids. */
  readonly names: CatalogNames;
}

/** Maps names to ids, for each part of the shop. Discounts are listed by their codes. */
export interface CatalogNames {
  readonly meters: Readonly<Record<string, string>>;
  readonly benefits: Readonly<Record<string, string>>;
  readonly products: Readonly<Record<string, string>>;
  readonly discounts: Readonly<Record<string, string>>;
}

/** The creation time of everything in the catalog. */
const times = { created_at: "2025-01-15T09:00:00.000000Z", modified_at: null } as const;

export function catalogOf(shop: Shop): Catalog {
  const sellerId = idOf("seller", shop.seller.slug);
  const meters = Object.entries(shop.meters).map(([name, { name: shown, event, sum }]): Meter => {
    const clauses = [{ property: "name", operator: "eq", value: event }] as const;
    return {
      ...times,
      id: idOf("meter", name),
      name: shown,
      metadata: {},
      organization_id: sellerId,
      filter: { conjunction: "and", clauses },
      aggregation: sum === undefined ? { func: "count" } : { func: "sum", property: sum },
    };
  });
  const benefits = Object.entries(shop.benefits).map(([name, one]) => benefitOf(name, one, sellerId));
  const products = Object.entries(shop.products).map(([name, one], number): Product => {
    const ids = one.benefits.map((benefit) => idOf("benefit", benefit));
    return {
      ...times,
      // Products get increasing times, so that they are listed in the shop's order.
      created_at: times.created_at.replace("09:00", `09:${String(number).padStart(2, "0")}`),
      id: idOf("product", name),
      name: one.name,
      description: one.description,
      recurring_interval: one.every,
      is_recurring: one.every !== null,
      is_archived: false,
      organization_id: sellerId,
      metadata: { name, ...(one.trialDays === undefined ? {} : { trialDays: one.trialDays }) },
      prices: pricesOf(shop, name, one),
      benefits: benefits.filter(({ id }) => ids.includes(id)),
      medias: [],
      attached_custom_fields: [],
      ...(one.trialDays === undefined ? {} : { trial_interval: "day", trial_interval_count: one.trialDays }),
    };
  });
  const discounts = Object.entries(shop.discounts).map(
    ([code, { name, percent, duration }]): Discount => ({
      ...times,
      id: idOf("discount", code),
      name,
      code,
      type: "percentage",
      basis_points: percent * 100,
      duration,
      starts_at: null,
      ends_at: null,
      max_redemptions: null,
      redemptions_count: 0,
      organization_id: sellerId,
      metadata: {},
    }),
  );
  return {
    currency: shop.currency,
    taxPercent: shop.taxPercent,
    seller: sellerOf(shop, sellerId),
    meters: byId(meters),
    benefits: byId(benefits),
    products: byId(products),
    discounts: byId(discounts),
    names: {
      meters: namesOf("meter", shop.meters),
      benefits: namesOf("benefit", shop.benefits),
      products: namesOf("product", shop.products),
      discounts: namesOf("discount", shop.discounts),
    },
  };
}

/** A product's base price and metered price. Every product has a base price, but few have a metered price. */
export function pricesIn(prices: readonly Price[]): {
  readonly base: FixedPrice | SeatBasedPrice;
  readonly metered: MeteredUnitPrice | null;
} {
  const base = prices.find((one) => one.amount_type === "fixed" || one.amount_type === "seat_based") as
    | FixedPrice
    | SeatBasedPrice;
  const metered = prices.find((one) => one.amount_type === "metered_unit") as MeteredUnitPrice | undefined;
  return { base, metered: metered ?? null };
}

/** The base amount of a period. */
export function baseAmount(prices: readonly Price[], seats: number | null): number {
  const { base } = pricesIn(prices);
  return base.amount_type === "fixed"
    ? base.price_amount
    : (base.seat_tiers.tiers[0]?.price_per_seat ?? 0) * (seats ?? 1);
}

function sellerOf({ seller }: Shop, id: string): SellerOrganization {
  return {
    ...times,
    id,
    ...seller,
    avatar_url: null,
    email: null,
    website: null,
    socials: [],
    details_submitted_at: null,
    feature_settings: { issue_funding_enabled: false, usage_based_billing_enabled: true },
    subscription_settings: {
      allow_multiple_subscriptions: true,
      allow_customer_updates: false,
      proration_behavior: "invoice",
    },
  } as SellerOrganization;
}

function benefitOf(name: string, one: ShopBenefit, sellerId: string): Benefit {
  const base = {
    ...times,
    id: idOf("benefit", name),
    description: one.description,
    selectable: true,
    deletable: true,
    organization_id: sellerId,
    metadata: { name },
  };
  if (one.type === "custom") return { ...base, type: one.type, properties: { note: one.note } };
  if (one.type === "downloadables") {
    return {
      ...base,
      type: one.type,
      properties: { archived: {}, files: one.files.map((file) => idOf("file", file)) },
    };
  }
  if (one.type === "meter_credit") {
    const properties = { units: one.units, rollover: false, meter_id: idOf("meter", one.meter) };
    return { ...base, type: one.type, properties };
  }
  const activations = { limit: one.machines, enable_customer_admin: true };
  return {
    ...base,
    type: one.type,
    properties: { prefix: one.prefix, expires: null, activations, limit_usage: null },
  };
}

function pricesOf({ currency, meters }: Shop, name: string, { every, price, perSeat, metered }: ShopProduct): Price[] {
  const base = {
    ...times,
    product_id: idOf("product", name),
    is_archived: false,
    type: every === null ? "one_time" : "recurring",
    recurring_interval: every,
    price_currency: currency,
  };
  const id = idOf("price", name);
  const tiers = [{ min_seats: 1, max_seats: null, price_per_seat: price }];
  const main: Price = perSeat
    ? { ...base, id, amount_type: "seat_based", seat_tiers: { tiers } }
    : { ...base, id, amount_type: "fixed", price_amount: price };
  if (!metered) return [main];
  const meter = { id: idOf("meter", metered.meter), name: meters[metered.meter]?.name ?? metered.meter };
  return [
    main,
    {
      ...base,
      id: idOf("metered price", name),
      amount_type: "metered_unit",
      unit_amount: metered.unitAmount,
      cap_amount: metered.cap,
      meter_id: meter.id,
      meter,
    },
  ];
}

function byId<T extends { readonly id: string }>(list: readonly T[]): ReadonlyMap<string, T> {
  return new Map(list.map((one) => [one.id, one]));
}

function namesOf(kind: string, parts: object): Record<string, string> {
  return Object.fromEntries(Object.keys(parts).map((name) => [name, idOf(kind, name)]));
}
