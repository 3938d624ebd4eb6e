/** The calls of the billing plugin, with their inputs, responses, and errors. */

import type {
  CallGroup,
  PluginTypes,
  PublicQuery,
  SessionCall,
  SessionQuery,
  StatusResponse,
} from "@latchkey/core/plugin";
import type { CancellationReason } from "./entities/subscription.ts";
import type { CustomFieldData } from "./entities/wire.ts";
import type { PageInput, ReferenceInput } from "./fields.ts";
import type {
  BillingBenefit,
  BillingProduct,
  BillingState,
  MeterBalance,
  OrderPage,
  SubscriptionPage,
} from "./purchases.ts";
import type { SellerCalls, SellerClient } from "./seller/contract.ts";
import type { BillingServerCalls } from "./server-contract.ts";

/** Input of `listSubscriptions`. */
export interface ListSubscriptionsInput extends PageInput {
  /** `true` returns only subscriptions that give access, `false` only the others. Default: all. */
  readonly active?: boolean | undefined;
}

/** Input of `hasBenefit`. */
export interface HasBenefitInput extends ReferenceInput {
  /** A name in `billing.benefits`, or a benefit's id. */
  readonly benefit: string;
}

/** Input of `getMeterBalance`. */
export interface MeterBalanceInput extends ReferenceInput {
  /** A meter's id or name. */
  readonly meter: string;
}

/** Input of `createCheckout`. */
export interface CheckoutInput extends ReferenceInput {
  /** Names in `billing.checkout.products`, or product ids. The first one is preselected. At most 20. */
  readonly productIds: readonly string[];
  /** The URL that the buyer returns to. Must be relative or on a trusted origin. Can contain `{CHECKOUT_ID}`. */
  readonly successUrl?: string | undefined;
  readonly discountCode?: string | undefined;
  /** Answers to the first product's questions, by slug. */
  readonly answers?: CustomFieldData | undefined;
}

/** Input of `resumeSubscription`. */
export interface SubscriptionInput extends ReferenceInput {
  readonly subscriptionId: string;
}

/** Input of `cancelSubscription`. */
export interface CancelInput extends SubscriptionInput {
  readonly reason?: CancellationReason | undefined;
  /** A comment that the seller sees. */
  readonly comment?: string | undefined;
}

/** What the caller can do with the billing of a user or an organization. */
export interface BillingAccess {
  /** See what was bought. */
  readonly read: boolean;
  /** Buy, cancel, and open the portal. */
  readonly manage: boolean;
}

/** The plugin's part of `GET /capabilities`. */
export interface BillingCapabilities {
  /** Whether users can buy something. */
  readonly checkout: boolean;
  /** Whether users can open the payment provider's customer portal. */
  readonly portal: boolean;
  /** Whose billing there is. */
  readonly references: readonly ("user" | "organization")[];
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

/** Error codes of calls that read the data of a reference. */
type ReadCode = "BILLING_REFERENCE_FORBIDDEN" | "GUEST_NOT_ALLOWED";

/** Error codes of calls to the payment provider. */
type ProviderCode = ReadCode | "BILLING_CUSTOMER_CONFLICT" | "BILLING_PROVIDER_REJECTED" | "BILLING_PROVIDER_FAILED";

/** The plugin's calls. */
export interface BillingCalls extends SellerCalls, BillingServerCalls {
  /** Returns what the caller, or one of their organizations, has now. */
  readonly getCustomerState: SessionQuery<ReferenceInput | void, BillingState, ReadCode>;
  /** Returns whether the caller can see and manage the billing of themselves or of an organization. */
  readonly getBillingAccess: SessionQuery<ReferenceInput | void, BillingAccess>;
  /** Returns the products on sale. */
  readonly listProducts: PublicQuery<void, readonly BillingProduct[]>;
  /** Returns a page of subscriptions, newest first. */
  readonly listSubscriptions: SessionQuery<ListSubscriptionsInput | void, SubscriptionPage, ReadCode>;
  /** Returns a page of orders, newest first. */
  readonly listOrders: SessionQuery<PageInput | void, OrderPage, ReadCode>;
  /** Returns the benefits of the caller, or of one of their organizations. */
  readonly listBenefits: SessionQuery<ReferenceInput | void, readonly BillingBenefit[], ReadCode>;
  /** Returns whether the caller, or one of their organizations, has a benefit now. */
  readonly hasBenefit: SessionQuery<HasBenefitInput, boolean, ReadCode>;
  /** Returns all meter balances. */
  readonly listMeters: SessionQuery<ReferenceInput | void, readonly MeterBalance[], ReadCode>;
  /** Returns the balance of a meter, or `null` if nothing was used or credited yet. */
  readonly getMeterBalance: SessionQuery<MeterBalanceInput, MeterBalance | null, ReadCode>;
  /** Links the caller to the customer with their email. It must be verified for both. */
  readonly claimCustomer: SessionCall<void, StatusResponse, "CUSTOMER_NOT_FOUND">;
  /** Opens a checkout. Needs `billing.provider`. */
  readonly createCheckout: SessionCall<
    CheckoutInput,
    ProviderRedirect,
    ProviderCode | "PRODUCT_NOT_FOUND" | "DISCOUNT_NOT_FOUND" | "INVALID_CUSTOM_FIELDS"
  >;
  /** Opens the payment provider's customer portal. Needs `billing.provider`. */
  readonly openPortal: SessionCall<ReferenceInput | void, ProviderRedirect, ProviderCode>;
  /** Cancels a subscription at the end of its period. Needs `billing.provider`. */
  readonly cancelSubscription: SessionCall<CancelInput, StatusResponse, ProviderCode | "SUBSCRIPTION_NOT_FOUND">;
  /** Undoes a cancellation that hasn't taken effect yet. Needs `billing.provider`. */
  readonly resumeSubscription: SessionCall<SubscriptionInput, StatusResponse, ProviderCode | "SUBSCRIPTION_NOT_FOUND">;
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
    readonly meters: C["listMeters"]["client"];
    readonly meterBalance: C["getMeterBalance"]["client"];
    readonly claim: C["claimCustomer"]["client"];
    readonly checkout: C["createCheckout"]["client"];
    readonly portal: C["openPortal"]["client"];
    readonly cancelSubscription: C["cancelSubscription"]["client"];
    readonly resumeSubscription: C["resumeSubscription"]["client"];
    /** The data of all customers, for users that `billing.seller` allows. */
    readonly seller: SellerClient<C>;
  };
}

interface BillingStores {
  /** `client.$stores.customerState`, and `useCustomerState` in React. */
  readonly customerState: BillingState;
  /** `client.$stores.subscriptions`, and `useSubscriptions` in React. */
  readonly subscriptions: SubscriptionPage;
}

/** The calls as they appear on `auth.api`. */
interface BillingApi extends BillingCalls {
  /** The same calls, grouped. `auth.api.billing.listOrders` is `auth.api.listOrders`. */
  readonly billing: CallGroup<BillingCalls>;
}

/** What the plugin adds to an app's types. */
export interface BillingTypes extends PluginTypes {
  readonly calls: BillingApi;
  readonly client: BillingClient<BillingCalls>;
  readonly stores: BillingStores;
}
