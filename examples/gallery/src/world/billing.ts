/** What is sold, what Ann bought, and what the seller sees. */

import type {
  BillingBenefit,
  BillingOrder,
  BillingProduct,
  BillingState,
  BillingSubscription,
  DeliverySummary,
  ProductPrice,
} from "@latchkey/billing";
import type { Wire } from "../stand-in.ts";
import { ann, bob, daysFromNow, long } from "./people.ts";

function price(id: string, changes: Partial<Wire<ProductPrice>> = {}): Wire<ProductPrice> {
  const kind = {
    amountType: "fixed",
    type: "recurring",
    recurringInterval: "month",
    isArchived: false,
    isLegacy: false,
  };
  const amounts = { currency: "usd", amount: 1900, minimumAmount: null, maximumAmount: null, presetAmount: null };
  return { id, ...kind, ...amounts, unitAmount: null, capAmount: null, meterId: null, meterName: null, ...changes };
}

const license = { id: "b-1", type: "license_keys", description: "Desktop app, two devices" };
const notes = { id: "b-2", type: "custom", description: "Office hours" };

export const products: readonly Wire<BillingProduct>[] = [
  {
    id: "p-solo",
    name: "Solo",
    description: "For one person, with everything that one person needs.",
    isRecurring: true,
    recurringInterval: "month",
    prices: [price("1"), price("2", { recurringInterval: "year", amount: 19000 })],
    benefits: [license],
    questions: [],
    images: [],
  },
  {
    id: "p-studio",
    name: "Studio",
    description: "For teams. What is rendered is paid by the frame.",
    isRecurring: true,
    recurringInterval: "month",
    prices: [
      price("3", { amount: 4900 }),
      price("4", { recurringInterval: "year", amount: 49000 }),
      price("5", {
        amountType: "metered_unit",
        unitAmount: "0.125",
        capAmount: 20000,
        meterId: "frames",
        meterName: "Frames",
        amount: null,
      }),
    ],
    benefits: [license, notes],
    questions: [
      {
        slug: "company",
        name: "Company",
        type: "text",
        required: true,
        properties: { form_label: "Name of your company" },
      },
    ],
    images: [],
  },
  {
    id: "p-book",
    name: "The handbook",
    description: null,
    isRecurring: false,
    recurringInterval: null,
    prices: [price("6", { type: "one_time", recurringInterval: null, amount: 3900 })],
    benefits: [{ id: "b-3", type: "downloadables", description: "PDF and EPUB" }],
    questions: [],
    images: [],
  },
];

export function plan(changes: Partial<Wire<BillingSubscription>> = {}): Wire<BillingSubscription> {
  return {
    id: "sub-1",
    status: "active",
    isActive: true,
    product: { id: "p-studio", name: "Studio" },
    amount: 4900,
    currency: "usd",
    recurringInterval: "month",
    currentPeriodStart: daysFromNow(-12),
    currentPeriodEnd: daysFromNow(18),
    cancelAtPeriodEnd: false,
    canceledAt: null,
    startedAt: daysFromNow(-200),
    endsAt: null,
    endedAt: null,
    cancellationReason: null,
    meters: [{ meterId: "frames", consumedUnits: 8200, creditedUnits: 10000, amount: 0 }],
    ...changes,
  };
}

export const ending = plan({ cancelAtPeriodEnd: true, canceledAt: daysFromNow(-1), endsAt: daysFromNow(18) });
export const owing = plan({ id: "sub-2", status: "past_due" });
export const trial = plan({ status: "trialing", product: { id: "p-solo", name: "Solo" } });

const benefit = (grantId: string, changes: Partial<Wire<BillingBenefit>>): Wire<BillingBenefit> => ({
  id: grantId,
  grantId,
  type: "custom",
  description: null,
  grantedAt: daysFromNow(-12),
  note: null,
  licenseKey: null,
  files: null,
  ...changes,
});
export const benefits: readonly Wire<BillingBenefit>[] = [
  benefit("g-1", {
    type: "license_keys",
    description: "Desktop app, two devices",
    licenseKey: {
      id: "k",
      displayKey: "****-E304DA",
      limitUsage: 1000,
      activationLimit: 2,
      customerAdmin: true,
      expiresAt: daysFromNow(300),
    },
  }),
  benefit("g-2", { description: "Office hours", note: "Tuesdays at ten. **The link** is in your inbox." }),
  benefit("g-3", { type: "downloadables", description: "PDF and EPUB", files: ["f1", "f2"] }),
];

