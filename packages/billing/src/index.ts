/** The face of `@latchkey/billing`. */

export type {
  BillingApi,
  BillingClientCalls,
  BillingServerCalls,
  BillingTypes,
  CheckoutErrorCode,
  SubscriptionErrorCode,
  WebhookCall,
} from "./api.ts";
export { type BillingAuditAction, billingAuditActions } from "./audit-actions.ts";
export type { BillingBenefit, LicenseKey } from "./benefits/store.ts";
export type { PageAnswer } from "./checkouts/endpoints.ts";
export type { BillingCustomer, BillingState } from "./customers/store.ts";
export type { PruneInput, PruneReport } from "./deliveries/prune.ts";
export type { DeliverySummary } from "./deliveries/summaries.ts";
export type { DeliveryOutcome } from "./deliveries/table.ts";
export {
  type BillingActErrorCode,
  type BillingReadErrorCode,
  type BillingSellerErrorCode,
  billingErrors,
  type WebhookErrorCode,
} from "./errors.ts";
export { type RequiredSubscription, requireBenefit, requireSubscription, type WithSubscription } from "./guards.ts";
export type {
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
export type { MeterBalance } from "./meters/store.ts";
export type { RebuildReport } from "./mirror/rebuild.ts";
export type { ReconcileInput, ReconcileReport, WireSnapshot } from "./mirror/reconcile.ts";
export type { IllegalMove } from "./mirror/store.ts";
export { checkoutMoves, type Moves, orderMoves, refundMoves, subscriptionMoves } from "./mirror/transitions.ts";
export type {
  BillingOptions,
  CheckoutOptions,
  CustomerDetails,
  OrganizationCustomer,
  WebhookOptions,
} from "./options.ts";
export type { BillingOrder, OrderPage, OrderRefund } from "./orders/store.ts";
export type { OrderLine } from "./orders/table.ts";
export { type BillingPlugin, billing } from "./plugin.ts";
export type { BillingProduct } from "./products/store.ts";
export type { ProductBenefit, ProductPrice, ProductQuestion } from "./products/table.ts";
export { type PolarCall, type PolarCallOptions, type PolarClient, type PolarOptions, polar } from "./provider/polar.ts";
export {
  type BillingProvider,
  type Cancellation,
  type NewCheckout,
  type NewCustomer,
  type ProviderCall,
  ProviderError,
  type ProviderFault,
  type ProviderPage,
  type UsageEvent,
} from "./provider/provider.ts";
export {
  type AccessRequest,
  type BillingAction,
  type MemberRoles,
  memberAccess,
  type OrganizationAccess,
  type Reference,
} from "./references/access.ts";
export type { WithReference } from "./references/guard.ts";
export { type LinkRow, type LinkState, linkTable } from "./references/table.ts";
export type { SellerAccess, SellerRequest } from "./seller/access.ts";
export type { SellerCustomersInput, SellerListInput, SellerSubscriptionsInput } from "./seller/inputs.ts";
export type {
  SellerCustomer,
  SellerCustomerPage,
  SellerDeliveryPage,
  SellerProduct,
  SellerProductPage,
  SellerSubscription,
  SellerSubscriptionPage,
} from "./seller/store.ts";
export type { BillingSubscription, SubscriptionPage } from "./subscriptions/store.ts";
export type { MeterUse } from "./subscriptions/table.ts";
export type { HandlerCall, WebhookHandler, WebhookHandlers } from "./webhooks/handlers.ts";
export type { WebhookAnswer } from "./webhooks/receive.ts";
export type { WebhookSecret, WebhookSecrets } from "./webhooks/secrets.ts";
export { type VerifiedWebhook, type VerifyOptions, verifyWebhook } from "./webhooks/verify.ts";
