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
import { type DataKind, type DataKinds, dataKindOf, type WebhookEvent } from "../entities/event.ts";
import type { Order } from "../entities/order.ts";
import type { SellerOrganization } from "../entities/organization.ts";
import type { Product } from "../entities/product.ts";
import type { Refund } from "../entities/refund.ts";
import type { Subscription } from "../entities/subscription.ts";
import { balanceSnapshot, meterSnapshot } from "../meters/table.ts";
import type { Origin, Rank, Snapshots } from "../mirror/snapshot.ts";
import { orderSnapshot } from "../orders/table.ts";
import { productSnapshot } from "../products/table.ts";
import { refundSnapshot } from "../refunds/table.ts";
import { sellerSnapshot } from "../sellers/table.ts";
import { subscriptionSnapshot } from "../subscriptions/table.ts";

type OriginFor = (rank: Rank) => Origin;
type SnapshotExtractor<Data> = (data: Data, from: OriginFor) => Snapshots;

const extractors: { readonly [Kind in DataKind]: SnapshotExtractor<DataKinds[Kind]> } = {
  checkout: extractCheckout,
  customer: extractCustomer,
  customerState: extractCustomerState,
  order: extractOrder,
  subscription: extractSubscription,
  refund: extractRefund,
  product: extractProduct,
  benefit: extractBenefit,
  grant: extractGrant,
  seller: extractSeller,
};

/** Extracts the snapshots of an event. */
export function extractSnapshots(event: WebhookEvent, arrival: string): Snapshots {
  const eventAt = event.timestamp ?? null;
  if (event.type === "customer.deleted") return extractDeletedCustomer(event.data, { rank: "own", eventAt, arrival });
  const extract = extractors[dataKindOf(event.type)] as SnapshotExtractor<unknown>;
  return extract(event.data, (rank) => ({ rank, eventAt, arrival }));
}

function extractCheckout(checkout: Checkout, from: OriginFor): Snapshots {
  const products = [...(checkout.product ? [checkout.product] : []), ...checkout.products];
  return {
    main: checkoutSnapshot(checkout, from("own")),
    copies: products.map((product) => productSnapshot(product, from("checkout"))),
    sellerId: sellerOf(products[0]),
  };
}

function extractCustomer(customer: Customer, from: OriginFor): Snapshots {
  return {
    main: customerSnapshot(customer, from("own")),
    copies: [],
    sellerId: sellerOf(customer),
  };
}

/** The event means that the customer was deleted, even if its data doesn't say when. */
function extractDeletedCustomer(customer: Customer, origin: Origin): Snapshots {
  const deleted_at = customer.deleted_at ?? origin.eventAt ?? customer.modified_at ?? origin.arrival;
  return extractCustomer({ ...customer, deleted_at }, () => origin);
}

/**
 * The state's lists can't be ordered by the customer's times, so a missing entry doesn't end anything. They provide
 * balances, which no other event contains, and stand in for subscriptions and grants whose own events haven't arrived.
 */
function extractCustomerState(state: CustomerState, from: OriginFor): Snapshots {
  return {
    main: customerSnapshot(state, from("own")),
    copies: [
      ...state.active_subscriptions.map((one) => subscriptionSnapshot(one, state.id, from("short"))),
      ...state.granted_benefits.map((one) => stateGrantSnapshot(one, state.id, from("short"))),
      ...state.active_meters.map((one) => balanceSnapshot(one, state.id, from("own"))),
    ],
    sellerId: sellerOf(state),
  };
}

function extractOrder(order: Order, from: OriginFor): Snapshots {
  const { customer, product, subscription, discount } = order;
  return {
    main: orderSnapshot(order, from("own")),
    copies: [
      ...(customer ? [customerSnapshot(customer, from("copy"))] : []),
      ...(product ? [productSnapshot(product, from("short"))] : []),
      ...(discount ? [discountSnapshot(discount, from("copy"))] : []),
      ...(subscription ? [subscriptionSnapshot(subscription, subscription.customer_id, from("checkout"))] : []),
    ],
    sellerId: sellerOf(product ?? customer),
  };
}

function extractSubscription(subscription: Subscription, from: OriginFor): Snapshots {
  const { customer, product, discount } = subscription;
  return {
    main: subscriptionSnapshot(subscription, subscription.customer_id, from("own")),
    copies: [
      ...(customer ? [customerSnapshot(customer, from("copy"))] : []),
      ...(product ? [productSnapshot(product, from("copy"))] : []),
      ...(product?.benefits ?? []).map((one) => benefitSnapshot(one, from("copy"))),
      ...(discount ? [discountSnapshot(discount, from("copy"))] : []),
      ...subscription.meters.flatMap(({ meter }) => (meter ? [meterSnapshot(meter, from("copy"))] : [])),
    ],
    sellerId: sellerOf(product ?? customer),
  };
}

function extractRefund(refund: Refund, from: OriginFor): Snapshots {
  return { main: refundSnapshot(refund, from("own")), copies: [], sellerId: sellerOf(refund) };
}

function extractProduct(product: Product, from: OriginFor): Snapshots {
  return {
    main: productSnapshot(product, from("own")),
    copies: product.benefits.map((one) => benefitSnapshot(one, from("copy"))),
    sellerId: sellerOf(product),
  };
}

function extractBenefit(benefit: Benefit, from: OriginFor): Snapshots {
  return { main: benefitSnapshot(benefit, from("own")), copies: [], sellerId: sellerOf(benefit) };
}

function extractGrant(grant: BenefitGrant, from: OriginFor): Snapshots {
  return {
    main: grantSnapshot(grant, from("own")),
    copies: [
      ...(grant.customer ? [customerSnapshot(grant.customer, from("copy"))] : []),
      benefitSnapshot(grant.benefit, from("copy")),
    ],
    sellerId: sellerOf(grant.benefit),
  };
}

function extractSeller(organization: SellerOrganization, from: OriginFor): Snapshots {
  return { main: sellerSnapshot(organization, from("own")), copies: [], sellerId: organization.id };
}

/** The seller's id, or `null` if the payload doesn't have it. */
function sellerOf(entity: { readonly organization_id: string } | null | undefined): string | null {
  return entity?.organization_id || null;
}
