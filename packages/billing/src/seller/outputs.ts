/** What the calls of the seller's view answer, as shapes. */

import { date, flag, list, nullable, number, object, type Shape, text } from "@latchkey/core/shapes";
import { deliveryOutput, productKeys, subscriptionKeys } from "../outputs.ts";
import type {
  SellerCustomer,
  SellerCustomerPage,
  SellerDeliveryPage,
  SellerProduct,
  SellerProductPage,
  SellerSubscription,
  SellerSubscriptionPage,
} from "./contract.ts";

/** Products, whether they are on sale or not. */
export const sellerProductsOutput: Shape<SellerProductPage> = object({
  products: list(object<SellerProduct>({ ...productKeys, isArchived: flag, createdAt: nullable(date) })),
  total: number,
  nextCursor: nullable(text),
});

/** Customers, and whose they are. */
export const sellerCustomersOutput: Shape<SellerCustomerPage> = object({
  customers: list(
    object<SellerCustomer>({
      id: text,
      email: text,
      emailVerified: flag,
      name: nullable(text),
      externalId: nullable(text),
      createdAt: nullable(date),
      deletedAt: nullable(date),
    }),
  ),
  total: number,
  nextCursor: nullable(text),
});

/** Subscriptions, and whose they are. */
export const sellerSubscriptionsOutput: Shape<SellerSubscriptionPage> = object({
  subscriptions: list(
    object<SellerSubscription>({
      ...subscriptionKeys,
      createdAt: nullable(date),
      customer: object<SellerSubscription["customer"]>({ id: text, email: nullable(text), name: nullable(text) }),
      cancellationComment: nullable(text),
    }),
  ),
  total: number,
  nextCursor: nullable(text),
});

/** Deliveries, and what became of them. */
export const sellerDeliveriesOutput: Shape<SellerDeliveryPage> = object({
  deliveries: list(deliveryOutput),
  nextCursor: nullable(text),
});
