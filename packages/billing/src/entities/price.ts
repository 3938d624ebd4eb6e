/** Prices, in the current and the legacy form. */

import * as z from "zod";
import {
  amount,
  decimal,
  type Entity,
  entityShape,
  flag,
  id,
  nullable,
  type OpenEnum,
  openEnum,
  openUnion,
  optionalEnum,
  orElse,
  text,
} from "./wire.ts";

/** How often a subscription renews. */
export type RecurringInterval = "month" | "year";

interface PriceOf<AmountType extends string> extends Entity {
  readonly product_id: string;
  readonly is_archived: boolean;
  readonly amount_type: AmountType;
  /** Empty in newer versions of the API. The product then says whether it recurs. */
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

/** A product's price. The payment provider can add amount types. */
export type Price = FreePrice | FixedPrice | CustomPrice | MeteredUnitPrice;

export const recurringInterval: z.ZodType<OpenEnum<RecurringInterval>> = openEnum("recurring interval", [
  "month",
  "year",
]);

/** An interval that a payload can lack. */
export const optionalInterval: z.ZodType<OpenEnum<RecurringInterval>> = orElse<
  OpenEnum<RecurringInterval>,
  OpenEnum<RecurringInterval>
>(recurringInterval, "");

const shape = {
  ...entityShape,
  product_id: text,
  is_archived: flag,
  amount_type: openEnum("price amount type", ["free", "fixed", "custom", "metered_unit"]),
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
/** Legacy prices are always recurring and have their own interval. */
const legacy = { legacy: z.literal(true), type: z.literal("recurring"), recurring_interval: recurringInterval };

const amounts: Readonly<Record<string, z.ZodType>> = {
  free: z.looseObject({}),
  fixed: z.looseObject(fixed),
  custom: z.looseObject(custom),
  metered_unit: z.looseObject(metered),
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
