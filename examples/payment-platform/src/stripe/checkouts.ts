/** Checkout sessions, which the API opens and the buyer pays on a page. */

import { referred, StripeApiError } from "./errors.ts";
import { type FormObject, listIn, numberIn, objectIn, textIn, textsIn } from "./form.ts";
import { buildInvoice, finalizeInvoice, payInvoice, totalsOf } from "./invoices.ts";
import {
  change,
  type InvoiceLine,
  listOf,
  newId,
  nowOf,
  type SessionDetails,
  type SessionEntity,
  type StripeEntity,
  type StripePlatform,
} from "./state.ts";
import { startSubscription } from "./subscriptions.ts";

/** How long a session stays open, in seconds. */
const lifetime = 86_400;

/** @throws {StripeApiError} 400 if a parameter is missing or invalid */
export function openSession(platform: StripePlatform, form: FormObject): SessionEntity {
  const { state, url } = platform;
  const mode = textIn(form, "mode");
  if (mode !== "payment" && mode !== "subscription") throw new StripeApiError(400, "Invalid mode.", { param: "mode" });
  const lines = listIn(form, "line_items").map((line) => ({
    price: referred(state.prices, textIn(line, "price") ?? "", "price", "line_items[0][price]"),
    quantity: numberIn(line, "quantity") ?? undefined,
  }));
  if (lines.some(({ price }) => (price.recurring !== null) !== (mode === "subscription"))) {
    const message = "You specified `payment` mode but passed a recurring price, or the other way around.";
    throw new StripeApiError(400, message, { param: "mode" });
  }
  const customer = textIn(form, "customer");
  if (customer !== null) referred(state.customers, customer, "customer", "customer");
  const isEmbedded = textIn(form, "ui_mode") === "embedded_page";
  const target = isEmbedded ? textIn(form, "return_url") : textIn(form, "success_url");
  const id = newId("cs_test");
  const details: SessionDetails = {
    lines,
    subscriptionMetadata: textsIn(objectIn(form, "subscription_data"), "metadata"),
    trialDays: numberIn(objectIn(form, "subscription_data"), "trial_period_days") ?? 0,
    ...discountOf(platform, form),
  };
  const totals = totalsOf(platform, sessionLines(platform, details), []);
  const session: SessionEntity = {
    ...{ id, object: "checkout.session", created: nowOf(platform), mode, status: "open", payment_status: "unpaid" },
    url: isEmbedded ? null : `${url}/pay/${id}`,
    client_secret: isEmbedded ? `${id}_secret_${newId("x")}` : null,
    ui_mode: isEmbedded ? "embedded_page" : "hosted_page",
    ...{ customer, customer_email: textIn(form, "customer_email"), customer_details: null, currency: "usd" },
    success_url: target?.replaceAll("{CHECKOUT_SESSION_ID}", id) ?? null,
    cancel_url: textIn(form, "cancel_url"),
    ...{ locale: textIn(form, "locale"), client_reference_id: null, expires_at: nowOf(platform) + lifetime },
    ...{ amount_subtotal: totals.subtotal, amount_total: totals.total },
    total_details: { amount_discount: 0, amount_tax: totals.tax, amount_shipping: 0 },
    ...{ subscription: null, invoice: null, metadata: textsIn(form, "metadata"), livemode: false },
    line_items: listOf(
      lines.map(({ price, quantity }) => ({ id: newId("li"), object: "item", price, quantity })),
      `/v1/checkout/sessions/${id}/line_items`,
    ),
    discounts: details.couponId === null ? [] : [{ coupon: details.couponId, promotion_code: details.promotionCodeId }],
  };
  state.sessions.set(id, session);
  state.sessionDetails.set(id, details);
  return session;
}

function discountOf({ state }: StripePlatform, form: FormObject): Pick<SessionDetails, "couponId" | "promotionCodeId"> {
  const [discount] = listIn(form, "discounts");
  if (!discount) return { couponId: null, promotionCodeId: null };
  const codeId = textIn(discount, "promotion_code");
  if (codeId === null) {
    const couponId = textIn(discount, "coupon") ?? "";
    referred(state.coupons, couponId, "coupon", "discounts[0][coupon]");
    return { couponId, promotionCodeId: null };
  }
  const code = referred(state.promotionCodes, codeId, "promotion code", "discounts[0][promotion_code]");
  return { couponId: (code.promotion as { readonly coupon: string }).coupon, promotionCodeId: codeId };
}

