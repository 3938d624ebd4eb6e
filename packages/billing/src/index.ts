/** Public exports of `@latchkey/billing`. */

export { type BillingAuditAction, billingAuditActions } from "./audit-actions.ts";
export type {
  BillingAccess,
  BillingCalls,
  BillingCapabilities,
  BillingClient,
  BillingTypes,
  CancelInput,
  CheckoutInput,
  HasBenefitInput,
  ListSubscriptionsInput,
  MeterBalanceInput,
  ProviderRedirect,
  SubscriptionInput,
} from "./contract.ts";
export type { DeliveryOutcome } from "./deliveries/table.ts";
export { billingErrors } from "./errors.ts";
export type { PageInput, ReferenceInput } from "./fields.ts";
export { type RequiredSubscription, requireBenefit, requireSubscription, type WithSubscription } from "./guards.ts";
export type { MirrorRow, Snapshot, Snapshots } from "./mirror/snapshot.ts";
export type { IllegalTransition } from "./mirror/store.ts";
export {
  checkoutTransitions,
  orderTransitions,
  refundTransitions,
  subscriptionTransitions,
  type Transitions,
} from "./mirror/transitions.ts";
export type {
  BillingOptions,
  CheckoutOptions,
  CustomerDetails,
  OrganizationCustomer,
  WebhookOptions,
} from "./options.ts";
export type { OrderLine } from "./orders/table.ts";
export { type BillingPlugin, billing } from "./plugin.ts";
export type { ProductBenefit, ProductPrice, ProductQuestion } from "./products/table.ts";
export {
  type BillingProvider,
  type Cancellation,
  type NewCheckout,
  type NewCustomer,
  ProviderError,
  type ProviderErrorKind,
  type ProviderPage,
  type UsageEvent,
} from "./provider/provider.ts";
export type {
  ApiEntity,
  NoEvent,
  ProviderCall,
  ProviderWebhooks,
  ReadEvent,
  StoredDelivery,
  UnreadableEvent,
  WebhookVerifier,
} from "./provider/webhooks.ts";
export type {
  BillingBenefit,
  BillingCustomer,
  BillingOrder,
  BillingProduct,
  BillingState,
  BillingSubscription,
  LicenseKey,
  MeterBalance,
  OrderPage,
  OrderRefund,
  SubscriptionPage,
  WaitingBenefit,
} from "./purchases.ts";
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
export type {
  SellerCalls,
  SellerClient,
  SellerCustomer,
  SellerCustomerPage,
  SellerCustomersInput,
  SellerDeliveryPage,
  SellerListInput,
  SellerProduct,
  SellerProductPage,
  SellerSubscription,
  SellerSubscriptionPage,
  SellerSubscriptionsInput,
} from "./seller/contract.ts";
export type {
  BillingServerCalls,
  DeliverySummary,
  PruneInput,
  PruneReport,
  ReadCustomerStateInput,
  RebuildReport,
  ReconcileInput,
  ReconcileReport,
  RedeliverInput,
  RedeliverReport,
  UsageInput,
  WebhookCall,
  WebhookResponse,
  WireSnapshot,
} from "./server-contract.ts";
export type { MeterUsage } from "./subscriptions/table.ts";
export type { HandlerCall, WebhookHandler, WebhookHandlers } from "./webhooks/handler-types.ts";
export type { WebhookSecret, WebhookSecrets } from "./webhooks/secrets.ts";
export { type VerifiedWebhook, type VerifyOptions, verifyWebhook } from "./webhooks/verify.ts";
