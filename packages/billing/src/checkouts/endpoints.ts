/** `/billing/checkout`. */

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
import { actErrors, providerErrors } from "../errors.ts";
import { key, referenceFields, value } from "../fields.ts";
import type { ActingSettings } from "../options.ts";
import { pageOutput } from "../outputs.ts";
import { type ProductRow, productTable } from "../products/table.ts";
import { callProvider } from "../provider/call.ts";
import { requireReference } from "../references/guard.ts";
import { checkAnswers } from "./answers.ts";

const { PRODUCT_NOT_FOUND, DISCOUNT_NOT_FOUND, INVALID_CUSTOM_FIELDS } = actErrors;

/** Opens a checkout for the caller, or for an organization whose money they may spend. Prices are the platform's. */
export function createCheckout(settings: ActingSettings): EndpointOf<BillingCalls["createCheckout"]> {
  return defineEndpoint({
    method: "POST",
    path: "/billing/checkout",
    summary: "Open a checkout",
    input: input.object({
      ...referenceFields,
      productIds: input.list(key, { min: 1, max: 20 }),
      // `checkRedirect` has an error of its own for what can't be a URL.
      successUrl: input.optional(input.rawText({ max: 2048 })),
      discountCode: input.optional(key),
      answers: input.optional(input.record(key, input.nullable(value), { max: Number.POSITIVE_INFINITY })),
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
    statements: 7,
    async handle({ productIds, successUrl, discountCode, answers = {} }, context) {
      const { reference, user } = context;
      const returnTo = await successTarget(context, successUrl || settings.successUrl);
      const products = await sellable(context, settings, productIds);
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

/** The platform puts the checkout's id in its place. */
const placeholder = "{CHECKOUT_ID}";
const standIn = "CHECKOUT_ID_PLACEHOLDER";

async function successTarget(context: RequestContext, url: string): Promise<string> {
  const target = await checkRedirect(context, "callbackURL", url.replaceAll(placeholder, standIn));
  return buildRedirect(context, target).replaceAll(standIn, placeholder);
}

/** The products that are meant, in this order. @throws {AuthError} `PRODUCT_NOT_FOUND` one is not sold here */
async function sellable(
  { db }: RequestContext,
  { products }: ActingSettings,
  wanted: readonly string[],
): Promise<ProductRow[]> {
  const ids = wanted.map((name) => (products && Object.hasOwn(products, name) ? (products[name] as string) : name));
  const offered = products && Object.values(products);
  const rows = await db.findMany(productTable, { where: { id: { in: ids }, isArchived: false }, limit: ids.length });
  return ids.map((id) => {
    const row = rows.find((one) => one.id === id);
    return row && (!offered || offered.includes(id)) ? row : fail(actErrors, "PRODUCT_NOT_FOUND");
  });
}

/** Most discounts that ever had one code: a code can be given again once its discount is deleted. */
const mostDiscounts = 20;

/** The newest with this code. @throws {AuthError} `DISCOUNT_NOT_FOUND`: unknown, not begun, over */
async function findDiscount({ db, now }: RequestContext, { discounts }: ActingSettings, code: string): Promise<string> {
  if (Object.hasOwn(discounts, code)) return discounts[code] as string;
  const orderBy = [{ column: "createdAt", direction: "desc" }] as const;
  const rows = await db.findMany(discountTable, { where: { code }, orderBy, limit: mostDiscounts });
  const time = now();
  const row = rows.find(({ startsAt, endsAt }) => (!startsAt || startsAt <= time) && (!endsAt || endsAt > time));
  return row?.id ?? fail(actErrors, "DISCOUNT_NOT_FOUND");
}
