/** The types that the plugin adds to an app and to its client. */

import type {
  Call,
  CallEnvironment,
  CallOptions,
  ClientCall,
  OptionalCall,
  OptionalClientCall,
  PluginTypes,
  SessionCallOptions,
  StatusAnswer,
  WithBody,
  WithQuery,
  WithSessionBody,
  WithOptionalSessionQuery,
} from "@latchkey/core";
import type { BillingBenefit } from "./benefits/store.ts";
import type { PageAnswer } from "./checkouts/endpoints.ts";
import type { BillingState } from "./customers/store.ts";
import type { PruneInput, PruneReport } from "./deliveries/prune.ts";
import type { DeliverySummary } from "./deliveries/summaries.ts";
import type { BillingActErrorCode, BillingReadErrorCode, BillingSellerErrorCode, WebhookErrorCode } from "./errors.ts";
import type {
  CancelInput,
  CheckoutInput,
  HasBenefitInput,
  ListSubscriptionsInput,
  MeterBalanceInput,
  PageInput,
  ReadCustomerStateInput,
  ReferenceInput,
  SubscriptionInput,
  UsageInput,
} from "./inputs.ts";
import type { MeterBalance } from "./meters/store.ts";
import type { RebuildReport } from "./mirror/rebuild.ts";
import type { ReconcileInput, ReconcileReport } from "./mirror/reconcile.ts";
import type { OrderPage } from "./orders/store.ts";
import type { BillingProduct } from "./products/store.ts";
import type { SellerCustomersInput, SellerListInput, SellerSubscriptionsInput } from "./seller/inputs.ts";
import type {
  SellerCustomerPage,
  SellerDeliveryPage,
  SellerProductPage,
  SellerSubscriptionPage,
} from "./seller/store.ts";
import type { SubscriptionPage } from "./subscriptions/store.ts";
import type { WebhookAnswer } from "./webhooks/receive.ts";

/** A call that takes the sender's request as it came, its body unread. */
export interface WebhookCall extends CallEnvironment {
  readonly request: Request;
}

/** A call that asks on behalf of who is signed in. */
type Ask<Query, Output> = Call<WithOptionalSessionQuery<Query>, Output, BillingReadErrorCode>;

/** A call that asks, and has to name something. */
interface WithNeededQuery<Query> extends WithOptionalSessionQuery<Query> {
  readonly query: Query;
}

/** A call about everybody, for whom `billing.seller` lets in. */
type AskAsSeller<Query, Output> = Call<WithOptionalSessionQuery<Query>, Output, BillingSellerErrorCode>;

/** What a checkout can be refused for. */
export type CheckoutErrorCode =
  | BillingActErrorCode
  | "PRODUCT_NOT_FOUND"
  | "DISCOUNT_NOT_FOUND"
  | "INVALID_CUSTOM_FIELDS";

/** What a change of a subscription can be refused for. */
export type SubscriptionErrorCode = BillingActErrorCode | "SUBSCRIPTION_NOT_FOUND";

/** As `auth.api` has it: each call by its name, and all of them together. */
export interface BillingApi extends BillingServerCalls {
  /** The same calls: `auth.api.billing.getCustomerState`. */
  readonly billing: BillingServerCalls;
}

