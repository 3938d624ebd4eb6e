import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPolar } from "@polar-sh/sdk/2026-10";
import { afterEach, describe, expect, test, vi } from "vitest";
import { startPaymentPlatform } from "../src/index.ts";
import { closeSites, person, readMirrorTables, type Site, secret, startSite, submit } from "./site.ts";

afterEach(closeSites);

async function tillFor(site: Site, productIds: string[]) {
  const ann = await person(site, "ann@example.com");
  const { body } = await ann.post<{ url: string }>("/billing/checkout", { productIds, successUrl: "/thanks" });
  return { ann, url: body.url };
}

describe("the checkout page", () => {
  test("sells one-time products, and a refund revokes the benefit", async () => {
    const site = await startSite();
    const { ann, url } = await tillFor(site, ["guide"]);
    expect((await submit(url, { action: "pay" })).headers.get("location")).toBe(`${site.url}/thanks`);
    await site.platform.settled();
    expect(await ann.has("guide")).toBe(true);
    const [order] = await ann.orders();
    await site.control(`orders/${order?.id}/refund`, { revokeBenefits: true });
    await site.platform.settled();
    expect(await ann.has("guide")).toBe(false);
    expect((await site.control(`orders/${order?.id}/refund`)).status).toBe(422);
  });

  test("lets the buyer choose among several products", async () => {
    const site = await startSite();
    const { ann, url } = await tillFor(site, ["solo", "studio"]);
    expect(await (await fetch(url)).text()).toContain("Choose a product");
    const { products } = site.platform;
    expect((await submit(url, { action: "pay", product: products.farm as string })).status).toBe(422);
    await submit(url, { action: "pay", product: products.studio as string });
    await site.platform.settled();
    expect(await ann.subscriptions()).toMatchObject([{ product: { id: products.studio } }]);
    expect(await ann.has("license")).toBe(true);
  });

  test("stays open after a declined card or Cancel, and sells nothing", async () => {
    const site = await startSite();
    const { ann, url } = await tillFor(site, ["solo"]);
    const declined = await submit(url, { action: "pay", card: "declined" });
    expect([declined.status, await declined.text()]).toEqual([422, expect.stringContaining("Your card was declined")]);
    const gaveUp = await submit(url, { action: "give-up" });
    expect([gaveUp.status, await gaveUp.text()]).toEqual([200, expect.stringContaining(`href="${site.url}/"`)]);
    await site.platform.settled();
    expect(await readMirrorTables(site)).toMatchObject({ billingCheckout: [{ status: "open" }], billingOrder: [] });
    expect((await submit(url, { action: "pay" })).status).toBe(303);
    await site.platform.settled();
    expect(await ann.has("support")).toBe(true);
  });

  test("asks unknown buyers for their email", async () => {
    const site = await startSite();
    const products = [site.platform.products.solo as string];
    const { url } = await site.client.checkouts.create({ products });
    const invalid = await submit(url, { action: "pay", email: "not an email" });
    expect([invalid.status, await invalid.text()]).toEqual([422, expect.stringContaining("valid email address")]);
    // Without a success URL, the provider shows its own thank-you page.
    expect((await submit(url, { action: "pay", email: "eve@example.com" })).headers.get("location")).toBe(url);
    expect(await (await fetch(url)).text()).toContain("Payment complete");
    await site.platform.settled();
    const customer = { email: "eve@example.com", externalId: null };
    expect(await readMirrorTables(site)).toMatchObject({
      billingCustomer: [customer],
      billingOrder: [{ status: "paid" }],
    });
  });

  test("is paid once, even with concurrent requests", async () => {
    const site = await startSite();
    const { ann, url } = await tillFor(site, ["solo"]);
    const presses = await Promise.all([1, 2, 3].map(() => submit(url, { action: "pay" })));
    expect(presses.map(({ status }) => status).sort()).toEqual([200, 200, 303]);
    await site.platform.settled();
    expect(await ann.orders()).toHaveLength(1);
  });

  test("closes after an hour", async () => {
    const site = await startSite();
    const { url } = await tillFor(site, ["solo"]);
    await site.control("clock", { days: 1 });
    expect(await (await submit(url, { action: "pay" })).text()).toContain("This checkout has expired");
    await site.platform.settled();
    expect(await readMirrorTables(site)).toMatchObject({ billingCheckout: [{ status: "expired" }], billingOrder: [] });
  });

  test("rejects forms from other sites, and escapes what users wrote", async () => {
    const site = await startSite();
    const products = [site.platform.products.solo as string];
    const { url } = await site.client.checkouts.create({ products, customer_email: '"<i>"@example.com' });
    for (const origin of ["https://evil.test", "null"]) {
      expect((await submit(url, { action: "pay" }, origin)).status).toBe(403);
    }
    const control = `${site.platform.url}/control/clock`;
    expect((await submit(control, { days: "30" }, "https://evil.test")).status).toBe(403);
    expect(await (await fetch(url)).text()).toContain("&quot;&lt;i&gt;&quot;@example.com");
  });
});

