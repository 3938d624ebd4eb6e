/** The face of `@latchkey/billing`. */

export type { BillingApi, BillingTypes, WebhookCall } from "./api.ts";
export type { DeliveryOutcome } from "./deliveries/table.ts";
export { billingErrors, type WebhookErrorCode } from "./errors.ts";
export type { RebuildReport } from "./mirror/rebuild.ts";
export type { IllegalMove } from "./mirror/store.ts";
export { checkoutMoves, type Moves, orderMoves, refundMoves, subscriptionMoves } from "./mirror/transitions.ts";
export type { BillingOptions, WebhookOptions } from "./options.ts";
export { type BillingPlugin, billing } from "./plugin.ts";
export type { Handler, HandlerCall, WebhookHandlers } from "./webhooks/handlers.ts";
export type { WebhookAnswer } from "./webhooks/receive.ts";
export type { WebhookSecret, WebhookSecrets } from "./webhooks/secrets.ts";
export { type VerifiedWebhook, type VerifyOptions, verifyWebhook } from "./webhooks/verify.ts";