export function state(
  plans: readonly Wire<BillingSubscription>[],
  changes: Partial<Wire<BillingState>> = {},
): Wire<BillingState> {
  return {
    customer: { id: "c-1", email: ann.email, name: ann.name, createdAt: daysFromNow(-200) },
    subscriptions: plans,
    benefits,
    meters: [{ meterId: "frames", name: "Frames", consumedUnits: 8200, creditedUnits: 10000, balance: 1800 }],
    ...changes,
  };
}
export const nothing: Wire<BillingState> = { customer: null, subscriptions: [], benefits: [], meters: [] };

export const order = (id: string, changes: Partial<Wire<BillingOrder>> = {}): Wire<BillingOrder> => ({
  id,
  status: "paid",
  product: { id: "p-studio", name: "Studio" },
  billingReason: "subscription_cycle",
  currency: "usd",
  subtotalAmount: 4900,
  discountAmount: 0,
  netAmount: 4900,
  taxAmount: 931,
  totalAmount: 5831,
  refundedAmount: 0,
  refundedTaxAmount: 0,
  hasInvoice: true,
  subscriptionId: "sub-1",
  checkoutId: null,
  createdAt: daysFromNow(-12),
  items: [{ id: `${id}-1`, label: "Studio", amount: 4900, taxAmount: 931, isProration: false, priceId: "3" }],
  refunds: [],
  ...changes,
});
export const orders: readonly Wire<BillingOrder>[] = [
  order("o-1"),
  order("o-2", {
    status: "partially_refunded",
    refundedAmount: 1000,
    createdAt: daysFromNow(-42),
    refunds: [
      {
        id: "r",
        status: "succeeded",
        reason: "customer_request",
        amount: 1000,
        taxAmount: 190,
        createdAt: daysFromNow(-40),
      },
    ],
  }),
  order("o-3", {
    billingReason: "purchase",
    product: { id: "p-book", name: "The handbook" },
    totalAmount: 4641,
    createdAt: daysFromNow(-90),
  }),
];

export const sold = products.map((product, at) => ({ ...product, isArchived: at === 2, createdAt: daysFromNow(-300) }));
export const customers = [
  {
    id: "c-1",
    email: ann.email,
    emailVerified: true,
    name: ann.name,
    externalId: `user_${ann.id}`,
    createdAt: daysFromNow(-200),
    deletedAt: null,
  },
  {
    id: "c-2",
    email: long.email,
    emailVerified: false,
    name: null,
    externalId: null,
    createdAt: daysFromNow(-20),
    deletedAt: null,
  },
];
export const subscriptions = [
  {
    ...plan(),
    createdAt: daysFromNow(-200),
    customer: { id: "c-1", email: ann.email, name: ann.name },
    cancellationComment: null,
  },
  {
    ...ending,
    id: "sub-3",
    cancellationReason: "too_expensive",
    createdAt: daysFromNow(-100),
    customer: { id: "c-3", email: bob.email, name: bob.name },
    cancellationComment: "We are two people by now.",
  },
];
const delivery = (id: string, changes: Partial<Wire<DeliverySummary>>): Wire<DeliverySummary> => ({
  id,
  type: "order.paid",
  entityId: "o-1",
  outcome: "applied",
  unknown: [],
  illegal: [],
  sentAt: daysFromNow(-1),
  receivedAt: daysFromNow(-1),
  handlers: [],
  ...changes,
});
export const deliveries: readonly Wire<DeliverySummary>[] = [
  delivery("d-1-0000", { handlers: [{ handler: "onOrderPaid", state: "done", attempts: 1, lastError: null }] }),
  delivery("d-2-0000", {
    type: "subscription.updated",
    outcome: "older",
    illegal: [{ of: "order", id: "o-1", from: "paid", to: "pending" }],
  }),
  delivery("d-3-0000", {
    type: "customer.updated",
    handlers: [{ handler: "onEvent", state: "open", attempts: 4, lastError: "connect ECONNREFUSED 127.0.0.1:5432" }],
  }),
];
