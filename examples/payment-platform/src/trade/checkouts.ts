/** Checkouts: open → confirmed → succeeded. A declined payment opens them again. */

import { randomUUID } from "node:crypto";
import type { CustomFieldData, Metadata } from "@latchkey/billing/schemas";
import { baseAmount, pricesIn } from "../catalog.ts";
import { HttpError, orNotFound } from "../http-error.ts";
import { newToken } from "../ids.ts";
import { change, type Platform, type StoredCheckout } from "../state.ts";
import { checkoutOf, discountOf, productOf } from "../wire.ts";
import { amountsOf } from "./amounts.ts";
import { createCustomer, findByExternalId } from "./customers.ts";
import { placeOrder } from "./orders.ts";
import { startSubscription } from "./subscriptions.ts";

/** How long a checkout stays open, in milliseconds. */
const lifetime = 3_600_000;

export interface NewCheckout {
  /** The first one is preselected. */
  readonly productIds: readonly string[];
  readonly customerId: string | null;
  readonly customerExternalId: string | null;
  readonly customerEmail: string | null;
  readonly customerName: string | null;
  readonly discountId: string | null;
  /** `{CHECKOUT_ID}` is replaced with the checkout's id. `null` shows the provider's own thank-you page. */
  readonly successUrl: string | null;
  readonly metadata: Metadata;
  readonly answers: CustomFieldData;
  readonly seats: number | null;
  /** Length of the free trial, in days. 0 means no trial. `null` uses the product's own trial. */
  readonly trialDays: number | null;
  readonly embedOrigin: string | null;
}

/** @throws {HttpError} 422 with the invalid field */
export function openCheckout(platform: Platform, wanted: NewCheckout): StoredCheckout {
  const { catalog, clock, state } = platform;
  const [productId] = wanted.productIds;
  if (productId === undefined || !wanted.productIds.every((id) => catalog.products.has(id))) {
    throw new HttpError(422, "Product does not exist", "products");
  }
  if (wanted.discountId !== null && !catalog.discounts.has(wanted.discountId)) {
    throw new HttpError(422, "Discount does not exist", "discount_id");
  }
  const customer = wanted.customerId === null ? null : state.customers[wanted.customerId];
  if (customer === undefined) throw new HttpError(422, "Customer does not exist", "customer_id");
  const id = randomUUID();
  const secret = newToken("demo_c_");
  const checkout: StoredCheckout = {
    id,
    created_at: clock.stamp(),
    modified_at: null,
    payment_processor: "stripe",
    status: "open",
    client_secret: secret,
    url: `${platform.url}/checkout/${secret}`,
    expires_at: new Date(clock.now().getTime() + lifetime).toISOString(),
    success_url: successUrl(platform, wanted.successUrl, id, secret),
    embed_origin: wanted.embedOrigin,
    seats: wanted.seats,
    trial_days: wanted.trialDays,
    ...choice(platform, productId, wanted),
    currency: catalog.currency,
    discount_id: wanted.discountId,
    allow_discount_codes: true,
    require_billing_address: false,
    is_discount_applicable: true,
    is_free_product_price: false,
    is_payment_required: true,
    is_payment_form_required: true,
    customer_id: customer?.id ?? null,
    is_business_customer: false,
    customer_name: customer?.name ?? wanted.customerName,
    customer_email: customer?.email ?? wanted.customerEmail,
    customer_ip_address: null,
    customer_billing_name: null,
    customer_billing_address: null,
    customer_tax_id: null,
    customer_external_id: customer ? customer.external_id : wanted.customerExternalId,
    customer_metadata: {},
    payment_processor_metadata: {},
    metadata: wanted.metadata,
    custom_field_data: wanted.answers,
    subscription_id: null,
    attached_custom_fields: [],
    customer_billing_address_fields: {
      country: false,
      state: false,
      city: false,
      postal_code: false,
      line1: false,
      line2: false,
    },
    product_ids: wanted.productIds,
  };
  state.checkouts[id] = checkout;
  platform.emit("checkout.created", checkoutOf(platform, checkout));
  return checkout;
}

