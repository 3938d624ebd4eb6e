/** The inputs and results of a payment provider's checkout and customer portal. */

import type { CustomFieldData } from "../entities/wire.ts";

/** A product and one of its prices. */
export interface PlanChoice {
  readonly productId: string;
  /** One of the product's prices, if it has several. `null` lets the provider choose the product's default price. */
  readonly priceId: string | null;
}

/**
 * The trial of a new subscription. `product` is the trial that the product has at the provider, if any. `none` charges
 * immediately, because the buyer has already had a trial. `days` is a trial that the app sets.
 */
export type CheckoutTrial = "product" | "none" | { readonly days: number };

/** The values of a new checkout. */
export interface NewCheckout {
  /** The provider's customer id. `null` for a guest, whom the provider asks for an email. */
  readonly customerId: string | null;
  /** A guest's email, to prefill the form. `null` if the buyer is a customer or didn't enter one. */
  readonly customerEmail: string | null;
  /**
   * What the buyer can choose from. The first one is preselected. A provider whose checkouts can't offer a choice sells
   * the first one.
   */
  readonly plans: readonly PlanChoice[];
  /** The number of seats to buy. `null` for prices that don't count seats. */
  readonly seats: number | null;
  readonly trial: CheckoutTrial;
  /** The provider's id of a discount that's applied from the start. */
  readonly discountId: string | null;
  /** Whether the buyer can enter discount codes. */
  readonly allowDiscountCodes: boolean;
  /** The absolute URL that the buyer goes to after the payment. Can contain `{CHECKOUT_ID}`. */
  readonly successUrl: string;
  /** The absolute URL of the checkout's back link. `null` for none. */
  readonly returnUrl: string | null;
  /**
   * The origin of the page that embeds the checkout, such as `https://app.example.com`. `null` if the checkout isn't
   * embedded.
   */
  readonly embedOrigin: string | null;
  /** A language tag, such as `de` or `pt-BR`. `null` lets the provider choose. */
  readonly locale: string | null;
  readonly answers: CustomFieldData;
  /** Returned with orders and subscriptions. Never used to decide who owns them. */
  readonly metadata: Readonly<Record<string, string | number | boolean>>;
}

/** A page of the payment provider. */
export interface ProviderPage {
  readonly url: string;
}

/** An open checkout. */
export interface CheckoutPage {
  /** The id that the checkout's events have. */
  readonly id: string;
  /** The page to navigate to or to embed. `null` if it's embedded with the client secret only. */
  readonly url: string | null;
  /** Gives the provider's script in the browser access to an embedded checkout. `null` if it isn't needed. */
  readonly clientSecret: string | null;
  /** When the checkout can no longer be paid. `null` if the provider doesn't say. */
  readonly expiresAt: Date | null;
}

/** The values of a new portal session. */
export interface NewPortal {
  readonly customerId: string;
  /** The absolute URL of the portal's back link. `null` for none. */
  readonly returnUrl: string | null;
}
