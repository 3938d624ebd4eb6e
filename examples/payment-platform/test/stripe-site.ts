/** A seller's app with the real billing plugin and Stripe's SDK, and the fake Stripe that sends webhooks to it. */

import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { billing } from "@latchkey/billing";
import { stripe } from "@latchkey/billing/stripe";
import { toNodeHandler } from "@latchkey/node";
import { organization } from "@latchkey/organization";
import { startAuth } from "@latchkey/test-kit";
import Stripe from "stripe";
import { startStripePlatform } from "../src/index.ts";
import { deletableUsers } from "./site.ts";

export const stripeSecret = "whsec_C2Fv1mHk9tXwQz7RyB4nLdP8sJ0uEaGi";

const closing: (() => Promise<void>)[] = [];

export async function closeStripeSites(): Promise<void> {
  for (const close of closing.splice(0)) await close();
}

/** An app that receives Stripe's webhooks. It uses the real clock, because signatures are checked. */
export async function startStripeApp(client: Stripe, baseURL: string, clock = () => new Date(), options: object = {}) {
  const provider = stripe({ client });
  const plugin = billing({ secret: stripeSecret, provider, ...options });
  const app = await startAuth({ baseURL, clock, plugins: [plugin, organization()], user: deletableUsers });
  return { ...app, client, provider };
}

export async function startStripeSite(options: object = {}) {
  let handler: RequestListener | undefined;
  const server = createServer((request, response) => {
    // The catalog's events are sent before the app is ready, so they're sent again.
    if (handler) void handler(request, response);
    else response.writeHead(503).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const webhookURL = `${url}/api/auth/billing/webhooks`;
  const platform = await startStripePlatform({ port: 0, webhookURL, secret: stripeSecret, retryAfter: 0.02 });
  closing.push(async () => {
    await platform.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { apiKey, host, port } = platform;
  const client = new Stripe(apiKey, { protocol: "http", host, port, maxNetworkRetries: 0 });
  const app = await startStripeApp(client, url, undefined, options);
  handler = toNodeHandler(app.auth) as RequestListener;
  await platform.settled();
  return { ...app, url, platform };
}

export type StripeSite = Awaited<ReturnType<typeof startStripeSite>>;

/** Submits the checkout page's form. */
export async function payAt(url: string, fields: Record<string, string> = {}): Promise<Response> {
  const body = new URLSearchParams({ action: "pay", ...fields });
  return fetch(url, { method: "POST", body, headers: { origin: new URL(url).origin }, redirect: "manual" });
}

const tables = "Customer Product Benefit Grant Subscription Order Refund Checkout Discount".split(" ");

/** Returns an app's mirror by table. Versions differ between two apps, because they end with the time of arrival. */
export async function readStripeMirror({ auth }: Pick<StripeSite, "auth">): Promise<Record<string, object[]>> {
  const { db } = auth.$context;
  const read = async (name: string) => {
    const table = { name: `billing${name}`, columns: {} } as never;
    const rows: object[] = await db.findMany(table, { orderBy: [{ column: "id" }], limit: 10_000 } as never);
    return rows.map((row) => ({ ...row, version: undefined }));
  };
  return Object.fromEntries(await Promise.all(tables.map(async (name) => [name, await read(name)] as const)));
}