/** @throws {HttpError} 404 if there's no such checkout */
export function checkoutBySecret({ state }: Platform, secret: string): StoredCheckout {
  const checkout = Object.values(state.checkouts).find(({ client_secret }) => client_secret === secret);
  return orNotFound(checkout, "Checkout");
}

/** The buyer's input. */
export interface Payment {
  readonly productId: string;
  /** Email of a new buyer. */
  readonly email: string;
  readonly isDeclined: boolean;
}

/**
 * Completes or declines a payment. It's synchronous, so the second of two concurrent payments finds the checkout
 * closed.
 * @throws {HttpError} 409 if the checkout is no longer open, 422 if the input is invalid
 */
export function pay(platform: Platform, open: StoredCheckout, payment: Payment): StoredCheckout {
  if (open.status !== "open") throw new HttpError(409, "This checkout is no longer open");
  if (!open.product_ids.includes(payment.productId)) throw new HttpError(422, "Choose one of the products", "product");
  const customerId = payment.isDeclined ? open.customer_id : buyerOf(platform, open, payment);
  const chosen = choice(platform, payment.productId, { discountId: open.discount_id, seats: open.seats });
  const confirmed = updateAndEmit(platform, open, { ...chosen, status: "confirmed", customer_id: customerId });
  if (payment.isDeclined || customerId === null) return updateAndEmit(platform, confirmed, { status: "open" });
  const succeeded = updateAndEmit(platform, confirmed, { status: "succeeded" });
  const product = productOf(platform, succeeded.product_id);
  if (product.is_recurring) startSubscription(platform, succeeded, customerId);
  else placeOrder(platform, { reason: "purchase", customerId, checkout: succeeded, subscription: null });
  return succeeded;
}

/** Closes checkouts that have expired. */
export function expireCheckouts(platform: Platform): void {
  const now = platform.clock.now().getTime();
  for (const one of Object.values(platform.state.checkouts)) {
    if (one.status === "open" && Date.parse(one.expires_at) <= now) updateAndEmit(platform, one, { status: "expired" });
  }
}

function updateAndEmit(platform: Platform, one: StoredCheckout, changes: Partial<StoredCheckout>): StoredCheckout {
  const changed = change(platform, platform.state.checkouts, one, changes);
  platform.emit("checkout.updated", checkoutOf(platform, changed));
  return changed;
}

/** An email alone doesn't identify an existing customer. Existing customers must come from the seller's app. */
function buyerOf(platform: Platform, checkout: StoredCheckout, { email }: Payment): string {
  if (checkout.customer_id !== null) return checkout.customer_id;
  const externalId = checkout.customer_external_id ?? null;
  const known = externalId === null ? undefined : findByExternalId(platform, externalId);
  return (known ?? createCustomer(platform, { email, name: checkout.customer_name, externalId })).id;
}

type Choice = Pick<
  StoredCheckout,
  | "product_id"
  | "product_price_id"
  | "amount"
  | "discount_amount"
  | "net_amount"
  | "tax_amount"
  | "total_amount"
  | "is_payment_setup_required"
>;

function choice(
  platform: Platform,
  productId: string,
  { discountId, seats }: Pick<NewCheckout, "discountId" | "seats">,
): Choice {
  const { prices, is_recurring } = productOf(platform, productId);
  const { subtotal, discount, net, tax, total } = amountsOf(
    platform,
    baseAmount(prices, seats),
    discountOf(platform, discountId),
  );
  return {
    product_id: productId,
    product_price_id: pricesIn(prices).base.id,
    amount: subtotal,
    discount_amount: discount,
    net_amount: net,
    tax_amount: tax,
    total_amount: total,
    is_payment_setup_required: is_recurring,
  };
}

function successUrl({ url }: Platform, wanted: string | null, id: string, secret: string): string {
  if (wanted === null) return `${url}/checkout/${secret}`;
  const filled = wanted.replaceAll("{CHECKOUT_ID}", id);
  if (!URL.canParse(filled) || !/^https?:$/.test(new URL(filled).protocol)) {
    throw new HttpError(422, "Use a valid http or https URL", "success_url");
  }
  return filled;
}
