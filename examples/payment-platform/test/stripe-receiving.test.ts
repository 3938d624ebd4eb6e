import Stripe from "stripe";
import { beforeEach, describe, expect, test } from "vitest";
import { createCustomer } from "../src/stripe/checkouts.ts";
import { createStripeCore, type StripeCore } from "../src/stripe/core.ts";
import { change, newId } from "../src/stripe/state.ts";
import { readStripeMirror, startStripeApp, stripeSecret } from "./stripe-site.ts";

const now = new Date("2026-11-01T12:00:00.000Z");

let core: StripeCore;
let sent: { type: string; body: string }[];
let isOut: boolean;
let calls: string[];

beforeEach(() => {
  [sent, isOut, calls] = [[], false, []];
  core = createStripeCore({
    url: "http://stripe.test",
    now: () => now,
    send: (type, body) => void sent.push({ type, body }),
  });
});

async function start(options: object = {}) {
  const httpClient = Stripe.createFetchHttpClient(async (input, init) => {
    calls.push(new URL(String(input)).pathname);
    if (isOut) return new Response('{"error":{"type":"api_error","message":"down"}}', { status: 503 });
    return core.fetch(input as Request, init);
  });
  const client = new Stripe(core.apiKey, { httpClient, host: "stripe.test", protocol: "http", maxNetworkRetries: 0 });
  const app = await startStripeApp(client, "http://app.test", () => now, options);
  const send = async (event: object | string): Promise<{ status: number; delivery: any }> => {
    const payload = typeof event === "string" ? event : JSON.stringify(event);
    const timestamp = now.getTime() / 1000;
    const header = client.webhooks.generateTestHeaderString({ payload, secret: stripeSecret, timestamp });
    const headers = { "content-type": "application/json", "stripe-signature": header };
    const request = new Request("http://app.test/api/auth/billing/webhooks", {
      method: "POST",
      body: payload,
      headers,
    });
    const { status } = await app.auth.handler(request);
    const table = { name: "billingDelivery", columns: {} } as never;
    const { id } = JSON.parse(payload);
    return { status, delivery: await app.auth.$context.db.findOne(table, { where: { id } } as never) };
  };
  return { ...app, send };
}

function eventOf(type: string, object: object, more: object = {}): object {
  return { id: newId("evt"), object: "event", type, created: now.getTime() / 1000, data: { object }, ...more };
}

const ann = { email: "ann@example.com", name: "Ann", metadata: {} };

