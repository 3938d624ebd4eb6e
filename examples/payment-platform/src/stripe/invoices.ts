/** Invoices, their payments, refunds, and disputes. */

import { referred, StripeApiError } from "./errors.ts";
import {
  type ChargeEntity,
  change,
  type InvoiceEntity,
  type InvoiceLine,
  listOf,
  type Metadata,
  newId,
  nowOf,
  type StripeEntity,
  type StripePlatform,
} from "./state.ts";

export interface NewInvoice {
  readonly customer: string;
  /** `null` for a one-time purchase. */
  readonly subscription: { readonly id: string; readonly metadata: Metadata } | null;
  readonly reason: string;
  readonly lines: readonly InvoiceLine[];
  readonly discounts: readonly string[];
  readonly metadata: Metadata;
}

/** The totals of an invoice. Tax is added to the prices. */
export interface Totals {
  readonly subtotal: number;
  readonly discount: number;
  readonly tax: number;
  readonly total: number;
}

export function totalsOf(
  platform: StripePlatform,
  lines: readonly InvoiceLine[],
  discounts: readonly string[],
): Totals {
  const subtotal = lines.reduce((sum, { amount }) => sum + amount, 0);
  const percent = discounts.reduce((sum, id) => sum + percentOf(platform, id), 0);
  const discount = subtotal > 0 ? Math.floor((subtotal * percent) / 100) : 0;
  const tax = Math.round(((subtotal - discount) * platform.taxPercent) / 100);
  return { subtotal, discount, tax, total: subtotal - discount + tax };
}

function percentOf({ state }: StripePlatform, discountId: string): number {
  const { source } = (state.discounts.get(discountId) ?? {}) as { readonly source?: { readonly coupon: string } };
  return Number(state.coupons.get(source?.coupon ?? "")?.percent_off ?? 0);
}

/** Builds an invoice without storing it. */
export function buildInvoice(platform: StripePlatform, wanted: NewInvoice): InvoiceEntity {
  const { customer, subscription, reason, lines, discounts, metadata } = wanted;
  const totals = totalsOf(platform, lines, discounts);
  const id = newId("in");
  const buyer = platform.state.customers.get(customer);
  return {
    id,
    object: "invoice",
    created: nowOf(platform),
    customer,
    customer_name: buyer?.name ?? null,
    customer_email: buyer?.email ?? null,
    customer_address: null,
    currency: "usd",
    billing_reason: reason,
    status: "draft",
    subtotal: totals.subtotal,
    total: totals.total,
    total_discount_amounts: discounts.map((discount) => ({ amount: totals.discount, discount })),
    total_taxes: [{ amount: totals.tax, tax_behavior: "exclusive", taxable_amount: totals.total - totals.tax }],
    amount_due: Math.max(0, totals.total),
    amount_paid: 0,
    discounts,
    lines: listOf(
      lines.map((line) => toLineItem(platform, line)),
      `/v1/invoices/${id}/lines`,
    ),
    parent: subscription && {
      type: "subscription_details",
      subscription_details: { subscription: subscription.id, metadata: subscription.metadata },
    },
    payments: listOf([], "/v1/invoice_payments"),
    metadata,
    livemode: false,
  };
}

function toLineItem(
  platform: StripePlatform,
  { id, description, amount, price, product, proration }: InvoiceLine,
): object {
  const parent = { type: "subscription_item_details", subscription_item_details: { proration } };
  return {
    ...{ id, object: "line_item", description, amount, currency: "usd", parent },
    pricing: { type: "price_details", price_details: { price, product } },
    taxes: [{ amount: Math.round((amount * platform.taxPercent) / 100) }],
  };
}

/** Stores an invoice and finalizes it. */
export function finalizeInvoice(platform: StripePlatform, draft: InvoiceEntity): InvoiceEntity {
  platform.state.invoices.set(draft.id, draft);
  platform.emit("invoice.created", draft);
  return change(platform, platform.state.invoices, draft, { status: "open" }, "invoice.finalized");
}

/** Pays an invoice. Returns whether the card worked. */
export function payInvoice(platform: StripePlatform, invoice: InvoiceEntity): boolean {
  const { state } = platform;
  if (invoice.total > 0 && state.declined.has(invoice.customer)) {
    platform.emit("invoice.payment_failed", invoice);
    return false;
  }
  const payments = invoice.total > 0 ? [charge(platform, invoice)] : [];
  const paid = { ...invoice, status: "paid" as const, amount_paid: Math.max(0, invoice.total) };
  const changed = { ...paid, payments: listOf(payments, "/v1/invoice_payments") };
  state.invoices.set(invoice.id, changed);
  platform.emit("invoice.paid", changed, { status: "open" });
  platform.emit("invoice.payment_succeeded", changed);
  return true;
}

