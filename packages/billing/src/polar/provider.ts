/** The payment provider Polar, through its official SDK. */

import type { BillingProvider } from "../provider/provider.ts";
import { createCheckout, openPortal } from "./checkouts.ts";
import { checkPolarClient, type PolarClient } from "./client.ts";
import { anonymizeCustomer, ensureCustomer, updateCustomer } from "./customers.ts";
import { previewChange } from "./preview.ts";
import { cancelSubscription, changeSubscription, resumeSubscription, undoScheduledChange } from "./subscriptions.ts";
import { fetchEntity, listPage, syncResources } from "./sync.ts";
import { ingestUsage } from "./usage.ts";
import { polarWebhooks } from "./webhooks.ts";

/** Options for `polar`. */
export interface PolarOptions {
  /** The app's client with its access token, such as `createPolar({ accessToken, environment: "sandbox" })`. */
  readonly client: PolarClient;
}

/**
 * Creates a payment provider for Polar with its official SDK (`@polar-sh/sdk` version 1).
 *
 * @throws {Error} if the client is missing or from an SDK version that isn't supported
 */
export function polar({ client }: PolarOptions): BillingProvider {
  checkPolarClient(client);
  return {
    name: "polar",
    webhooks: polarWebhooks,
    ensureCustomer: (customer, call) => ensureCustomer(client, customer, call),
    updateCustomer: (change, call) => updateCustomer(client, change, call),
    anonymizeCustomer: (customerId, call) => anonymizeCustomer(client, customerId, call),
    createCheckout: (checkout, call) => createCheckout(client, checkout, call),
    openPortal: (portal, call) => openPortal(client, portal, call),
    previewChange: (change, call) => previewChange(client, change, call),
    changeSubscription: (change, call) => changeSubscription(client, change, call),
    undoScheduledChange: (subscriptionId, call) => undoScheduledChange(client, subscriptionId, call),
    cancelSubscription: (cancellation, call) => cancelSubscription(client, cancellation, call),
    resumeSubscription: (subscriptionId, call) => resumeSubscription(client, subscriptionId, call),
    ingestUsage: (events, call) => ingestUsage(client, events, call),
    syncResources,
    listPage: (request, call) => listPage(client, request, call),
    fetchEntity: (kind, id, call) => fetchEntity(client, kind, id, call),
  };
}
