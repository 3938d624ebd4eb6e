/** Opens Stripe's checkout and customer portal. */

import type { CheckoutPage, CheckoutTrial, NewCheckout, NewPortal, ProviderPage } from "../provider/checkout.ts";
import { ProviderError } from "../provider/error.ts";
import type { ProviderCall } from "../provider/webhooks.ts";
import { callStripe, collectionCall, type StripeClient, textOf } from "./client.ts";
import { isMetered, type StripePrice } from "./objects/products.ts";
import { findPlan, type StripePlan } from "./plans.ts";

/** Opens a checkout for the first plan. Stripe's checkouts can't offer a choice of products. */
export async function createStripeCheckout(
  client: StripeClient,
  checkout: NewCheckout,
  parameters: Readonly<Record<string, unknown>>,
  call: ProviderCall,
): Promise<CheckoutPage> {
  const [choice] = checkout.plans;
  if (!choice) throw new ProviderError("rejected", "create checkout: no plan", { reason: "There's nothing to buy." });
  const plan = await findPlan(client, choice, call);
  const create = collectionCall(client.checkout.sessions, "create");
  const input = { ...parameters, ...sessionInput(checkout, plan) };
  const session = await callStripe("create checkout", call, (options) => create(input, options));
  const { expires_at: expires } = session;
  const isEmbedded = checkout.embedOrigin !== null;
  return {
    id: textOf(session, "id"),
    url: isEmbedded ? null : textOf(session, "url"),
    clientSecret: isEmbedded ? textOf(session, "client_secret") : null,
    expiresAt: typeof expires === "number" ? new Date(expires * 1000) : null,
  };
}

function sessionInput(checkout: NewCheckout, { price, metered }: StripePlan): object {
  const metadata = Object.fromEntries(Object.entries(checkout.metadata).map(([key, value]) => [key, String(value)]));
  const quantity = isMetered(price) ? {} : { quantity: checkout.seats ?? 1 };
  return {
    line_items: [{ price: price.id, ...quantity }, ...metered.map(({ id }) => ({ price: id }))],
    metadata,
    ...buyer(checkout, price),
    ...discounts(checkout),
    ...pages(checkout),
    ...(checkout.locale === null ? {} : { locale: stripeLocale(checkout.locale) }),
    ...(price.recurring === null
      ? // Orders come from invoices, and a one-time purchase has none by default.
        { mode: "payment", invoice_creation: { enabled: true, invoice_data: { metadata } } }
      : { mode: "subscription", subscription_data: { metadata, ...trial(checkout.trial, price) } }),
  };
}

function buyer({ customerId, customerEmail }: NewCheckout, { recurring }: StripePrice): object {
  if (customerId !== null) return { customer: customerId };
  return {
    ...(customerEmail === null ? {} : { customer_email: customerEmail }),
    // Subscriptions always create a customer, and Stripe rejects this parameter for them.
    ...(recurring === null ? { customer_creation: "always" } : {}),
  };
}

/** Returns the parameters for discounts. Stripe doesn't accept a discount together with a field for codes. */
function discounts({ discountId, allowDiscountCodes }: NewCheckout): object {
  if (discountId === null) return allowDiscountCodes ? { allow_promotion_codes: true } : {};
  return { discounts: [discountId.startsWith("promo_") ? { promotion_code: discountId } : { coupon: discountId }] };
}

function pages({ successUrl, returnUrl, embedOrigin }: NewCheckout): object {
  const success = successUrl.replaceAll("{CHECKOUT_ID}", "{CHECKOUT_SESSION_ID}");
  if (embedOrigin !== null) return { ui_mode: "embedded_page", return_url: success };
  return { success_url: success, ...(returnUrl === null ? {} : { cancel_url: returnUrl }) };
}

function trial(kind: CheckoutTrial, { recurring }: StripePrice): object {
  const days = kind === "none" ? 0 : kind === "product" ? (recurring?.trial_period_days ?? 0) : kind.days;
  return days > 0 ? { trial_period_days: days } : {};
}

/** Regional languages that Stripe's checkout supports. */
const variants: ReadonlySet<string> = new Set(["en-GB", "es-419", "fr-CA", "hi-IN", "pt-BR", "zh-HK", "zh-TW"]);

/** Languages that Stripe's checkout supports. */
const languages: ReadonlySet<string> = new Set(
  "bg cs da de el en es et fi fil fr hr hu id it ja ko lt lv ms mt nb nl pl pt ro ru sk sl sv th tr vi zh".split(" "),
);

/** Returns a language that Stripe supports, or else `auto`, the browser's language. Stripe rejects all others. */
function stripeLocale(tag: string): string {
  if (variants.has(tag)) return tag;
  const [language = ""] = tag.toLowerCase().split("-");
  if (language === "no" || language === "nn") return "nb";
  return languages.has(language) ? language : "auto";
}

/** Opens the customer portal. */
export async function openStripePortal(
  client: StripeClient,
  { customerId, returnUrl }: NewPortal,
  parameters: Readonly<Record<string, unknown>>,
  call: ProviderCall,
): Promise<ProviderPage> {
  const create = collectionCall(client.billingPortal.sessions, "create");
  const input = {
    ...parameters,
    customer: customerId,
    ...(returnUrl === null ? {} : { return_url: returnUrl }),
  };
  return { url: textOf(await callStripe("open portal", call, (options) => create(input, options)), "url") };
}
