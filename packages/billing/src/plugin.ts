/** Assembles the billing plugin. */

import type { Plugin } from "@latchkey/core";
import { definePlugin, type EndpointOf, type OutboxHandler } from "@latchkey/core/plugin";
import { billingAuditActions } from "./audit-actions.ts";
import { hasBenefit, listBenefits } from "./benefits/endpoints.ts";
import { createCheckout, createGuestCheckout } from "./checkouts/endpoints.ts";
import type { BillingCalls, BillingCapabilities, BillingTypes } from "./contract.ts";
import { claimCustomer } from "./customers/claim.ts";
import { getCustomerState, readCustomerState } from "./customers/endpoints.ts";
import { createCustomersOnSignUp } from "./customers/ensure.ts";
import { listDeliveries } from "./deliveries/endpoints.ts";
import { pruneBilling } from "./deliveries/prune.ts";
import { redeliver } from "./deliveries/redeliver.ts";
import { deliveryTable, handlerTable } from "./deliveries/table.ts";
import { can, getEntitlements, readEntitlements } from "./entitlements/endpoints.ts";
import { billingErrors, deletionErrors, seatErrors } from "./errors.ts";
import { registerSettings } from "./guards.ts";
import { cancelMessageKind, createCancelHandler, deletionHooks } from "./lifecycle/deletion.ts";
import { createDetailsHandler, detailsHooks, detailsMessageKind } from "./lifecycle/details.ts";
import { eraseCustomer, linkCustomer, linkCustomerForSeller } from "./lifecycle/endpoints.ts";
import { getMeterBalance, listMeters } from "./meters/endpoints.ts";
import { rebuildBilling } from "./mirror/rebuild.ts";
import { reconcileBilling } from "./mirror/reconcile.ts";
import { mirrorTables } from "./mirror/tables.ts";
import { type BillingOptions, type BillingSettings, resolveBilling } from "./options.ts";
import { listOrders } from "./orders/endpoints.ts";
import { openPortal } from "./portal/endpoints.ts";
import { listProducts } from "./products/endpoints.ts";
import { getBillingAccess } from "./references/endpoints.ts";
import { removeLinksOnDelete } from "./references/store.ts";
import { linkTable } from "./references/table.ts";
import { getSeats } from "./seats/endpoints.ts";
import { createSeatsHandler, seatFollowHooks, seatsMessageKind } from "./seats/follow.ts";
import { seatLimitHooks } from "./seats/limit.ts";
import {
  getSellerOverview,
  listSellerCustomers,
  listSellerDeliveries,
  listSellerOwners,
  listSellerProducts,
  listSellerSubscriptions,
  redeliverForSeller,
} from "./seller/endpoints.ts";
import {
  listSellerBenefits,
  listSellerDiscounts,
  listSellerMeters,
  listSellerOrders,
  listSellerRefunds,
} from "./seller/sales-endpoints.ts";
import { cancelSubscription, resumeSubscription } from "./subscriptions/changes.ts";
import { listSubscriptions } from "./subscriptions/endpoints.ts";
import { changePlan, previewChange, undoChange } from "./subscriptions/plan-change.ts";
import { sync } from "./sync/endpoints.ts";
import { syncTable } from "./sync/table.ts";
import { trialTable } from "./trials/table.ts";
import { ingestUsage, ingestUsageBatch } from "./usage/endpoints.ts";
import { createUsageHandler, usageMessageKind } from "./usage/outbox.ts";
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
    tables: [deliveryTable, handlerTable, linkTable, syncTable, trialTable, ...mirrorTables],
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
      getEntitlements: getEntitlements(settings),
      can: can(settings),
      readEntitlements: readEntitlements(settings),
      getSeats: getSeats(settings),
      listMeters: listMeters(settings),
      getMeterBalance: getMeterBalance(settings),
      claimCustomer,
      eraseCustomer: eraseCustomer(settings),
      getSellerOverview: getSellerOverview(settings),
      listSellerOwners: listSellerOwners(settings),
      listSellerProducts: listSellerProducts(settings),
      listSellerCustomers: listSellerCustomers(settings),
      listSellerSubscriptions: listSellerSubscriptions(settings),
      listSellerOrders: listSellerOrders(settings),
      listSellerRefunds: listSellerRefunds(settings),
      listSellerBenefits: listSellerBenefits(settings),
      listSellerDiscounts: listSellerDiscounts(settings),
      listSellerMeters: listSellerMeters(settings),
      listSellerDeliveries: listSellerDeliveries(settings),
      redeliverForSeller: redeliverForSeller(settings),
      ...providerEndpoints(settings),
      ...guestEndpoints(settings),
    },
    outbox: outboxHandlers(settings),
    tableHooks: (getContext) => [
      ...(provider && settings.createCustomerOnSignUp ? [createCustomersOnSignUp(provider, getContext)] : []),
      ...(provider && settings.updateCustomers ? detailsHooks({ ...settings, provider }, getContext) : []),
      ...(settings.seats?.mode === "members" ? seatFollowHooks(getContext) : []),
      ...(settings.seats?.mode === "fixed" ? seatLimitHooks(settings.seats, getContext) : []),
      ...deletionHooks(settings, getContext),
      ...removeLinksOnDelete,
    ],
    stageErrors: {
      deleteUser: deletionErrors,
      deleteOrganization: deletionErrors,
      addMember: { SEAT_LIMIT_REACHED: seatErrors.SEAT_LIMIT_REACHED },
    },
    errors: billingErrors,
    auditActions: billingAuditActions,
    capabilities: (_, isCallable) => ({
      plugin: {
        checkout: isCallable("createCheckout"),
        guestCheckout: isCallable("createGuestCheckout"),
        portal: isCallable("openPortal"),
        references: settings.organizationAccess ? ["user", "organization"] : ["user"],
        changeTimings: isCallable("changePlan") ? settings.changeTimings : [],
        linkCustomers: isCallable("linkCustomerForSeller"),
        seats: settings.seats?.mode ?? null,
      } satisfies BillingCapabilities,
    }),
    init(context) {
      registerSettings(context, settings);
      for (const warning of settings.verifier.warnings) context.log.warn(`billing.secret: ${warning}`);
    },
  });
}

