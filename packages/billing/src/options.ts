/** Options for `billing` and their defaults. */

import {
  type AuthContext,
  checkOneOf,
  checkOptionNames,
  type NestedNames,
  type OptionNames,
} from "@latchkey/core/plugin";
import { type EventType, eventTypes } from "./entities/event.ts";
import { type EntitlementOptions, type EntitlementSettings, resolveEntitlements } from "./entitlements/options.ts";
import type { OnDelete } from "./lifecycle/on-delete.ts";
import { polarWebhooks } from "./polar/webhooks.ts";
import type { BillingProvider } from "./provider/provider.ts";
import type { ChangeTiming } from "./provider/subscriptions.ts";
import type { ProviderWebhooks, WebhookVerifier } from "./provider/webhooks.ts";
import type { OrganizationAccess, ReferenceSettings } from "./references/access.ts";
import { resolveSeats, type SeatOptions, type SeatSettings } from "./seats/options.ts";
import type { SellerAccess, SellerSettings } from "./seller/access.ts";
import type { GraceSettings } from "./subscriptions/active.ts";
import { handlerName, type WebhookHandlers } from "./webhooks/handler-types.ts";
import type { WebhookSecrets } from "./webhooks/secrets.ts";

/** Options for `billing`. */
export interface BillingOptions {
  /**
   * The webhook signing secret from the payment provider. Pass more than one while you rotate it. A signature is valid
   * if it matches any of them.
   */
  readonly secret: WebhookSecrets;
  /**
   * ID of the seller whose events are applied. Events from other sellers are recorded but change nothing. Default:
   * events from all sellers are applied.
   */
  readonly sellerId?: string | undefined;
  /**
   * Whether a user can read or manage an organization's billing. `memberAccess()` checks the organization plugin's
   * members. Default: no one can.
   */
  readonly organizationAccess?: OrganizationAccess | undefined;
  /**
   * The default reference for calls without `referenceId`: the caller, or the session's active organization. Default:
   * `user`.
   */
  readonly reference?: "user" | "activeOrganization" | undefined;
  /**
   * Whether a user can see the seller's view, which has all products, customers, subscriptions, and deliveries.
   * Default: no one can.
   *
   * @example seller: ({ user }) => user.role === "admin"
   */
  readonly seller?: SellerAccess | undefined;
  /** Names for `requireBenefit` and `hasBenefit`. Maps each name to the payment provider's benefit ID. */
  readonly benefits?: Readonly<Record<string, string>> | undefined;
  /**
   * The payment provider's API, such as `polar({ client })`. Without it, users can see what they have but can't buy
   * anything.
   */
  readonly provider?: BillingProvider | undefined;
  /** Whether to create a customer for every new user, instead of on first checkout. Default: false. */
  readonly createCustomerOnSignUp?: boolean | undefined;
  /** Returns an organization's billing email and name. Default: those of the user who opens its first checkout. */
  readonly organizationCustomer?: OrganizationCustomer | undefined;
  /**
   * How many days access continues after a subscription was due to end, if no event confirms that it ended. 0 to 30.
   * Default: 3.
   */
  readonly gracePeriod?: number | undefined;
  /**
   * When a plan change can take effect: `now` charges the difference immediately, `nextInvoice` with the next invoice,
   * and `periodEnd` changes the plan when the paid period ends. The first one is the default. Default:
   * `["now", "periodEnd"]`.
   */
  readonly changeTimings?: readonly ChangeTiming[] | undefined;
  /** Organizations' seats. Default: billing doesn't count members. */
  readonly seats?: SeatOptions | undefined;
  /**
   * Named benefits and limits for each plan, for `can`, `requireLimit`, `useBenefit`, and `useLimit`. Default: none.
   */
  readonly entitlements?: EntitlementOptions | undefined;
  /**
   * Whether to send changes to a user's name or email to the payment provider. For organizations, this requires
   * `organizationCustomer`. Default: true if there's a `provider`.
   */
  readonly updateCustomers?: boolean | undefined;
  /**
   * What to do if a user or an organization with an active subscription is deleted: `refuse` rejects the deletion,
   * `cancelNow` and `cancelAtPeriodEnd` cancel the subscription, and `keep` does nothing. Default: `refuse`.
   */
  readonly onDelete?: OnDelete | undefined;
  /** Options for checkouts. */
  readonly checkout?: CheckoutOptions | undefined;
  /** Webhook handlers and limits. */
  readonly webhooks?: WebhookOptions | undefined;
}

