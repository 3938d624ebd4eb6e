/** Stripe's products and prices. */

import * as z from "zod";
import type {
  CustomPrice,
  FixedPrice,
  FreePrice,
  MeteredUnitPrice,
  Price,
  SeatBasedPrice,
} from "../../entities/price.ts";
import type { Product, ProductMedia } from "../../entities/product.ts";
import { amount, id, listOf, type Metadata, metadata, nullable, orElse, text } from "../../entities/wire.ts";
import { enabled, entityTimes, idIn, reference, type StripeReference, seconds } from "./common.ts";

/** How often a price recurs. */
export interface StripeRecurrence {
  readonly interval: string;
  readonly interval_count: number;
  readonly usage_type: string;
  readonly meter: string | null;
  readonly trial_period_days: number | null;
}

/** A price of a product. */
export interface StripePrice {
  readonly id: string;
  readonly created: number | null;
  readonly active: boolean;
  readonly currency: string;
  /** `null` for prices with tiers, amounts that the buyer chooses, and fractions of the smallest unit. */
  readonly unit_amount: number | null;
  readonly unit_amount_decimal: string | number | null;
  readonly custom_unit_amount: {
    readonly minimum: number | null;
    readonly maximum: number | null;
    readonly preset: number | null;
  } | null;
  readonly recurring: StripeRecurrence | null;
  readonly product: StripeReference | null;
}

/** A product without its prices. */
export interface StripeProduct {
  readonly id: string;
  readonly created: number | null;
  readonly name: string;
  readonly description: string | null;
  readonly active: boolean;
  readonly images: readonly string[];
  readonly metadata: Metadata;
  readonly default_price: StripeReference | null;
  /** What one unit is called, such as `seat`. A product that has it is sold per unit. */
  readonly unit_label: string | null;
}

/** A product with its prices. Stripe returns them separately. */
export interface CatalogEntry {
  readonly product: StripeProduct;
  readonly prices: readonly StripePrice[];
}

export const stripePrice: z.ZodType<StripePrice> = z.looseObject({
  id,
  created: seconds,
  active: enabled,
  currency: text,
  unit_amount: nullable(amount),
  unit_amount_decimal: nullable(z.union([z.string(), z.number()])),
  custom_unit_amount: nullable(
    z.looseObject({ minimum: nullable(amount), maximum: nullable(amount), preset: nullable(amount) }),
  ),
  recurring: nullable(
    z.looseObject({
      interval: text,
      interval_count: orElse(z.int(), 1),
      usage_type: text,
      meter: nullable(z.string()),
      trial_period_days: nullable(z.int()),
    }),
  ),
  product: reference,
});

export const stripeProduct: z.ZodType<StripeProduct> = z.looseObject({
  id,
  created: seconds,
  name: text,
  description: nullable(z.string()),
  active: enabled,
  images: listOf(z.string()),
  metadata,
  default_price: reference,
  unit_label: nullable(z.string()),
});

export const catalogEntry: z.ZodType<CatalogEntry> = z.looseObject({
  product: stripeProduct,
  prices: listOf(stripePrice),
});

/** Whether a price is charged by usage. */
export function isMetered({ recurring }: StripePrice): boolean {
  return recurring?.usage_type === "metered";
}

/** Returns a price's interval, such as `month` or `3 month`. Empty for a one-time price. */
export function intervalOf({ recurring }: StripePrice): string {
  if (recurring === null) return "";
  return recurring.interval_count === 1 ? recurring.interval : `${recurring.interval_count} ${recurring.interval}`;
}

/** Whether a product is sold per seat: its unit has a label, which Stripe shows to buyers. */
export function isPerSeat({ unit_label }: Pick<StripeProduct, "unit_label">): boolean {
  return unit_label !== null && unit_label !== "";
}

export function toProduct({ product, prices }: CatalogEntry): Product {
  const defaultId = idIn(product.default_price);
  // The default price comes first. The others keep Stripe's order, newest first.
  const sorted = [...prices].sort((a, b) => Number(b.id === defaultId) - Number(a.id === defaultId));
  const intervals = new Set(sorted.filter(({ active }) => active).map(intervalOf));
  const [interval = ""] = intervals;
  const trialDays = sorted[0]?.recurring?.trial_period_days ?? null;
  return {
    ...entityTimes(product.created),
    id: product.id,
    name: product.name,
    description: product.description,
    // A product that's sold in several intervals has no interval of its own.
    recurring_interval: intervals.size === 1 && interval !== "" ? interval : null,
    is_recurring: sorted.some(({ recurring }) => recurring !== null),
    is_archived: !product.active,
    organization_id: "",
    metadata: product.metadata,
    prices: sorted.map((price) => toPrice(price, product.id, isPerSeat(product))),
    benefits: [],
    medias: product.images.map((url, index) => toMedia(product.id, url, index)),
    attached_custom_fields: [],
    // Without a trial at Stripe, these fields stay unset, because the app can still set one.
    ...(trialDays === null ? {} : { trial_interval: "day", trial_interval_count: trialDays }),
  };
}

/**
 * Converts a price.
 * @param hasSeats whether the product is sold per seat
 */
export function toPrice(price: StripePrice, productId: string, hasSeats: boolean): Price {
  const base = {
    ...entityTimes(price.created),
    id: price.id,
    product_id: productId,
    is_archived: !price.active,
    type: price.recurring === null ? "one_time" : "recurring",
    recurring_interval: intervalOf(price) || null,
  };
  const { custom_unit_amount: custom, unit_amount: fixed, currency: price_currency } = price;
  if (isMetered(price)) {
    const meter_id = price.recurring?.meter ?? "";
    const unit_amount = String(price.unit_amount_decimal ?? fixed ?? 0);
    return {
      ...{ ...base, amount_type: "metered_unit", price_currency, unit_amount, cap_amount: null, meter_id, meter: null },
    } satisfies MeteredUnitPrice;
  }
  if (custom !== null) {
    const { minimum: minimum_amount, maximum: maximum_amount, preset: preset_amount } = custom;
    return {
      ...{ ...base, amount_type: "custom", price_currency, minimum_amount, maximum_amount, preset_amount },
    } satisfies CustomPrice;
  }
  if (hasSeats && fixed !== null && price.recurring !== null) {
    const tiers = [{ min_seats: 1, max_seats: null, price_per_seat: fixed }];
    return { ...base, amount_type: "seat_based", price_currency, seat_tiers: { tiers } } satisfies SeatBasedPrice;
  }
  if (fixed === 0) return { ...base, amount_type: "free" } satisfies FreePrice;
  // The first tier's amount isn't part of the price, so prices with tiers show no amount.
  return { ...base, amount_type: "fixed", price_currency, price_amount: fixed ?? 0 } satisfies FixedPrice;
}

function toMedia(productId: string, public_url: string, index: number): ProductMedia {
  return {
    id: `${productId} ${index}`,
    organization_id: "",
    name: "",
    path: "",
    mime_type: "",
    size: 0,
    storage_version: null,
    checksum_etag: null,
    checksum_sha256_base64: null,
    checksum_sha256_hex: null,
    last_modified_at: null,
    version: null,
    service: "product_media",
    is_uploaded: true,
    created_at: null,
    size_readable: "",
    public_url,
  };
}