/** What the app's server can call. */
export interface BillingServerCalls {
  /** What the route `/billing/webhooks` does, for a route of the app's own. */
  readonly receiveWebhook: Call<WebhookCall, WebhookAnswer, WebhookErrorCode>;
  /** Makes the mirror anew from the deliveries that were recorded. Only on the server. */
  readonly rebuildBilling: OptionalCall<object, RebuildReport, never>;
  /** Puts in what the platform's API says, for when deliveries were lost. Only on the server. */
  readonly reconcileBilling: Call<WithBody<ReconcileInput>, ReconcileReport, "WEBHOOK_INVALID_PAYLOAD">;
  /** Removes old deliveries that nothing depends on any more. Only on the server. */
  readonly pruneBilling: Call<WithBody<PruneInput>, PruneReport, never>;
  /** What the caller has now. */
  readonly getCustomerState: Ask<ReferenceInput, BillingState>;
  /** What anybody has now. Only on the server: the app decides who may know. */
  readonly readCustomerState: Call<WithQuery<ReadCustomerStateInput>, BillingState, never>;
  /** What can be bought. Needs no session. */
  readonly listProducts: OptionalCall<CallOptions, readonly BillingProduct[], never>;
  /** Recent deliveries, newest first, without their bodies. Only on the server. */
  readonly listDeliveries: Call<WithQuery<PageInput>, readonly DeliverySummary[], never>;
  readonly listSubscriptions: Ask<ListSubscriptionsInput, SubscriptionPage>;
  readonly listOrders: Ask<PageInput, OrderPage>;
  readonly listBenefits: Ask<ReferenceInput, readonly BillingBenefit[]>;
  /** Whether the caller has a benefit now. */
  readonly hasBenefit: Call<WithNeededQuery<HasBenefitInput>, boolean, BillingReadErrorCode>;
  readonly listMeters: Ask<ReferenceInput, readonly MeterBalance[]>;
  /** `null` where nothing was used or credited yet. */
  readonly getMeterBalance: Call<WithNeededQuery<MeterBalanceInput>, MeterBalance | null, BillingReadErrorCode>;
  /** The seller's view: what everybody bought. */
  readonly listSellerProducts: AskAsSeller<SellerListInput, SellerProductPage>;
  readonly listSellerCustomers: AskAsSeller<SellerCustomersInput, SellerCustomerPage>;
  readonly listSellerSubscriptions: AskAsSeller<SellerSubscriptionsInput, SellerSubscriptionPage>;
  readonly listSellerDeliveries: AskAsSeller<SellerListInput, SellerDeliveryPage>;
  /** Links the caller to what was bought with their address before; both sides must have verified it. */
  readonly claimCustomer: Call<SessionCallOptions, StatusAnswer, "UNAUTHORIZED" | "CUSTOMER_NOT_FOUND">;
  /** These are there with `billing.provider` only. */
  readonly createCheckout: Call<WithSessionBody<CheckoutInput>, PageAnswer, CheckoutErrorCode>;
  readonly openPortal: Call<WithSessionBody<ReferenceInput>, PageAnswer, BillingActErrorCode>;
  readonly cancelSubscription: Call<WithSessionBody<CancelInput>, StatusAnswer, SubscriptionErrorCode>;
  readonly resumeSubscription: Call<WithSessionBody<SubscriptionInput>, StatusAnswer, SubscriptionErrorCode>;
  /** What somebody used, sent in the background. Only on the server: it decides what people pay. */
  readonly ingestUsage: Call<WithBody<UsageInput>, StatusAnswer, never>;
}

/** Fields of a call that is a GET. */
interface Asked<Query> {
  readonly query?: Query;
}

interface NeededQuery<Query> {
  readonly query: Query;
}

type ClientAsk<Query, Output> = OptionalClientCall<Asked<Query>, Output, BillingReadErrorCode>;

type ClientAskAsSeller<Query, Output> = OptionalClientCall<Asked<Query>, Output, BillingSellerErrorCode>;

/** As the client has it. */
export interface BillingClientCalls {
  readonly billing: {
    readonly customerState: ClientAsk<ReferenceInput, BillingState>;
    readonly products: OptionalClientCall<unknown, readonly BillingProduct[], never>;
    readonly subscriptions: ClientAsk<ListSubscriptionsInput, SubscriptionPage>;
    readonly orders: ClientAsk<PageInput, OrderPage>;
    readonly benefits: ClientAsk<ReferenceInput, readonly BillingBenefit[]>;
    readonly hasBenefit: ClientCall<NeededQuery<HasBenefitInput>, boolean, BillingReadErrorCode>;
    readonly meters: ClientAsk<ReferenceInput, readonly MeterBalance[]>;
    readonly checkout: ClientCall<CheckoutInput, PageAnswer, CheckoutErrorCode>;
    readonly portal: OptionalClientCall<ReferenceInput, PageAnswer, BillingActErrorCode>;
    readonly cancelSubscription: ClientCall<CancelInput, StatusAnswer, SubscriptionErrorCode>;
    readonly resumeSubscription: ClientCall<SubscriptionInput, StatusAnswer, SubscriptionErrorCode>;
    readonly claim: OptionalClientCall<unknown, StatusAnswer, "UNAUTHORIZED" | "CUSTOMER_NOT_FOUND">;
    readonly meterBalance: ClientCall<NeededQuery<MeterBalanceInput>, MeterBalance | null, BillingReadErrorCode>;
    /** What everybody bought, for whom `billing.seller` lets in. */
    readonly seller: {
      readonly products: ClientAskAsSeller<SellerListInput, SellerProductPage>;
      readonly customers: ClientAskAsSeller<SellerCustomersInput, SellerCustomerPage>;
      readonly subscriptions: ClientAskAsSeller<SellerSubscriptionsInput, SellerSubscriptionPage>;
      readonly deliveries: ClientAskAsSeller<SellerListInput, SellerDeliveryPage>;
    };
  };
}

/** What the plugin adds to the types of an app. */
export interface BillingTypes extends PluginTypes {
  readonly api: BillingApi;
  readonly client: BillingClientCalls;
  /** `useCustomerState` and `useSubscriptions` in React. */
  readonly stores: { readonly customerState: BillingState; readonly subscriptions: SubscriptionPage };
}
