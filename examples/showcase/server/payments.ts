/** The fake payment providers that the showcase can run with. Both are reached through the provider's official SDK. */

import { randomBytes } from "node:crypto";
import type { BillingOptions } from "@latchkey/billing";
import { polar } from "@latchkey/billing/polar";
import { stripe } from "@latchkey/billing/stripe";
import { createPolar } from "@polar-sh/sdk/2026-10";
import { startPaymentPlatform, startStripePlatform } from "payment-platform";
import Stripe from "stripe";
import { polarShop, stripeShop } from "./plans.ts";

/** The payment provider whose API the fake one speaks. */
export type PaymentProviderName = "polar" | "stripe";

export interface PaymentsOptions {
  /** Port to listen on. 0 chooses a free one. */
  readonly port: number;
  /** URL that webhooks are sent to. */
  readonly webhookURL: string;
  /** File that keeps the fake Polar's purchases. The fake Stripe keeps everything in memory. */
  readonly file?: string | undefined;
}

/** A running payment provider, and what billing needs for it. */
export interface Payments {
  readonly url: string;
  /** The page with its controls. */
  readonly controls: string;
  readonly billing: Pick<BillingOptions, "provider" | "secret" | "sellerId" | "benefits" | "checkout">;
  /** Moves its clock forward. Resolves when the app has handled the resulting webhooks. */
  advance(days: number): Promise<void>;
  /** Resolves when every webhook has been delivered or abandoned. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** @throws {Error} if `name`, which can come from the environment, isn't the name of a provider */
export function startPayments(name: PaymentProviderName, options: PaymentsOptions): Promise<Payments> {
  if (name === "polar") return startPolar(options);
  if (name === "stripe") return startStripe(options);
  throw new Error(`PAYMENTS is "${String(name)}". Set it to "polar" or "stripe".`);
}

async function startPolar({ port, webhookURL, file }: PaymentsOptions): Promise<Payments> {
  const secret = `whsec_${randomBytes(32).toString("base64")}`;
  const kept = file === undefined ? {} : { file };
  const platform = await startPaymentPlatform({ port, webhookURL, secret, shop: polarShop, ...kept });
  const { url, accessToken, sellerId, products, benefits, discounts } = platform;
  return {
    url,
    controls: `${url}/control`,
    billing: {
      secret,
      sellerId,
      benefits,
      provider: polar({ client: createPolar({ accessToken, baseUrl: url }) }),
      checkout: { products, discounts, successUrl: "/billing" },
    },
    async advance(days) {
      const body = JSON.stringify({ days });
      const headers = { "content-type": "application/json" };
      const { ok } = await fetch(`${url}/control/clock`, { method: "POST", headers, body });
      if (!ok) throw new Error("The payment provider didn't move its clock.");
      await platform.settled();
    },
    settled: () => platform.settled(),
    close: () => platform.close(),
  };
}

async function startStripe({ port, webhookURL }: PaymentsOptions): Promise<Payments> {
  const secret = `whsec_${randomBytes(24).toString("base64url")}`;
  const platform = await startStripePlatform({ port, webhookURL, secret, shop: stripeShop });
  const { url, apiKey, host, products, discounts } = platform;
  const client = new Stripe(apiKey, { protocol: "http", host, port: platform.port });
  return {
    url,
    controls: `${url}/control`,
    // Benefits are Stripe's features. Their names are their ids.
    billing: { secret, provider: stripe({ client }), checkout: { products, discounts, successUrl: "/billing" } },
    async advance(days) {
      platform.control.advance(days);
      await platform.settled();
    },
    settled: () => platform.settled(),
    close: () => platform.close(),
  };
}
