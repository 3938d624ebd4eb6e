/** The endpoint `/billing/checkout`. */

import {
  buildRedirect,
  checkRedirect,
  defineEndpoint,
  type EndpointOf,
  fail,
  httpErrors,
  input,
  type RequestContext,
} from "@latchkey/core/plugin";
import type { BillingCalls } from "../contract.ts";
import { ensureCustomer } from "../customers/ensure.ts";
import { discountTable } from "../discounts/table.ts";
import { actionErrors, providerErrors } from "../errors.ts";
import { idOrName, metadataValue, referenceFields } from "../fields.ts";
import type { SettingsWithProvider } from "../options.ts";
import { pageOutput } from "../outputs.ts";
import { type ProductRow, productTable } from "../products/table.ts";
import { callProvider } from "../provider/call.ts";
import { requireReference } from "../references/guard.ts";
import { checkAnswers } from "./answers.ts";

const { PRODUCT_NOT_FOUND, DISCOUNT_NOT_FOUND, INVALID_CUSTOM_FIELDS } = actionErrors;

/**
 * Opens a checkout for the caller, or for an organization whose billing they can manage. The payment provider sets
 * prices.
 */
export function createCheckout(settings: SettingsWithProvider): EndpointOf<BillingCalls["createCheckout"]> {
  return defineEndpoint({
    method: "POST",
    path: "/billing/checkout",
    summary: "Create a checkout",
    input: input.object({
      ...referenceFields,
      productIds: input.list(idOrName, { min: 1, max: 20 }),
      // `checkRedirect` has a separate error for values that aren't URLs.
      successUrl: input.optional(input.rawText({ max: 2048 })),
      discountCode: input.optional(idOrName),
      answers: input.optional(input.record(idOrName, input.nullable(metadataValue), { max: Number.POSITIVE_INFINITY })),
    }),
    output: pageOutput,
    guards: [requireReference(settings, "manage")],
    errors: {
      ...providerErrors,
      PRODUCT_NOT_FOUND,
      DISCOUNT_NOT_FOUND,
      INVALID_CUSTOM_FIELDS,
      INVALID_CALLBACK_URL: httpErrors.INVALID_CALLBACK_URL,
    },
    rateLimit: { window: 60, max: 20 },
    queryBudget: 7,
    async handle({ productIds, successUrl, discountCode, answers = {} }, context) {
      const { reference, user } = context;
      const returnTo = await resolveSuccessUrl(context, successUrl || settings.successUrl);
      const products = await findSellableProducts(context, settings, productIds);
      checkAnswers(products[0]?.questions ?? [], answers);
      const discountId = discountCode === undefined ? null : await findDiscount(context, settings, discountCode);
      const customerId = await ensureCustomer(context, settings, settings.provider, { reference, user });
      const { url } = await callProvider(context, settings.provider, (call) =>
        settings.provider.createCheckout(
          {
            customerId,
            productIds: products.map(({ id }) => id),
            successUrl: returnTo,
            discountId,
            answers,
            metadata: { reference_id: reference.externalId, user_id: user.id },
          },
          call,
        ),
      );
      return { url, redirect: true };
    },
  });
}

/** The payment provider replaces this with the checkout's id. */
const placeholder = "{CHECKOUT_ID}";
const safePlaceholder = "CHECKOUT_ID_PLACEHOLDER";

async function resolveSuccessUrl(context: RequestContext, url: string): Promise<string> {
  const target = await checkRedirect(context, "callbackURL", url.replaceAll(placeholder, safePlaceholder));
  return buildRedirect(context, target).replaceAll(safePlaceholder, placeholder);
}

/** Returns the requested products in order. @throws {AuthError} `PRODUCT_NOT_FOUND` if one of them isn't sold here */
async function findSellableProducts(
  { db }: RequestContext,
  { products }: SettingsWithProvider,
  requested: readonly string[],
): Promise<ProductRow[]> {
  const ids = requested.map((name) => (products && Object.hasOwn(products, name) ? (products[name] as string) : name));
  const offered = products && Object.values(products);
  const rows = await db.findMany(productTable, { where: { id: { in: ids }, isArchived: false }, limit: ids.length });
  return ids.map((id) => {
    const row = rows.find((one) => one.id === id);
    return row && (!offered || offered.includes(id)) ? row : fail(actionErrors, "PRODUCT_NOT_FOUND");
  });
}

/** Maximum discounts read per code. A code can be reused after its discount is deleted. */
const maxDiscounts = 20;

/**
 * Returns the newest discount with this code.
 * @throws {AuthError} `DISCOUNT_NOT_FOUND` if the code is unknown, not valid yet, or expired
 */
async function findDiscount(
  { db, now }: RequestContext,
  { discounts }: SettingsWithProvider,
  code: string,
): Promise<string> {
  if (Object.hasOwn(discounts, code)) return discounts[code] as string;
  const orderBy = [{ column: "createdAt", direction: "desc" }] as const;
  const rows = await db.findMany(discountTable, { where: { code }, orderBy, limit: maxDiscounts });
  const time = now();
  const row = rows.find(({ startsAt, endsAt }) => (!startsAt || startsAt <= time) && (!endsAt || endsAt > time));
  return row?.id ?? fail(actionErrors, "DISCOUNT_NOT_FOUND");
}
