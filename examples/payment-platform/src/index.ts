/** The face of the stand-in. */

export { type PaymentPlatformOptions, type RunningPaymentPlatform, startPaymentPlatform } from "./server.ts";
export type { Mischief } from "./webhooks/mischief.ts";
