/** Stripe's checkout sessions. */

import * as z from "zod";
import type { Checkout, CheckoutStatus } from "../../entities/checkout.ts";
import { amount, id, type Metadata, metadata, nullable, orElse, text } from "../../entities/wire.ts";
import { embeddedList, entityTimes, idIn, reference, type StripeReference, seconds, toTime } from "./common.ts";
import { type StripePrice, stripePrice, toPrice } from "./products.ts";

/** A checkout session with its line items. */
export interface StripeCheckoutSession {
  readonly id: string;
  readonly created: number | null;
  /** `open`, `complete`, or `expired`. */
  readonly status: string | null;
  /** `paid`, `unpaid`, or `no_payment_required`. */
  readonly payment_status: string;
  readonly amount_subtotal: number | null;
  readonly amount_total: number | null;
  readonly currency: string | null;
  readonly total_details: { readonly amount_discount: number; readonly amount_tax: number | null } | null;
  readonly customer: StripeReference | null;
  readonly customer_details: { readonly email: string | null; readonly name: string | null } | null;
  readonly client_reference_id: string | null;
  readonly expires_at: number | null;
  readonly success_url: string | null;
  readonly line_items: readonly { readonly price: StripePrice | null }[];
  readonly discounts: readonly {
    readonly coupon: StripeReference | null;
    readonly promotion_code: StripeReference | null;
  }[];
  readonly metadata: Metadata;
}

export const stripeCheckoutSession: z.ZodType<StripeCheckoutSession> = z.looseObject({
  id,
  created: seconds,
  status: nullable(z.string().max(255)),
  payment_status: text,
  amount_subtotal: nullable(amount),
  amount_total: nullable(amount),
  currency: nullable(z.string()),
  total_details: nullable(z.looseObject({ amount_discount: amount, amount_tax: nullable(amount) })),
  customer: reference,
  customer_details: nullable(z.looseObject({ email: nullable(z.string()), name: nullable(z.string()) })),
  client_reference_id: nullable(z.string()),
  expires_at: seconds,
  success_url: nullable(z.string()),
  line_items: embeddedList(z.looseObject({ price: nullable(stripePrice) })),
  discounts: orElse(z.array(z.looseObject({ coupon: reference, promotion_code: reference })), []),
  metadata,
});

export function toCheckout(session: StripeCheckoutSession): Checkout {
  const price = session.line_items[0]?.price ?? null;
  const { amount_discount: discount = 0, amount_tax: tax = null } = session.total_details ?? {};
  const total = session.amount_total ?? 0;
  const net = total - (tax ?? 0);
  const [applied] = session.discounts;
  return {
    ...entityTimes(session.created),
    id: session.id,
    payment_processor: "stripe",
    status: statusOf(session),
    client_secret: "",
    url: "",
    expires_at: toTime(session.expires_at),
    success_url: session.success_url ?? "",
    embed_origin: null,
    amount: net + discount,
    discount_amount: discount,
    net_amount: net,
    tax_amount: tax,
    total_amount: total,
    currency: session.currency ?? "",
    product_id: idIn(price?.product),
    product_price_id: price?.id ?? null,
    discount_id: idIn(applied?.promotion_code ?? applied?.coupon),
    allow_discount_codes: false,
    require_billing_address: false,
    is_discount_applicable: false,
    is_free_product_price: total === 0,
    is_payment_required: session.payment_status !== "no_payment_required",
    is_payment_setup_required: false,
    is_payment_form_required: true,
    customer_id: idIn(session.customer),
    is_business_customer: false,
    customer_name: session.customer_details?.name ?? null,
    customer_email: session.customer_details?.email ?? null,
    customer_ip_address: null,
    customer_billing_name: null,
    customer_billing_address: null,
    customer_tax_id: null,
    customer_external_id: session.client_reference_id,
    customer_metadata: {},
    payment_processor_metadata: {},
    metadata: session.metadata,
    products: [],
    product: null,
    product_price: price && toPrice(price, idIn(price.product) ?? "", false),
    discount: null,
    subscription_id: null,
    attached_custom_fields: [],
    customer_billing_address_fields: null,
  };
}

/** A complete session is confirmed until its payment arrives, which takes days with some payment methods. */
function statusOf({ status, payment_status }: StripeCheckoutSession): CheckoutStatus {
  if (status === "expired") return "expired";
  if (status !== "complete") return "open";
  return payment_status === "unpaid" ? "confirmed" : "succeeded";
}
