/** Public exports of the fake payment provider. */

export { type PaymentPlatformOptions, type RunningPaymentPlatform, startPaymentPlatform } from "./server.ts";
export { shop } from "./shop.ts";
export type { Shop, ShopProduct } from "./shop-format.ts";
export type { StripeControl } from "./stripe/control.ts";
export { type RunningStripePlatform, type StripePlatformOptions, startStripePlatform } from "./stripe/server.ts";
export type { WebhookFaults } from "./webhooks/faults.ts";
