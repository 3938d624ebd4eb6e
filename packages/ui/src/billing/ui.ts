/** The part of billing in the screens, for the screens of it. */

import { type UiPlugin, useUiPlugin } from "../provider/plugin.ts";
import type { BillingTexts } from "./texts.ts";

/** The part of billing in the screens. */
export interface BillingUi extends UiPlugin {
  readonly id: "billing";
  readonly texts: BillingTexts;
  readonly path: string;
  readonly pricingPath: string;
  readonly sellerPath: string;
  readonly sellerRoles: readonly string[];
}

/** The part, for the screens of it. */
export const useBillingUi = (): BillingUi => useUiPlugin<BillingUi>("billing", "billingUi()");
