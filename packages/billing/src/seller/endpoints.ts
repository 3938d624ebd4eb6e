/** `/billing/seller/…`: everything that anybody bought, for whom `billing.seller` lets in. */

import { defineEndpoint, type EndpointOf, type InputFields, input, longestCursor } from "@latchkey/core/plugin";
import { key, limit } from "../fields.ts";
import { requireSeller, type SellerSettings } from "./access.ts";
import type { SellerCalls, SellerListInput } from "./contract.ts";
import {
  sellerCustomersOutput,
  sellerDeliveriesOutput,
  sellerProductsOutput,
  sellerSubscriptionsOutput,
} from "./outputs.ts";
import { pageOfAllSubscriptions, pageOfCustomers, pageOfDeliveries, pageOfProducts } from "./store.ts";

const page: InputFields<SellerListInput> = {
  limit: input.optional(limit),
  cursor: input.optional(input.text({ min: 1, max: longestCursor })),
};

/** Products, archived ones among them, newest first. */
export function listSellerProducts(settings: SellerSettings): EndpointOf<SellerCalls["listSellerProducts"]> {
  return defineEndpoint({
    method: "GET",
    path: "/billing/seller/products",
    summary: "Everything that is or was sold",
    input: input.object(page),
    output: sellerProductsOutput,
    guards: [requireSeller(settings)],
    statements: 3,
    handle: (asked, { db }) => pageOfProducts(db, asked),
  });
}

/** Customers, newest first, or found by the beginning of their address. */
export function listSellerCustomers(settings: SellerSettings): EndpointOf<SellerCalls["listSellerCustomers"]> {
  return defineEndpoint({
    method: "GET",
    path: "/billing/seller/customers",
    summary: "Everybody who is a customer",
    input: input.object({ ...page, search: input.optional(key) }),
    output: sellerCustomersOutput,
    guards: [requireSeller(settings)],
    statements: 3,
    handle: (asked, { db }) => pageOfCustomers(db, asked),
  });
}

/** Subscriptions of everybody, newest first. */
export function listSellerSubscriptions(settings: SellerSettings): EndpointOf<SellerCalls["listSellerSubscriptions"]> {
  return defineEndpoint({
    method: "GET",
    path: "/billing/seller/subscriptions",
    summary: "Subscriptions of everybody",
    input: input.object({ ...page, active: input.optional(input.flag) }),
    output: sellerSubscriptionsOutput,
    guards: [requireSeller(settings)],
    statements: 3,
    handle: (asked, { db }) => pageOfAllSubscriptions(db, asked),
  });
}

/** Deliveries with what became of them, newest first, without their bodies. */
export function listSellerDeliveries(settings: SellerSettings): EndpointOf<SellerCalls["listSellerDeliveries"]> {
  return defineEndpoint({
    method: "GET",
    path: "/billing/seller/deliveries",
    summary: "What the payment platform sent, and what became of it",
    input: input.object(page),
    output: sellerDeliveriesOutput,
    guards: [requireSeller(settings)],
    statements: 3,
    handle: (asked, { db }) => pageOfDeliveries(db, asked),
  });
}
