/** What the seller's lists of orders, refunds, benefits, discounts, and meters contain. */

import type { BenefitRow } from "../benefits/table.ts";
import type { DiscountRow } from "../discounts/table.ts";
import type { MeterRow } from "../meters/table.ts";
import type { BillingOrder } from "../purchases.ts";
import type { RefundRow } from "../refunds/table.ts";

/** The customer of an order or a refund. */
export interface SaleCustomer {
  readonly id: string;
  readonly email: string | null;
  readonly name: string | null;
}

/** An order with its customer. */
export interface SellerOrder extends BillingOrder {
  readonly customer: SaleCustomer;
}

/** A refund with its customer. */
export interface SellerRefund
  extends Pick<RefundRow, "id" | "orderId" | "status" | "reason" | "amount" | "taxAmount" | "currency" | "createdAt"> {
  readonly customer: SaleCustomer;
}

/** A benefit. */
export interface SellerBenefit extends Pick<BenefitRow, "id" | "type" | "description" | "createdAt"> {}

/** A discount. */
export interface SellerDiscount
  extends Pick<
    DiscountRow,
    | "id"
    | "name"
    | "code"
    | "type"
    | "duration"
    | "durationInMonths"
    | "amount"
    | "currency"
    | "basisPoints"
    | "startsAt"
    | "endsAt"
    | "maxRedemptions"
    | "redemptionsCount"
    | "createdAt"
  > {}

/** A meter. */
export interface SellerMeter extends Pick<MeterRow, "id" | "name" | "createdAt"> {}

/** A page of a list. */
export interface SellerPage<T> {
  readonly items: readonly T[];
  /** Number of entries on all pages. */
  readonly total: number;
  /** `null` on the last page. */
  readonly nextCursor: string | null;
}
