/** Assembles the billing plugin. */

import type { Plugin } from "@latchkey/core";
import { definePlugin, type EndpointOf } from "@latchkey/core/plugin";
import { hasBenefit, listBenefits } from "./benefits/endpoints.ts";
import { createCheckout } from "./checkouts/endpoints.ts";
import type { BillingCalls, BillingCapabilities, BillingTypes } from "./contract.ts";
import { claimCustomer } from "./customers/claim.ts";
import { getCustomerState, readCustomerState } from "./customers/endpoints.ts";
import { createCustomersOnSignUp } from "./customers/ensure.ts";
import { listDeliveries } from "./deliveries/endpoints.ts";
import { pruneBilling } from "./deliveries/prune.ts";
import { redeliver } from "./deliveries/redeliver.ts";
import { deliveryTable, handlerTable } from "./deliveries/table.ts";
import { billingErrors } from "./errors.ts";
import { registerSettings } from "./guards.ts";
import { getMeterBalance, listMeters } from "./meters/endpoints.ts";
import { rebuildBilling } from "./mirror/rebuild.ts";
import { reconcileBilling } from "./mirror/reconcile.ts";
import { mirrorTables } from "./mirror/tables.ts";
import { type BillingOptions, type BillingSettings, resolveBilling } from "./options.ts";
import { listOrders } from "./orders/endpoints.ts";
import { openPortal } from "./portal/endpoints.ts";
import { listProducts } from "./products/endpoints.ts";
import { getBillingAccess } from "./references/endpoints.ts";
import { removeLinksOfDeletedUsers } from "./references/store.ts";
import { linkTable } from "./references/table.ts";
import {
  listSellerCustomers,
  listSellerDeliveries,
  listSellerProducts,
  listSellerSubscriptions,
  redeliverForSeller,
} from "./seller/endpoints.ts";
import { cancelSubscription, resumeSubscription } from "./subscriptions/changes.ts";
import { listSubscriptions } from "./subscriptions/endpoints.ts";
import { createUsageHandler, ingestUsage, usageMessageKind } from "./usage/endpoints.ts";
import { receiveWebhook } from "./webhooks/receive.ts";

/** The plugin that `billing` returns. */
export interface BillingPlugin extends Plugin<BillingTypes> {
  readonly id: "billing";
}

/**
 * Adds plans, subscriptions, and benefits, kept in sync by the payment provider's signed webhooks.
 *
 * @throws {Error} if an option is missing or invalid
 */
export function billing(options: BillingOptions): BillingPlugin {
  const settings = resolveBilling(options);
  const { provider } = settings;
  return definePlugin<BillingPlugin>({
    id: "billing",
    apiName: "billing",
    tables: [deliveryTable, handlerTable, linkTable, ...mirrorTables],
    endpoints: {
      receiveWebhook: receiveWebhook(settings),
      rebuildBilling: rebuildBilling(settings),
      reconcileBilling: reconcileBilling(settings),
      pruneBilling: pruneBilling(settings),
      redeliver: redeliver(settings),
      getBillingAccess: getBillingAccess(settings),
      getCustomerState: getCustomerState(settings),
      readCustomerState: readCustomerState(settings),
      listProducts: listProducts(settings),
      listDeliveries,
      listSubscriptions: listSubscriptions(settings),
      listOrders: listOrders(settings),
      listBenefits: listBenefits(settings),
      hasBenefit: hasBenefit(settings),
      listMeters: listMeters(settings),
      getMeterBalance: getMeterBalance(settings),
      claimCustomer,
      listSellerProducts: listSellerProducts(settings),
      listSellerCustomers: listSellerCustomers(settings),
      listSellerSubscriptions: listSellerSubscriptions(settings),
      listSellerDeliveries: listSellerDeliveries(settings),
      redeliverForSeller: redeliverForSeller(settings),
      ...providerEndpoints(settings),
    },
    ...(provider ? { outbox: { [usageMessageKind]: createUsageHandler(provider) } } : {}),
    tableHooks: (getContext) => [
      ...(provider && settings.createCustomerOnSignUp ? [createCustomersOnSignUp(provider, getContext)] : []),
      removeLinksOfDeletedUsers,
    ],
    errors: billingErrors,
    capabilities: (_, isCallable) => ({
      plugin: {
        checkout: isCallable("createCheckout"),
        portal: isCallable("openPortal"),
        references: settings.organizationAccess ? ["user", "organization"] : ["user"],
      } satisfies BillingCapabilities,
    }),
    init(context) {
      registerSettings(context, settings);
      for (const warning of settings.verifier.warnings) context.log.warn(`billing.secret: ${warning}`);
    },
  });
}

/** Returns the endpoints that need a provider. Without one they don't exist, although the types include them. */
function providerEndpoints({ provider, ...settings }: BillingSettings): ProviderEndpoints {
  if (!provider) return {} as ProviderEndpoints;
  const settingsWithProvider = { ...settings, provider };
  return {
    createCheckout: createCheckout(settingsWithProvider),
    openPortal: openPortal(settingsWithProvider),
    cancelSubscription: cancelSubscription(settingsWithProvider),
    resumeSubscription: resumeSubscription(settingsWithProvider),
    ingestUsage,
  };
}

type ProviderEndpoints = {
  readonly [Id in
    | "createCheckout"
    | "openPortal"
    | "cancelSubscription"
    | "resumeSubscription"
    | "ingestUsage"]: EndpointOf<BillingCalls[Id]>;
};
