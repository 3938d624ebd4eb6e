/** The face of `@latchkey/billing`. */

export { billingErrors, type WebhookErrorCode } from "./errors.ts";
export type { WebhookSecret, WebhookSecrets } from "./webhooks/secrets.ts";
export { type VerifiedWebhook, type VerifyOptions, verifyWebhook } from "./webhooks/verify.ts";
