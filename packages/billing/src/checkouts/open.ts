/** Opens checkouts, for customers and for guests. */

import { sha256Base64Url } from "@latchkey/core/crypto";
import { fail, type RequestContext } from "@latchkey/core/plugin";
import type { CheckoutFields, CheckoutResult } from "../contract.ts";
import { actionErrors } from "../errors.ts";
import type { SettingsWithProvider } from "../options.ts";
import { findSellableProducts } from "../products/sellable.ts";
import type { ProductRow } from "../products/table.ts";
import { callProvider } from "../provider/call.ts";
import type { CheckoutPage, CheckoutTrial, NewCheckout, PlanChoice } from "../provider/checkout.ts";
import { holdTrial, keepTrial, releaseTrial } from "../trials/store.ts";
import { checkAnswers } from "./answers.ts";
import { findDiscount } from "./discounts.ts";
import { resolveUrls } from "./inputs.ts";

/** A checkout without its buyer. */
export interface PreparedCheckout {
  readonly checkout: Omit<NewCheckout, "customerId" | "customerEmail" | "trial" | "metadata">;
  readonly metadata: NewCheckout["metadata"];
  /** The trial of the preselected product. `none` if the product is known not to have one. */
  readonly trial: CheckoutTrial;
  /** Whether the preselected product has a price per seat. */
  readonly hasSeats: boolean;
}

/** Checks everything that a checkout needs, before the payment provider is called. */
export async function prepareCheckout(
  context: RequestContext,
  settings: SettingsWithProvider,
  input: CheckoutFields,
): Promise<PreparedCheckout> {
  const urls = await resolveUrls(context, input, settings.successUrl);
  const products = await findSellableProducts(context, settings, input.productIds);
  const { answers = {}, seats = null, locale = null } = input;
  // These keys identify the buyer, so only the server sets them.
  const { reference_id: _, user_id: __, ...metadata } = input.metadata ?? {};
  checkAnswers(products[0]?.questions ?? [], answers);
  const discountId = await findDiscount(context, settings, input.discountCode);
  const plans = toPlans(products, input.priceId);
  const checkout = { ...urls, plans, seats, locale, discountId, allowDiscountCodes: true, answers };
  const hasSeats = products[0]?.prices.some(({ seatTiers, isArchived }) => seatTiers !== null && !isArchived) ?? false;
  return { checkout, metadata, trial: trialOf(settings, products[0]), hasSeats };
}

/** @throws {AuthError} `PRODUCT_NOT_FOUND` if the first product doesn't have the price */
function toPlans(products: readonly ProductRow[], priceId: string | undefined): readonly PlanChoice[] {
  const [first] = products;
  const isKnown = first?.prices.some(({ id, isArchived }) => id === priceId && !isArchived);
  if (priceId !== undefined && !isKnown) fail(actionErrors, "PRODUCT_NOT_FOUND");
  return products.map((product) => ({
    productId: product.id,
    priceId: product === first ? (priceId ?? null) : null,
  }));
}

function trialOf({ trialDays, products }: SettingsWithProvider, product: ProductRow | undefined): CheckoutTrial {
  if (!product?.isRecurring) return "none";
  const name = Object.entries(products ?? {}).find(([, id]) => id === product.id)?.[0];
  const days = trialDays[name ?? product.id] ?? trialDays[product.id];
  if (days !== undefined) return days === 0 ? "none" : { days };
  return product.trialDays === 0 ? "none" : "product";
}

/** The buyer of a checkout. */
export interface Buyer {
  readonly externalId: string;
  readonly customerId: string;
  /** Values that identify the buyer. */
  readonly metadata: Readonly<Record<string, string>>;
}

/**
 * Opens a customer's checkout. Only one of their checkouts at a time can offer a trial, and none can once they've had
 * one.
 */
export async function openCheckout(
  context: RequestContext,
  settings: SettingsWithProvider,
  { checkout, metadata, trial }: PreparedCheckout,
  buyer: Buyer,
): Promise<CheckoutResult> {
  const { customerId } = buyer;
  const newCheckout = { ...checkout, customerId, customerEmail: null, metadata: { ...metadata, ...buyer.metadata } };
  if (trial === "none") return present(await create(context, settings, { ...newCheckout, trial }), newCheckout);
  const request = sha256Base64Url(JSON.stringify([newCheckout, trial]));
  const decision = await holdTrial(context, buyer, request);
  if (decision.kind === "open")
    return { url: decision.url, clientSecret: null, redirect: newCheckout.embedOrigin === null };
  if (decision.kind === "none")
    return present(await create(context, settings, { ...newCheckout, trial: "none" }), newCheckout);
  try {
    const page = await create(context, settings, { ...newCheckout, trial });
    await keepTrial(context, decision.hold, page);
    return present(page, newCheckout);
  } catch (error) {
    await releaseTrial(context, decision.hold);
    throw error;
  }
}

/** Opens a checkout for a buyer without an account. They get no trial, because it's unknown whether they've had one. */
export async function openGuestCheckout(
  context: RequestContext,
  settings: SettingsWithProvider,
  { checkout, metadata }: PreparedCheckout,
  customerEmail: string | null,
): Promise<CheckoutResult> {
  const newCheckout: NewCheckout = { ...checkout, customerId: null, customerEmail, trial: "none", metadata };
  return present(await create(context, settings, newCheckout), newCheckout);
}

function create(
  context: RequestContext,
  { provider }: SettingsWithProvider,
  newCheckout: NewCheckout,
): Promise<CheckoutPage> {
  return callProvider(context, provider, (call) => provider.createCheckout(newCheckout, call));
}

/** An embedded checkout stays on the app's page. */
function present(
  { url, clientSecret }: CheckoutPage,
  { embedOrigin }: Pick<NewCheckout, "embedOrigin">,
): CheckoutResult {
  return { url, clientSecret, redirect: embedOrigin === null && url !== null };
}
