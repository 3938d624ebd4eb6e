/** What the seller's lists of orders, refunds, benefits, discounts, and meters contain. */

import type { BenefitRow } from "../benefits/table.ts";
import type { DiscountRow } from "../discounts/table.ts";
import type { MeterRow } from "../meters/table.ts";
import type { BillingOrder } from "../purchases.ts";
import type { RefundRow } from "../refunds/table.ts";
import type { BenefitKey, DiscountKey, MeterKey, SellerRefundKey } from "../response-columns.ts";

/** An order's or a refund's customer. */
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
export interface SellerRefund extends Pick<RefundRow, SellerRefundKey> {
  readonly customer: SaleCustomer;
}

/** A benefit. */
export interface SellerBenefit extends Pick<BenefitRow, BenefitKey> {}

/** A discount. */
export interface SellerDiscount extends Pick<DiscountRow, DiscountKey> {}

/** A meter. */
export interface SellerMeter extends Pick<MeterRow, MeterKey> {}

/** A page of a list. */
export interface SellerPage<T> {
  readonly items: readonly T[];
  /** Number of entries on all pages. */
  readonly total: number;
  /** `null` on the last page. */
  readonly nextCursor: string | null;
}
