/** Converts what was fetched from Stripe to billing's entities and their snapshots. */

import type * as z from "zod";
import { benefitSnapshot, grantSnapshot } from "../benefits/table.ts";
import { checkoutSnapshot } from "../checkouts/table.ts";
import { customerSnapshot } from "../customers/table.ts";
import { discountSnapshot } from "../discounts/table.ts";
import type { Discount } from "../entities/discount.ts";
import type { WireIssue } from "../entities/wire.ts";
import type { Origin, Rank, Snapshot } from "../mirror/snapshot.ts";
import { orderSnapshot } from "../orders/table.ts";
import { productSnapshot } from "../products/table.ts";
import { refundSnapshot } from "../refunds/table.ts";
import { subscriptionSnapshot } from "../subscriptions/table.ts";
import { stripeCheckoutSession, toCheckout } from "./objects/checkouts.ts";
import { readExpanded } from "./objects/common.ts";
import { type StripeCustomer, stripeCustomer, toCustomer } from "./objects/customers.ts";
import {
  fromCoupon,
  promotionCodeToDiscount,
  type StripeCoupon,
  type StripePromotionCode,
  stripeCoupon,
  stripePromotionCode,
} from "./objects/discounts.ts";
import { type EntitlementEntry, entitlementEntry, toBenefit, toGrants } from "./objects/entitlements.ts";
import { type OrderEntry, orderEntry, toOrder } from "./objects/orders.ts";
import { type CatalogEntry, catalogEntry, stripeProduct, toProduct } from "./objects/products.ts";
import { disputeToRefund, toRefund } from "./objects/refunds.ts";
import { planItemOf, type StripeSubscription, stripeSubscription, toSubscription } from "./objects/subscriptions.ts";

/** What can be fetched. `product`, `order`, and `entitlements` consist of several objects. */
export type EntityKind =
  | "customer"
  | "product"
  | "subscription"
  | "order"
  | "checkout"
  | "coupon"
  | "promotionCode"
  | "entitlements";

/** A fetched object, in the form in which it's stored. */
export interface FetchedEntity {
  readonly kind: EntityKind;
  readonly value: unknown;
}

/** An entity and its snapshot. */
export interface Converted {
  /** The entity, as billing's events contain it. */
  readonly data: { readonly id: string };
  readonly snapshot: Snapshot;
}

/** When an entity was fetched, and when it was deleted. */
export interface FetchTime {
  /** When the request was sent, as sortable text or ISO 8601. */
  readonly eventAt: string;
  readonly arrival: string;
  /** When a customer that no longer exists was deleted. `null` if the event doesn't say. */
  readonly deletedAt: string | null;
}

type Converter<T> = (value: T, time: FetchTime) => readonly Converted[];

interface EntityConverter {
  readonly schema: z.ZodType;
  readonly convert: Converter<never>;
}

const converters: Readonly<Record<EntityKind, EntityConverter>> = {
  customer: entityConverter(stripeCustomer, convertCustomer),
  product: entityConverter(catalogEntry, convertProduct),
  subscription: entityConverter(stripeSubscription, convertSubscription),
  order: entityConverter(orderEntry, convertOrder),
  checkout: entityConverter(stripeCheckoutSession, (session, time) => {
    const data = toCheckout(session);
    return [{ data, snapshot: checkoutSnapshot(data, origin("own", time)) }];
  }),
  coupon: entityConverter(stripeCoupon, (coupon: StripeCoupon, time) => convertDiscount(fromCoupon(coupon), time)),
  promotionCode: entityConverter(stripePromotionCode, (code: StripePromotionCode, time) =>
    convertDiscount(promotionCodeToDiscount(code), time),
  ),
  entitlements: entityConverter(entitlementEntry, convertEntitlements),
};

function entityConverter<T>(schema: z.ZodType<T>, convert: Converter<T>): EntityConverter {
  return { schema, convert };
}

