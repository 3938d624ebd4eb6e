/** Stripe's coupons, promotion codes, and discounts. */

import * as z from "zod";
import type { Discount } from "../../entities/discount.ts";
import { amount, count, id, type Metadata, metadata, nullable, text } from "../../entities/wire.ts";
import { entityTimes, idIn, readExpanded, reference, type StripeReference, seconds, toTime } from "./common.ts";

/** A discount's terms. */
export interface StripeCoupon {
  readonly id: string;
  readonly created: number | null;
  readonly name: string | null;
  readonly duration: string;
  readonly duration_in_months: number | null;
  readonly amount_off: number | null;
  readonly percent_off: number | null;
  readonly currency: string | null;
  readonly max_redemptions: number | null;
  readonly times_redeemed: number;
  readonly redeem_by: number | null;
  readonly metadata: Metadata;
}

/** The fields that can contain a promotion code's or discount's coupon, depending on the API version. */
interface CouponHolder {
  readonly coupon: StripeReference | null;
  /** Set on promotion codes in newer API versions. */
  readonly promotion: { readonly coupon: StripeReference | null } | null;
  /** Set on discounts in newer API versions. */
  readonly source: { readonly coupon: StripeReference | null } | null;
}

/** A code that buyers enter to get a coupon. */
export interface StripePromotionCode extends CouponHolder {
  readonly id: string;
  readonly created: number | null;
  readonly active: boolean;
  readonly code: string;
  readonly expires_at: number | null;
  readonly max_redemptions: number | null;
  readonly times_redeemed: number;
}

/** A coupon that was applied to something, with or without a code. */
export interface StripeDiscount extends CouponHolder {
  readonly promotion_code: StripeReference | null;
}

export const stripeCoupon: z.ZodType<StripeCoupon> = z.looseObject({
  id,
  created: seconds,
  name: nullable(z.string()),
  duration: text,
  duration_in_months: nullable(count),
  amount_off: nullable(amount),
  percent_off: nullable(z.number()),
  currency: nullable(z.string()),
  max_redemptions: nullable(count),
  times_redeemed: count,
  redeem_by: seconds,
  metadata,
});

const holder = {
  coupon: reference,
  promotion: nullable(z.looseObject({ coupon: reference })),
  source: nullable(z.looseObject({ coupon: reference })),
};

export const stripePromotionCode: z.ZodType<StripePromotionCode> = z.looseObject({
  ...holder,
  id,
  created: seconds,
  active: z.boolean().default(true),
  code: text,
  expires_at: seconds,
  max_redemptions: nullable(count),
  times_redeemed: count,
});

export const stripeDiscount: z.ZodType<StripeDiscount> = z.looseObject({ ...holder, promotion_code: reference });

function couponIn({ coupon, promotion, source }: CouponHolder): StripeReference | null {
  return source?.coupon ?? promotion?.coupon ?? coupon;
}

/** Returns the id for applying a discount again: its promotion code's, or else its coupon's. */
export function discountIdOf(discount: StripeDiscount): string | null {
  return idIn(discount.promotion_code) ?? idIn(couponIn(discount));
}

/** Converts an applied discount. `null` if it isn't expanded. */
export function toDiscount(discount: StripeDiscount): Discount | null {
  const code = readExpanded(discount.promotion_code, stripePromotionCode);
  const coupon = readExpanded(couponIn(discount) ?? (code && couponIn(code)), stripeCoupon);
  if (coupon === null) return null;
  // If the code isn't expanded, the coupon would overwrite it.
  if (discount.promotion_code !== null && code === null) return null;
  return code ? fromPromotionCode(code, coupon) : fromCoupon(coupon);
}

/** Converts a promotion code. `null` if its coupon isn't expanded. */
export function promotionCodeToDiscount(code: StripePromotionCode): Discount | null {
  const coupon = readExpanded(couponIn(code), stripeCoupon);
  return coupon && fromPromotionCode(code, coupon);
}

export function fromCoupon(coupon: StripeCoupon): Discount {
  const base = {
    ...entityTimes(coupon.created),
    id: coupon.id,
    name: coupon.name ?? "",
    code: null,
    starts_at: null,
    ends_at: toTime(coupon.redeem_by),
    max_redemptions: coupon.max_redemptions,
    redemptions_count: coupon.times_redeemed,
    organization_id: "",
    metadata: coupon.metadata,
  };
  const months = coupon.duration_in_months ?? 0;
  const duration =
    coupon.duration === "repeating"
      ? ({ duration: "repeating", duration_in_months: months } as const)
      : ({ duration: coupon.duration === "forever" ? "forever" : "once" } as const);
  if (coupon.amount_off !== null) {
    return { ...base, ...duration, type: "fixed", amount: coupon.amount_off, currency: coupon.currency ?? "" };
  }
  return { ...base, ...duration, type: "percentage", basis_points: Math.round((coupon.percent_off ?? 0) * 100) };
}

function fromPromotionCode(code: StripePromotionCode, coupon: StripeCoupon): Discount {
  // Stripe doesn't say when a code was deactivated, so use its creation as its end.
  const endsAt = code.active ? (code.expires_at ?? coupon.redeem_by) : code.created;
  return {
    ...fromCoupon(coupon),
    ...entityTimes(code.created),
    id: code.id,
    code: code.code,
    ends_at: toTime(endsAt),
    max_redemptions: code.max_redemptions,
    redemptions_count: code.times_redeemed,
  };
}
