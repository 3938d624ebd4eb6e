/** Public exports of `@latchkey/billing`. */

export { type BillingAuditAction, billingAuditActions } from "./audit-actions.ts";
export type {
  BillingAccess,
  BillingCalls,
  BillingCapabilities,
  BillingClient,
  BillingTypes,
  CancelInput,
  ChangePlanInput,
  CheckoutFields,
  CheckoutInput,
  CheckoutResult,
  EntitlementInput,
  GuestCheckoutInput,
  HasBenefitInput,
  ListSubscriptionsInput,
  MeterBalanceInput,
  PlanChangePreview,
  ProviderRedirect,
  SubscriptionInput,
} from "./contract.ts";
export type { DeliveryOutcome } from "./deliveries/table.ts";
export type { EntitlementOptions, PlanEntitlements } from "./entitlements/options.ts";
export { billingErrors } from "./errors.ts";
export type { PageInput, ReferenceInput } from "./fields.ts";
export {
  type CountUsed,
  type RequiredSubscription,
  requireBenefit,
  requireLimit,
  requireSubscription,
  type WithSubscription,
} from "./guards.ts";
export type { EraseReport } from "./lifecycle/erase.ts";
export type { OnDelete } from "./lifecycle/on-delete.ts";
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
export type { ProductBenefit, ProductPrice, ProductQuestion, SeatTier } from "./products/table.ts";
export type {
  CheckoutPage,
  CheckoutTrial,
  NewCheckout,
  NewPortal,
  PlanChoice,
  ProviderPage,
} from "./provider/checkout.ts";
export type { CustomerChange, NewCustomer } from "./provider/customers.ts";
export { ProviderError, type ProviderErrorKind } from "./provider/error.ts";
export type { BillingProvider, ChangedEntities } from "./provider/provider.ts";
export type { Cancellation, ChangePreview, ChangeTiming, SubscriptionChange } from "./provider/subscriptions.ts";
export type { SyncPage, SyncRequest } from "./provider/sync.ts";
export type { UsageEvent } from "./provider/usage.ts";
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
  BillingEntitlements,
  BillingOrder,
  BillingProduct,
  BillingState,
  BillingSubscription,
  Entitlement,
  LicenseKey,
  MeterBalance,
  OrderPage,
  OrderRefund,
  ScheduledChange,
  SeatUsage,
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
export type { SeatOptions } from "./seats/options.ts";
export type { SellerAccess, SellerRequest } from "./seller/access.ts";
export type {
  SellerCalls,
  SellerClient,
  SellerCustomer,
  SellerCustomerPage,
  SellerCustomersInput,
  SellerDeliveryPage,
  SellerListInput,
  SellerOverview,
  SellerOwner,
  SellerOwnersInput,
  SellerProduct,
  SellerProductPage,
  SellerRevenue,
  SellerSalesInput,
  SellerSubscription,
  SellerSubscriptionPage,
  SellerSubscriptionsInput,
} from "./seller/contract.ts";
export type {
  SaleCustomer,
  SellerBenefit,
  SellerDiscount,
  SellerMeter,
  SellerOrder,
  SellerPage,
  SellerRefund,
} from "./seller/sales.ts";
export type {
  BillingServerCalls,
  DeliverySummary,
  EraseInput,
  LinkCustomerInput,
  PruneInput,
  PruneReport,
  ReadCustomerStateInput,
  RebuildReport,
  ReconcileInput,
  ReconcileReport,
  RedeliverInput,
  RedeliverReport,
  SyncInput,
  SyncReport,
  UsageBatchInput,
  UsageInput,
  WebhookCall,
  WebhookResponse,
  WireSnapshot,
} from "./server-contract.ts";
export type { MeterUsage } from "./subscriptions/table.ts";
export type { SyncedResource } from "./sync/table.ts";
export type { HandlerCall, WebhookHandler, WebhookHandlers } from "./webhooks/handler-types.ts";
export type { WebhookSecret, WebhookSecrets } from "./webhooks/secrets.ts";
export { type VerifiedWebhook, type VerifyOptions, verifyWebhook } from "./webhooks/verify.ts";