/** Returns an organization's billing email and name. The payment provider allows each email only once. */
export type OrganizationCustomer = (
  organizationId: string,
  context: AuthContext,
) => Promise<CustomerDetails> | CustomerDetails;

/** The recipient of invoices. */
export interface CustomerDetails {
  readonly email: string;
  readonly name?: string;
}

/** Options for checkouts. */
export interface CheckoutOptions {
  /**
   * Maps names to product IDs. If set, only these products can be bought. Default: all products that aren't archived.
   */
  readonly products?: Readonly<Record<string, string>> | undefined;
  /** Maps discount codes to discount IDs. Codes from earlier orders and subscriptions work without this. */
  readonly discounts?: Readonly<Record<string, string>> | undefined;
  /**
   * The length of the free trial for each product, by a name in `products` or a product ID. 0 turns the product's own
   * trial off. Every user and organization gets only one trial. Default: the trial that the product has at the payment
   * provider.
   */
  readonly trialDays?: Readonly<Record<string, number>> | undefined;
  /** Whether visitors can buy without an account. Default: false. */
  readonly guests?: boolean | undefined;
  /** The URL that buyers return to, unless a call sets a different one. Default: `/`. */
  readonly successUrl?: string | undefined;
}

/** Webhook handlers and limits. */
export interface WebhookOptions extends WebhookHandlers {
  /** Maximum size of a body, in bytes. Default: 1048576 (1 MiB). */
  readonly bodyLimit?: number | undefined;
  /** Maximum time to receive a body, in seconds. Default: 10. */
  readonly bodyTimeout?: number | undefined;
  /** Maximum time for one handler, in seconds. Default: 30. */
  readonly handlerTimeout?: number | undefined;
}

/** The validated options with defaults filled in. */
export interface BillingSettings extends ReferenceSettings, SellerSettings, GraceSettings {
  readonly benefits: Readonly<Record<string, string>>;
  readonly provider: BillingProvider | null;
  readonly createCustomerOnSignUp: boolean;
  readonly organizationCustomer: OrganizationCustomer | null;
  readonly products: Readonly<Record<string, string>> | null;
  readonly discounts: Readonly<Record<string, string>>;
  readonly seats: SeatSettings | null;
  readonly entitlements: EntitlementSettings;
  readonly updateCustomers: boolean;
  readonly onDelete: OnDelete;
  readonly successUrl: string;
  readonly trialDays: Readonly<Record<string, number>>;
  readonly guestCheckout: boolean;
  readonly changeTimings: readonly ChangeTiming[];
  readonly webhooks: ProviderWebhooks;
  readonly verifier: WebhookVerifier;
  readonly sellerId: string | null;
  readonly handlers: WebhookHandlers;
  readonly bodyLimit: number;
  /** In milliseconds. */
  readonly bodyTimeout: number;
  /** In milliseconds. */
  readonly handlerTimeout: number;
}

/** The settings for an app with a payment provider. */
export interface SettingsWithProvider extends BillingSettings {
  readonly provider: BillingProvider;
}

const checkoutOptionNames: OptionNames<CheckoutOptions> = {
  products: true,
  discounts: true,
  trialDays: true,
  guests: true,
  successUrl: true,
};

const webhookOptionNames: NestedNames = {
  ...Object.fromEntries(eventTypes.map((type: EventType) => [handlerName(type), true as const])),
  onEvent: true,
  bodyLimit: true,
  bodyTimeout: true,
  handlerTimeout: true,
};

const optionNames: OptionNames<BillingOptions> = {
  secret: true,
  sellerId: true,
  organizationAccess: true,
  reference: true,
  seller: true,
  benefits: true,
  provider: true,
  createCustomerOnSignUp: true,
  organizationCustomer: true,
  gracePeriod: true,
  changeTimings: true,
  seats: true,
  entitlements: true,
  updateCustomers: true,
  onDelete: true,
  checkout: checkoutOptionNames,
  webhooks: webhookOptionNames,
};

/**
 * Validates the options and fills in the defaults.
 * @throws {Error} if an option is missing or invalid. The message names the option.
 */
