/** The `/billing/seller/…` endpoints, for users that `billing.seller` allows. */

import { defineEndpoint, type EndpointOf, type InputFields, input, maxCursorLength } from "@latchkey/core/plugin";
import { redeliverDelivery } from "../deliveries/redeliver.ts";
import { actionErrors } from "../errors.ts";
import { idOrName, pageLimit } from "../fields.ts";
import type { BillingSettings } from "../options.ts";
import { redeliveryOutput } from "../outputs.ts";
import { activeCutoff } from "../subscriptions/active.ts";
import { requireSeller, type SellerSettings } from "./access.ts";
import type { SellerCalls, SellerListInput } from "./contract.ts";
import {
  sellerCustomersOutput,
  sellerDeliveriesOutput,
  sellerOverviewOutput,
  sellerOwnersOutput,
  sellerProductsOutput,
  sellerSubscriptionsOutput,
} from "./outputs.ts";
import { loadSellerOverview } from "./overview.ts";
import { findOwners } from "./owners.ts";
import { findCustomerPage, findDeliveryPage, findProductPage, findSellerSubscriptionPage } from "./store.ts";

const pageFields: InputFields<SellerListInput> = {
  limit: input.optional(pageLimit),
  cursor: input.optional(input.text({ min: 1, max: maxCursorLength })),
};

/** Returns the shop's key metrics. */
export function getSellerOverview(settings: BillingSettings): EndpointOf<SellerCalls["getSellerOverview"]> {
  return defineEndpoint({
    method: "GET",
    path: "/billing/seller/overview",
    summary: "Get the shop's key metrics (seller)",
    output: sellerOverviewOutput,
    guards: [requireSeller(settings)],
    queryBudget: 7,
    handle(_, context) {
      const times = { now: context.now(), cutoff: activeCutoff(context, settings) };
      return loadSellerOverview(context.db, times);
    },
  });
}

/** Finds users and organizations, to link a customer to one of them. */
export function listSellerOwners(settings: SellerSettings): EndpointOf<SellerCalls["listSellerOwners"]> {
  return defineEndpoint({
    method: "GET",
    path: "/billing/seller/owners",
    summary: "Find users and organizations (seller)",
    input: input.object({ search: input.text({ min: 2, max: 255 }) }),
    output: sellerOwnersOutput,
    guards: [requireSeller(settings)],
    rateLimit: { window: 60, max: 120 },
    queryBudget: 3,
    handle: ({ search }, { db }) => findOwners(db, search),
  });
}

/** Lists all products, including archived ones, newest first. */
export function listSellerProducts(settings: SellerSettings): EndpointOf<SellerCalls["listSellerProducts"]> {
  return defineEndpoint({
    method: "GET",
    path: "/billing/seller/products",
    summary: "List products (seller)",
    input: input.object(pageFields),
    output: sellerProductsOutput,
    guards: [requireSeller(settings)],
    queryBudget: 3,
    handle: (input, { db }) => findProductPage(db, input),
  });
}

/** Lists all customers, newest first, or searches them by the beginning of their email. */
export function listSellerCustomers(settings: SellerSettings): EndpointOf<SellerCalls["listSellerCustomers"]> {
  return defineEndpoint({
    method: "GET",
    path: "/billing/seller/customers",
    summary: "List customers (seller)",
    input: input.object({ ...pageFields, search: input.optional(idOrName) }),
    output: sellerCustomersOutput,
    guards: [requireSeller(settings)],
    queryBudget: 3,
    handle: (input, { db }) => findCustomerPage(db, input),
  });
}

/** Lists the subscriptions of all customers, newest first. */
export function listSellerSubscriptions(settings: BillingSettings): EndpointOf<SellerCalls["listSellerSubscriptions"]> {
  return defineEndpoint({
    method: "GET",
    path: "/billing/seller/subscriptions",
    summary: "List subscriptions (seller)",
    input: input.object({ ...pageFields, active: input.optional(input.flag) }),
    output: sellerSubscriptionsOutput,
    guards: [requireSeller(settings)],
    queryBudget: 3,
    handle: (input, context) => findSellerSubscriptionPage(context.db, input, activeCutoff(context, settings)),
  });
}

/** Lists webhook deliveries with their outcome, newest first, without their bodies. */
export function listSellerDeliveries(settings: SellerSettings): EndpointOf<SellerCalls["listSellerDeliveries"]> {
  return defineEndpoint({
    method: "GET",
    path: "/billing/seller/deliveries",
    summary: "List webhook deliveries (seller)",
    input: input.object(pageFields),
    output: sellerDeliveriesOutput,
    guards: [requireSeller(settings)],
    queryBudget: 3,
    handle: (input, { db }) => findDeliveryPage(db, input),
  });
}

/**
 * Runs a delivery's failed handlers again. Applies a delivery that an earlier version couldn't read but this one can.
 */
export function redeliverForSeller(settings: BillingSettings): EndpointOf<SellerCalls["redeliverForSeller"]> {
  return defineEndpoint({
    method: "POST",
    path: "/billing/seller/redeliver",
    summary: "Run a webhook delivery again (seller)",
    input: input.object({ deliveryId: idOrName }),
    output: redeliveryOutput,
    guards: [requireSeller(settings)],
    errors: { DELIVERY_NOT_FOUND: actionErrors.DELIVERY_NOT_FOUND },
    rateLimit: { window: 60, max: 60 },
    // This is a webhook's budget, plus the queries for the session and the delivery.
    queryBudget: 20,
    handle: ({ deliveryId }, context) => redeliverDelivery(context, settings, deliveryId),
  });
}
