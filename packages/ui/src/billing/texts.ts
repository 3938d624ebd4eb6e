/** Combines the billing texts. */

import { billingErrorsEn } from "./errors.ts";
import { type BillingPageTexts, page } from "./page/texts.ts";
import { type PricingTexts, pricing } from "./pricing/texts.ts";
import { type SellerTexts, seller } from "./seller/texts.ts";

/** All texts for the billing components. */
export interface BillingTexts {
  readonly pricing: PricingTexts;
  readonly page: BillingPageTexts;
  readonly seller: SellerTexts;
  /** Error messages by error code. */
  readonly errors: Readonly<Record<string, string>>;
}

/** The English texts. */
export const billingEn: BillingTexts = { pricing, page, seller, errors: billingErrorsEn };