describe("Stripe's events", () => {
  test("the state comes from the API, so neither the copy in the event nor its API version matters", async () => {
    const { send, ...app } = await start();
    const { id } = createCustomer(core.platform, ann);
    const old = { id, object: "customer", email: "old@example.com", unknown_key: { nested: [1] } };
    const { status, delivery } = await send(eventOf("customer.updated", old, { api_version: "2014-01-31" }));
    expect([status, delivery.outcome, delivery.entityId]).toEqual([200, "applied", id]);
    expect((await readStripeMirror(app)).Customer).toMatchObject([{ id, email: "ann@example.com", name: "Ann" }]);
  });

  test("thin events, which have no copy, apply the state from the API", async () => {
    const { send, ...app } = await start();
    const { id } = createCustomer(core.platform, ann);
    const related_object = { id, type: "customer", url: `/v1/customers/${id}` };
    const thin = { id: newId("evt"), object: "v2.core.event", created: now.toISOString(), related_object };
    expect(await send({ ...thin, type: "v1.customer.updated" })).toMatchObject({ status: 200 });
    expect((await readStripeMirror(app)).Customer).toMatchObject([{ id, email: "ann@example.com" }]);
  });

  test("an object from another account or mode changes nothing, and is recorded as foreign", async () => {
    const { send, ...app } = await start();
    const { id } = createCustomer(core.platform, ann);
    const unknown = await send(eventOf("customer.updated", { id: "cus_live", object: "customer" }, { livemode: true }));
    expect([unknown.status, unknown.delivery.outcome]).toEqual([200, "foreign"]);
    calls = [];
    const connected = await send(eventOf("customer.updated", { id }, { account: "acct_other" }));
    expect([connected.status, connected.delivery.outcome, calls]).toEqual([200, "foreign", []]);
    expect((await readStripeMirror(app)).Customer).toEqual([]);
  });

  test("events that billing doesn't need are recorded without API calls, and are passed to onEvent", async () => {
    const seen: object[] = [];
    const { send } = await start({ webhooks: { onEvent: ({ type }: { type: string }) => void seen.push({ type }) } });
    calls = [];
    for (const type of ["payment_intent.succeeded", "invoice.upcoming", "some.new_event"]) {
      const { status, delivery } = await send(eventOf(type, { object: "anything" }));
      expect([type, status, delivery.outcome]).toEqual([type, 200, "same"]);
    }
    expect(calls).toEqual([]);
    expect(seen).toHaveLength(3);
  });

  test("if Stripe's API can't be reached, nothing is recorded, and the next attempt applies the event", async () => {
    const { send } = await start();
    const event = eventOf("customer.updated", createCustomer(core.platform, ann));
    isOut = true;
    expect(await send(event)).toEqual({ status: 500, delivery: null });
    isOut = false;
    expect((await send(event)).delivery.outcome).toBe("applied");
  });

  test("an event that can't be read is accepted, and recorded with the reason", async () => {
    const { send } = await start();
    const { id } = createCustomer(core.platform, { ...ann, email: 5 as never });
    const { status, delivery } = await send(eventOf("customer.updated", { id }));
    expect([status, delivery.outcome, delivery.issues]).toEqual([202, "unreadable", [expect.stringMatching(/^email/)]]);
    const malformed = await send({ id: "evt_bad", object: "event", type: "customer.updated" });
    expect(malformed).toEqual({ status: 400, delivery: null });
  });

  test("a deleted customer stays deleted, whatever arrives later", async () => {
    const { send, ...app } = await start();
    const customer = createCustomer(core.platform, ann);
    await send(eventOf("customer.created", customer));
    core.platform.state.customers.set(customer.id, { ...customer, email: null, deleted: true });
    await send(eventOf("customer.deleted", customer));
    const [deleted] = (await readStripeMirror(app)).Customer ?? [];
    expect(deleted).toMatchObject({ deletedAt: now, email: "" });
    await send(eventOf("customer.updated", customer));
    expect((await readStripeMirror(app)).Customer).toEqual([deleted]);
  });

  test("handlers get billing's events, with Stripe's name for the event and no secrets", async () => {
    const seen: any[] = [];
    const note = (name: string) => (event: object) => void seen.push({ name, ...event });
    const webhooks = { onCustomerUpdated: note("onCustomerUpdated"), onCheckoutUpdated: note("onCheckoutUpdated") };
    const { send, auth } = await start({ webhooks });
    const customer = createCustomer(core.platform, ann);
    change(core.platform, core.platform.state.customers, customer, { name: "Anna" }, "customer.updated");
    await send(sent.at(-1)?.body ?? "");
    expect(seen).toMatchObject([{ name: "onCustomerUpdated", type: "customer.updated", source: "customer.updated" }]);
    const session = { id: "cs_1", object: "checkout.session", created: 1, client_secret: "cs_secret", status: "open" };
    core.platform.state.sessions.set("cs_1", {
      ...session,
      url: "https://pay.test",
      line_items: { data: [] },
    } as never);
    await send(eventOf("checkout.session.completed", { id: "cs_1" }));
    expect(seen[1]).toMatchObject({ name: "onCheckoutUpdated", source: "checkout.session.completed" });
    const table = { name: "billingDelivery", columns: {} } as never;
    const [delivery] = await auth.$context.db.findMany(table, { where: { entityId: "cs_1" }, limit: 1 } as never);
    expect(JSON.stringify(delivery)).not.toContain("cs_secret");
  });
});

