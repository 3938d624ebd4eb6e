/** Decides which objects to fetch for each of Stripe's events. */

import type { ProviderCall } from "../provider/webhooks.ts";
import { callStripe, idOf, objectCall, type StripeClient, type StripeObject } from "./client.ts";
import type { FetchedEntity } from "./convert.ts";
import {
  fetchCheckout,
  fetchCoupon,
  fetchCustomer,
  fetchEntitlements,
  fetchOrder,
  fetchOrderForPayment,
  fetchProduct,
  fetchPromotionCode,
  fetchSubscription,
  toFetchedEntities,
} from "./fetch.ts";
import type { StripeNotice } from "./notice.ts";

/** Fetches an event's objects. `null` if the app's account doesn't have them. Empty if there's nothing to apply. */
type Route = (client: StripeClient, notice: StripeNotice, call: ProviderCall) => Promise<FetchedEntity[] | null>;

/** Routes by event type, or by prefix if the key ends with a dot. */
const routes: Readonly<Record<string, Route>> = {
  "customer.created": ownObject(fetchCustomer),
  "customer.updated": ownObject(fetchCustomer),
  "customer.deleted": ownObject(fetchCustomer),
  "customer.subscription.": ownObject(fetchSubscription),
  "customer.discount.": (client, { object }, call) =>
    fetchReferenced(client, fetchSubscription, object.subscription, call),
  "product.": ownObject(fetchProduct, ({ object }) =>
    toFetchedEntities("product", { product: { ...object, active: false } }),
  ),
  "price.": async (client, notice, call) => {
    const { product } = await objectOf(client, "prices", "product", notice, call);
    return fetchReferenced(client, fetchProduct, product, call);
  },
  "coupon.": ownObject(fetchCoupon, ({ object, happenedAt }) =>
    toFetchedEntities("coupon", { ...object, redeem_by: Math.floor(Date.parse(happenedAt) / 1000) }),
  ),
  "promotion_code.": ownObject(fetchPromotionCode),
  "invoice.": ownObject(fetchOrder),
  "charge.refunded": paymentOrder("charges"),
  "charge.refund.": paymentOrder("refunds"),
  "refund.": paymentOrder("refunds"),
  "charge.dispute.": paymentOrder("disputes"),
  "checkout.session.": ownObject(fetchCheckout),
  "entitlements.active_entitlement_summary.updated": (client, { object }, call) =>
    fetchReferenced(client, fetchEntitlements, object.customer, call),
};

/** Returns the route for an event type. `undefined` for events that billing doesn't need. */
export function routeOf(type: string): Route | undefined {
  const key = Object.keys(routes).find((one) => (one.endsWith(".") ? type.startsWith(one) : type === one));
  return key === undefined ? undefined : routes[key];
}

type FetchById = (client: StripeClient, id: string, call: ProviderCall) => Promise<FetchedEntity[]>;

/**
 * Fetches the event's own object.
 * @param ifDeleted returns the entity for a deleted object, which can't be fetched
 */
function ownObject(fetch: FetchById, ifDeleted?: (notice: StripeNotice) => FetchedEntity[]): Route {
  return async (client, notice, call) => {
    // An upcoming invoice has no ID yet.
    if (notice.objectId === null) return [];
    const found = await fetch(client, notice.objectId, call);
    if (found.length > 0) return found;
    return notice.type.endsWith(".deleted") && ifDeleted ? ifDeleted(notice) : null;
  };
}

async function fetchReferenced(
  client: StripeClient,
  fetch: FetchById,
  reference: unknown,
  call: ProviderCall,
): Promise<FetchedEntity[] | null> {
  const id = idOf(reference);
  if (id === null) return [];
  const found = await fetch(client, id, call);
  return found.length > 0 ? found : null;
}

/** Fetches the order that a charge, a refund, or a dispute belongs to. */
function paymentOrder(resource: "charges" | "refunds" | "disputes"): Route {
  return async (client, notice, call) =>
    fetchOrderForPayment(client, await objectOf(client, resource, "payment_intent", notice, call), call);
}

/** Returns an event's object, or fetches it for a thin event. It can be outdated: only read keys that never change. */
async function objectOf(
  client: StripeClient,
  resource: "charges" | "refunds" | "disputes" | "prices",
  key: string,
  { object, objectId }: StripeNotice,
  call: ProviderCall,
): Promise<StripeObject> {
  if (key in object || objectId === null) return object;
  const retrieve = objectCall(client[resource], "retrieve");
  return callStripe(`find ${resource}`, call, (options) => retrieve(objectId, {}, options));
}
