/** Customers, and a payment provider that reports purchases in signed webhooks, for the billing screens' tests. */

import { createHmac, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type BillingOptions,
  type BillingProvider,
  billing,
  type Cancellation,
  type SubscriptionChange,
} from "@latchkey/billing";
import { billingClient } from "@latchkey/billing/client";
import type { ClientPlugin } from "@latchkey/client";
import type { AuthOptions } from "@latchkey/core";
import type { ReactElement } from "react";
import { vi } from "vitest";
import { BillingPage } from "../src/billing/page/billing-page.tsx";
import { billingUi } from "../src/billing/plugin.tsx";
import { PricingTable } from "../src/billing/pricing/pricing-table.tsx";
import { SellerPage } from "../src/billing/seller/seller-page.tsx";
import type { AuthUiProviderProps } from "../src/provider/provider.tsx";
import { type Site, startSite, type Visit } from "./site.tsx";

/** Props for `show`. */
export const ui: Partial<AuthUiProviderProps> = { plugins: [billingUi({ sellerRoles: ["seller"] })] };

const secret = "whsec_CzBVep/E6Q4zWH2ix+wRNluApcrvFDleg6jN8hc8YYY=";
// jsdom has its own `URL`, which can't be used to read files.
const fixtures = `${dirname(fileURLToPath(import.meta.url))}/../../billing/fixtures`;

/** Every billing screen by name, for tests that apply to all. */
export const billingScreens: readonly (readonly [name: string, element: ReactElement])[] = [
  ["PricingTable", <PricingTable key="pricing" />],
  ["BillingPage", <BillingPage key="billing" />],
  ["SellerPage", <SellerPage key="seller" />],
];

/** A webhook's body. */
export interface Body {
  type: string;
  data: any;
}

/** Returns a webhook body recorded from the payment provider. */
export function fixture(name: string): Body {
  return JSON.parse(readFileSync(`${fixtures}/${name}.json`, "utf8"));
}

/** When scheduled changes apply. */
export const periodEnd: Date = new Date("2125-06-02T12:00:00Z");

/**
 * A payment provider that accepts and records every call. It knows the subscriptions from the webhooks that it sent.
 */
export function platform() {
  const sent = new Map<string, object>();
  const changed = (id: string, changes: object) => [
    { type: "subscription.updated", data: { ...sent.get(id), ...changes, modified_at: new Date().toISOString() } },
  ];
  return {
    name: "test",
    sent,
    ensureCustomer: vi.fn(async () => ({ id: "a-customer" })),
    updateCustomer: vi.fn(async () => []),
    anonymizeCustomer: vi.fn(async () => {}),
    createCheckout: vi.fn(async () => ({
      id: "a-checkout",
      url: "https://pay.test/checkout",
      clientSecret: null,
      expiresAt: null,
    })),
    openPortal: vi.fn(async () => ({ url: "https://pay.test/portal" })),
    ingestUsage: vi.fn(async () => {}),
    previewChange: vi.fn(async ({ timing }: SubscriptionChange) => ({
      dueNow: timing === "now" ? 1500 : 0,
      nextAmount: 4900,
      currency: "usd",
      recurringInterval: "month",
      effectiveAt: timing === "periodEnd" ? periodEnd : null,
      isEstimate: false,
    })),
    changeSubscription: vi.fn(async ({ subscriptionId, plan, seats, timing }: SubscriptionChange) => {
      const product_id = plan?.productId ?? null;
      if (timing === "periodEnd") {
        return changed(subscriptionId, { pending_update: { product_id, seats, applies_at: periodEnd.toISOString() } });
      }
      return changed(subscriptionId, { ...(plan ? { product_id } : {}), ...(seats === null ? {} : { seats }) });
    }),
    undoScheduledChange: vi.fn(async (id: string) => changed(id, { pending_update: null })),
    cancelSubscription: vi.fn(async ({ subscriptionId }: Cancellation) =>
      changed(subscriptionId, { cancel_at_period_end: true }),
    ),
    resumeSubscription: vi.fn(async (id: string) => changed(id, { cancel_at_period_end: false })),
    syncResources: [],
    listPage: vi.fn(async () => ({ entities: [], next: null, total: 0 })),
    fetchEntity: vi.fn(async () => []),
  } satisfies BillingProvider & { readonly sent: Map<string, object> };
}