/** Whether a string is the name of an entity kind. */
export function isEntityKind(kind: string): kind is EntityKind {
  return Object.hasOwn(converters, kind);
}

/** Converts what was fetched. The first entity is the requested one. Returns issues if it can't be read. */
export function convertEntity(
  { kind, value }: FetchedEntity,
  time: FetchTime,
): { readonly entities: readonly Converted[] } | { readonly issues: readonly WireIssue[] } {
  const { schema, convert } = converters[kind];
  const read = schema.safeParse(value);
  return read.success ? { entities: convert(read.data as never, time) } : { issues: read.error.issues };
}

/**
 * The version of a snapshot. Stripe's objects don't say when they last changed, and event times are only exact to the
 * second. So the state that was requested last counts as the newest.
 */
function origin(rank: Rank, { eventAt, arrival }: FetchTime): Origin {
  return { rank, eventAt, arrival };
}

function convertCustomer(customer: StripeCustomer, time: FetchTime): readonly Converted[] {
  if (!customer.deleted) {
    const data = toCustomer(customer);
    return [{ data, snapshot: customerSnapshot(data, origin("own", time)) }];
  }
  // Only the deletion event says when it happened.
  if (time.deletedAt === null) return [];
  const data = { ...toCustomer(customer), deleted_at: time.deletedAt };
  return [{ data, snapshot: customerSnapshot(data, origin("own", time)) }];
}

function convertProduct(entry: CatalogEntry, time: FetchTime): readonly Converted[] {
  const data = toProduct(entry);
  return [{ data, snapshot: productSnapshot(data, origin("own", time)) }];
}

function convertDiscount(data: Discount | null, time: FetchTime): readonly Converted[] {
  return data ? [{ data, snapshot: discountSnapshot(data, origin("own", time)) }] : [];
}

/** Converts an expanded customer. It's as recent as the object that contains it. */
function convertBuyer(reference: unknown, time: FetchTime): readonly Converted[] {
  const customer = readExpanded(reference as never, stripeCustomer);
  return customer ? convertCustomer(customer, { ...time, deletedAt: null }) : [];
}

function convertSubscription(subscription: StripeSubscription, time: FetchTime): readonly Converted[] {
  const product = readExpanded(planItemOf(subscription)?.price.product, stripeProduct);
  // Without prices, this is only a placeholder until the product is fetched.
  const short = product && { ...toProduct({ product, prices: [] }), is_recurring: true };
  const data = { ...toSubscription(subscription), product: short };
  return [
    { data, snapshot: subscriptionSnapshot(data, data.customer_id, origin("own", time)) },
    ...convertBuyer(subscription.customer, time),
    ...(short ? [{ data: short, snapshot: productSnapshot(short, origin("short", time)) }] : []),
    ...convertDiscount(data.discount, time),
  ];
}

function convertOrder(entry: OrderEntry, time: FetchTime): readonly Converted[] {
  const { invoice, refunds, disputes } = entry;
  // A draft can still change, and can be deleted.
  if (invoice.status === "draft") return [];
  const order = toOrder(entry);
  const returned = [
    ...refunds.map((one) => toRefund(invoice, one)),
    ...disputes.map((one) => disputeToRefund(invoice, one)),
  ];
  return [
    { data: order, snapshot: orderSnapshot(order, origin("own", time)) },
    ...returned.map((data) => ({ data, snapshot: refundSnapshot(data, origin("own", time)) })),
    ...convertBuyer(invoice.customer, time),
    ...convertDiscount(order.discount, time),
  ];
}

function convertEntitlements(entry: EntitlementEntry, time: FetchTime): readonly Converted[] {
  return [
    ...toGrants(entry).map((data) => ({ data, snapshot: grantSnapshot(data, origin("own", time)) })),
    ...entry.features.map((feature) => {
      const data = toBenefit(feature);
      return { data, snapshot: benefitSnapshot(data, origin("own", time)) };
    }),
  ];
}
