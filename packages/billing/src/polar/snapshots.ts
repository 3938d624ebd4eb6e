/** Extracts snapshots from Polar's events: the event's entity, and copies of other entities. */

import { benefitSnapshot, grantSnapshot, stateGrantSnapshot } from "../benefits/table.ts";
import { checkoutSnapshot } from "../checkouts/table.ts";
import { customerSnapshot } from "../customers/table.ts";
import { discountSnapshot } from "../discounts/table.ts";
import type { Benefit } from "../entities/benefit.ts";
import type { BenefitGrant } from "../entities/benefit-grant.ts";
import type { Checkout } from "../entities/checkout.ts";
import type { Customer } from "../entities/customer.ts";
import type { CustomerState } from "../entities/customer-state.ts";
import type { EventData, EventType, WebhookEvent } from "../entities/event.ts";
import type { Order } from "../entities/order.ts";
import type { SellerOrganization } from "../entities/organization.ts";
import type { Product } from "../entities/product.ts";
import type { Refund } from "../entities/refund.ts";
import type { Subscription } from "../entities/subscription.ts";
import { balanceSnapshot, meterSnapshot } from "../meters/table.ts";
import { type Origin, type Rank, type Snapshots, toAnySnapshot } from "../mirror/snapshot.ts";
import { orderSnapshot } from "../orders/table.ts";
import { productSnapshot } from "../products/table.ts";
import { refundSnapshot } from "../refunds/table.ts";
import { sellerSnapshot } from "../sellers/table.ts";
import { subscriptionSnapshot } from "../subscriptions/table.ts";

type OriginFor = (rank: Rank) => Origin;
type SnapshotExtractor<Data> = (data: Data, from: OriginFor) => Snapshots;

/** Events with the same kind of data are extracted the same way, regardless of their type. */
const extractors: { readonly [Type in EventType]: SnapshotExtractor<EventData[Type]> } = {
  "checkout.created": extractCheckout,
  "checkout.updated": extractCheckout,
  "customer.created": extractCustomer,
  "customer.updated": extractCustomer,
  "customer.deleted": extractCustomer,
  "customer.state_changed": extractCustomerState,
  "order.created": extractOrder,
  "order.updated": extractOrder,
  "order.paid": extractOrder,
  "order.refunded": extractOrder,
  "subscription.created": extractSubscription,
  "subscription.active": extractSubscription,
  "subscription.updated": extractSubscription,
  "subscription.canceled": extractSubscription,
  "subscription.uncanceled": extractSubscription,
  "subscription.revoked": extractSubscription,
  "refund.created": extractRefund,
  "refund.updated": extractRefund,
  "product.created": extractProduct,
  "product.updated": extractProduct,
  "benefit.created": extractBenefit,
  "benefit.updated": extractBenefit,
  "benefit_grant.created": extractGrant,
  "benefit_grant.cycled": extractGrant,
  "benefit_grant.updated": extractGrant,
  "benefit_grant.revoked": extractGrant,
  "organization.updated": extractSeller,
};

/** Extracts the snapshots of an event. */
export function extractSnapshots(event: WebhookEvent, arrival: string): Snapshots {
  const eventAt = event.timestamp ?? null;
  if (event.type === "customer.deleted") return extractDeletedCustomer(event.data, { rank: "own", eventAt, arrival });
  const extract = extractors[event.type] as SnapshotExtractor<unknown>;
  return extract(event.data, (rank) => ({ rank, eventAt, arrival }));
}

function extractCheckout(checkout: Checkout, from: OriginFor): Snapshots {
  const products = [...(checkout.product ? [checkout.product] : []), ...checkout.products];
  return {
    main: toAnySnapshot(checkoutSnapshot(checkout, from("own"))),
    copies: products.map((product) => toAnySnapshot(productSnapshot(product, from("checkout")))),
    sellerId: sellerOf(products[0]),
  };
}

function extractCustomer(customer: Customer, from: OriginFor): Snapshots {
  return {
    main: toAnySnapshot(customerSnapshot(customer, from("own"))),
    copies: [],
    sellerId: sellerOf(customer),
  };
}