function outboxHandlers({ provider, ...settings }: BillingSettings): Readonly<Record<string, OutboxHandler>> {
  if (!provider) return {};
  const settingsWithProvider = { ...settings, provider };
  return {
    [usageMessageKind]: createUsageHandler(provider),
    [detailsMessageKind]: createDetailsHandler(settingsWithProvider),
    [cancelMessageKind]: createCancelHandler(settingsWithProvider),
    [seatsMessageKind]: createSeatsHandler(settingsWithProvider),
  };
}

/** Without the option, the call doesn't exist, although the types include it. */
function guestEndpoints({ provider, ...settings }: BillingSettings): GuestEndpoints {
  if (!provider || !settings.guestCheckout) return {} as GuestEndpoints;
  return { createGuestCheckout: createGuestCheckout({ ...settings, provider }) };
}

type GuestEndpoints = { readonly createGuestCheckout: EndpointOf<BillingCalls["createGuestCheckout"]> };

/** Returns the endpoints that need a provider. Without one they don't exist, although the types include them. */
function providerEndpoints({ provider, ...settings }: BillingSettings): ProviderEndpoints {
  if (!provider) return {} as ProviderEndpoints;
  const settingsWithProvider = { ...settings, provider };
  return {
    createCheckout: createCheckout(settingsWithProvider),
    openPortal: openPortal(settingsWithProvider),
    cancelSubscription: cancelSubscription(settingsWithProvider),
    resumeSubscription: resumeSubscription(settingsWithProvider),
    previewChange: previewChange(settingsWithProvider),
    changePlan: changePlan(settingsWithProvider),
    undoChange: undoChange(settingsWithProvider),
    ingestUsage,
    ingestUsageBatch,
    linkCustomer: linkCustomer(settingsWithProvider),
    linkCustomerForSeller: linkCustomerForSeller(settingsWithProvider),
    sync: sync(settingsWithProvider),
  };
}

type ProviderEndpoints = {
  readonly [Id in
    | "createCheckout"
    | "openPortal"
    | "cancelSubscription"
    | "resumeSubscription"
    | "previewChange"
    | "changePlan"
    | "undoChange"
    | "ingestUsage"
    | "ingestUsageBatch"
    | "linkCustomer"
    | "linkCustomerForSeller"
    | "sync"]: EndpointOf<BillingCalls[Id]>;
};
