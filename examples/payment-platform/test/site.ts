/** A seller's app with the real billing plugin and SDK, and the fake payment provider that sends webhooks to it. */

import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { billing, memberAccess, type OnDelete } from "@latchkey/billing";
import { polar } from "@latchkey/billing/polar";
import { toNodeHandler } from "@latchkey/node";
import { organization } from "@latchkey/organization";
import { startAuth } from "@latchkey/test-kit";
import { createPolar, type Polar } from "@polar-sh/sdk/2026-10";
import { type RunningPaymentPlatform, type Shop, startPaymentPlatform, type WebhookFaults } from "../src/index.ts";

export const secret = "whsec_CzBVep/E6Q4zWH2ix+wRNluApcrvFDleg6jN8hc8YYY=";

/** A webhook delivery as the app received it. */
export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const closing: (() => Promise<void>)[] = [];

export async function closeSites(): Promise<void> {
  for (const close of closing.splice(0)) await close();
}

export interface AppOptions {
  readonly createCustomerOnSignUp?: boolean;
  /** What to do with a deleted user's or organization's subscriptions. If it's set, organizations can also buy. */
  readonly onDelete?: OnDelete;
}

/** Billing for organizations. Each organization has its own customer. */
export const organizationBilling = {
  organizationAccess: memberAccess(),
  organizationCustomer: (id: string) => ({ email: `billing+${id.toLowerCase()}@example.com`, name: "Acme" }),
};

/** Lets users delete themselves. */
export const deletableUsers = { deleteUser: { enabled: true } };

/** An app that receives webhooks and calls the provider. It uses the real clock, because signatures are checked. */
export async function startApp(
  platform: RunningPaymentPlatform | null,
  baseURL: string,
  { createCustomerOnSignUp = false, onDelete }: AppOptions = {},
) {
  const client = platform && createPolar({ accessToken: platform.accessToken, baseUrl: platform.url });
  const { benefits, products, discounts } = platform ?? {};
  const plugin = billing({
    secret,
    sellerId: platform?.sellerId,
    provider: client ? polar({ client }) : undefined,
    benefits,
    checkout: { products, discounts },
    createCustomerOnSignUp,
    ...(onDelete ? { onDelete, ...organizationBilling } : {}),
  });
  const app = await startAuth({
    baseURL,
    clock: () => new Date(),
    plugins: [plugin, organization()],
    user: deletableUsers,
  });
  return { ...app, client: client as Polar };
}

export interface SiteOptions extends AppOptions {
  /** What the provider sells. Default: the demo's shop. */
  readonly shop?: Shop;
}

export async function startSite({ shop, ...options }: SiteOptions = {}) {
  const received: Received[] = [];
  let handler: RequestListener | undefined;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() }));
    // The catalog's events are sent before the app is ready, so they're sent again.
    if (handler) void handler(request, response);
    else response.writeHead(503).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const webhookURL = `${url}/api/auth/billing/webhooks`;
  const platform = await startPaymentPlatform({
    port: 0,
    webhookURL,
    secret,
    retryAfter: 0.02,
    ...(shop ? { shop } : {}),
  });
  closing.push(async () => {
    await platform.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const app = await startApp(platform, url, options);
  handler = toNodeHandler(app.auth) as RequestListener;
  await platform.settled();

  /** Calls the fake provider's own API. */
  const control = async (path: string, body: object = {}): Promise<any> => {
    const response = await fetch(`${platform.url}/control/${path}`, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json" },
    });
    return { status: response.status, ...((await response.json()) as object) };
  };
  const switchOn = (mischief: Partial<WebhookFaults>) => control("mischief", mischief);
  /** Starts another app for the same seller, which has received no webhooks. */
  const another = () => startApp(platform, url);
  return { ...app, url, platform, received, control, switchOn, another };
}

export type Site = Awaited<ReturnType<typeof startSite>>;

/** Submits a page's form like a browser. */
export function submit(url: string, fields: Record<string, string>, origin = new URL(url).origin): Promise<Response> {
  return fetch(url, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { origin, accept: "text/html" },
    redirect: "manual",
  });
}

/** Signs up a user, and returns the user with their calls. */
export async function person({ browser, auth }: Site, email: string) {
  const own = browser();
  const { user } = (await own.signUp(email)).body;
  const cookie = [...own.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const headers = new Headers({ cookie });
  return {
    ...own,
    user,
    has: (benefit: string) => auth.api.hasBenefit({ headers, query: { benefit } }),
    balance: () => auth.api.getMeterBalance({ headers, query: { meter: "Rendered frames" } }),
    orders: async () => (await auth.api.listOrders({ headers })).orders,
    subscriptions: async () => (await auth.api.listSubscriptions({ headers })).subscriptions,
  };
}

const tables = [
  "Customer Product Benefit Grant Subscription Order Refund Checkout Discount Meter Balance Seller",
].flatMap((names) => names.split(" ").map((name) => `billing${name}`));

/**
 * Keeps a version's rank and the entity's own time. Event and arrival times differ between two apps,
 * because an app that calls the API also stores its responses.
 */
function withoutArrival(row: object): object {
  const { version } = row as { readonly version?: string };
  return version === undefined ? row : { ...row, version: version.split(" ").slice(0, 2).join(" ") };
}

/** Returns all rows of an app's mirror by table. */
export async function readMirrorTables({ auth }: Pick<Site, "auth">): Promise<Record<string, object[]>> {
  const { db } = auth.$context;
  const read = (name: string) =>
    db.findMany({ name, columns: {} } as never, { orderBy: [{ column: "id" }], limit: 10_000 } as never);
  return Object.fromEntries(
    await Promise.all(
      tables.map(async (name) => [name, ((await read(name)) as object[]).map(withoutArrival)] as const),
    ),
  );
}
