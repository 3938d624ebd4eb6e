/** The response shapes of the seller's view. */

import { list, nullable, number, object, oneOf, type Shape, text } from "@latchkey/core/shapes";
import { deliveryOutput, subscriptionShapes } from "../outputs.ts";
import {
  productColumns,
  sellerCustomerColumns,
  sellerProductColumns,
  sellerSubscriptionColumns,
} from "../response-columns.ts";
import type {
  SellerCustomer,
  SellerCustomerPage,
  SellerDeliveryPage,
  SellerOverview,
  SellerOwner,
  SellerProduct,
  SellerProductPage,
  SellerRevenue,
  SellerSubscription,
  SellerSubscriptionPage,
} from "./contract.ts";

/** The shop's key metrics. */
export const sellerOverviewOutput: Shape<SellerOverview> = object({
  active: number,
  trialing: number,
  pastDue: number,
  customers: number,
  revenue: list(object<SellerRevenue>({ currency: text, amount: number })),
});

/** Users and organizations. */
export const sellerOwnersOutput: Shape<readonly SellerOwner[]> = list(
  object<SellerOwner>({ referenceId: text, kind: oneOf("user", "organization"), name: text, detail: text }),
);

/** All products, including archived ones. */
export const sellerProductsOutput: Shape<SellerProductPage> = object({
  products: list(object<SellerProduct>({ ...productColumns.shapes, ...sellerProductColumns.shapes })),
  total: number,
  nextCursor: nullable(text),
});

/** Customers with the users or organizations that they belong to. */
export const sellerCustomersOutput: Shape<SellerCustomerPage> = object({
  customers: list(object<SellerCustomer>({ ...sellerCustomerColumns.shapes, externalId: nullable(text) })),
  total: number,
  nextCursor: nullable(text),
});

/** Subscriptions with their customers. */
export const sellerSubscriptionsOutput: Shape<SellerSubscriptionPage> = object({
  subscriptions: list(
    object<SellerSubscription>({
      ...subscriptionShapes,
      ...sellerSubscriptionColumns.shapes,
      customer: object<SellerSubscription["customer"]>({ id: text, email: nullable(text), name: nullable(text) }),
    }),
  ),
  total: number,
  nextCursor: nullable(text),
});

/** Deliveries with their outcome. */
export const sellerDeliveriesOutput: Shape<SellerDeliveryPage> = object({
  deliveries: list(deliveryOutput),
  nextCursor: nullable(text),
});