function charge(platform: StripePlatform, { id, customer, total }: InvoiceEntity) {
  const created = nowOf(platform);
  const intent = newId("pi");
  const one: ChargeEntity = {
    ...{ id: newId("ch"), object: "charge", created, customer, currency: "usd", amount: total, amount_refunded: 0 },
    ...{ refunded: false, disputed: false, payment_intent: intent, status: "succeeded", metadata: {} },
  };
  platform.state.charges.set(one.id, one);
  platform.emit("charge.succeeded", one);
  const payment = { type: "payment_intent" as const, payment_intent: intent };
  return { id: newId("inpay"), object: "invoice_payment", created, invoice: id, payment, status: "paid" };
}

/** Refunds a payment, or part of it. @throws {StripeApiError} 400 if that's more than what's left */
export function refundPayment(
  platform: StripePlatform,
  {
    paymentIntent,
    amount,
    reason,
    status = "succeeded",
  }: {
    readonly paymentIntent: string;
    /** `null` refunds the rest. */
    readonly amount: number | null;
    readonly reason: string | null;
    /** `pending` for payment methods that take days. */
    readonly status?: "pending" | "succeeded";
  },
): StripeEntity {
  const { state } = platform;
  const paid = chargeOf(platform, paymentIntent);
  const left = paid.amount - paid.amount_refunded;
  const returned = amount ?? left;
  if (returned <= 0 || returned > left) {
    const message = `Refund amount (${returned}) is greater than unrefunded amount on charge (${left})`;
    throw new StripeApiError(400, message, { param: "amount" });
  }
  const one: StripeEntity = {
    ...{ id: newId("re"), object: "refund", created: nowOf(platform), amount: returned, currency: "usd" },
    ...{ charge: paid.id, payment_intent: paymentIntent, reason, status, metadata: {} },
  };
  state.refunds.set(one.id, one);
  const refunded = paid.amount_refunded + returned;
  platform.emit("refund.created", one);
  const changes = { amount_refunded: refunded, refunded: refunded === paid.amount };
  change(platform, state.charges, paid, changes, "charge.refunded");
  return one;
}

/** Sets the final status of a refund. One that succeeded can still fail. */
export function updateRefund(platform: StripePlatform, id: string, status: "succeeded" | "failed"): StripeEntity {
  const { state } = platform;
  const one = referred(state.refunds, id, "refund", "refund");
  const type = status === "failed" ? "refund.failed" : "refund.updated";
  const paid = chargeOf(platform, String(one.payment_intent));
  if (status === "failed") {
    state.charges.set(paid.id, {
      ...paid,
      amount_refunded: paid.amount_refunded - Number(one.amount),
      refunded: false,
    });
  }
  return change(platform, state.refunds, one, { status }, type);
}

/** Opens a dispute about a whole payment. */
export function disputePayment(platform: StripePlatform, paymentIntent: string): StripeEntity {
  const { state } = platform;
  const paid = chargeOf(platform, paymentIntent);
  const one: StripeEntity = {
    ...{ id: newId("du"), object: "dispute", created: nowOf(platform), amount: paid.amount, currency: "usd" },
    ...{ charge: paid.id, payment_intent: paymentIntent, reason: "fraudulent", status: "needs_response", metadata: {} },
  };
  state.disputes.set(one.id, one);
  state.charges.set(paid.id, { ...paid, disputed: true });
  platform.emit("charge.dispute.created", one);
  platform.emit("charge.dispute.funds_withdrawn", one);
  return one;
}

export function closeDispute(platform: StripePlatform, id: string, status: "won" | "lost"): StripeEntity {
  const { state } = platform;
  const one = referred(state.disputes, id, "dispute", "dispute");
  const closed = change(platform, state.disputes, one, { status }, "charge.dispute.closed");
  if (status === "won") platform.emit("charge.dispute.funds_reinstated", closed);
  return closed;
}

function chargeOf({ state }: StripePlatform, paymentIntent: string): ChargeEntity {
  const paid = [...state.charges.values()].find(({ payment_intent }) => payment_intent === paymentIntent);
  if (paid) return paid;
  throw new StripeApiError(400, `No such payment_intent: '${paymentIntent}'`, {
    code: "resource_missing",
    param: "payment_intent",
  });
}
