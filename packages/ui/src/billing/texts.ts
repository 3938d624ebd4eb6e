/** The texts of billing: the parts put together. */

import { billingErrorsEn } from "./errors.ts";
import { type BillingPageTexts, page } from "./page/texts.ts";
import { type PricingTexts, pricing } from "./pricing/texts.ts";
import { type SellerTexts, seller } from "./seller/texts.ts";

/** Every text of the screens of billing. */
export interface BillingTexts {
  readonly pricing: PricingTexts;
  readonly page: BillingPageTexts;
  readonly seller: SellerTexts;
  /** Sentences by error code. */
  readonly errors: Readonly<Record<string, string>>;
}

/** In English. */
export const billingEn: BillingTexts = { pricing, page, seller, errors: billingErrorsEn };
