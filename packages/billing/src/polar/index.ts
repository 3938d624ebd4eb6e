/** Public exports of `@latchkey/billing/polar`: the payment provider Polar. */

export type { PolarCall, PolarCallOptions, PolarClient } from "./client.ts";
export { type PolarOptions, polar } from "./provider.ts";
export { polarWebhooks } from "./webhooks.ts";
