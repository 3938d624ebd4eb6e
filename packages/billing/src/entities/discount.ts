/** Discounts, by type and duration. */

import * as z from "zod";
import {
  amount,
  count,
  type Entity,
  entityShape,
  id,
  type Metadata,
  metadata,
  nullable,
  openEnum,
  openUnion,
  optionalEnum,
  sellerId,
  text,
  time,
  type WireShape,
} from "./wire.ts";

/** A fixed discount, in the currency's smallest unit. */
export interface FixedAmount {
  readonly type: "fixed";
  readonly amount: number;
  readonly currency: string;
}

/** A percentage discount. */
export interface PercentageAmount {
  readonly type: "percentage";
  /** 10000 is 100%. */
  readonly basis_points: number;
}

/** Applies once or forever. */
export interface PlainDuration {
  readonly duration: "once" | "forever";
}

/** Applies for several months. */
export interface RepeatingDuration {
  readonly duration: "repeating";
  readonly duration_in_months: number;
}

interface DiscountNames {
  readonly id: string;
  readonly name: string;
  readonly code: string | null;
}

interface DiscountBase extends Entity, DiscountNames {
  readonly starts_at: string | null;
  readonly ends_at: string | null;
  readonly max_redemptions: number | null;
  readonly redemptions_count: number;
  readonly organization_id: string;
  readonly metadata: Metadata;
}

type Terms = (FixedAmount | PercentageAmount) & (PlainDuration | RepeatingDuration);

/** A discount, fixed or as a percentage, that applies once, for several months, or forever. */
export type Discount = DiscountBase & Terms;

/** A discount in a checkout. */
export type ShortDiscount = DiscountNames & Terms;

const fixed = { amount, currency: text };
const percentage = { basis_points: count };
const repeating = { duration_in_months: count };

const terms: Readonly<Record<string, z.ZodType>> = {
  "fixed once": z.looseObject(fixed),
  "fixed forever": z.looseObject(fixed),
  "fixed repeating": z.looseObject({ ...fixed, ...repeating }),
  "percentage once": z.looseObject(percentage),
  "percentage forever": z.looseObject(percentage),
  "percentage repeating": z.looseObject({ ...percentage, ...repeating }),
};

const names = {
  id,
  name: text,
  code: nullable(text),
  type: openEnum("discount type", ["fixed", "percentage"]),
  duration: optionalEnum("discount duration", ["once", "repeating", "forever"]),
};

const kindOf = (one: { readonly type: string; readonly duration: string }): string => `${one.type} ${one.duration}`;

export const shortDiscount: z.ZodType<ShortDiscount> = openUnion<ShortDiscount>(
  "discount",
  z.looseObject(names),
  kindOf,
  terms,
);

/** The fields that all discounts have in common. */
export const discountShape: WireShape<DiscountBase> = {
  ...entityShape,
  ...names,
  starts_at: nullable(time),
  ends_at: nullable(time),
  max_redemptions: nullable(count),
  redemptions_count: count,
  organization_id: sellerId,
  metadata,
};

export const discount: z.ZodType<Discount> = openUnion<Discount>(
  "discount",
  z.looseObject(discountShape),
  kindOf,
  terms,
);
