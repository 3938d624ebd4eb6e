/** What an app may set about billing. */

import type { AuthContext } from "@latchkey/core/plugin";
import { type EventType, eventTypes } from "./entities/event.ts";
import type { BillingProvider } from "./provider/provider.ts";
import type { OrganizationAccess, ReferenceSettings } from "./references/access.ts";
import type { SellerAccess, SellerSettings } from "./seller/access.ts";
import { handlerName, type WebhookHandlers } from "./webhooks/handlers.ts";
import { type WebhookSecrets, webhookKeys } from "./webhooks/secrets.ts";

/** Options of `billing`. */
export interface BillingOptions {
  /**
   * The secret of the webhook endpoint, as the platform shows it. Several while it is being changed: each signature is
   * checked against each.
   */
  readonly secret: WebhookSecrets;
  /** The id of the one seller whose events count. Events of others are recorded, and change nothing. Default: any. */
  readonly sellerId?: string | undefined;
  /**
   * Whether a user may see what an organization has, or spend its money; `memberAccess()` asks the organization plugin's
   * table. Default: nobody acts for any organization.
   */
  readonly organizationAccess?: OrganizationAccess | undefined;
  /** Who a call is about that names nobody: the caller, or the organization that is active in the session. Default: user. */
  readonly reference?: "user" | "activeOrganization" | undefined;
  /**
   * Whether a user may see what the seller sees: products, customers, subscriptions and deliveries of everybody. Default:
   * nobody may.
   *
   * @example seller: ({ user }) => user.role === "admin"
   */
  readonly seller?: SellerAccess | undefined;
  /** Names for benefits, as `requireBenefit` and `hasBenefit` take them: name → the platform's id. */
  readonly benefits?: Readonly<Record<string, string>> | undefined;
  /** The payment platform's API, such as `polar({ client })`. Without it there is nothing to buy here, only to see. */
  readonly provider?: BillingProvider | undefined;
  /** Makes every new user a customer, in the background. Default: false, they become one with their first checkout. */
  readonly createCustomerOnSignUp?: boolean | undefined;
  /** What an organization is called as a customer. Default: name and address of whoever opens its first checkout. */
  readonly organizationCustomer?: OrganizationCustomer | undefined;
  /** What may be bought, and how. */
  readonly checkout?: CheckoutOptions | undefined;
  /** What to do when something happens, and how much of it is taken. */
  readonly webhooks?: WebhookOptions | undefined;
}

/** An organization's address and name. The platform takes each address once. */
export type OrganizationCustomer = (
  organizationId: string,
  context: AuthContext,
) => Promise<CustomerDetails> | CustomerDetails;

/** Whom invoices go to. */
export interface CustomerDetails {
  readonly email: string;
  readonly name?: string;
}

/** What may be bought, and how. */
export interface CheckoutOptions {
  /** Name → product id. Where it is given, nothing else can be bought. Default: every product that is not archived. */
  readonly products?: Readonly<Record<string, string>> | undefined;
  /** Code → discount id. Codes that orders and subscriptions have shown are known besides. */
  readonly discounts?: Readonly<Record<string, string>> | undefined;
  /** Where buyers go afterwards unless a call says otherwise. Default: `/`. */
  readonly successUrl?: string | undefined;
}

/** Handlers and bounds of webhooks. */
export interface WebhookOptions extends WebhookHandlers {
  /** Most bytes of a body. Default: 1 MiB. */
  readonly bodyLimit?: number | undefined;
  /** Most seconds that a body may take to arrive. Default: 10. */
  readonly bodyTimeout?: number | undefined;
  /** Most seconds that one handler may take. Default: 30. */
  readonly handlerTimeout?: number | undefined;
}

/** The options, checked and with defaults filled in. */
export interface BillingSettings extends ReferenceSettings, SellerSettings {
  readonly benefits: Readonly<Record<string, string>>;
  readonly provider: BillingProvider | null;
  readonly createCustomerOnSignUp: boolean;
  readonly organizationCustomer: OrganizationCustomer | null;
  readonly products: Readonly<Record<string, string>> | null;
  readonly discounts: Readonly<Record<string, string>>;
  readonly successUrl: string;
  readonly keys: readonly Uint8Array[];
  readonly warnings: readonly string[];
  readonly sellerId: string | null;
  readonly handlers: WebhookHandlers;
  readonly bodyLimit: number;
  /** Milliseconds. */
  readonly bodyTimeout: number;
  /** Milliseconds. */
  readonly handlerTimeout: number;
}

/** The settings of an app that has a platform to act on. */
export interface ActingSettings extends BillingSettings {
  readonly provider: BillingProvider;
}

/** @throws {Error} naming the option that is missing or makes no sense */
export function resolveBilling(options: BillingOptions): BillingSettings {
  if (options?.secret === undefined) throw new Error("billing.secret is missing: give the webhook endpoint's secret.");
  const { bodyLimit, bodyTimeout, handlerTimeout, ...handlers } = options.webhooks ?? {};
  checkHandlers(handlers);
  return {
    ...webhookKeys(options.secret),
    sellerId: options.sellerId ?? null,
    organizationAccess: options.organizationAccess ?? null,
    seller: options.seller ?? null,
    reference: oneOf(["user", "activeOrganization"], "reference", options.reference ?? "user"),
    benefits: options.benefits ?? {},
    provider: options.provider ?? null,
    createCustomerOnSignUp: signUp(options),
    organizationCustomer: options.organizationCustomer ?? null,
    products: options.checkout?.products ?? null,
    discounts: options.checkout?.discounts ?? {},
    successUrl: options.checkout?.successUrl ?? "/",
    handlers,
    bodyLimit: atLeast(1024, "webhooks.bodyLimit", bodyLimit ?? 1_048_576),
    bodyTimeout: 1000 * atLeast(0.01, "webhooks.bodyTimeout", bodyTimeout ?? 10),
    handlerTimeout: 1000 * atLeast(0.01, "webhooks.handlerTimeout", handlerTimeout ?? 30),
  };
}

function signUp({ createCustomerOnSignUp = false, provider }: BillingOptions): boolean {
  if (createCustomerOnSignUp && !provider) {
    throw new Error("billing.createCustomerOnSignUp needs billing.provider: give one, such as polar({ client }).");
  }
  return createCustomerOnSignUp;
}

/** The id that a benefit's name stands for; an id stands for itself. */
export function benefitIdOf({ benefits }: BillingSettings, name: string): string {
  return (Object.hasOwn(benefits, name) ? benefits[name] : undefined) ?? name;
}

function oneOf<T extends string>(words: readonly T[], name: string, value: T): T {
  if (words.includes(value)) return value;
  throw new Error(`billing.${name} is ${JSON.stringify(value)}: give one of ${words.join(", ")}.`);
}

function checkHandlers(handlers: object): void {
  const names: readonly string[] = [...eventTypes.map((type: EventType) => handlerName(type)), "onEvent"];
  for (const [name, handler] of Object.entries(handlers)) {
    if (!names.includes(name)) throw new Error(`billing.webhooks.${name}: there is no such event.`);
    if (handler !== undefined && typeof handler !== "function") {
      throw new Error(`billing.webhooks.${name} is no function.`);
    }
  }
}

function atLeast(least: number, name: string, value: number): number {
  if (Number.isFinite(value) && value >= least) return value;
  throw new Error(`billing.${name} is ${value}: give a number from ${least}.`);
}