export interface Shop {
  readonly site: Site;
  readonly provider: ReturnType<typeof platform>;
  /** Signs up a user in a separate browser. */
  enter(name: string): Promise<Visit & { readonly userId: string }>;
  /** Delivers a webhook. */
  send(body: Body): Promise<void>;
}

/** The app's other plugins, in addition to billing. */
export interface Others {
  readonly plugins: NonNullable<AuthOptions["plugins"]>;
  readonly clientPlugins: readonly ClientPlugin[];
  /** Calls that the app turns off. */
  readonly disabledPaths?: readonly string[];
}

const noOthers: Others = { plugins: [], clientPlugins: [] };

export async function startShop(options: Partial<BillingOptions> = {}, others: Others = noOthers): Promise<Shop> {
  const provider = platform();
  const { disabledPaths = [] } = others;
  const plugins = [billing({ secret, provider, ...options }), ...others.plugins];
  const site = await startSite({ plugins, disabledPaths }, [billingClient(), ...others.clientPlugins]);
  const sender = site.browser();
  return {
    site,
    provider,
    async enter(name) {
      const visit = site.visit();
      const { user } = (await visit.browser.signUp(`${name}@example.com`)).body;
      return Object.assign(visit, { userId: user.id });
    },
    async send(body) {
      if (body.type.startsWith("subscription.")) provider.sent.set(body.data.id, body.data);
      const [id, text] = [randomUUID(), JSON.stringify(body)];
      const timestamp = String(Math.floor(Date.now() / 1000));
      const key = Buffer.from(secret.slice(6), "base64");
      const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${text}`).digest("base64");
      const headers = new Headers({
        "content-type": "application/json",
        "webhook-id": id,
        "webhook-timestamp": timestamp,
        "webhook-signature": `v1,${signature}`,
      });
      const { status, body: answer } = await sender.send("/billing/webhooks", { method: "POST", body: text, headers });
      if (status !== 200) throw new Error(`${body.type}: ${JSON.stringify(answer)}`);
    },
  };
}

/** Returns a customer of the shop. */
export function customerOf(externalId: string, id = "a-customer") {
  return { ...fixture("customer.created").data, id, external_id: externalId };
}

/** Returns a purchase's events: a plan with a meter, a license key, a note, and a file. */
export function purchaseOf(externalId: string, changes: object = {}): Body[] {
  const customer = customerOf(externalId);
  const own = { customer_id: customer.id, customer };
  const subscription = { ...fixture("subscription.updated-metered").data, ...own, id: "a-subscription", ...changes };
  const order = {
    ...fixture("order.paid-subscription-cycle").data,
    ...own,
    id: "an-order",
    subscription_id: subscription.id,
  };
  order.subscription = { ...order.subscription, id: subscription.id, customer_id: customer.id };
  const [meter] = fixture("customer.state_changed").data.active_meters;
  const state = { active_subscriptions: [], granted_benefits: [], active_meters: [{ ...meter, id: "a-meter" }] };
  return [
    { type: "customer.created", data: customer },
    { type: "product.updated", data: fixture("product.created-metered").data },
    { type: "subscription.updated", data: subscription },
    { type: "order.paid", data: order },
    ...["license-keys", "custom", "downloadables"].map((kind) => ({
      type: "benefit_grant.created",
      data: { ...fixture(`benefit_grant.created-${kind}`).data, ...own, id: `a-${kind}` },
    })),
    { type: "customer.state_changed", data: { ...customer, ...state } },
  ];
}
