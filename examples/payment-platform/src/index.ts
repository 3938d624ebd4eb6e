/** Public exports of the fake payment provider. */

export { type PaymentPlatformOptions, type RunningPaymentPlatform, startPaymentPlatform } from "./server.ts";
export type { WebhookFaults } from "./webhooks/faults.ts";