/** The event says that the customer is deleted, whether or not its data has the time. */
function extractDeletedCustomer(customer: Customer, origin: Origin): Snapshots {
  const deleted_at = customer.deleted_at ?? origin.eventAt ?? customer.modified_at ?? origin.arrival;
  return extractCustomer({ ...customer, deleted_at }, () => origin);
}

/**
 * The state's lists can't be ordered by the customer's times, so a missing entry doesn't end anything. They provide
 * balances, which come from nowhere else, and stand in for subscriptions and grants whose own events haven't arrived.
 */
function extractCustomerState(state: CustomerState, from: OriginFor): Snapshots {
  return {
    main: toAnySnapshot(customerSnapshot(state, from("own"))),
    copies: [
      ...state.active_subscriptions.map((one) => toAnySnapshot(subscriptionSnapshot(one, state.id, from("short")))),
      ...state.granted_benefits.map((one) => toAnySnapshot(stateGrantSnapshot(one, state.id, from("short")))),
      ...state.active_meters.map((one) => toAnySnapshot(balanceSnapshot(one, state.id, from("own")))),
    ],
    sellerId: sellerOf(state),
  };
}

function extractOrder(order: Order, from: OriginFor): Snapshots {
  const { customer, product, subscription, discount } = order;
  return {
    main: toAnySnapshot(orderSnapshot(order, from("own"))),
    copies: [
      ...(customer ? [toAnySnapshot(customerSnapshot(customer, from("copy")))] : []),
      ...(product ? [toAnySnapshot(productSnapshot(product, from("short")))] : []),
      ...(discount ? [toAnySnapshot(discountSnapshot(discount, from("copy")))] : []),
      ...(subscription
        ? [toAnySnapshot(subscriptionSnapshot(subscription, subscription.customer_id, from("checkout")))]
        : []),
    ],
    sellerId: sellerOf(product ?? customer),
  };
}

function extractSubscription(subscription: Subscription, from: OriginFor): Snapshots {
  const { customer, product, discount } = subscription;
  return {
    main: toAnySnapshot(subscriptionSnapshot(subscription, subscription.customer_id, from("own"))),
    copies: [
      ...(customer ? [toAnySnapshot(customerSnapshot(customer, from("copy")))] : []),
      ...(product ? [toAnySnapshot(productSnapshot(product, from("copy")))] : []),
      ...(product?.benefits ?? []).map((one) => toAnySnapshot(benefitSnapshot(one, from("copy")))),
      ...(discount ? [toAnySnapshot(discountSnapshot(discount, from("copy")))] : []),
      ...subscription.meters.flatMap(({ meter }) => (meter ? [toAnySnapshot(meterSnapshot(meter, from("copy")))] : [])),
    ],
    sellerId: sellerOf(product ?? customer),
  };
}

function extractRefund(refund: Refund, from: OriginFor): Snapshots {
  return { main: toAnySnapshot(refundSnapshot(refund, from("own"))), copies: [], sellerId: sellerOf(refund) };
}

function extractProduct(product: Product, from: OriginFor): Snapshots {
  return {
    main: toAnySnapshot(productSnapshot(product, from("own"))),
    copies: product.benefits.map((one) => toAnySnapshot(benefitSnapshot(one, from("copy")))),
    sellerId: sellerOf(product),
  };
}

function extractBenefit(benefit: Benefit, from: OriginFor): Snapshots {
  return { main: toAnySnapshot(benefitSnapshot(benefit, from("own"))), copies: [], sellerId: sellerOf(benefit) };
}

function extractGrant(grant: BenefitGrant, from: OriginFor): Snapshots {
  return {
    main: toAnySnapshot(grantSnapshot(grant, from("own"))),
    copies: [
      ...(grant.customer ? [toAnySnapshot(customerSnapshot(grant.customer, from("copy")))] : []),
      toAnySnapshot(benefitSnapshot(grant.benefit, from("copy"))),
    ],
    sellerId: sellerOf(grant.benefit),
  };
}

function extractSeller(organization: SellerOrganization, from: OriginFor): Snapshots {
  return { main: toAnySnapshot(sellerSnapshot(organization, from("own"))), copies: [], sellerId: organization.id };
}

/** The seller's id, or `null` if the payload doesn't have it. */
function sellerOf(entity: { readonly organization_id: string } | null | undefined): string | null {
  return entity?.organization_id || null;
}