describe("the portal", () => {
  test("shows the customer's purchases, and can cancel and resume a plan", async () => {
    const site = await startSite();
    const { ann, url } = await tillFor(site, ["studio"]);
    await submit(url, { action: "pay" });
    await site.platform.settled();
    const { url: portal } = (await ann.post<{ url: string }>("/billing/portal")).body;
    const shown = await (await fetch(portal)).text();
    for (const text of ["ann@example.com", "Studio", "34.80 USD"]) expect(shown).toContain(text);
    const [{ id } = { id: "" }] = await ann.subscriptions();
    const ends = async () => (await ann.subscriptions())[0]?.cancelAtPeriodEnd;
    expect((await submit(`${portal}/cancel/${id}`, {})).headers.get("location")).toBe(new URL(portal).pathname);
    await site.platform.settled();
    expect(await ends()).toBe(true);
    await submit(`${portal}/resume/${id}`, {});
    await site.platform.settled();
    expect(await ends()).toBe(false);
  });

  test("can't cancel another customer's subscription, and its session expires", async () => {
    const site = await startSite();
    const { ann, url } = await tillFor(site, ["studio"]);
    await submit(url, { action: "pay" });
    await site.platform.settled();
    const [{ id } = { id: "" }] = await ann.subscriptions();
    const bob = await person(site, "bob@example.com");
    const { url: portal } = (await bob.post<{ url: string }>("/billing/portal")).body;
    expect((await submit(`${portal}/cancel/${id}`, {})).status).toBe(404);
    expect((await fetch(portal)).status).toBe(200);
    await site.control("clock", { days: 1 });
    expect((await fetch(portal)).status).toBe(404);
  });
});

describe("the API", () => {
  test("returns what the official SDK expects", async () => {
    const site = await startSite();
    const { client, platform } = site;
    const made = await client.customers.create({ email: "zoe@example.com", name: "Zoe", external_id: "zoe" });
    expect(await client.customers.getExternal("zoe")).toEqual(made);
    const products = [platform.products.farm as string];
    const checkout = await client.checkouts.create({
      products,
      customer_id: made.id,
      success_url: "https://app.test/",
    });
    expect(await client.checkouts.get(checkout.id)).toEqual(checkout);
    await submit(checkout.url, { action: "pay" });
    const state = await client.customers.getStateExternal("zoe");
    const [subscription] = state.active_subscriptions;
    const id = subscription?.id ?? "";
    expect(state).toMatchObject({ active_meters: [{ balance: 1000 }], granted_benefits: [{}, {}] });
    expect((await client.customerSessions.create({ customer_id: made.id })).customer_portal_url).toContain(
      platform.url,
    );
    const usage = { name: "render.done", external_customer_id: "zoe", metadata: { frames: 3 } };
    expect(await client.events.ingest({ events: [usage] })).toMatchObject({ inserted: 1 });
    const update = { cancel_at_period_end: true };
    expect(await client.subscriptions.update(id, update)).toMatchObject({ cancel_at_period_end: true });
    const [order] = (await client.orders.list({ customer_id: made.id })).items;
    const refund = { order_id: order?.id ?? "", reason: "customer_request", amount: 100 } as const;
    expect(await client.refunds.create(refund)).toMatchObject({ amount: 100, tax_amount: 20 });
    expect(await client.orders.get(order?.id ?? "")).toMatchObject({ status: "partially_refunded" });
    expect(await client.products.list({ limit: 2 })).toMatchObject({
      pagination: { total_count: 4, max_page: 2 },
    });
    expect(await client.subscriptions.revoke(id)).toMatchObject({ status: "canceled" });
    await expect(client.subscriptions.revoke(id)).rejects.toMatchObject({ statusCode: 403 });
  });

  test("requires its access token, and accepts each email only once", async () => {
    const { platform } = await startSite();
    const ask = (token: string, body: object) =>
      fetch(`${platform.url}/v1/customers/`, {
        method: "POST",
        body: JSON.stringify(body),
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      });
    expect((await ask("guessed", { email: "a@example.com" })).status).toBe(401);
    expect((await ask(platform.accessToken, { email: "a@example.com" })).status).toBe(201);
    const again = await ask(platform.accessToken, { email: "A@example.com" });
    expect([again.status, await again.json()]).toMatchObject([422, { detail: [{ loc: ["body", "email"] }] }]);
  });

  test("users can sign up during an outage, and buy and become customers afterward", async () => {
    const site = await startSite({ createCustomerOnSignUp: true });
    await site.switchOn({ outage: true });
    const ann = await person(site, "ann@example.com");
    const sell = () => ann.post<{ url: string; code: string }>("/billing/checkout", { productIds: ["farm"] });
    expect((await sell()).body.code).toBe("BILLING_PROVIDER_FAILED");
    await site.switchOn({ outage: false });
    await submit((await sell()).body.url, { action: "pay" });
    await site.platform.settled();
    expect(await ann.has("pro")).toBe(true);
    expect((await readMirrorTables(site)).billingCustomer).toMatchObject([{ externalId: ann.user.id }]);
  });

  test("counts a usage event once per key, and ignores unknown names", async () => {
    const site = await startSite();
    const { ann, url } = await tillFor(site, ["farm"]);
    await submit(url, { action: "pay" });
    const use = (external_id: string, name: string) =>
      fetch(`${site.platform.url}/v1/events/ingest`, {
        method: "POST",
        body: JSON.stringify({
          events: [{ name, external_customer_id: ann.user.id, metadata: { frames: 5 }, external_id }],
        }),
        headers: { authorization: `Bearer ${site.platform.accessToken}`, "content-type": "application/json" },
      });
    for (const key of ["a", "a", "b"]) await use(key, "render.done");
    await use("c", "render.failed");
    await site.platform.settled();
    expect(await ann.balance()).toMatchObject({ balance: 990 });
  });
});

