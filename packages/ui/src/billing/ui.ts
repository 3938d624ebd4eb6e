/** Gives billing components access to the billing settings. */

import { useUiPlugin } from "../provider/plugin.ts";
import type { UiPlugin } from "../provider/types.ts";
import type { BillingTexts } from "./texts.ts";

/** The billing settings of the UI. */
export interface BillingUi extends UiPlugin {
  readonly id: "billing";
  readonly texts: BillingTexts;
  readonly path: string;
  readonly pricingPath: string;
  readonly sellerPath: string;
  readonly sellerRoles: readonly string[];
}

/** Returns the billing settings. Throws if the provider lacks `billingUi()`. */
export const useBillingUi = (): BillingUi => useUiPlugin<BillingUi>("billing", "billingUi()");
