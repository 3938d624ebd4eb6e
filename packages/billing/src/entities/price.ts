/** Prices, of the present form and of the legacy one. */

import * as z from "zod";
import { amount, decimal, type Entity, entityShape, flag, id, type Open, open, text, union } from "./wire.ts";

/** How often a subscription renews. */
export type RecurringInterval = "month" | "year";

interface PriceOf<AmountType extends string> extends Entity {
  readonly product_id: string;
  readonly is_archived: boolean;
  readonly amount_type: AmountType;
  readonly type: Open<"one_time" | "recurring">;
  /** `null` for `one_time`. */
  readonly recurring_interval: Open<RecurringInterval> | null;
  /** Only there, and then true, at prices of the legacy form: those recur, and have their own interval. */
  readonly legacy?: true | undefined;
}

/** Costs nothing. */
export interface FreePrice extends PriceOf<"free"> {}

/** Costs this much, in the currency's smallest unit. */
export interface FixedPrice extends PriceOf<"fixed"> {
  /** Three letters, lower case. */
  readonly price_currency: string;
  readonly price_amount: number;
}

/** Costs what the buyer says, within bounds. */
export interface CustomPrice extends PriceOf<"custom"> {
  readonly price_currency: string;
  readonly minimum_amount: number | null;
  readonly maximum_amount: number | null;
  readonly preset_amount: number | null;
}

/** Costs this much for each unit of a meter. */
export interface MeteredUnitPrice extends PriceOf<"metered_unit"> {
  readonly price_currency: string;
  /** Decimal text with up to twelve decimals, of the currency's smallest unit. */
  readonly unit_amount: string;
  readonly cap_amount: number | null;
  readonly meter_id: string;
  readonly meter: { readonly id: string; readonly name: string };
}

/** A product's price. The platform may add kinds of amounts. */
export type Price = FreePrice | FixedPrice | CustomPrice | MeteredUnitPrice;

export const recurringInterval: z.ZodType<Open<RecurringInterval>> = open("recurring interval", ["month", "year"]);

const shape = {
  ...entityShape,
  product_id: id,
  is_archived: flag,
  amount_type: open("price amount type", ["free", "fixed", "custom", "metered_unit"]),
  type: open("price type", ["one_time", "recurring"]),
  recurring_interval: recurringInterval.nullable(),
};

const fixed = z.looseObject({ price_currency: text, price_amount: amount });
const custom = z.looseObject({
  price_currency: text,
  minimum_amount: amount.nullable(),
  maximum_amount: amount.nullable(),
  preset_amount: amount.nullable(),
});
const metered = z.looseObject({
  price_currency: text,
  unit_amount: decimal,
  cap_amount: amount.nullable(),
  meter_id: id,
  meter: z.looseObject({ id, name: text }),
});
/** A legacy price always recurs, at an interval of its own. */
const legacy = z.looseObject({
  legacy: z.literal(true),
  type: z.literal("recurring"),
  recurring_interval: recurringInterval,
});

const amounts: Readonly<Record<string, z.ZodType>> = {
  free: z.looseObject({}),
  fixed,
  custom,
  metered_unit: metered,
  "legacy free": legacy,
  "legacy fixed": legacy.and(fixed),
  "legacy custom": legacy.and(custom),
};

/** `legacy` is looked at first, then the kind of amount. */
export const price: z.ZodType<Price> = union<Price>(
  "price amount type",
  z.looseObject(shape),
  (one: { readonly amount_type: string; readonly legacy?: unknown }) =>
    one.legacy ? `legacy ${one.amount_type}` : one.amount_type,
  amounts,
);