describe("the controls", () => {
  test("can advance the time, which renews each subscription for every period", async () => {
    const site = await startSite();
    const { ann, url } = await tillFor(site, ["solo"]);
    await submit(url, { action: "pay" });
    await site.control("clock", { days: 95 });
    await site.platform.settled();
    expect((await ann.orders()).map(({ billingReason }) => billingReason).sort()).toEqual([
      "subscription_create",
      "subscription_cycle",
      "subscription_cycle",
      "subscription_cycle",
    ]);
    const { subscriptions } = await site.control("clock", { days: 0.01 });
    await site.control(`subscriptions/${subscriptions[0].id}/revoke`);
    await site.platform.settled();
    expect(await ann.has("support")).toBe(false);
    expect((await site.control(`subscriptions/${subscriptions[0].id}/revoke`)).status).toBe(403);
  });

  test("have a page, and submitting its form turns off the unchecked options", async () => {
    const site = await startSite();
    await site.switchOn({ duplicates: true, outage: true });
    const control = `${site.platform.url}/control`;
    const sent = await submit(`${control}/mischief`, { reordering: "on", delay: "0" });
    expect([sent.status, sent.headers.get("location")]).toEqual([303, "/control"]);
    const { mischief } = (await (await fetch(`${control}/state`)).json()) as { mischief: object };
    expect(mischief).toEqual({ duplicates: false, reordering: true, failures: false, outage: false, delay: 0 });
    const page = await (await fetch(control)).text();
    expect(page).toContain('name="reordering" checked');
    expect(page).toContain("product.created");
  });

  test("can resend a webhook, which changes nothing", async () => {
    const site = await startSite();
    const [first] = site.platform.deliveries();
    const before = await readMirrorTables(site);
    expect((await site.control(`deliveries/${first?.id}/redeliver`)).status).toBe(200);
    await site.platform.settled();
    expect(first?.attempts.at(-1)?.status).toBe(200);
    expect(site.received.filter(({ headers }) => headers["webhook-id"] === first?.id).length).toBeGreaterThan(1);
    expect(await readMirrorTables(site)).toEqual(before);
    expect((await site.control("deliveries/unknown/redeliver")).status).toBe(404);
  });
});

test("webhooks to an unreachable endpoint are retried ten times and then given up", async () => {
  const gone = { port: 0, webhookURL: "http://127.0.0.1:9/hooks", secret, retryAfter: 0.0001 };
  const platform = await startPaymentPlatform(gone);
  await vi.waitFor(() => expect(platform.deliveries().every(({ state }) => state === "given up")).toBe(true), 9000);
  expect(platform.deliveries()[0]?.attempts).toHaveLength(11);
  await platform.close();
});

test("purchases and the clock are stored in a file, and survive restarts", async () => {
  const folder = mkdtempSync(join(tmpdir(), "payment-platform-"));
  const options = { port: 0, webhookURL: "http://127.0.0.1:9/", secret, file: join(folder, "platform.json") };
  const connect = ({ accessToken, url }: { readonly accessToken: string; readonly url: string }) =>
    createPolar({ accessToken, baseUrl: url });
  const first = await startPaymentPlatform(options);
  const made = await connect(first).customers.create({ email: "zoe@example.com", external_id: "zoe" });
  const products = [first.products.solo as string];
  const { url } = await connect(first).checkouts.create({ products, customer_id: made.id });
  await submit(url, { action: "pay" });
  await submit(`${first.url}/control/clock`, { days: "40" });
  await first.close();

  const second = await startPaymentPlatform(options);
  const { active_subscriptions } = await connect(second).customers.getStateExternal("zoe");
  expect(Date.parse(active_subscriptions[0]?.current_period_start ?? "")).toBeGreaterThan(Date.now() + 27 * 86_400_000);
  const { now } = (await (await fetch(`${second.url}/control/state`)).json()) as { now: string };
  expect(Date.parse(now)).toBeGreaterThan(Date.now() + 39 * 86_400_000);
  await second.close();
  rmSync(folder, { recursive: true });
});

test("rejects a secret without a key", async () => {
  const weak = { port: 0, webhookURL: "http://127.0.0.1:9/", secret: "whsec_" };
  await expect(startPaymentPlatform(weak)).rejects.toThrow("too short");
});
