/** What billing asks of a payment platform, besides the webhooks that it sends. */

import type { CustomFieldData } from "../entities/wire.ts";

/** Who is to be a customer. */
export interface NewCustomer {
  /** A user's id, or `org_` and an organization's: the customer is found by it ever after. */
  readonly externalId: string;
  readonly email: string;
  readonly name: string | null;
}

/** What is to be bought. */
export interface NewCheckout {
  readonly customerId: string;
  /** The first one is preselected. */
  readonly productIds: readonly string[];
  readonly successUrl: string;
  readonly discountId: string | null;
  readonly answers: CustomFieldData;
  /** Comes back with orders and subscriptions. Nothing that decides who owns them. */
  readonly metadata: Readonly<Record<string, string>>;
}

/** Where to go. */
export interface ProviderPage {
  readonly url: string;
}

/** Something that was used. */
export interface UsageEvent {
  /** A user's id, or `org_` and an organization's. */
  readonly externalId: string;
  /** Set where the platform does not know the customer by that id, since they were claimed: the customer's own. */
  readonly customerId: string | null;
  /** What was used: `render.done`. */
  readonly name: string;
  readonly metadata: Readonly<Record<string, string | number | boolean>>;
  readonly timestamp: Date;
  /** The same at every try, for a platform that drops doubles by it. */
  readonly key: string;
}

/** Why somebody leaves. */
export interface Cancellation {
  readonly subscriptionId: string;
  readonly reason: string | null;
  readonly comment: string | null;
}

/** How a call is made. */
export interface ProviderCall {
  /** Aborts when the call's time is over. */
  readonly signal: AbortSignal;
}

/** A payment platform. Every function throws a `ProviderError`, or whatever its client throws. */
export interface BillingProvider {
  /** For the log: `polar`. */
  readonly name: string;
  /** Finds the customer with this external id, or makes one. Of calls that race, all get the same. */
  ensureCustomer(customer: NewCustomer, call: ProviderCall): Promise<{ readonly id: string }>;
  createCheckout(checkout: NewCheckout, call: ProviderCall): Promise<ProviderPage>;
  /** The platform's own pages for a customer. */
  openPortal(customerId: string, call: ProviderCall): Promise<ProviderPage>;
  ingestUsage(events: readonly UsageEvent[], call: ProviderCall): Promise<void>;
  /** At the end of the period that is paid. */
  cancelSubscription(cancellation: Cancellation, call: ProviderCall): Promise<void>;
  /** Takes a cancellation back that has not come into effect. */
  resumeSubscription(subscriptionId: string, call: ProviderCall): Promise<void>;
}

/**
 * What a platform refused. `conflict`: the address is another customer's; a person has to look into it. `limited`: too
 * many calls. `failed`: anything else, to be tried again.
 */
export type ProviderFault = "conflict" | "not-found" | "limited" | "failed";

/** A platform's refusal, or silence. */
export class ProviderError extends Error {
  override readonly name = "ProviderError";
  readonly fault: ProviderFault;
  /** Seconds, where the platform said so. */
  readonly retryAfter: number | null;

  constructor(
    fault: ProviderFault,
    message: string,
    options: ErrorOptions & { readonly retryAfter?: number | null } = {},
  ) {
    super(message, options);
    this.fault = fault;
    this.retryAfter = options.retryAfter ?? null;
  }
}