describe("acting", () => {
  const call = () => ({ signal: AbortSignal.timeout(10_000) });
  const newCustomer = { externalId: 'u"1\\', email: "ann@example.com", name: null };

  test("concurrent calls get the same customer, and a deleted one is replaced", async () => {
    const { provider } = await start();
    const made = await Promise.all([1, 2, 3].map(() => provider.ensureCustomer(newCustomer, call())));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect(core.platform.state.customers.size).toBe(1);
    expect(await provider.ensureCustomer(newCustomer, call())).toEqual(made[0]);
    await provider.anonymizeCustomer(made[0]?.id ?? "", call());
    await provider.anonymizeCustomer(made[0]?.id ?? "", call());
    const next = await provider.ensureCustomer(newCustomer, call());
    expect(next).not.toEqual(made[0]);
  });

  test("a customer with another external ID isn't linked", async () => {
    const { provider } = await start();
    const { id: customerId } = createCustomer(core.platform, ann);
    const [linked] = await provider.updateCustomer({ customerId, externalId: "u1", name: null }, call());
    expect(linked).toMatchObject({ type: "customer.updated", data: { metadata: { latchkey_id: "u1" } } });
    const stolen = provider.updateCustomer({ customerId, externalId: "u2" }, call());
    await expect(stolen).rejects.toMatchObject({ kind: "conflict" });
  });

  test("usage is recorded once, however often it's sent", async () => {
    const { provider } = await start();
    const { id: customerId } = await provider.ensureCustomer(newCustomer, call());
    const { externalId } = newCustomer;
    const event = { externalId, customerId: null, name: "render.done", timestamp: now, idempotencyKey: "k1" };
    await provider.ingestUsage([{ ...event, metadata: { value: 24 } }], call());
    await provider.ingestUsage([{ ...event, customerId, metadata: { value: 24 } }], call());
    expect([...core.platform.state.meterEvents.values()]).toMatchObject([
      { event_name: "render.done", payload: { stripe_customer_id: customerId, value: "24" } },
    ]);
  });

  test("a batch sends all usage except rejected events, and doesn't count already sent usage again", async () => {
    const { provider } = await start();
    await provider.ensureCustomer(newCustomer, call());
    const event = (at: number) => ({
      ...{ externalId: at === 40 ? "unknown" : newCustomer.externalId, customerId: at === 41 ? "cus_unknown" : null },
      ...{ name: "render.done", metadata: { value: 1 }, timestamp: now, idempotencyKey: `k-${at}` },
    });
    const events = Array.from({ length: 100 }, (_, at) => event(at));
    for (let attempt = 0; attempt < 2; attempt++) {
      await expect(provider.ingestUsage(events, call())).rejects.toThrow("ingest usage");
      const { meterEvents } = core.platform.state;
      expect([meterEvents.size, meterEvents.has("k-40"), meterEvents.has("k-41")]).toEqual([98, false, false]);
    }
    calls = [];
    isOut = true;
    await expect(provider.ingestUsage(events, call())).rejects.toMatchObject({ kind: "failed" });
    expect(calls.length).toBeLessThan(10);
  });

  test("errors are classified as rejected with Stripe's message, not found, or an outage", async () => {
    const { provider } = await start();
    const portal = provider.openPortal({ customerId: "cus_x", returnUrl: null }, call());
    await expect(portal).rejects.toMatchObject({ kind: "rejected", reason: "No such customer: 'cus_x'" });
    await expect(provider.resumeSubscription("sub_x", call())).rejects.toMatchObject({ kind: "not-found" });
    expect(await provider.fetchEntity("product", "prod_x", call())).toEqual([]);
    isOut = true;
    await expect(provider.fetchEntity("product", "prod_x", call())).rejects.toMatchObject({ kind: "failed" });
    const aborted = provider.fetchEntity("product", "prod_x", { signal: AbortSignal.abort() });
    await expect(aborted).rejects.toMatchObject({ kind: "failed" });
  });
});
