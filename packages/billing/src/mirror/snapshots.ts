/** Which snapshots an event holds: the entity it is about, and copies of others. */

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
import { orderSnapshot } from "../orders/table.ts";
import { productSnapshot } from "../products/table.ts";
import { refundSnapshot } from "../refunds/table.ts";
import { sellerSnapshot } from "../sellers/table.ts";
import { subscriptionSnapshot } from "../subscriptions/table.ts";
import type { MirrorRow, Origin, Rank, Snapshot } from "./snapshot.ts";

/** An event taken apart. */
export interface Snapshots {
  /** What the event is about. */
  readonly main: Snapshot;
  /** What else it shows. */
  readonly copies: readonly Snapshot[];
  /** The seller whose event it is; `null` where it does not say. */
  readonly sellerId: string | null;
}

type From = (rank: Rank) => Origin;
type Takes<Data> = (data: Data, from: From) => Snapshots;

/** Each kind of data is one subject; the type of the event says when, and is not looked at for what is stored. */
const takes: { readonly [Type in EventType]: Takes<EventData[Type]> } = {
  "checkout.created": ofCheckout,
  "checkout.updated": ofCheckout,
  "customer.created": ofCustomer,
  "customer.updated": ofCustomer,
  "customer.deleted": ofCustomer,
  "customer.state_changed": ofCustomerState,
  "order.created": ofOrder,
  "order.updated": ofOrder,
  "order.paid": ofOrder,
  "order.refunded": ofOrder,
  "subscription.created": ofSubscription,
  "subscription.active": ofSubscription,
  "subscription.updated": ofSubscription,
  "subscription.canceled": ofSubscription,
  "subscription.uncanceled": ofSubscription,
  "subscription.revoked": ofSubscription,
  "refund.created": ofRefund,
  "refund.updated": ofRefund,
  "product.created": ofProduct,
  "product.updated": ofProduct,
  "benefit.created": ofBenefit,
  "benefit.updated": ofBenefit,
  "benefit_grant.created": ofGrant,
  "benefit_grant.cycled": ofGrant,
  "benefit_grant.updated": ofGrant,
  "benefit_grant.revoked": ofGrant,
  "organization.updated": ofSeller,
};

/** Takes an event apart. */
export function snapshotsOf(event: WebhookEvent): Snapshots {
  const eventAt = event.timestamp ?? null;
  const take = takes[event.type] as Takes<unknown>;
  return take(event.data, (rank) => ({ rank, eventAt }));
}

function ofCheckout(checkout: Checkout, from: From): Snapshots {
  const products = [checkout.product, ...checkout.products];
  return {
    main: plain(checkoutSnapshot(checkout, from("own"))),
    copies: products.map((product) => plain(productSnapshot(product, from("checkout")))),
    sellerId: checkout.product.organization_id,
  };
}

function ofCustomer(customer: Customer, from: From): Snapshots {
  return { main: plain(customerSnapshot(customer, from("own"))), copies: [], sellerId: customer.organization_id };
}

/**
 * The lists of a state cannot be ordered by the customer's times, so they end nothing: they bring balances, which come
 * nowhere else, and stand in for subscriptions and grants whose own events are still on their way.
 */
function ofCustomerState(state: CustomerState, from: From): Snapshots {
  return {
    main: plain(customerSnapshot(state, from("own"))),
    copies: [
      ...state.active_subscriptions.map((one) => plain(subscriptionSnapshot(one, state.id, from("short")))),
      ...state.granted_benefits.map((one) => plain(stateGrantSnapshot(one, state.id, from("short")))),
      ...state.active_meters.map((one) => plain(balanceSnapshot(one, state.id, from("own")))),
    ],
    sellerId: state.organization_id,
  };
}

function ofOrder(order: Order, from: From): Snapshots {
  const { subscription, discount } = order;
  return {
    main: plain(orderSnapshot(order, from("own"))),
    copies: [
      plain(customerSnapshot(order.customer, from("copy"))),
      plain(productSnapshot(order.product, from("short"))),
      ...(discount ? [plain(discountSnapshot(discount, from("copy")))] : []),
      ...(subscription ? [plain(subscriptionSnapshot(subscription, subscription.customer_id, from("checkout")))] : []),
    ],
    sellerId: order.product.organization_id,
  };
}

function ofSubscription(subscription: Subscription, from: From): Snapshots {
  const { product, discount } = subscription;
  return {
    main: plain(subscriptionSnapshot(subscription, subscription.customer_id, from("own"))),
    copies: [
      plain(customerSnapshot(subscription.customer, from("copy"))),
      plain(productSnapshot(product, from("copy"))),
      ...product.benefits.map((one) => plain(benefitSnapshot(one, from("copy")))),
      ...(discount ? [plain(discountSnapshot(discount, from("copy")))] : []),
      ...subscription.meters.map(({ meter }) => plain(meterSnapshot(meter, from("copy")))),
    ],
    sellerId: product.organization_id,
  };
}

function ofRefund(refund: Refund, from: From): Snapshots {
  return { main: plain(refundSnapshot(refund, from("own"))), copies: [], sellerId: refund.organization_id };
}

function ofProduct(product: Product, from: From): Snapshots {
  return {
    main: plain(productSnapshot(product, from("own"))),
    copies: product.benefits.map((one) => plain(benefitSnapshot(one, from("copy")))),
    sellerId: product.organization_id,
  };
}

function ofBenefit(benefit: Benefit, from: From): Snapshots {
  return { main: plain(benefitSnapshot(benefit, from("own"))), copies: [], sellerId: benefit.organization_id };
}

function ofGrant(grant: BenefitGrant, from: From): Snapshots {
  return {
    main: plain(grantSnapshot(grant, from("own"))),
    copies: [
      plain(customerSnapshot(grant.customer, from("copy"))),
      plain(benefitSnapshot(grant.benefit, from("copy"))),
    ],
    sellerId: grant.benefit.organization_id,
  };
}

function ofSeller(organization: SellerOrganization, from: From): Snapshots {
  return { main: plain(sellerSnapshot(organization, from("own"))), copies: [], sellerId: organization.id };
}

/** Rows of different tables in one list. */
function plain<R extends MirrorRow>(one: Snapshot<R>): Snapshot {
  return one as object as Snapshot;
}
