/** Opens Polar's checkouts and customer portal. */

import type { CheckoutPage, CheckoutTrial, NewCheckout, NewPortal, ProviderPage } from "../provider/checkout.ts";
import type { ProviderCall } from "../provider/webhooks.ts";
import { callPolar, type PolarClient, textOf } from "./client.ts";

/** Opens a checkout. Its page can also be embedded by Polar's script, which takes the same URL. */
export async function createCheckout(
  { checkouts }: PolarClient,
  checkout: NewCheckout,
  call: ProviderCall,
): Promise<CheckoutPage> {
  const page = await callPolar("create checkout", call, checkouts.create, toCheckoutInput(checkout));
  const { expires_at } = page;
  const expiresAt = typeof expires_at === "string" ? new Date(expires_at) : null;
  return { id: textOf(page, "id"), url: textOf(page, "url"), clientSecret: null, expiresAt };
}

function toCheckoutInput(checkout: NewCheckout): object {
  return {
    // Polar's products have one price, or one per currency, which Polar chooses.
    products: checkout.plans.map(({ productId }) => productId),
    success_url: checkout.successUrl,
    allow_discount_codes: checkout.allowDiscountCodes,
    metadata: checkout.metadata,
    ...optionalField("customer_id", checkout.customerId),
    ...optionalField("customer_email", checkout.customerEmail),
    ...optionalField("seats", checkout.seats),
    ...optionalField("discount_id", checkout.discountId),
    ...optionalField("return_url", checkout.returnUrl),
    ...optionalField("embed_origin", checkout.embedOrigin),
    ...optionalField("locale", checkout.locale),
    ...trialInput(checkout.trial),
    ...(Object.keys(checkout.answers).length > 0 ? { custom_field_data: checkout.answers } : {}),
  };
}

function trialInput(trial: CheckoutTrial): object {
  if (trial === "product") return {};
  if (trial === "none") return { allow_trial: false };
  return { trial_interval: "day", trial_interval_count: trial.days };
}

function optionalField(key: string, value: string | number | null): object {
  return value === null ? {} : { [key]: value };
}

/** Opens the customer portal. */
export async function openPortal(
  { customerSessions }: PolarClient,
  { customerId, returnUrl }: NewPortal,
  call: ProviderCall,
): Promise<ProviderPage> {
  const input = { customer_id: customerId, ...optionalField("return_url", returnUrl) };
  const session = await callPolar("open portal", call, customerSessions.create, input);
  return { url: textOf(session, "customer_portal_url") };
}
