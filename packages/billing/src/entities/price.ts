/** Prices, in the current and the legacy form. */

import * as z from "zod";
import {
  amount,
  count,
  decimal,
  type Entity,
  entityShape,
  flag,
  id,
  listOf,
  nullable,
  type OpenEnum,
  openEnum,
  openUnion,
  optionalEnum,
  orElse,
  text,
} from "./wire.ts";

/** How often a subscription renews. */
export type RecurringInterval = "day" | "week" | "month" | "year";

interface PriceOf<AmountType extends string> extends Entity {
  readonly product_id: string;
  readonly is_archived: boolean;
  readonly amount_type: AmountType;
  /** Empty in newer versions of the API, where the product says whether it recurs. */
  readonly type: OpenEnum<"one_time" | "recurring">;
  /** `null` for `one_time`. */
  readonly recurring_interval: OpenEnum<RecurringInterval> | null;
  /** Only set, to true, for legacy prices, which are recurring and have their own interval. */
  readonly legacy?: true | undefined;
}

/** A free price. */
export interface FreePrice extends PriceOf<"free"> {}

/** A fixed price, in the currency's smallest unit. */
export interface FixedPrice extends PriceOf<"fixed"> {
  /** Three-letter currency code, lowercase. */
  readonly price_currency: string;
  readonly price_amount: number;
}

/** A price that the buyer chooses within bounds. */
export interface CustomPrice extends PriceOf<"custom"> {
  readonly price_currency: string;
  readonly minimum_amount: number | null;
  readonly maximum_amount: number | null;
  readonly preset_amount: number | null;
}

/** A price per unit of a meter. */
export interface MeteredUnitPrice extends PriceOf<"metered_unit"> {
  readonly price_currency: string;
  /** Decimal string with up to 12 decimals, in the currency's smallest unit. */
  readonly unit_amount: string;
  readonly cap_amount: number | null;
  readonly meter_id: string;
  readonly meter: { readonly id: string; readonly name: string } | null;
}

/** The price of a range of seats. */
export interface SeatTier {
  readonly min_seats: number;
  /** `null` means no limit. */
  readonly max_seats: number | null;
  /** In the currency's smallest unit. */
  readonly price_per_seat: number;
}

/** A price per seat. The number of seats selects a tier, and all seats cost that tier's price. */
export interface SeatBasedPrice extends PriceOf<"seat_based"> {
  readonly price_currency: string;
  readonly seat_tiers: { readonly tiers: readonly SeatTier[] };
}

/** A product's price. The payment provider can add amount types. */
export type Price = FreePrice | FixedPrice | CustomPrice | MeteredUnitPrice | SeatBasedPrice;

export const recurringInterval: z.ZodType<OpenEnum<RecurringInterval>> = openEnum("recurring interval", [
  "day",
  "week",
  "month",
  "year",
]);

/** An interval that can be missing from a payload. */
export const optionalInterval: z.ZodType<OpenEnum<RecurringInterval>> = orElse<
  OpenEnum<RecurringInterval>,
  OpenEnum<RecurringInterval>
>(recurringInterval, "");

const shape = {
  ...entityShape,
  product_id: text,
  is_archived: flag,
  amount_type: openEnum("price amount type", ["free", "fixed", "custom", "metered_unit", "seat_based"]),
  type: optionalEnum("price type", ["one_time", "recurring"]),
  recurring_interval: nullable(recurringInterval),
};

const fixed = { price_currency: text, price_amount: amount };
const custom = {
  price_currency: text,
  minimum_amount: nullable(amount),
  maximum_amount: nullable(amount),
  preset_amount: nullable(amount),
};
const metered = {
  price_currency: text,
  unit_amount: orElse(decimal, "0"),
  cap_amount: nullable(amount),
  meter_id: text,
  meter: nullable(z.looseObject({ id, name: text })),
};
const seatTier = z.looseObject({ min_seats: count, max_seats: nullable(count), price_per_seat: amount });
const seatBased = {
  price_currency: text,
  seat_tiers: orElse(z.looseObject({ tiers: listOf(seatTier) }), { tiers: [] }),
};
/** Legacy prices are always recurring and have their own interval. */
const legacy = { legacy: z.literal(true), type: z.literal("recurring"), recurring_interval: recurringInterval };

const amounts: Readonly<Record<string, z.ZodType>> = {
  free: z.looseObject({}),
  fixed: z.looseObject(fixed),
  custom: z.looseObject(custom),
  metered_unit: z.looseObject(metered),
  seat_based: z.looseObject(seatBased),
  "legacy free": z.looseObject(legacy),
  "legacy fixed": z.looseObject({ ...legacy, ...fixed }),
  "legacy custom": z.looseObject({ ...legacy, ...custom }),
};

/** Selects the schema by `legacy` first, then by the amount type. */
export const price: z.ZodType<Price> = openUnion<Price>(
  "price amount type",
  z.looseObject(shape),
  (one: { readonly amount_type: string; readonly legacy?: unknown }) =>
    one.legacy ? `legacy ${one.amount_type}` : one.amount_type,
  amounts,
);

/** Returns what a number of seats costs, in the currency's smallest unit. `null` if no tier includes that number. */
export function seatAmount({ seat_tiers }: SeatBasedPrice, seats: number): number | null {
  const tier = seat_tiers.tiers.find(
    ({ min_seats, max_seats }) => seats >= min_seats && (max_seats === null || seats <= max_seats),
  );
  return tier ? tier.price_per_seat * seats : null;
}
