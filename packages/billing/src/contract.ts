/** The billing plugin's calls, with their inputs, responses, and errors. */

import type {
  CallGroup,
  PluginTypes,
  PublicCall,
  PublicQuery,
  SessionCall,
  SessionQuery,
  StatusResponse,
} from "@latchkey/core/plugin";
import type { CancellationReason } from "./entities/subscription.ts";
import type { CustomFieldData } from "./entities/wire.ts";
import type { PageInput, ReferenceInput } from "./fields.ts";
import type { ChangePreview, ChangeTiming } from "./provider/subscriptions.ts";
import type {
  BillingBenefit,
  BillingEntitlements,
  BillingProduct,
  BillingState,
  Entitlement,
  MeterBalance,
  OrderPage,
  SeatUsage,
  SubscriptionPage,
} from "./purchases.ts";
import type { SellerCalls, SellerClient } from "./seller/contract.ts";
import type { BillingServerCalls } from "./server-contract.ts";

/** Input for `listSubscriptions`. */
export interface ListSubscriptionsInput extends PageInput {
  /** `true` returns only subscriptions that give access, and `false` only those that don't. Default: all. */
  readonly active?: boolean | undefined;
}

/** Input for `hasBenefit`. */
export interface HasBenefitInput extends ReferenceInput {
  /** A name in `billing.benefits`, or a benefit's ID. */
  readonly benefit: string;
}

/** Input for `can`. */
export interface EntitlementInput extends ReferenceInput {
  /** A name in `billing.entitlements` or `billing.benefits`. */
  readonly name: string;
  /** For limits, how much is used. The check allows one more. Default: 0. */
  readonly used?: number | undefined;
}

/** Input for `getMeterBalance`. */
export interface MeterBalanceInput extends ReferenceInput {
  /** A meter's ID or name. */
  readonly meter: string;
}

/** The input of every checkout. URLs must be relative or on a trusted origin. */
export interface CheckoutFields {
  /** Names in `billing.checkout.products`, or product IDs. The first one is preselected. At most 20. */
  readonly productIds: readonly string[];
  /** A price of the first product, if it has several. */
  readonly priceId?: string | undefined;
  /** The number of seats, for prices per seat. */
  readonly seats?: number | undefined;
  /** The URL that the buyer goes to after the payment. Can contain `{CHECKOUT_ID}`. */
  readonly successUrl?: string | undefined;
  /** The URL of the checkout's back link. */
  readonly returnUrl?: string | undefined;
  /** The origin of your page, such as `location.origin`, to embed the checkout in it instead of navigating. */
  readonly embedOrigin?: string | undefined;
  /** The language of the checkout, such as `de` or `pt-BR`. Default: the payment provider chooses. */
  readonly locale?: string | undefined;
  readonly discountCode?: string | undefined;
  /** Answers to the first product's questions, by slug. */
  readonly answers?: CustomFieldData | undefined;
  /** Values to store with the purchase. They come from the browser, so don't trust them. */
  readonly metadata?: Readonly<Record<string, string | number | boolean>> | undefined;
}

/** Input for `createCheckout`. */
export interface CheckoutInput extends ReferenceInput, CheckoutFields {}

/** Input for `createGuestCheckout`. */
export interface GuestCheckoutInput extends CheckoutFields {
  /** Prefills the form. */
  readonly email?: string | undefined;
}

/** An open checkout. The client navigates to it, unless it's embedded. */
export interface CheckoutResult {
  /** The page to navigate to or to embed. `null` if it's embedded with the client secret only. */
  readonly url: string | null;
  /** The client secret for the payment provider's script. `null` if the script doesn't need one. */
  readonly clientSecret: string | null;
  readonly redirect: boolean;
}

/** Input for `resumeSubscription`. */
export interface SubscriptionInput extends ReferenceInput {
  readonly subscriptionId: string;
}

/** Input for `cancelSubscription`. */
export interface CancelInput extends SubscriptionInput {
  readonly reason?: CancellationReason | undefined;
  /** A comment that the seller sees. */
  readonly comment?: string | undefined;
}

/** Input for `previewChange` and `changePlan`. Set a product, a price, seats, or several of them. */
export interface ChangePlanInput extends SubscriptionInput {
  /** A name in `billing.checkout.products`, or a product's ID. Default: the current product. */
  readonly productId?: string | undefined;
  /** One of the product's prices, if it has several. */
  readonly priceId?: string | undefined;
  /** The new number of seats. */
  readonly seats?: number | undefined;
  /** When the change applies. One of `billing.changeTimings`. Default: the first one. */
  readonly timing?: ChangeTiming | undefined;
}

/** What a change would cost, and when it would apply. */
export interface PlanChangePreview extends ChangePreview {
  readonly timing: ChangeTiming;
}

