/** The billing calls' response shapes. Enums that the payment provider can extend are plain strings. */

import {
  boolean,
  date,
  list,
  literal,
  nullable,
  number,
  object,
  oneOf,
  type Shape,
  type ShapesOf,
  text,
} from "@latchkey/core/shapes";
import type { BillingAccess, CheckoutResult, PlanChangePreview, ProviderRedirect } from "./contract.ts";
import type { UnknownMember } from "./entities/unknown-members.ts";
import type { IllegalTransition } from "./mirror/store.ts";
import type {
  BillingBenefit,
  BillingCustomer,
  BillingOrder,
  BillingProduct,
  BillingState,
  BillingSubscription,
  LicenseKey,
  MeterBalance,
  OrderPage,
  OrderRefund,
  ScheduledChange,
  SubscriptionPage,
  WaitingBenefit,
} from "./purchases.ts";
import {
  balanceColumns,
  customerColumns,
  orderColumns,
  productColumns,
  refundColumns,
  subscriptionColumns,
} from "./response-columns.ts";
import type { DeliverySummary, RedeliverReport } from "./server-contract.ts";

/** The URL that the client navigates to. */
export const pageOutput: Shape<ProviderRedirect> = object({ url: text, redirect: literal(true) });

/** An open checkout. */
export const checkoutOutput: Shape<CheckoutResult> = object({
  url: nullable(text),
  clientSecret: nullable(text),
  redirect: boolean,
});

/** Response from `/billing/preview-change`. */
export const previewOutput: Shape<PlanChangePreview> = object({
  dueNow: nullable(number),
  nextAmount: nullable(number),
  currency: text,
  recurringInterval: text,
  effectiveAt: nullable(date),
  isEstimate: boolean,
  timing: oneOf("now", "nextInvoice", "periodEnd"),
});

/** Response from `/billing/access`. */
export const accessOutput: Shape<BillingAccess> = object({ read: boolean, manage: boolean });

/** A customer's benefit. */
export const benefitOutput: Shape<BillingBenefit> = object({
  id: text,
  grantId: text,
  type: text,
  description: nullable(text),
  grantedAt: nullable(date),
  note: nullable(text),
  licenseKey: nullable(
    object<LicenseKey>({
      id: nullable(text),
      displayKey: nullable(text),
      limitUsage: nullable(number),
      activationLimit: nullable(number),
      customerAdmin: boolean,
      expiresAt: nullable(date),
    }),
  ),
  files: nullable(list(text)),
});

/** A meter balance. */
export const meterOutput: Shape<MeterBalance> = object({ ...balanceColumns.shapes, name: nullable(text) });

const product: Shape<BillingOrder["product"]> = object({ id: text, name: nullable(text) });

/** The fields of a subscription. */
export const subscriptionShapes: ShapesOf<BillingSubscription> = {
  ...subscriptionColumns.shapes,
  isActive: boolean,
  product,
  scheduledChange: nullable(
    object<ScheduledChange>({
      product: nullable(product),
      priceId: nullable(text),
      seats: nullable(number),
      appliesAt: date,
    }),
  ),
};

const subscription: Shape<BillingSubscription> = object(subscriptionShapes);

/** A page of subscriptions. */
export const subscriptionsOutput: Shape<SubscriptionPage> = object({
  subscriptions: list(subscription),
  total: number,
});

/** Everything that a user or an organization has now. */
export const stateOutput: Shape<BillingState> = object({
  customer: nullable(object<BillingCustomer>(customerColumns.shapes)),
  subscriptions: list(subscription),
  benefits: list(benefitOutput),
  waitingBenefits: list(
    object<WaitingBenefit>({ id: text, grantId: text, type: text, description: nullable(text), error: text }),
  ),
  meters: list(meterOutput),
});

/** The fields of an order. */
export const orderShapes: ShapesOf<BillingOrder> = {
  ...orderColumns.shapes,
  product,
  refunds: list(object<OrderRefund>(refundColumns.shapes)),
};

/** A page of orders. */
export const ordersOutput: Shape<OrderPage> = object({ orders: list(object(orderShapes)), total: number });

/** Products for sale. */
export const productsOutput: Shape<BillingProduct[]> = list(object<BillingProduct>(productColumns.shapes));

/** The outcome of a delivery. */
export const outcomeOutput: Shape<DeliverySummary["outcome"]> = oneOf(
  "applied",
  "same",
  "older",
  "unknown",
  "foreign",
  "unreadable",
);

/** The result of running a delivery again. */
export const redeliveryOutput: Shape<RedeliverReport> = object({
  outcome: outcomeOutput,
  failed: list(text),
  running: list(text),
});

/** A delivery without its body. */
export const deliveryOutput: Shape<DeliverySummary> = object({
  id: text,
  type: text,
  entityId: nullable(text),
  outcome: outcomeOutput,
  unknown: list(object<UnknownMember>({ of: text, member: text })),
  illegal: list(object<IllegalTransition>({ of: text, id: text, from: text, to: text })),
  issues: nullable(list(text)),
  sentAt: date,
  receivedAt: date,
  handlers: list(
    object<DeliverySummary["handlers"][number]>({
      handler: text,
      state: oneOf("open", "running", "done"),
      attempts: number,
      lastError: nullable(text),
    }),
  ),
});
