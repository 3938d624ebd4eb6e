/** The plans that a subscription can change to. */

import type { BillingProduct, BillingSubscription, ProductPrice } from "@latchkey/billing";
import { intervalsOf, isPriceOf } from "../pricing/prices.ts";

/** A product with one of its billing intervals. */
export interface PlanOption {
  readonly key: string;
  readonly product: BillingProduct;
  readonly interval: string;
  /** `null` if the product has only one interval, or no price that isn't metered. */
  readonly priceId: string | null;
  /** Whether this is the subscription's current product and interval. */
  readonly isCurrent: boolean;
}

/** Returns the options for a plan, including the current one, in product order. */
export function planOptionsOf(products: readonly BillingProduct[], plan: BillingSubscription): readonly PlanOption[] {
  return products
    .filter(({ isRecurring }) => isRecurring)
    .flatMap((product) => {
      const intervals = intervalsOf([product]);
      return intervals.flatMap((interval) => {
        const base = product.prices.find((price) => isPriceOf(product, price, interval) && isBase(price));
        // Only the checkout can ask for a custom amount.
        if (base?.amountType === "custom") return [];
        const isCurrent = product.id === plan.product.id && interval === plan.recurringInterval;
        const priceId = intervals.length > 1 ? (base?.id ?? null) : null;
        return [{ key: `${product.id} ${interval}`, product, interval, priceId, isCurrent }];
      });
    });
}

const isBase = ({ amountType }: ProductPrice): boolean => amountType !== "metered_unit";

/** Whether the plan can be changed now. A plan that ends has to be resumed first, and an unpaid one has to be paid. */
export function isChangeable({ isActive, cancelAtPeriodEnd, status }: BillingSubscription): boolean {
  return isActive && !cancelAtPeriodEnd && (status === "active" || status === "trialing");
}

/** Whether a product has a price per seat. */
export function hasSeatPrice({ prices }: BillingProduct): boolean {
  return prices.some(({ amountType, seatTiers }) => amountType === "seat_based" || seatTiers !== null);
}
