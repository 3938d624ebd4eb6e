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
  openEnum,
  openUnion,
  text,
  time,
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

const fixed = z.looseObject({ amount, currency: text });
const percentage = z.looseObject({ basis_points: count });
const repeating = z.looseObject({ duration_in_months: count });

const terms: Readonly<Record<string, z.ZodType>> = {
  "fixed once": fixed,
  "fixed forever": fixed,
  "fixed repeating": fixed.and(repeating),
  "percentage once": percentage,
  "percentage forever": percentage,
  "percentage repeating": percentage.and(repeating),
};

const names = {
  id,
  name: text,
  code: text.nullable(),
  type: openEnum("discount type", ["fixed", "percentage"]),
  duration: openEnum("discount duration", ["once", "repeating", "forever"]),
};

const kindOf = (one: { readonly type: string; readonly duration: string }): string => `${one.type} ${one.duration}`;

export const shortDiscount: z.ZodType<ShortDiscount> = openUnion<ShortDiscount>(
  "discount",
  z.looseObject(names),
  kindOf,
  terms,
);

export const discount: z.ZodType<Discount> = openUnion<Discount>(
  "discount",
  z.looseObject({
    ...entityShape,
    ...names,
    starts_at: time.nullable(),
    ends_at: time.nullable(),
    max_redemptions: count.nullable(),
    redemptions_count: count,
    organization_id: id,
    metadata,
  }),
  kindOf,
  terms,
);
