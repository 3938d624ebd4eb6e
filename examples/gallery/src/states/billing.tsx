/** Combines the states of `@latchkey/ui/billing`. */

import type { Gallery } from "../state.ts";
import { billingPages } from "./billing-page.tsx";
import { planStates } from "./billing-plan.tsx";
import { pricingTableStates } from "./pricing-table.tsx";
import { sellerStates } from "./seller-page.tsx";

export const shop: Gallery = {
  ...billingPages,
  PlanSection: planStates,
  PricingTable: pricingTableStates,
  SellerPage: sellerStates,
};
