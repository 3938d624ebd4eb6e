/** Does what Stripe's dashboard and test clocks can do, for tests and demos. */

import { day } from "../clock.ts";
import type { WebhookFaults } from "../webhooks/faults.ts";
import { expireSessions } from "./checkouts.ts";
import { closeDispute, disputePayment, refundPayment, updateRefund } from "./invoices.ts";
import { pauseAfterTrial, resumeAfterPause } from "./pauses.ts";
import type { StripePlatform, SubscriptionEntity } from "./state.ts";
import { endOf, endPeriod, recoverPayment } from "./subscriptions.ts";

export interface StripeControl {
  /** Turns webhook and API faults on or off. */
  setFaults(faults: Partial<WebhookFaults>): void;
  /** Moves the clock to the end of a subscription's period. It renews, or ends if it was canceled. */
  endPeriod(subscriptionId: string): void;
  /** Moves the clock to three days before the end of a trial, and sends the event that announces the end. */
  announceTrialEnd(subscriptionId: string): void;
  /** Moves the clock to the end of a trial, and pauses the subscription, because there's no payment method. */
  pauseAfterTrial(subscriptionId: string): void;
  /** Resumes a paused subscription with a new period. */
  resumeAfterPause(subscriptionId: string): void;
  /** Declines the customer's card from now on. */
  declineCard(customerId: string): void;
  /** Pays the open invoices with a new card. */
  recoverPayment(subscriptionId: string): void;
  /** Refunds an invoice's payment, or part of it. Returns the refund's id. */
  refund(invoiceId: string, amount?: number, status?: "pending" | "succeeded"): string;
  updateRefund(refundId: string, status: "succeeded" | "failed"): void;
  /** Disputes an invoice's payment. Returns the dispute's id. */
  dispute(invoiceId: string): string;
  closeDispute(disputeId: string, status: "won" | "lost"): void;
  /** Moves the clock. Subscriptions whose period ends by then renew, or end if they were canceled. */
  advance(days: number): void;
}

export function controlOf(platform: StripePlatform, setFaults: StripeControl["setFaults"]): StripeControl {
  const { state, clock } = platform;
  const intentOf = (invoiceId: string): string =>
    state.invoices.get(invoiceId)?.payments.data[0]?.payment.payment_intent ?? "";
  return {
    setFaults,
    endPeriod: (id) => void endPeriod(platform, id),
    announceTrialEnd(id) {
      const subscription = state.subscriptions.get(id);
      if (!subscription) return;
      clock.moveTo(new Date(endOf(subscription) * 1000 - 3 * day));
      platform.emit("customer.subscription.trial_will_end", subscription);
    },
    pauseAfterTrial: (id) => void pauseAfterTrial(platform, id),
    resumeAfterPause: (id) => void resumeAfterPause(platform, id),
    declineCard: (id) => void state.declined.add(id),
    recoverPayment: (id) => recoverPayment(platform, id),
    refund: (id, amount, status = "succeeded") =>
      refundPayment(platform, { paymentIntent: intentOf(id), amount: amount ?? null, reason: null, status }).id,
    updateRefund: (id, status) => void updateRefund(platform, id, status),
    dispute: (id) => disputePayment(platform, intentOf(id)).id,
    closeDispute: (id, status) => void closeDispute(platform, id, status),
    advance(days) {
      const target = new Date(clock.now().getTime() + days * day);
      endPeriodsUntil(platform, target);
      clock.moveTo(target);
      expireSessions(platform);
    },
  };
}

const ongoing: ReadonlySet<string> = new Set(["active", "trialing", "past_due"]);

/** Ends periods in chronological order, as if the time had really passed. */
function endPeriodsUntil(platform: StripePlatform, target: Date): void {
  const isDue = (one: SubscriptionEntity): boolean => ongoing.has(one.status) && endOf(one) * 1000 <= target.getTime();
  const nextDue = (): SubscriptionEntity | undefined =>
    [...platform.state.subscriptions.values()].filter(isDue).sort((a, b) => endOf(a) - endOf(b))[0];
  for (let next = nextDue(); next; next = nextDue()) endPeriod(platform, next.id);
}
