/** The face of `@latchkey/billing`. */

export type { BillingApi, BillingClientCalls, BillingTypes, WebhookCall } from "./api.ts";
export type { BillingBenefit, LicenseKey } from "./benefits/store.ts";
export type { BillingCustomer, BillingState } from "./customers/store.ts";
export type { DeliveryOutcome } from "./deliveries/table.ts";
export { type BillingReadErrorCode, billingErrors, type WebhookErrorCode } from "./errors.ts";
export { type RequiredSubscription, requireBenefit, requireSubscription, type WithSubscription } from "./guards.ts";
export type {
  HasBenefitInput,
  ListSubscriptionsInput,
  MeterBalanceInput,
  PageInput,
  ReadCustomerStateInput,
  ReferenceInput,
} from "./inputs.ts";
export type { MeterBalance } from "./meters/store.ts";
export type { RebuildReport } from "./mirror/rebuild.ts";
export type { IllegalMove } from "./mirror/store.ts";
export { checkoutMoves, type Moves, orderMoves, refundMoves, subscriptionMoves } from "./mirror/transitions.ts";
export type { BillingOptions, WebhookOptions } from "./options.ts";
export type { BillingOrder, OrderPage, OrderRefund } from "./orders/store.ts";
export type { OrderLine } from "./orders/table.ts";
export { type BillingPlugin, billing } from "./plugin.ts";
export {
  type AccessRequest,
  type BillingAction,
  type MemberRoles,
  memberAccess,
  type OrganizationAccess,
  type Reference,
} from "./references/access.ts";
export type { WithReference } from "./references/guard.ts";
export type { BillingSubscription, SubscriptionPage } from "./subscriptions/store.ts";
export type { MeterUse } from "./subscriptions/table.ts";
export type { HandlerCall, WebhookHandler, WebhookHandlers } from "./webhooks/handlers.ts";
export type { WebhookAnswer } from "./webhooks/receive.ts";
export type { WebhookSecret, WebhookSecrets } from "./webhooks/secrets.ts";
export { type VerifiedWebhook, type VerifyOptions, verifyWebhook } from "./webhooks/verify.ts";
