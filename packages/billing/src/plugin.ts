/** Billing, put together. */

import type { Plugin } from "@latchkey/core";
import { type AuthContext, definePlugin, type EndpointOf } from "@latchkey/core/plugin";
import { hasBenefit, listBenefits } from "./benefits/endpoints.ts";
import { createCheckout } from "./checkouts/endpoints.ts";
import type { BillingCalls, BillingTypes } from "./contract.ts";
import { claimCustomer } from "./customers/claim.ts";
import { getCustomerState, readCustomerState } from "./customers/endpoints.ts";
import { customersAtSignUp } from "./customers/ensure.ts";
import { listDeliveries } from "./deliveries/endpoints.ts";
import { pruneBilling } from "./deliveries/prune.ts";
import { deliveryTable, handlerTable } from "./deliveries/table.ts";
import { billingErrors } from "./errors.ts";
import { rememberSettings } from "./guards.ts";
import { getMeterBalance, listMeters } from "./meters/endpoints.ts";
import { rebuildBilling } from "./mirror/rebuild.ts";
import { reconcileBilling } from "./mirror/reconcile.ts";
import { mirrorTables } from "./mirror/tables.ts";
import { type BillingOptions, type BillingSettings, resolveBilling } from "./options.ts";
import { listOrders } from "./orders/endpoints.ts";
import { openPortal } from "./portal/endpoints.ts";
import { listProducts } from "./products/endpoints.ts";
import { linksOfDeleted } from "./references/store.ts";
import { linkTable } from "./references/table.ts";
import {
  listSellerCustomers,
  listSellerDeliveries,
  listSellerProducts,
  listSellerSubscriptions,
} from "./seller/endpoints.ts";
import { cancelSubscription, resumeSubscription } from "./subscriptions/changes.ts";
import { listSubscriptions } from "./subscriptions/endpoints.ts";
import { ingestUsage, usageDeliverer, usageKind } from "./usage/endpoints.ts";
import { receiveWebhook } from "./webhooks/receive.ts";

/** The plugin, as `billing` makes it. */
export interface BillingPlugin extends Plugin<BillingTypes> {
  readonly id: "billing";
}

/**
 * What people bought, kept true from the payment platform's signed webhooks.
 *
 * @throws {Error} an option that is missing or makes no sense
 */
export function billing(options: BillingOptions): BillingPlugin {
  const settings = resolveBilling(options);
  let kernel: AuthContext | null = null;
  const app = (): AuthContext => kernel ?? failEarly();
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
      getCustomerState: getCustomerState(settings),
      readCustomerState,
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
      ...providerEndpoints(settings),
    },
    ...(provider ? { outbox: { [usageKind]: usageDeliverer(provider) } } : {}),
    tableHooks: [
      ...(provider && settings.createCustomerOnSignUp ? [customersAtSignUp(provider, app)] : []),
      linksOfDeleted,
    ],
    errors: billingErrors,
    init(context) {
      kernel = context;
      rememberSettings(context, settings);
      for (const warning of settings.warnings) context.log.warn(`billing.secret: ${warning}`);
    },
  });
}

/** The endpoints that need a provider. Without one they don't exist, and a call that the types have isn't there. */
function providerEndpoints({ provider, ...settings }: BillingSettings): ProviderEndpoints {
  if (!provider) return {} as ProviderEndpoints;
  const acting = { ...settings, provider };
  return {
    createCheckout: createCheckout(acting),
    openPortal: openPortal(acting),
    cancelSubscription: cancelSubscription(acting),
    resumeSubscription: resumeSubscription(acting),
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

function failEarly(): never {
  throw new Error("billing() is not part of an app yet.");
}
