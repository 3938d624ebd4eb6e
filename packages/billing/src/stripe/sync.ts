/** Reads all of the account's data from Stripe, page by page. */

import { ProviderError } from "../provider/error.ts";
import type { SyncPage, SyncRequest } from "../provider/sync.ts";
import type { ProviderCall } from "../provider/webhooks.ts";
import { idOf, type StripeClient, type StripeList, type StripeObject } from "./client.ts";
import type { FetchedEntity } from "./convert.ts";
import {
  completeOrder,
  completeProduct,
  fetchEntitlements,
  fetchSubscription,
  listPage,
  toApiEntities,
  toFetchedEntities,
} from "./fetch.ts";

/** How a resource is read. */
interface Resource {
  readonly source: StripeList;
  readonly input: object;
  /** Adds what the list doesn't include. */
  readonly complete: (object: StripeObject) => Promise<FetchedEntity[]> | FetchedEntity[];
}

/** The resources of a sync, in order. */
export const stripeResources: readonly string[] = [
  "products",
  "coupons",
  "promotionCodes",
  "customers",
  "subscriptions",
  "orders",
  "entitlements",
];

/** Objects per page of resources that need further requests for each object. */
const smallPage = 20;

/** Maximum concurrent requests. Stripe allows 100 per second with live keys, and 25 with test keys. */
const concurrency = 5;

function resourceOf(client: StripeClient, name: string, call: ProviderCall): Resource {
  const discounts = ["data.discounts.promotion_code", "data.discounts.source.coupon"];
  switch (name) {
    case "products":
      return {
        source: client.products,
        input: { limit: smallPage },
        complete: (product) => completeProduct(client, product, call),
      };
    case "coupons":
      return { source: client.coupons, input: {}, complete: (coupon) => toFetchedEntities("coupon", coupon) };
    case "promotionCodes":
      return {
        source: client.promotionCodes,
        input: { expand: ["data.promotion.coupon"] },
        complete: (code) => toFetchedEntities("promotionCode", code),
      };
    case "customers":
      return { source: client.customers, input: {}, complete: (customer) => toFetchedEntities("customer", customer) };
    case "subscriptions":
      return {
        source: client.subscriptions,
        input: { status: "all", expand: discounts },
        // Stripe can't expand a schedule's prices in a list, because they're nested too deeply.
        complete: (one) =>
          one.schedule ? fetchSubscription(client, String(idOf(one)), call) : toFetchedEntities("subscription", one),
      };
    case "orders":
      return {
        source: client.invoices,
        input: { limit: smallPage, expand: ["data.payments", ...discounts] },
        complete: (invoice) => (invoice.status === "draft" ? [] : completeOrder(client, invoice, call)),
      };
    case "entitlements":
      return {
        source: client.customers,
        input: { limit: smallPage },
        complete: (customer) => fetchEntitlements(client, String(idOf(customer)), call),
      };
    default:
      throw new ProviderError("rejected", `list ${name}: unknown resource`, {
        reason: `Stripe has no resource "${name}".`,
      });
  }
}

/**
 * Reads a page of a resource. Stripe lists the newest objects first, so the sync misses objects that are created while
 * it runs. Webhooks deliver those.
 */
export async function listStripePage(
  client: StripeClient,
  { resource, cursor }: SyncRequest,
  call: ProviderCall,
): Promise<SyncPage> {
  const { source, input, complete } = resourceOf(client, resource, call);
  const { data, next } = await listPage(`list ${resource}`, source, input, cursor, call);
  const entities: FetchedEntity[] = [];
  for (let start = 0; start < data.length; start += concurrency) {
    const batch = await Promise.all(data.slice(start, start + concurrency).map(complete));
    entities.push(...batch.flat());
  }
  return { entities: toApiEntities(entities), next, total: null };
}
