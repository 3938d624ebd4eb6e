/** The response shapes of the billing calls. Enums that the payment provider can extend are text. */

import {
  anything,
  boolean,
  date,
  list,
  literal,
  nullable,
  number,
  object,
  oneOf,
  record,
  type Shape,
  type ShapesOf,
  text,
} from "@latchkey/core/shapes";
import type { BillingAccess, CheckoutResult, PlanChangePreview, ProviderRedirect } from "./contract.ts";
import type { UnknownMember } from "./entities/wire.ts";
import type { IllegalTransition } from "./mirror/store.ts";
import type { OrderLine } from "./orders/table.ts";
import type { ProductBenefit, ProductPrice, ProductQuestion, SeatTier } from "./products/table.ts";
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
import type { DeliverySummary, RedeliverReport } from "./server-contract.ts";
import type { MeterUsage } from "./subscriptions/table.ts";

/** The URL that the client navigates to. */
export const pageOutput: Shape<ProviderRedirect> = object({ url: text, redirect: literal(true) });

/** An open checkout. */
export const checkoutOutput: Shape<CheckoutResult> = object({
  url: nullable(text),
  clientSecret: nullable(text),
  redirect: boolean,
});

/** Response of `/billing/preview-change`. */
export const previewOutput: Shape<PlanChangePreview> = object({
  dueNow: nullable(number),
  nextAmount: nullable(number),
  currency: text,
  recurringInterval: text,
  effectiveAt: nullable(date),
  isEstimate: boolean,
  timing: oneOf("now", "nextInvoice", "periodEnd"),
});

/** Response of `/billing/access`. */
export const accessOutput: Shape<BillingAccess> = object({ read: boolean, manage: boolean });

/** A benefit of a customer. */
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
export const meterOutput: Shape<MeterBalance> = object({
  meterId: text,
  name: nullable(text),
  consumedUnits: number,
  creditedUnits: number,
  balance: number,
});

const product: Shape<BillingOrder["product"]> = object({ id: text, name: nullable(text) });

/** The fields of a subscription. */
export const subscriptionKeys: ShapesOf<BillingSubscription> = {
  id: text,
  status: text,
  isActive: boolean,
  product,
  amount: number,
  currency: text,
  recurringInterval: text,
  currentPeriodStart: nullable(date),
  currentPeriodEnd: nullable(date),
  cancelAtPeriodEnd: boolean,
  canceledAt: nullable(date),
  startedAt: nullable(date),
  endsAt: nullable(date),
  endedAt: nullable(date),
  cancellationReason: nullable(text),
  trialEndsAt: nullable(date),
  seats: nullable(number),
  scheduledChange: nullable(
    object<ScheduledChange>({
      product: nullable(product),
      priceId: nullable(text),
      seats: nullable(number),
      appliesAt: date,
    }),
  ),
  meters: list(object<MeterUsage>({ meterId: text, consumedUnits: number, creditedUnits: number, amount: number })),
};

const subscription: Shape<BillingSubscription> = object(subscriptionKeys);

/** A page of subscriptions. */
export const subscriptionsOutput: Shape<SubscriptionPage> = object({
  subscriptions: list(subscription),
  total: number,
});

/** Everything that a user or an organization has now. */
export const stateOutput: Shape<BillingState> = object({
  customer: nullable(
    object<BillingCustomer>({ id: text, email: text, name: nullable(text), createdAt: nullable(date) }),
  ),
  subscriptions: list(subscription),
  benefits: list(benefitOutput),
  waitingBenefits: list(
    object<WaitingBenefit>({ id: text, grantId: text, type: text, description: nullable(text), error: text }),
  ),
  meters: list(meterOutput),
});

const line: Shape<OrderLine> = object({
  id: text,
  label: text,
  amount: number,
  taxAmount: number,
  isProration: boolean,
  priceId: nullable(text),
});

const refund: Shape<OrderRefund> = object({
  id: text,
  status: text,
  reason: text,
  amount: number,
  taxAmount: number,
  createdAt: nullable(date),
});

/** The fields of an order. */
export const orderKeys: ShapesOf<BillingOrder> = {
  id: text,
  status: text,
  product,
  billingReason: text,
  currency: text,
  subtotalAmount: number,
  discountAmount: number,
  netAmount: number,
  taxAmount: number,
  totalAmount: number,
  refundedAmount: number,
  refundedTaxAmount: number,
  hasInvoice: boolean,
  subscriptionId: nullable(text),
  checkoutId: nullable(text),
  createdAt: nullable(date),
  items: list(line),
  refunds: list(refund),
};

/** A page of orders. */
export const ordersOutput: Shape<OrderPage> = object({ orders: list(object(orderKeys)), total: number });

const price: Shape<ProductPrice> = object({
  id: text,
  amountType: text,
  type: text,
  recurringInterval: nullable(text),
  isArchived: boolean,
  isLegacy: boolean,
  currency: nullable(text),
  amount: nullable(number),
  minimumAmount: nullable(number),
  maximumAmount: nullable(number),
  presetAmount: nullable(number),
  unitAmount: nullable(text),
  capAmount: nullable(number),
  meterId: nullable(text),
  meterName: nullable(text),
  seatTiers: nullable(list(object<SeatTier>({ minSeats: number, maxSeats: nullable(number), pricePerSeat: number }))),
});

/** The fields of a product. */
export const productKeys: ShapesOf<BillingProduct> = {
  id: text,
  name: text,
  description: nullable(text),
  isRecurring: boolean,
  recurringInterval: nullable(text),
  prices: list(price),
  benefits: list(object<ProductBenefit>({ id: text, type: text, description: text })),
  trialDays: nullable(number),
  questions: list(
    object<ProductQuestion>({
      slug: text,
      name: text,
      type: text,
      required: boolean,
      order: number,
      properties: record(anything),
    }),
  ),
  images: list(text),
};

/** Products on sale. */
export const productsOutput: Shape<BillingProduct[]> = list(object(productKeys));

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
