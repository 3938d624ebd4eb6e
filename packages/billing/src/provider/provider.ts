/** The interface that billing needs from a payment provider: act on its API, and receive its webhooks. */

import type { CheckoutPage, NewCheckout, NewPortal, ProviderPage } from "./checkout.ts";
import type { CustomerChange, NewCustomer } from "./customers.ts";
import type { Cancellation, ChangePreview, SubscriptionChange } from "./subscriptions.ts";
import type { SyncPage, SyncRequest } from "./sync.ts";
import type { UsageEvent } from "./usage.ts";
import type { ApiEntity, ProviderCall, ProviderWebhooks } from "./webhooks.ts";

/**
 * The entities that an action changed, as the provider's API returned them. They're stored like an event at the time of
 * the response, so that the app shows the change before the webhook arrives. Empty if the provider returns nothing.
 */
export type ChangedEntities = readonly ApiEntity[];

/**
 * A payment provider. All functions throw a `ProviderError` or the errors of the provider's client. Nothing else in
 * billing knows which provider it is.
 */
export interface BillingProvider {
  /** The name for logs, such as `polar`. */
  readonly name: string;
  /** How it sends webhooks. Default: like Polar. */
  readonly webhooks?: ProviderWebhooks | undefined;

  /** Finds the customer with this external id, or creates one. Concurrent calls must get the same customer. */
  ensureCustomer(customer: NewCustomer, call: ProviderCall): Promise<{ readonly id: string }>;
  /** Changes a customer's name, email, or external id. */
  updateCustomer(change: CustomerChange, call: ProviderCall): Promise<ChangedEntities>;
  /**
   * Removes a customer's personal data, and ends their subscriptions and benefits. Does nothing if the customer doesn't
   * exist.
   */
  anonymizeCustomer(customerId: string, call: ProviderCall): Promise<void>;

  /** Opens a checkout. */
  createCheckout(checkout: NewCheckout, call: ProviderCall): Promise<CheckoutPage>;
  /** Opens the provider's customer portal. */
  openPortal(portal: NewPortal, call: ProviderCall): Promise<ProviderPage>;

  /** Returns what a change would cost, without changing anything. */
  previewChange(change: SubscriptionChange, call: ProviderCall): Promise<ChangePreview>;
  /** Changes a subscription's plan or seats. Replaces a change that's scheduled. */
  changeSubscription(change: SubscriptionChange, call: ProviderCall): Promise<ChangedEntities>;
  /** Removes a change that's scheduled for the end of the period. Does nothing if there's none. */
  undoScheduledChange(subscriptionId: string, call: ProviderCall): Promise<ChangedEntities>;
  /** Cancels a subscription. Does nothing if it has ended. */
  cancelSubscription(cancellation: Cancellation, call: ProviderCall): Promise<ChangedEntities>;
  /** Undoes a cancellation that hasn't taken effect yet. */
  resumeSubscription(subscriptionId: string, call: ProviderCall): Promise<ChangedEntities>;

  /**
   * Reports usage: up to 100 events, which can belong to different customers. Throws if any of them was rejected, but
   * still sends the rest.
   */
  ingestUsage(events: readonly UsageEvent[], call: ProviderCall): Promise<void>;

  /** The resources that a sync reads, in this order: those that others refer to come first. */
  readonly syncResources: readonly string[];
  /** Reads a page of a resource. */
  listPage(request: SyncRequest, call: ProviderCall): Promise<SyncPage>;
  /** Reads one entity that webhooks haven't sent yet. Empty if it doesn't exist. */
  fetchEntity(kind: "customer" | "product", id: string, call: ProviderCall): Promise<ChangedEntities>;
}
