/** The calls of billing: what they take, return, and fail with. */

import type {
  CallGroup,
  PluginTypes,
  PublicQuery,
  SessionCall,
  SessionQuery,
  StatusAnswer,
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

/** What `listSubscriptions` takes. */
export interface ListSubscriptionsInput extends PageInput {
  /** `true`: only subscriptions that give access. `false`: only the others. */
  readonly active?: boolean | undefined;
}

/** What `hasBenefit` takes. */
export interface HasBenefitInput extends ReferenceInput {
  /** A name in `billing.benefits`, or a benefit's id. */
  readonly benefit: string;
}

/** What `getMeterBalance` takes. */
export interface MeterBalanceInput extends ReferenceInput {
  /** A meter's id or name. */
  readonly meter: string;
}

/** What `createCheckout` takes. */
export interface CheckoutInput extends ReferenceInput {
  /** Names in `billing.checkout.products`, or product ids. The first one is preselected. At most 20. */
  readonly productIds: readonly string[];
  /** Where the buyer goes afterwards: relative, or on a trusted origin. Can contain `{CHECKOUT_ID}`. */
  readonly successUrl?: string | undefined;
  readonly discountCode?: string | undefined;
  /** Answers to the first product's questions, by slug. */
  readonly answers?: CustomFieldData | undefined;
}

/** What `resumeSubscription` takes. */
export interface SubscriptionInput extends ReferenceInput {
  readonly subscriptionId: string;
}

/** What `cancelSubscription` takes. */
export interface CancelInput extends SubscriptionInput {
  readonly reason?: CancellationReason | undefined;
  /** For the seller. */
  readonly comment?: string | undefined;
}

/** A page of the payment platform. The client goes there by itself. */
export interface PageAnswer {
  readonly url: string;
  readonly redirect: true;
}

/** The codes of calls that read what a reference has. */
type ReadCode = "BILLING_REFERENCE_FORBIDDEN";

/** The codes of calls that the payment platform answers. */
type ProviderCode = ReadCode | "BILLING_CUSTOMER_CONFLICT" | "BILLING_PROVIDER_FAILED";

/** The plugin's calls. */
export interface BillingCalls extends SellerCalls, BillingServerCalls {
  /** Returns what the caller, or an organization of theirs, has now. */
  readonly getCustomerState: SessionQuery<ReferenceInput | void, BillingState, ReadCode>;
  /** Returns the products on sale. */
  readonly listProducts: PublicQuery<void, readonly BillingProduct[]>;
  /** Returns a page of subscriptions, newest first. */
  readonly listSubscriptions: SessionQuery<ListSubscriptionsInput | void, SubscriptionPage, ReadCode>;
  /** Returns a page of orders, newest first. */
  readonly listOrders: SessionQuery<PageInput | void, OrderPage, ReadCode>;
  /** Returns the benefits of the caller, or of an organization of theirs. */
  readonly listBenefits: SessionQuery<ReferenceInput | void, readonly BillingBenefit[], ReadCode>;
  /** Returns whether the caller, or an organization of theirs, has a benefit now. */
  readonly hasBenefit: SessionQuery<HasBenefitInput, boolean, ReadCode>;
  /** Returns all meter balances. */
  readonly listMeters: SessionQuery<ReferenceInput | void, readonly MeterBalance[], ReadCode>;
  /** Returns the balance of a meter; `null` if nothing was used or credited yet. */
  readonly getMeterBalance: SessionQuery<MeterBalanceInput, MeterBalance | null, ReadCode>;
  /** Links the caller to the customer with their email address. Both sides must have verified it. */
  readonly claimCustomer: SessionCall<void, StatusAnswer, "CUSTOMER_NOT_FOUND">;
  /** Opens a checkout. Needs `billing.provider`. */
  readonly createCheckout: SessionCall<
    CheckoutInput,
    PageAnswer,
    ProviderCode | "PRODUCT_NOT_FOUND" | "DISCOUNT_NOT_FOUND" | "INVALID_CUSTOM_FIELDS"
  >;
  /** Opens the payment platform's customer portal. Needs `billing.provider`. */
  readonly openPortal: SessionCall<ReferenceInput | void, PageAnswer, ProviderCode>;
  /** Cancels a subscription at the end of its period. Needs `billing.provider`. */
  readonly cancelSubscription: SessionCall<CancelInput, StatusAnswer, ProviderCode | "SUBSCRIPTION_NOT_FOUND">;
  /** Takes back a cancellation that hasn't taken effect. Needs `billing.provider`. */
  readonly resumeSubscription: SessionCall<SubscriptionInput, StatusAnswer, ProviderCode | "SUBSCRIPTION_NOT_FOUND">;
}

/** The calls as the client has them. */
export interface BillingClient<C extends BillingCalls> {
  readonly billing: {
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
    /** What everyone bought, for users that `billing.seller` lets in. */
    readonly seller: SellerClient<C>;
  };
}

interface BillingStores {
  /** `client.$stores.customerState`, and `useCustomerState` in React. */
  readonly customerState: BillingState;
  /** `client.$stores.subscriptions`, and `useSubscriptions` in React. */
  readonly subscriptions: SubscriptionPage;
}

/** The calls as `auth.api` has them. */
interface BillingApi extends BillingCalls {
  /** The same calls: `auth.api.billing.listOrders` is `auth.api.listOrders`. */
  readonly billing: CallGroup<BillingCalls>;
}

/** What the plugin adds to the types of an app. */
export interface BillingTypes extends PluginTypes {
  readonly calls: BillingApi;
  readonly client: BillingClient<BillingCalls>;
  readonly stores: BillingStores;
}
