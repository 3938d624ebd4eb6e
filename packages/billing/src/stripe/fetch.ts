/** Fetches objects from Stripe's API, together with the related objects that an entity needs. */

import type { ApiEntity, ProviderCall } from "../provider/webhooks.ts";
import {
  callStripe,
  collectionCall,
  dataOf,
  findInStripe,
  idOf,
  objectCall,
  type StripeClient,
  type StripeList,
  type StripeObject,
  toStorable,
} from "./client.ts";
import type { EntityKind, FetchedEntity } from "./convert.ts";

/** Fields that are expanded in a subscription. */
export const subscriptionExpand: readonly string[] = [
  "customer",
  "items.data.price.product",
  "discounts.promotion_code",
  "discounts.source.coupon",
  "schedule.phases.items.price",
];

/** Fields that are expanded in an invoice. */
export const invoiceExpand: readonly string[] = [
  "customer",
  "payments",
  "discounts.promotion_code",
  "discounts.source.coupon",
];

/** Maximum objects per page. */
const pageSize = 100;

/** Maximum pages of related objects per entity. */
const maxPages = 10;

/** Wraps an object for storage. Returns an empty list if there's none. */
export function toFetchedEntities(kind: EntityKind, value: StripeObject | null): FetchedEntity[] {
  return value === null ? [] : [{ kind, value: toStorable(value) }];
}

/** Fetches a customer. A deleted one only has its id. */
export async function fetchCustomer(client: StripeClient, id: string, call: ProviderCall): Promise<FetchedEntity[]> {
  const retrieve = objectCall(client.customers, "retrieve");
  return toFetchedEntities(
    "customer",
    await findInStripe("find customer", call, (options) => retrieve(id, {}, options)),
  );
}

export async function fetchSubscription(
  client: StripeClient,
  id: string,
  call: ProviderCall,
): Promise<FetchedEntity[]> {
  const retrieve = objectCall(client.subscriptions, "retrieve");
  const found = await findInStripe("find subscription", call, (options) =>
    retrieve(id, { expand: [...subscriptionExpand] }, options),
  );
  return toFetchedEntities("subscription", found);
}

/** Fetches a product with the prices that it's sold at. */
export async function fetchProduct(client: StripeClient, id: string, call: ProviderCall): Promise<FetchedEntity[]> {
  const retrieve = objectCall(client.products, "retrieve");
  const product = await findInStripe("find product", call, (options) => retrieve(id, {}, options));
  return product === null ? [] : completeProduct(client, product, call);
}

/** Adds the prices to a product. */
export async function completeProduct(
  client: StripeClient,
  product: StripeObject,
  call: ProviderCall,
): Promise<FetchedEntity[]> {
  const filter = { product: idOf(product), active: true };
  return toFetchedEntities("product", { product, prices: await listAll("list prices", client.prices, filter, call) });
}

/** Fetches an invoice with its refunds and disputes. */
export async function fetchOrder(client: StripeClient, id: string, call: ProviderCall): Promise<FetchedEntity[]> {
  const retrieve = objectCall(client.invoices, "retrieve");
  const invoice = await findInStripe("find invoice", call, (options) =>
    retrieve(id, { expand: [...invoiceExpand] }, options),
  );
  return invoice === null ? [] : completeOrder(client, invoice, call);
}

/** Adds the refunds and disputes to an invoice with its payments. */
export async function completeOrder(
  client: StripeClient,
  { payments, ...invoice }: StripeObject,
  call: ProviderCall,
): Promise<FetchedEntity[]> {
  const returned = await Promise.all(
    dataOf(payments).flatMap(({ payment }) => {
      const filter = paymentFilter(payment as StripeObject | undefined);
      if (filter === null) return [];
      return [
        Promise.all([
          listAll("list refunds", client.refunds, filter, call),
          listAll("list disputes", client.disputes, filter, call),
        ]),
      ];
    }),
  );
  const refunds = returned.flatMap(([refunds]) => refunds);
  const disputes = returned.flatMap(([, disputes]) => disputes);
  return toFetchedEntities("order", { invoice, refunds, disputes });
}

