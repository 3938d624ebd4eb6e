/** `/billing/seller/…`: everything that anybody bought, for whom `billing.seller` lets in. */

import { defineUntypedEndpoint, type Endpoint } from "@latchkey/core";
import { requireSeller, type SellerSettings } from "./access.ts";
import {
  type SellerCustomersInput,
  type SellerListInput,
  type SellerSubscriptionsInput,
  sellerCustomersInput,
  sellerListInput,
  sellerSubscriptionsInput,
} from "./inputs.ts";
import {
  sellerCustomersOutput,
  sellerDeliveriesOutput,
  sellerProductsOutput,
  sellerSubscriptionsOutput,
} from "./outputs.ts";
import {
  pageOfAllSubscriptions,
  pageOfCustomers,
  pageOfDeliveries,
  pageOfProducts,
  type SellerCustomerPage,
  type SellerDeliveryPage,
  type SellerProductPage,
  type SellerSubscriptionPage,
} from "./store.ts";

/** Products, archived ones among them, newest first. */
export function listSellerProducts(settings: SellerSettings): Endpoint<SellerListInput, SellerProductPage> {
  return defineUntypedEndpoint({
    method: "GET",
    path: "/billing/seller/products",
    summary: "Everything that is or was sold",
    input: sellerListInput,
    output: sellerProductsOutput,
    guards: [requireSeller(settings)],
    statements: 3,
    handle: (input, { db }) => pageOfProducts(db, input),
  });
}

/** Customers, newest first, or found by the beginning of their address. */
export function listSellerCustomers(settings: SellerSettings): Endpoint<SellerCustomersInput, SellerCustomerPage> {
  return defineUntypedEndpoint({
    method: "GET",
    path: "/billing/seller/customers",
    summary: "Everybody who is a customer",
    input: sellerCustomersInput,
    output: sellerCustomersOutput,
    guards: [requireSeller(settings)],
    statements: 3,
    handle: (input, { db }) => pageOfCustomers(db, input),
  });
}

/** Subscriptions of everybody, newest first. */
export function listSellerSubscriptions(
  settings: SellerSettings,
): Endpoint<SellerSubscriptionsInput, SellerSubscriptionPage> {
  return defineUntypedEndpoint({
    method: "GET",
    path: "/billing/seller/subscriptions",
    summary: "Subscriptions of everybody",
    input: sellerSubscriptionsInput,
    output: sellerSubscriptionsOutput,
    guards: [requireSeller(settings)],
    statements: 3,
    handle: (input, { db }) => pageOfAllSubscriptions(db, input),
  });
}

/** Deliveries with what became of them, newest first, without their bodies. */
export function listSellerDeliveries(settings: SellerSettings): Endpoint<SellerListInput, SellerDeliveryPage> {
  return defineUntypedEndpoint({
    method: "GET",
    path: "/billing/seller/deliveries",
    summary: "What the payment platform sent, and what became of it",
    input: sellerListInput,
    output: sellerDeliveriesOutput,
    guards: [requireSeller(settings)],
    statements: 3,
    handle: (input, { db }) => pageOfDeliveries(db, input),
  });
}
