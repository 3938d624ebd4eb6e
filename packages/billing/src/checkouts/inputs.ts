/** The inputs of checkouts, and the URLs that they lead to. */

import { buildRedirect, checkRedirect, type InputFields, input, type RequestContext } from "@latchkey/core/plugin";
import type { CheckoutFields } from "../contract.ts";
import { idOrName, metadataValue } from "../fields.ts";

/** A language tag, such as `de` or `pt-BR`. */
const languageTag = input.text({ max: 35, pattern: /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/ });

/** Keys that the payment provider accepts. */
const metadataKey = input.text({ max: 40, pattern: /^[^\p{Cc}\p{Cs}]{1,40}$/u });

/** The fields of every checkout. */
export const checkoutFields: InputFields<CheckoutFields> = {
  productIds: input.list(idOrName, { min: 1, max: 20 }),
  priceId: input.optional(idOrName),
  seats: input.optional(input.integer({ min: 1, max: 1_000_000 })),
  // `checkRedirect` throws a separate error for values that aren't URLs.
  successUrl: input.optional(input.rawText({ max: 2048 })),
  returnUrl: input.optional(input.rawText({ max: 2048 })),
  embedOrigin: input.optional(input.rawText({ max: 2048 })),
  locale: input.optional(languageTag),
  discountCode: input.optional(idOrName),
  answers: input.optional(input.record(idOrName, input.nullable(metadataValue), { max: Number.POSITIVE_INFINITY })),
  metadata: input.optional(input.record(metadataKey, metadataValue, { max: 40 })),
};

/** The URLs of a checkout. All of them are on trusted origins. */
export interface CheckoutUrls {
  readonly successUrl: string;
  readonly returnUrl: string | null;
  readonly embedOrigin: string | null;
}

/**
 * Returns the absolute URLs, with the default success URL filled in.
 * @throws {AuthError} 403 `INVALID_CALLBACK_URL` if a URL isn't relative or on a trusted origin
 */
export async function resolveUrls(
  context: RequestContext,
  { successUrl, returnUrl, embedOrigin }: Pick<CheckoutFields, "successUrl" | "returnUrl" | "embedOrigin">,
  defaultSuccessUrl: string,
): Promise<CheckoutUrls> {
  return {
    successUrl: await resolveSuccessUrl(context, successUrl || defaultSuccessUrl),
    returnUrl: returnUrl ? await resolveUrl(context, returnUrl) : null,
    embedOrigin: embedOrigin ? new URL(await resolveUrl(context, embedOrigin)).origin : null,
  };
}

/** The payment provider replaces this with the checkout's id. */
const placeholder = "{CHECKOUT_ID}";
const safePlaceholder = "CHECKOUT_ID_PLACEHOLDER";

async function resolveSuccessUrl(context: RequestContext, url: string): Promise<string> {
  const resolved = await resolveUrl(context, url.replaceAll(placeholder, safePlaceholder));
  return resolved.replaceAll(safePlaceholder, placeholder);
}

async function resolveUrl(context: RequestContext, url: string): Promise<string> {
  return buildRedirect(context, await checkRedirect(context, "callbackURL", url));
}
