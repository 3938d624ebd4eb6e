/** What the calls answer, as shapes. Words of the platform that grow with it are text. */

import {
  anything,
  date,
  flag,
  list,
  literal,
  nullable,
  number,
  object,
  record,
  type Shape,
  type ShapesOf,
  text,
  words,
} from "@latchkey/core/shapes";
import type { PageAnswer } from "./contract.ts";
import type { UnknownMember } from "./entities/wire.ts";
import type { IllegalMove } from "./mirror/store.ts";
import type { OrderLine } from "./orders/table.ts";
import type { ProductBenefit, ProductPrice, ProductQuestion } from "./products/table.ts";
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
  SubscriptionPage,
} from "./purchases.ts";
import type { DeliverySummary } from "./server-contract.ts";
import type { MeterUse } from "./subscriptions/table.ts";

/** Where the client goes. */
export const pageOutput: Shape<PageAnswer> = object({ url: text, redirect: literal(true) });

/** A benefit that somebody has. */
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
      customerAdmin: flag,
      expiresAt: nullable(date),
    }),
  ),
  files: nullable(list(text)),
});

/** What somebody used of a meter. */
export const meterOutput: Shape<MeterBalance> = object({
  meterId: text,
  name: nullable(text),
  consumedUnits: number,
  creditedUnits: number,
  balance: number,
});

const product: Shape<BillingOrder["product"]> = object({ id: text, name: nullable(text) });

/** What a subscription is made of. */
export const subscriptionKeys: ShapesOf<BillingSubscription> = {
  id: text,
  status: text,
  isActive: flag,
  product,
  amount: number,
  currency: text,
  recurringInterval: text,
  currentPeriodStart: nullable(date),
  currentPeriodEnd: nullable(date),
  cancelAtPeriodEnd: flag,
  canceledAt: nullable(date),
  startedAt: nullable(date),
  endsAt: nullable(date),
  endedAt: nullable(date),
  cancellationReason: nullable(text),
  meters: list(object<MeterUse>({ meterId: text, consumedUnits: number, creditedUnits: number, amount: number })),
};

const subscription: Shape<BillingSubscription> = object(subscriptionKeys);

/** A page of subscriptions. */
export const subscriptionsOutput: Shape<SubscriptionPage> = object({
  subscriptions: list(subscription),
  total: number,
});

/** What somebody has now. */
export const stateOutput: Shape<BillingState> = object({
  customer: nullable(
    object<BillingCustomer>({ id: text, email: text, name: nullable(text), createdAt: nullable(date) }),
  ),
  subscriptions: list(subscription),
  benefits: list(benefitOutput),
  meters: list(meterOutput),
});

const line: Shape<OrderLine> = object({
  id: text,
  label: text,
  amount: number,
  taxAmount: number,
  isProration: flag,
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

/** A page of orders. */
export const ordersOutput: Shape<OrderPage> = object({
  orders: list(
    object<BillingOrder>({
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
      hasInvoice: flag,
      subscriptionId: nullable(text),
      checkoutId: nullable(text),
      createdAt: nullable(date),
      items: list(line),
      refunds: list(refund),
    }),
  ),
  total: number,
});

const price: Shape<ProductPrice> = object({
  id: text,
  amountType: text,
  type: text,
  recurringInterval: nullable(text),
  isArchived: flag,
  isLegacy: flag,
  currency: nullable(text),
  amount: nullable(number),
  minimumAmount: nullable(number),
  maximumAmount: nullable(number),
  presetAmount: nullable(number),
  unitAmount: nullable(text),
  capAmount: nullable(number),
  meterId: nullable(text),
  meterName: nullable(text),
});

/** What a product is made of. */
export const productKeys: ShapesOf<BillingProduct> = {
  id: text,
  name: text,
  description: nullable(text),
  isRecurring: flag,
  recurringInterval: nullable(text),
  prices: list(price),
  benefits: list(object<ProductBenefit>({ id: text, type: text, description: text })),
  questions: list(
    object<ProductQuestion>({ slug: text, name: text, type: text, required: flag, properties: record(anything) }),
  ),
  images: list(text),
};

/** What is sold. */
export const productsOutput: Shape<BillingProduct[]> = list(object(productKeys));

/** What became of a delivery. */
export const outcomeOutput: Shape<DeliverySummary["outcome"]> = words("applied", "same", "older", "unknown", "foreign");

/** A delivery without its body. */
export const deliveryOutput: Shape<DeliverySummary> = object({
  id: text,
  type: text,
  entityId: nullable(text),
  outcome: outcomeOutput,
  unknown: list(object<UnknownMember>({ of: text, member: text })),
  illegal: list(object<IllegalMove>({ of: text, id: text, from: text, to: text })),
  sentAt: date,
  receivedAt: date,
  handlers: list(
    object<DeliverySummary["handlers"][number]>({
      handler: text,
      state: words("open", "running", "done"),
      attempts: number,
      lastError: nullable(text),
    }),
  ),
});
