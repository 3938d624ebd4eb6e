/** One customer's history at the fake Stripe, step by step, with the changes that each event causes. */

import { createCustomer, expireSessions, openSession, paySession } from "../src/stripe/checkouts.ts";
import { controlOf } from "../src/stripe/control.ts";
import type { StripeCore } from "../src/stripe/core.ts";
import { change } from "../src/stripe/state.ts";
import { endSubscription } from "../src/stripe/subscriptions.ts";

/** Rows of the mirror, by table. */
export type Mirror = Readonly<Record<string, readonly any[]>>;

/** A step in the history, and its events. */
export interface Step {
  /** Maps each event type to a check of what it changes in the mirror. Each event alone is enough for the change. */
  readonly shows: Readonly<Record<string, (mirror: Mirror) => unknown>>;
  act(): void;
}

const plan = ({ Subscription: all = [] }: Mirror) => all[0]?.status;
const trial = ({ Subscription: all = [] }: Mirror) => all.find(({ trialEndsAt }) => trialEndsAt !== null)?.status;
const orders = ({ Order: all = [] }: Mirror) => all.map(({ status }) => status).sort();
const refunds = ({ Refund: all = [] }: Mirror) => all.map(({ reason, status }) => `${reason} ${status}`).sort();
const granted = ({ Grant: all = [] }: Mirror) =>
  all.filter(({ isGranted }) => isGranted).map(({ benefitId }) => benefitId);

/** Returns the whole history. Every step involves the same customer. */
export function scriptOf(core: StripeCore): readonly Step[] {
  const { platform, names } = core;
  const { state } = platform;
  const control = controlOf(platform, () => undefined);
  const customerId = (): string => [...state.customers.keys()][0] ?? "";
  const subscriptionId = (at = 0): string => [...state.subscriptions.keys()][at] ?? "";
  const invoice = (): string => [...state.invoices.values()].find(({ payments }) => payments.data.length > 0)?.id ?? "";
  const open = (product: string, trialDays = 0) => {
    const price = [...state.prices.values()].find(
      (one) => one.product === product && one.recurring?.interval === "month",
    );
    return openSession(platform, {
      mode: "subscription",
      customer: customerId(),
      line_items: [{ price: price?.id ?? "", quantity: "1" }],
      success_url: "https://app.test/",
      subscription_data: { trial_period_days: String(trialDays) },
    });
  };
  const refund = (): string => [...state.refunds.keys()][0] ?? "";
  const sessions = ({ Checkout: all = [] }: Mirror) => all.map(({ status }) => status).sort();
  return [
    {
      act: () =>
        void createCustomer(platform, { email: "ann@example.com", name: "Ann", metadata: { latchkey_id: "u" } }),
      shows: { "customer.created": ({ Customer: all = [] }) => all[0]?.externalId === "u" },
    },
    {
      act() {
        open(names.products.studio ?? "");
        control.advance(2);
        expireSessions(platform);
      },
      shows: { "checkout.session.expired": (mirror) => sessions(mirror).join() === "expired" },
    },
    {
      act: () => void paySession(platform, open(names.products.studio ?? ""), null),
      shows: {
        "checkout.session.completed": (mirror) => sessions(mirror).join() === "expired,succeeded",
        "customer.subscription.created": (mirror) => plan(mirror) === "active",
        "invoice.paid": (mirror) => orders(mirror).join() === "paid",
        "entitlements.active_entitlement_summary.updated": (mirror) => granted(mirror).includes("pro"),
      },
    },
    {
      act() {
        control.declineCard(customerId());
        control.endPeriod(subscriptionId());
      },
      shows: {
        "customer.subscription.updated": (mirror) => plan(mirror) === "past_due",
        "invoice.payment_failed": (mirror) => orders(mirror).join() === "paid,pending",
        "entitlements.active_entitlement_summary.updated": (mirror) => granted(mirror).length === 0,
      },
    },
    {
      act: () => control.recoverPayment(subscriptionId()),
      shows: {
        "customer.subscription.updated": (mirror) => plan(mirror) === "active",
        "invoice.paid": (mirror) => orders(mirror).join() === "paid,paid",
      },
    },
    {
      act: () => void control.refund(invoice(), 1200, "pending"),
      shows: {
        "refund.created": (mirror) => refunds(mirror).join() === "other pending",
        "charge.refunded": (mirror) => refunds(mirror).join() === "other pending",
      },
    },
    {
      act: () => control.updateRefund(refund(), "succeeded"),
      shows: { "refund.updated": (mirror) => orders(mirror).join() === "paid,partially_refunded" },
    },
    {
      act: () => control.updateRefund(refund(), "failed"),
      shows: { "refund.failed": (mirror) => orders(mirror).join() === "paid,paid" },
    },
    {
      act: () => void control.dispute(invoice()),
      shows: { "charge.dispute.created": (mirror) => refunds(mirror).includes("dispute pending") },
    },
    {
      act: () => control.closeDispute([...state.disputes.keys()][0] ?? "", "lost"),
      shows: { "charge.dispute.closed": (mirror) => orders(mirror).join() === "paid,refunded" },
    },
    {
      act: () => void paySession(platform, open(names.products.solo ?? "", 14), null),
      shows: { "customer.subscription.created": (mirror) => trial(mirror) === "trialing" },
    },
    {
      // Nothing changes, but the app's handler receives the event.
      act: () => control.announceTrialEnd(subscriptionId(1)),
      shows: { "customer.subscription.trial_will_end": (mirror) => trial(mirror) === "trialing" },
    },
    {
      act: () => control.pauseAfterTrial(subscriptionId(1)),
      shows: { "customer.subscription.paused": (mirror) => trial(mirror) === "paused" },
    },
    {
      act: () => control.resumeAfterPause(subscriptionId(1)),
      shows: { "customer.subscription.resumed": (mirror) => trial(mirror) === "active" },
    },
    {
      act() {
        const one = state.subscriptions.get(subscriptionId());
        if (one) endSubscription(platform, one);
      },
      shows: {
        "customer.subscription.deleted": ({ Subscription: all = [] }) =>
          all.some(({ status }) => status === "canceled"),
        "entitlements.active_entitlement_summary.updated": (mirror) => !granted(mirror).includes("pro"),
      },
    },
    {
      act() {
        const customer = state.customers.get(customerId());
        if (customer) change(platform, state.customers, customer, { name: "Anna" }, "customer.updated");
      },
      shows: { "customer.updated": ({ Customer: all = [] }) => all[0]?.name === "Anna" },
    },
  ];
}