function paymentFilter(payment: StripeObject | undefined): { readonly [key: string]: string } | null {
  const intent = idOf(payment?.payment_intent);
  if (intent !== null) return { payment_intent: intent };
  const charge = idOf(payment?.charge);
  return charge === null ? null : { charge };
}

/** Fetches the order of a charge, a refund, or a dispute. Returns an empty list if there's no invoice. */
export async function fetchOrderForPayment(
  client: StripeClient,
  { payment_intent }: StripeObject,
  call: ProviderCall,
): Promise<FetchedEntity[]> {
  const intent = idOf(payment_intent);
  if (intent === null) return [];
  const list = collectionCall(client.invoicePayments, "list");
  const filter = { payment: { type: "payment_intent", payment_intent: intent }, limit: 1 };
  const [paid] = dataOf(await callStripe("find payment invoice", call, (options) => list(filter, options)));
  const invoiceId = idOf(paid?.invoice);
  return invoiceId === null ? [] : fetchOrder(client, invoiceId, call);
}

export async function fetchCheckout(client: StripeClient, id: string, call: ProviderCall): Promise<FetchedEntity[]> {
  const retrieve = objectCall(client.checkout.sessions, "retrieve");
  const found = await findInStripe("find checkout", call, (options) =>
    retrieve(id, { expand: ["line_items"] }, options),
  );
  return toFetchedEntities("checkout", found);
}

export async function fetchCoupon(client: StripeClient, id: string, call: ProviderCall): Promise<FetchedEntity[]> {
  const retrieve = objectCall(client.coupons, "retrieve");
  return toFetchedEntities("coupon", await findInStripe("find coupon", call, (options) => retrieve(id, {}, options)));
}

export async function fetchPromotionCode(
  client: StripeClient,
  id: string,
  call: ProviderCall,
): Promise<FetchedEntity[]> {
  const retrieve = objectCall(client.promotionCodes, "retrieve");
  const found = await findInStripe("find promotion code", call, (options) =>
    retrieve(id, { expand: ["promotion.coupon"] }, options),
  );
  return toFetchedEntities("promotionCode", found);
}

/**
 * Fetches a customer's entitlements and all features, so that features without an entitlement are stored as revoked.
 */
export async function fetchEntitlements(
  client: StripeClient,
  customer: string,
  call: ProviderCall,
): Promise<FetchedEntity[]> {
  const { activeEntitlements, features } = client.entitlements;
  const [active, all] = await Promise.all([
    listAll("list entitlements", activeEntitlements, { customer }, call),
    listAll("list features", features, {}, call),
  ]);
  return toFetchedEntities("entitlements", { customer, active, features: all });
}

/** A page of a list. */
export interface StripePage {
  readonly data: readonly StripeObject[];
  /** The last id on this page if there are more, to pass as `starting_after`. `null` on the last page. */
  readonly next: string | null;
}

/** Lists one page. */
export async function listPage(
  name: string,
  resource: StripeList,
  input: object,
  startingAfter: string | null,
  call: ProviderCall,
): Promise<StripePage> {
  const after = startingAfter === null ? {} : { starting_after: startingAfter };
  const list = collectionCall(resource, "list");
  const page = await callStripe(name, call, (options) => list({ limit: pageSize, ...input, ...after }, options));
  const data = dataOf(page);
  return { data, next: page.has_more === true ? idOf(data.at(-1)) : null };
}

async function listAll(name: string, resource: StripeList, input: object, call: ProviderCall): Promise<StripeObject[]> {
  const all: StripeObject[] = [];
  let after: string | null = null;
  for (let pages = 0; pages < maxPages; pages++) {
    const page: StripePage = await listPage(name, resource, input, after, call);
    all.push(...page.data);
    after = page.next;
    if (after === null) break;
  }
  return all;
}

/** Converts fetched entities to the input of `reconcileBilling`. */
export function toApiEntities(entities: readonly FetchedEntity[]): readonly ApiEntity[] {
  return entities.map(({ kind, value }) => ({ type: `${kind}.updated`, data: value }));
}