function sessionLines({ state }: StripePlatform, { lines, trialDays }: SessionDetails): InvoiceLine[] {
  return lines.map(({ price, quantity = 1 }) => ({
    id: newId("il"),
    description: String(state.products.get(price.product)?.name),
    // Nothing is due yet for usage, or for a plan that starts with a trial.
    amount: price.recurring?.usage_type === "metered" || trialDays > 0 ? 0 : (price.unit_amount ?? 0) * quantity,
    price: price.id,
    product: price.product,
    proration: false,
  }));
}

/** Pays a session. Only the first of several payments succeeds. @throws {StripeApiError} 400 if it isn't open */
export function paySession(platform: StripePlatform, open: SessionEntity, email: string | null): SessionEntity {
  const { state } = platform;
  if (open.status !== "open") throw new StripeApiError(400, "This checkout is no longer open.");
  const details = state.sessionDetails.get(open.id) as SessionDetails;
  const customer = open.customer ?? createGuest(platform, open.customer_email ?? email).id;
  const discounts = details.couponId === null ? [] : [applyDiscount(platform, details, customer).id];
  const buyer = state.customers.get(customer);
  const paid = {
    status: "complete" as const,
    payment_status: details.trialDays > 0 ? "no_payment_required" : "paid",
    customer,
    customer_details: { email: buyer?.email ?? null, name: buyer?.name ?? null },
  };
  if (open.mode === "subscription") {
    const { lines, trialDays, subscriptionMetadata: metadata } = details;
    const { id } = startSubscription(platform, { customer, lines, trialDays, discounts, metadata });
    return complete(platform, open, { ...paid, subscription: id });
  }
  const lines = sessionLines(platform, details);
  const parts = { customer, subscription: null, reason: "manual", lines, discounts, metadata: open.metadata };
  const invoice = finalizeInvoice(platform, buildInvoice(platform, parts));
  payInvoice(platform, invoice);
  return complete(platform, open, { ...paid, invoice: invoice.id });
}

function complete(platform: StripePlatform, open: SessionEntity, changes: Partial<SessionEntity>): SessionEntity {
  return change(platform, platform.state.sessions, open, changes, "checkout.session.completed");
}

/** Closes a session that was open for too long. */
export function expireSessions(platform: StripePlatform): void {
  const { state } = platform;
  for (const one of state.sessions.values()) {
    if (one.status !== "open" || one.expires_at > nowOf(platform)) continue;
    change(platform, state.sessions, one, { status: "expired", url: null }, "checkout.session.expired");
  }
}

function createGuest(platform: StripePlatform, email: string | null): StripeEntity {
  if (email === null || !/^[^\s@]+@[^\s@]+$/.test(email)) {
    throw new StripeApiError(400, "Enter an email address.", { param: "email", code: "email_invalid" });
  }
  return createCustomer(platform, { email, name: null, metadata: {} });
}

export function createCustomer(
  platform: StripePlatform,
  values: { readonly email: string | null; readonly name: string | null; readonly metadata: Record<string, string> },
): StripeEntity {
  const one: StripeEntity = {
    ...{ id: newId("cus"), object: "customer", created: nowOf(platform), ...values },
    ...{ address: null, currency: null, balance: 0, delinquent: false, livemode: false },
  };
  platform.state.customers.set(one.id, one);
  platform.emit("customer.created", one);
  return one;
}

function applyDiscount({ state }: StripePlatform, details: SessionDetails, customer: string): StripeEntity {
  const id = newId("di");
  const one = {
    ...{ id, object: "discount", created: 0, customer, promotion_code: details.promotionCodeId, start: 0, end: null },
    source: { type: "coupon", coupon: details.couponId },
  };
  state.discounts.set(id, one);
  return one;
}