export function resolveBilling(options: BillingOptions): BillingSettings {
  checkOptionNames("billing", options, optionNames);
  if (options?.secret === undefined)
    throw new Error("billing.secret is missing. Set it to your webhook signing secret.");
  const { bodyLimit, bodyTimeout, handlerTimeout, ...handlers } = options.webhooks ?? {};
  checkHandlers(handlers);
  const webhooks = options.provider?.webhooks ?? polarWebhooks;
  return {
    webhooks,
    verifier: webhooks.createVerifier(options.secret),
    sellerId: options.sellerId ?? null,
    organizationAccess: options.organizationAccess ?? null,
    seller: options.seller ?? null,
    reference: checkOneOf("billing.reference", options.reference ?? "user", ["user", "activeOrganization"]),
    benefits: options.benefits ?? {},
    provider: options.provider ?? null,
    createCustomerOnSignUp: checkCreateOnSignUp(options),
    organizationCustomer: options.organizationCustomer ?? null,
    gracePeriod: 86_400_000 * checkMinimum(0, "gracePeriod", options.gracePeriod ?? 3, 30),
    products: options.checkout?.products ?? null,
    discounts: options.checkout?.discounts ?? {},
    successUrl: options.checkout?.successUrl ?? "/",
    trialDays: checkTrialDays(options.checkout?.trialDays ?? {}),
    guestCheckout: options.checkout?.guests ?? false,
    seats: resolveSeats(options.seats, options.provider !== undefined),
    entitlements: resolveEntitlements(options.entitlements, options.checkout?.products ?? {}),
    updateCustomers: options.updateCustomers ?? true,
    onDelete: checkOnDelete(options),
    changeTimings: checkTimings(options.changeTimings ?? ["now", "periodEnd"]),
    handlers,
    bodyLimit: checkMinimum(1024, "webhooks.bodyLimit", bodyLimit ?? 1_048_576),
    bodyTimeout: 1000 * checkMinimum(0.01, "webhooks.bodyTimeout", bodyTimeout ?? 10),
    handlerTimeout: 1000 * checkMinimum(0.01, "webhooks.handlerTimeout", handlerTimeout ?? 30),
  };
}

function checkCreateOnSignUp({ createCustomerOnSignUp = false, provider }: BillingOptions): boolean {
  if (createCustomerOnSignUp && !provider) {
    throw new Error("billing.createCustomerOnSignUp needs billing.provider. Set it, for example to polar({ client }).");
  }
  return createCustomerOnSignUp;
}

/** Returns the ID for a benefit's name. Any other value is treated as an ID. */
export function resolveBenefitId({ benefits }: BillingSettings, name: string): string {
  return (Object.hasOwn(benefits, name) ? benefits[name] : undefined) ?? name;
}

function checkOnDelete({ onDelete = "refuse", provider }: BillingOptions): OnDelete {
  const checked = checkOneOf("billing.onDelete", onDelete, ["refuse", "cancelNow", "cancelAtPeriodEnd", "keep"]);
  if (checked.startsWith("cancel") && !provider) {
    throw new Error(`billing.onDelete is "${checked}", which needs billing.provider. Set it, or use "refuse".`);
  }
  return checked;
}

function checkTrialDays(trialDays: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  for (const [product, days] of Object.entries(trialDays)) {
    if (Number.isInteger(days) && days >= 0 && days <= 730) continue;
    throw new Error(`billing.checkout.trialDays.${product} is ${days}. Use a whole number of days from 0 to 730.`);
  }
  return trialDays;
}

function checkTimings(timings: readonly ChangeTiming[]): readonly ChangeTiming[] {
  if (timings.length === 0) throw new Error('billing.changeTimings is empty. Add at least one, such as "now".');
  return timings.map((timing) => checkOneOf("billing.changeTimings", timing, ["now", "nextInvoice", "periodEnd"]));
}

function checkHandlers(handlers: object): void {
  for (const [name, handler] of Object.entries(handlers)) {
    if (handler !== undefined && typeof handler !== "function") {
      throw new Error(`billing.webhooks.${name} must be a function.`);
    }
  }
}

function checkMinimum(min: number, name: string, value: number, max = Number.POSITIVE_INFINITY): number {
  if (Number.isFinite(value) && value >= min && value <= max) return value;
  const range = max === Number.POSITIVE_INFINITY ? `of at least ${min}` : `from ${min} to ${max}`;
  throw new Error(`billing.${name} is ${value}. Use a number ${range}.`);
}
