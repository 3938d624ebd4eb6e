/** The inputs for changing and ending subscriptions at a payment provider. */

import type { PlanChoice } from "./checkout.ts";

/**
 * When a change applies, and how the rest of the current period is settled. `now` applies it now and charges or credits
 * the difference now. `nextInvoice` applies it now and puts the difference on the next invoice. `periodEnd` applies it
 * when the paid period ends, with nothing to settle.
 */
export type ChangeTiming = "now" | "nextInvoice" | "periodEnd";

/** A change to a subscription's plan, seats, or both. At least one of the two is set. */
export interface SubscriptionChange {
  readonly subscriptionId: string;
  /** The new plan: an upgrade, a downgrade, or a different interval. `null` keeps the current one. */
  readonly plan: PlanChoice | null;
  /** The new number of seats. `null` keeps the current one. */
  readonly seats: number | null;
  readonly timing: ChangeTiming;
}

/** What a change would cost. Amounts are in the currency's smallest unit. */
export interface ChangePreview {
  /** The amount charged now. Negative for a credit. `null` if the provider can't tell. */
  readonly dueNow: number | null;
  /** The amount of each period after the change. `null` if the provider can't tell. */
  readonly nextAmount: number | null;
  readonly currency: string;
  /** The interval after the change, such as `month`. */
  readonly recurringInterval: string;
  /** When the change applies. `null` means now. */
  readonly effectiveAt: Date | null;
  /** Whether the amounts were calculated without the provider's invoice, so that taxes and discounts can differ. */
  readonly isEstimate: boolean;
}

/** A cancellation and its reason. */
export interface Cancellation {
  readonly subscriptionId: string;
  /** `now` also ends the access now. Nothing is refunded. */
  readonly when: "periodEnd" | "now";
  readonly reason: string | null;
  readonly comment: string | null;
}