/** What the caller can do with the billing of a user or an organization. */
export interface BillingAccess {
  /** See purchases. */
  readonly read: boolean;
  /** Buy, cancel, and open the portal. */
  readonly manage: boolean;
}

/** The plugin's part of `GET /capabilities`. */
export interface BillingCapabilities {
  /** Whether users can buy something. */
  readonly checkout: boolean;
  /** Whether visitors can buy something without an account. */
  readonly guestCheckout: boolean;
  /** Whether users can open the payment provider's customer portal. */
  readonly portal: boolean;
  /** The kinds of references that can have billing. */
  readonly references: readonly ("user" | "organization")[];
  /** When a plan change can take effect. The first one is the default. Empty if plans can't be changed here. */
  readonly changeTimings: readonly ChangeTiming[];
  /** Whether sellers can link existing customers to users and organizations. */
  readonly linkCustomers: boolean;
  /** How organizations' seats work. `null` if the app doesn't count them. */
  readonly seats: "members" | "fixed" | null;
}

declare global {
  interface LatchkeyCapabilities {
    readonly billing?: BillingCapabilities;
  }
}

/** A page of the payment provider. The client navigates to it. */
export interface ProviderRedirect {
  readonly url: string;
  readonly redirect: true;
}

/** Error codes for calls that read a reference's data. */
type ReadCode = "BILLING_REFERENCE_FORBIDDEN" | "GUEST_NOT_ALLOWED";

/** Error codes for calls to the payment provider. */
type ProviderCode = ReadCode | "BILLING_CUSTOMER_CONFLICT" | "BILLING_PROVIDER_REJECTED" | "BILLING_PROVIDER_FAILED";

/** Error codes for subscription plan changes. */
type ChangeCode =
  | ProviderCode
  | "SUBSCRIPTION_NOT_FOUND"
  | "PRODUCT_NOT_FOUND"
  | "PLAN_UNCHANGED"
  | "CHANGE_NOT_ALLOWED"
  | "SUBSCRIPTION_NOT_ACTIVE"
  | "SUBSCRIPTION_PAST_DUE"
  | "SUBSCRIPTION_ENDS"
  | "NO_SCHEDULED_CHANGE"
  | "SEATS_TAKEN";

/** The plugin's calls. */
export interface BillingCalls extends SellerCalls, BillingServerCalls {
  /** Returns the current subscriptions, benefits, and meter balances of the caller or one of their organizations. */
  readonly getCustomerState: SessionQuery<ReferenceInput | void, BillingState, ReadCode>;
  /** Returns whether the caller can see and manage the billing of themselves or of an organization. */
  readonly getBillingAccess: SessionQuery<ReferenceInput | void, BillingAccess>;
  /** Returns the products for sale. */
  readonly listProducts: PublicQuery<void, readonly BillingProduct[]>;
  /** Returns a page of subscriptions, newest first. */
  readonly listSubscriptions: SessionQuery<ListSubscriptionsInput | void, SubscriptionPage, ReadCode>;
  /** Returns a page of orders, newest first. */
  readonly listOrders: SessionQuery<PageInput | void, OrderPage, ReadCode>;
  /** Returns the benefits of the caller, or of one of their organizations. */
  readonly listBenefits: SessionQuery<ReferenceInput | void, readonly BillingBenefit[], ReadCode>;
  /** Returns whether the caller, or one of their organizations, has a benefit now. */
  readonly hasBenefit: SessionQuery<HasBenefitInput, boolean, ReadCode>;
  /** Returns the named benefits and limits of the caller, or of one of their organizations. */
  readonly getEntitlements: SessionQuery<ReferenceInput | void, BillingEntitlements, ReadCode>;
  /** Returns whether the caller has a named benefit, or whether a limit leaves room for one more. */
  readonly can: SessionQuery<EntitlementInput, Entitlement, ReadCode | "UNKNOWN_ENTITLEMENT">;
  /** Returns an organization's seats. `null` for users, and without `billing.seats`. */
  readonly getSeats: SessionQuery<ReferenceInput | void, SeatUsage | null, ReadCode>;
  /** Returns all meter balances. */
  readonly listMeters: SessionQuery<ReferenceInput | void, readonly MeterBalance[], ReadCode>;
  /** Returns the balance of a meter, or `null` if nothing was used or credited yet. */
  readonly getMeterBalance: SessionQuery<MeterBalanceInput, MeterBalance | null, ReadCode>;
  /** Links the caller to the customer with their email. The email must be verified on both sides. */
  readonly claimCustomer: SessionCall<void, StatusResponse, "CUSTOMER_NOT_FOUND">;
  /** Opens a checkout. Needs `billing.provider`. */
  readonly createCheckout: SessionCall<
    CheckoutInput,
    CheckoutResult,
    ProviderCode | "PRODUCT_NOT_FOUND" | "DISCOUNT_NOT_FOUND" | "INVALID_CUSTOM_FIELDS" | "SEATS_TAKEN"
  >;
  /** Opens a checkout without a session. Needs `billing.provider` and `billing.checkout.guests`. */
  readonly createGuestCheckout: PublicCall<
    GuestCheckoutInput,
    CheckoutResult,
    | "BILLING_CUSTOMER_CONFLICT"
    | "BILLING_PROVIDER_REJECTED"
    | "BILLING_PROVIDER_FAILED"
    | "PRODUCT_NOT_FOUND"
    | "DISCOUNT_NOT_FOUND"
    | "INVALID_CUSTOM_FIELDS"
  >;
  /** Opens the payment provider's customer portal. Needs `billing.provider`. */
  readonly openPortal: SessionCall<ReferenceInput | void, ProviderRedirect, ProviderCode>;
  /** Cancels a subscription at the end of its period. Needs `billing.provider`. */
  readonly cancelSubscription: SessionCall<CancelInput, StatusResponse, ProviderCode | "SUBSCRIPTION_NOT_FOUND">;
  /** Undoes a cancellation that hasn't taken effect yet. Needs `billing.provider`. */
  readonly resumeSubscription: SessionCall<SubscriptionInput, StatusResponse, ProviderCode | "SUBSCRIPTION_NOT_FOUND">;
  /** Returns what a change to the plan or seats would cost. Needs `billing.provider`. */
  readonly previewChange: SessionCall<ChangePlanInput, PlanChangePreview, ChangeCode>;
  /** Changes a subscription's plan, interval, or seats. Needs `billing.provider`. */
  readonly changePlan: SessionCall<ChangePlanInput, StatusResponse, ChangeCode>;
  /** Removes a change that's scheduled for the end of the period. Needs `billing.provider`. */
  readonly undoChange: SessionCall<
    SubscriptionInput,
    StatusResponse,
    ProviderCode | "SUBSCRIPTION_NOT_FOUND" | "NO_SCHEDULED_CHANGE"
  >;
}

