/** The payment provider Stripe, through its official SDK. */

import type { BillingProvider } from "../provider/provider.ts";
import {
  cancelStripeSubscription,
  changeStripeSubscription,
  previewStripeChange,
  resumeStripeSubscription,
  undoStripeChange,
} from "./changes.ts";
import { createStripeCheckout, openStripePortal } from "./checkout.ts";
import { checkStripeClient, type StripeClient } from "./client.ts";
import { deleteStripeCustomer, ensureStripeCustomer, updateStripeCustomer } from "./customers.ts";
import { fetchCustomer, fetchProduct, toApiEntities } from "./fetch.ts";
import { listStripePage, stripeResources } from "./sync.ts";
import { ingestStripeUsage } from "./usage.ts";
import { createStripeWebhooks } from "./webhooks.ts";

/** Options for `stripe`. */
export interface StripeOptions {
  /** The app's client with its secret key: `new Stripe(apiKey)`. */
  readonly client: StripeClient;
  /**
   * The connected account that the client acts for, if it was created with `stripeAccount`. Events from other connected
   * accounts are recorded but change nothing.
   */
  readonly account?: string | undefined;
  /**
   * Additional parameters for checkout sessions. Billing's own parameters take precedence.
   *
   * @example checkout: { automatic_tax: { enabled: true }, customer_update: { address: "auto" } }
   */
  readonly checkout?: Readonly<Record<string, unknown>> | undefined;
  /**
   * Additional parameters for portal sessions.
   *
   * @example portal: { configuration: "bpc_…" }
   */
  readonly portal?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Creates a payment provider for Stripe with its official SDK (`stripe` version 23).
 *
 * @throws {Error} if the client is missing or from an SDK version that isn't supported
 */
export function stripe({ client, account, checkout = {}, portal = {} }: StripeOptions): BillingProvider {
  checkStripeClient(client);
  return {
    name: "stripe",
    webhooks: createStripeWebhooks(client, account ?? null),
    ensureCustomer: async (customer, call) => ({ id: await ensureStripeCustomer(client, customer, call) }),
    updateCustomer: (change, call) => updateStripeCustomer(client, change, call),
    anonymizeCustomer: (customerId, call) => deleteStripeCustomer(client, customerId, call),
    createCheckout: (values, call) => createStripeCheckout(client, values, checkout, call),
    openPortal: (values, call) => openStripePortal(client, values, portal, call),
    previewChange: (change, call) => previewStripeChange(client, change, call),
    changeSubscription: (change, call) => changeStripeSubscription(client, change, call),
    undoScheduledChange: (subscriptionId, call) => undoStripeChange(client, subscriptionId, call),
    cancelSubscription: (cancellation, call) => cancelStripeSubscription(client, cancellation, call),
    resumeSubscription: (subscriptionId, call) => resumeStripeSubscription(client, subscriptionId, call),
    ingestUsage: (events, call) => ingestStripeUsage(client, events, call),
    syncResources: stripeResources,
    listPage: (request, call) => listStripePage(client, request, call),
    fetchEntity: async (kind, id, call) =>
      toApiEntities(await (kind === "customer" ? fetchCustomer(client, id, call) : fetchProduct(client, id, call))),
  };
}
