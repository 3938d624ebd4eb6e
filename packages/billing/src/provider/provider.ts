/** The interface that billing needs from a payment provider, in addition to webhooks. */

import type { CustomFieldData } from "../entities/wire.ts";
import type { ProviderCall, ProviderWebhooks } from "./webhooks.ts";

/** The values of a new customer. */
export interface NewCustomer {
  /** A user's id, or `org_` and an organization's id. Identifies the customer permanently. */
  readonly externalId: string;
  readonly email: string;
  readonly name: string | null;
}

/** The values of a new checkout. */
export interface NewCheckout {
  readonly customerId: string;
  /** The first one is preselected. */
  readonly productIds: readonly string[];
  readonly successUrl: string;
  readonly discountId: string | null;
  readonly answers: CustomFieldData;
  /** Returned with orders and subscriptions. Never used to decide who owns them. */
  readonly metadata: Readonly<Record<string, string>>;
}

/** A page of the payment provider. */
export interface ProviderPage {
  readonly url: string;
}

/** A usage event. */
export interface UsageEvent {
  /** A user's id, or `org_` and an organization's id. */
  readonly externalId: string;
  /** The provider's customer id. Set only for claimed customers, whose `externalId` the provider doesn't know. */
  readonly customerId: string | null;
  /** The event's name, such as `render.done`. */
  readonly name: string;
  readonly metadata: Readonly<Record<string, string | number | boolean>>;
  readonly timestamp: Date;
  /** The same for every attempt, so that the provider can ignore duplicates. */
  readonly idempotencyKey: string;
}

/** A cancellation and its reason. */
export interface Cancellation {
  readonly subscriptionId: string;
  readonly reason: string | null;
  readonly comment: string | null;
}

/** A payment provider. All functions throw a `ProviderError` or the errors of the provider's client. */
export interface BillingProvider {
  /** The name for logs, such as `polar`. */
  readonly name: string;
  /** How it sends webhooks. Default: like Polar. */
  readonly webhooks?: ProviderWebhooks | undefined;
  /** Finds the customer with this external id, or creates one. Concurrent calls must get the same customer. */
  ensureCustomer(customer: NewCustomer, call: ProviderCall): Promise<{ readonly id: string }>;
  createCheckout(checkout: NewCheckout, call: ProviderCall): Promise<ProviderPage>;
  /** Opens the provider's customer portal. */
  openPortal(customerId: string, call: ProviderCall): Promise<ProviderPage>;
  ingestUsage(events: readonly UsageEvent[], call: ProviderCall): Promise<void>;
  /** Cancels at the end of the paid period. */
  cancelSubscription(cancellation: Cancellation, call: ProviderCall): Promise<void>;
  /** Undoes a cancellation that hasn't taken effect yet. */
  resumeSubscription(subscriptionId: string, call: ProviderCall): Promise<void>;
}

/**
 * The kind of error. `conflict` means that the email belongs to another customer, which needs manual work. `rejected`
 * means that the provider doesn't allow the action, and says why in `reason`. `limited` means too many requests.
 * `failed` is anything else, and can be retried.
 */
export type ProviderErrorKind = "conflict" | "rejected" | "not-found" | "limited" | "failed";

/** An error response of a payment provider, or a timeout. */
export class ProviderError extends Error {
  override readonly name = "ProviderError";
  readonly kind: ProviderErrorKind;
  /** In seconds, if the provider sent it. */
  readonly retryAfter: number | null;
  /** Why the provider rejected the request, in its words. */
  readonly reason: string | null;

  constructor(
    kind: ProviderErrorKind,
    message: string,
    options: ErrorOptions & { readonly retryAfter?: number | null; readonly reason?: string | null } = {},
  ) {
    super(message, options);
    this.kind = kind;
    this.retryAfter = options.retryAfter ?? null;
    this.reason = options.reason ?? null;
  }
}