/** The calls as they appear on the client. */
export interface BillingClient<C extends BillingCalls> {
  readonly billing: {
    readonly access: C["getBillingAccess"]["client"];
    readonly customerState: C["getCustomerState"]["client"];
    readonly products: C["listProducts"]["client"];
    readonly subscriptions: C["listSubscriptions"]["client"];
    readonly orders: C["listOrders"]["client"];
    readonly benefits: C["listBenefits"]["client"];
    readonly hasBenefit: C["hasBenefit"]["client"];
    readonly entitlements: C["getEntitlements"]["client"];
    readonly can: C["can"]["client"];
    readonly seats: C["getSeats"]["client"];
    readonly meters: C["listMeters"]["client"];
    readonly meterBalance: C["getMeterBalance"]["client"];
    readonly claim: C["claimCustomer"]["client"];
    readonly checkout: C["createCheckout"]["client"];
    readonly guestCheckout: C["createGuestCheckout"]["client"];
    readonly portal: C["openPortal"]["client"];
    readonly cancelSubscription: C["cancelSubscription"]["client"];
    readonly resumeSubscription: C["resumeSubscription"]["client"];
    readonly previewChange: C["previewChange"]["client"];
    readonly changePlan: C["changePlan"]["client"];
    readonly undoChange: C["undoChange"]["client"];
    /** The data of all customers, for users that `billing.seller` allows. */
    readonly seller: SellerClient<C>;
  };
}

interface BillingStores {
  /** `client.$stores.customerState`, and `useCustomerState` in React. */
  readonly customerState: BillingState;
  /** `client.$stores.subscriptions`, and `useSubscriptions` in React. */
  readonly subscriptions: SubscriptionPage;
  /** `client.$stores.entitlements`, and `useEntitlements` in React. */
  readonly entitlements: BillingEntitlements;
}

/** The calls as they appear on `auth.api`. */
interface BillingApi extends BillingCalls {
  /** The same calls, grouped. `auth.api.billing.listOrders` is `auth.api.listOrders`. */
  readonly billing: CallGroup<BillingCalls>;
}

interface BillingStageErrors {
  readonly deleteUser: "SUBSCRIPTION_RUNNING";
  readonly addMember: "SEAT_LIMIT_REACHED";
  readonly deleteOrganization: "SUBSCRIPTION_RUNNING";
}

/** What the plugin adds to an app's types. */
export interface BillingTypes extends PluginTypes {
  readonly stageCodes: BillingStageErrors;
  readonly calls: BillingApi;
  readonly client: BillingClient<BillingCalls>;
  readonly stores: BillingStores;
}
