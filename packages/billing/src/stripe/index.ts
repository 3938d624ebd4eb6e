/** Public exports of `@latchkey/billing/stripe`: the payment provider Stripe. */

export type { StripeCallOptions, StripeClient, StripeMethod } from "./client.ts";
export { type StripeOptions, stripe } from "./provider.ts";
