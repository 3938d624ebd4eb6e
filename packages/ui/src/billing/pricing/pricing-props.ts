/** The props of the pricing table, which its parts share. */

import type { OwnerProps } from "../client.ts";

/** Props for `PricingTable`. */
export interface PricingTableProps extends OwnerProps {
  readonly className?: string;
  readonly title?: string;
  /** Ids of the products to show, in this order. Default: all products for sale, oldest first. */
  readonly products?: readonly string[];
  /** Id of the product to recommend. Its button is the only filled one. */
  readonly recommended?: string;
  /** URL to return to after the checkout. Can contain `{CHECKOUT_ID}`. Default: the billing page. */
  readonly successUrl?: string;
  readonly discountCode?: string;
  /**
   * What happens when a user with exactly one plan chooses another. `change` replaces the plan after a preview of the
   * costs, and `add` buys the other one in addition. Default: `change`, if the server can change plans.
   */
  readonly existingPlan?: "change" | "add";
}
