import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createPolar } from "@polar-sh/sdk/2026-10";
import { afterEach, describe, expect, test } from "vitest";
import { fixture } from "../../test/platform.ts";
import { polar } from "./provider.ts";

type Answer = { readonly status?: number; readonly body: unknown; readonly headers?: Record<string, string> };
type Asked = { readonly call: string; readonly body: any };

let server: Server | undefined;
afterEach(() => new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined))));

/** A fake of Polar's API on loopback, called by the official SDK. */
async function start(answers: (call: string, body: any) => Answer) {
  const asked: Asked[] = [];
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const call = `${request.method} ${request.url}`;
    const body = text === "" ? null : JSON.parse(text);
    asked.push({ call, body });
    const answer = answers(call, body);
    response.writeHead(answer.status ?? 200, { "content-type": "application/json", ...answer.headers });
    response.end(JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const client = createPolar({ accessToken: "polar_oat_test", baseUrl: `http://127.0.0.1:${port}` });
  return { asked, provider: polar({ client }), call: { signal: AbortSignal.timeout(5000) } };
}

const customer = () => fixture("customer.created").data;
const missing = { status: 404, body: { error: "ResourceNotFound", detail: "Not found" } };
const portal = { customerId: "c", returnUrl: null };
const ann = { externalId: "usr_7Qk2mV0c", email: "mira.delorme@example.com", name: "Mira Delorme" };

describe("polar, with the official SDK", () => {
  test("finds a customer by external id", async () => {
    const { asked, provider, call } = await start(() => ({ body: customer() }));
    expect(await provider.ensureCustomer(ann, call)).toEqual({ id: customer().id });
    expect(asked).toEqual([{ call: "GET /v1/customers/external/usr_7Qk2mV0c", body: null }]);
  });

  test("creates a missing customer with its external id", async () => {
    const { asked, provider, call } = await start((path) =>
      path.startsWith("GET") ? missing : { status: 201, body: customer() },
    );
    expect(await provider.ensureCustomer(ann, call)).toEqual({ id: customer().id });
    expect(asked[1]?.call).toBe("POST /v1/customers/");
    expect(asked[1]?.body).toMatchObject({ external_id: ann.externalId, email: ann.email, name: ann.name });
  });

  test("returns the same customer for two concurrent creations, and reports a conflict if another customer has the email", async () => {
    let looks = 0;
    const refused = { status: 422, body: { detail: [{ loc: ["body", "email"], msg: "taken", type: "value_error" }] } };
    const raced = await start((path) =>
      path.startsWith("POST") ? refused : looks++ === 0 ? missing : { body: customer() },
    );
    expect(await raced.provider.ensureCustomer(ann, raced.call)).toEqual({ id: customer().id });
    await new Promise((resolve) => server?.close(resolve));
    const taken = await start((path) => (path.startsWith("POST") ? refused : missing));
    await expect(taken.provider.ensureCustomer(ann, taken.call)).rejects.toMatchObject({
      kind: "conflict",
      reason: "taken",
    });
  });

  test("opens a checkout and the portal for a customer", async () => {
    const checkout = fixture("checkout.created-fixed").data;
    const session = {
      id: checkout.id,
      created_at: checkout.created_at,
      modified_at: null,
      token: "polar_cst_x",
      expires_at: checkout.expires_at,
      customer_portal_url: "https://polar.test/portal?token=x",
      customer_id: customer().id,
      customer: customer(),
    };
    const { asked, provider, call } = await start((path) => ({
      status: 201,
      body: path.includes("checkouts") ? checkout : session,
    }));
    const wanted = {
      customerId: customer().id,
      customerEmail: null,
      plans: [{ productId: checkout.product_id, priceId: null }],
      seats: 3,
      trial: "none",
      returnUrl: "https://app.test/pricing",
      embedOrigin: "https://app.test",
      locale: "de",
      allowDiscountCodes: false,
      successUrl: "https://app.test/thanks?id={CHECKOUT_ID}",
      discountId: checkout.id,
      answers: { company: "Acme" },
      metadata: { reference_id: "usr_7Qk2mV0c" },
    } as const;
    expect(await provider.createCheckout(wanted, call)).toEqual({
      id: checkout.id,
      url: checkout.url,
      clientSecret: null,
      expiresAt: new Date(checkout.expires_at),
    });
    expect(asked[0]).toMatchObject({
      call: "POST /v1/checkouts/",
      body: {
        customer_id: wanted.customerId,
        products: [checkout.product_id],
        seats: 3,
        allow_trial: false,
        return_url: wanted.returnUrl,
        embed_origin: wanted.embedOrigin,
        locale: "de",
        allow_discount_codes: false,
        success_url: wanted.successUrl,
        discount_id: checkout.id,
        custom_field_data: { company: "Acme" },
        metadata: wanted.metadata,
      },
    });
    const days = { ...wanted, trial: { days: 14 } };
    await provider.createCheckout(days, call);
    expect(asked.pop()?.body).toMatchObject({ trial_interval: "day", trial_interval_count: 14 });
    const portal = { customerId: customer().id, returnUrl: null };
    expect(await provider.openPortal(portal, call)).toEqual({ url: session.customer_portal_url });
    expect(asked[1]).toMatchObject({ call: "POST /v1/customer-sessions/", body: { customer_id: customer().id } });
  });

  test("cancels, resumes, and sends usage", async () => {
    const { asked, provider, call } = await start((path) => ({
      body: path.includes("ingest") ? { inserted: 1 } : fixture("subscription.updated-renewed").data,
    }));
    const subscriptionId = fixture("subscription.updated-renewed").data.id;
    const cancellation = { subscriptionId, when: "periodEnd", reason: "unused", comment: "bye" } as const;
    const changed = await provider.cancelSubscription(cancellation, call);
    expect(changed).toMatchObject([{ type: "subscription.updated", data: { id: subscriptionId } }]);
    await provider.resumeSubscription(subscriptionId, call);
    const timestamp = new Date("2025-06-01T00:00:00.000Z");
    const used = { externalId: "usr_1", customerId: null, name: "render.done", metadata: { frames: 24 }, timestamp };
    const customer_id = customer().id;
    const claimed = { ...used, customerId: customer_id };
    await provider.ingestUsage(
      [
        { ...used, idempotencyKey: "k" },
        { ...claimed, idempotencyKey: "l" },
      ],
      call,
    );
    expect(asked[2]?.body.events[1]).not.toHaveProperty("external_customer_id");
    expect(asked.map(({ call }) => call)).toEqual([
      `PATCH /v1/subscriptions/${subscriptionId}`,
      `PATCH /v1/subscriptions/${subscriptionId}`,
      "POST /v1/events/ingest",
    ]);
    expect(asked.map(({ body }) => body)).toMatchObject([
      { cancel_at_period_end: true, customer_cancellation_reason: "unused", customer_cancellation_comment: "bye" },
      { cancel_at_period_end: false },
      { events: [{ external_customer_id: "usr_1", name: "render.done", metadata: { frames: 24 } }, { customer_id }] },
    ]);
  });

  test("sends a batch's other usage events even if one is invalid", async () => {
    const { asked, provider, call } = await start((_, body: any) => {
      const isInvalid = body.events.some(({ name }: { readonly name: string }) => name === "invalid");
      return isInvalid ? { status: 422, body: { detail: [{ msg: "Invalid name." }] } } : { body: { inserted: 1 } };
    });
    const event = (at: number) => ({
      ...{ externalId: "usr_1", customerId: null, name: at === 37 ? "invalid" : "render.done", metadata: { at } },
      ...{ timestamp: new Date("2025-06-01T00:00:00.000Z"), idempotencyKey: `k-${at}` },
    });
    const sending = provider.ingestUsage(
      Array.from({ length: 100 }, (_, at) => event(at)),
      call,
    );
    await expect(sending).rejects.toMatchObject({ kind: "rejected", reason: "Invalid name." });
    const accepted = asked.filter(({ body }) => !body.events.some(({ name }: { name: string }) => name === "invalid"));
    const keys = accepted.flatMap(({ body }) => body.events.map((one: { external_id: string }) => one.external_id));
    expect([keys.length, new Set(keys).size, keys.includes("k-37")]).toEqual([99, 99, false]);
    expect(asked.length).toBeLessThan(16);
  });

  test("changes the plan and seats, undoes scheduled changes, and cancels immediately", async () => {
    const { asked, provider, call } = await start(() => ({ body: fixture("subscription.updated-renewed").data }));
    const change = { subscriptionId: "s", plan: { productId: "p", priceId: null }, seats: 4, timing: "now" } as const;
    await provider.changeSubscription(change, call);
    await provider.changeSubscription({ ...change, seats: null, timing: "periodEnd" }, call);
    await provider.changeSubscription({ ...change, plan: null, timing: "nextInvoice" }, call);
    await provider.undoScheduledChange("s", call);
    await provider.cancelSubscription({ subscriptionId: "s", when: "now", reason: null, comment: null }, call);
    expect(asked.map(({ body }) => body)).toEqual([
      { product_id: "p", proration_behavior: "invoice" },
      { seats: 4, proration_behavior: "invoice" },
      { product_id: "p", proration_behavior: "next_period" },
      { seats: 4, proration_behavior: "prorate" },
      { pending_update: null },
      { revoke: true },
    ]);
  });

  test("estimates what a change costs", async () => {
    const half = 15 * 86_400_000;
    const current = {
      ...fixture("subscription.updated-renewed").data,
      amount: 1000,
      currency: "eur",
      recurring_interval: "month",
      status: "active",
      current_period_start: new Date(Date.now() - half).toISOString(),
      current_period_end: new Date(Date.now() + half).toISOString(),
    };
    const [price] = fixture("product.created-recurring").data.prices;
    const product = {
      ...fixture("product.created-recurring").data,
      recurring_interval: "month",
      prices: [
        { ...price, amount_type: "fixed", price_currency: "eur", price_amount: 3000 },
        { ...price, amount_type: "fixed", price_currency: "usd", price_amount: 3500 },
        {
          ...price,
          amount_type: "seat_based",
          price_currency: "eur",
          seat_tiers: { tiers: [{ min_seats: 1, max_seats: 5, price_per_seat: 100 }] },
        },
      ],
    };
    const { provider, call } = await start((path) => ({ body: path.includes("products") ? product : current }));
    const change = { subscriptionId: "s", plan: { productId: "p", priceId: null }, seats: 4, timing: "now" } as const;
    const preview = await provider.previewChange(change, call);
    expect(preview).toMatchObject({ nextAmount: 3400, currency: "eur", effectiveAt: null, isEstimate: true });
    expect(preview.dueNow).toBeGreaterThan(1195);
    expect(preview.dueNow).toBeLessThanOrEqual(1200);
    expect(await provider.previewChange({ ...change, timing: "periodEnd" }, call)).toMatchObject({
      dueNow: 0,
      effectiveAt: new Date(current.current_period_end),
    });
    product.recurring_interval = "year";
    const yearly = await provider.previewChange(change, call);
    expect(yearly).toMatchObject({ recurringInterval: "year" });
    expect(Math.abs((yearly.dueNow ?? 0) - 2900)).toBeLessThan(5);
    // No tier has six seats.
    expect(await provider.previewChange({ ...change, seats: 6 }, call)).toMatchObject({ dueNow: null });
  });

  test("changes and removes customers, and reads pages", async () => {
    const page = { items: [customer()], pagination: { total_count: 101, max_page: 2 } };
    const { asked, provider, call } = await start((path) =>
      path.includes("?page") ? { body: page } : path.startsWith("DELETE") ? missing : { body: customer() },
    );
    await provider.updateCustomer({ customerId: "c", email: "new@example.com", externalId: "usr_1" }, call);
    await provider.anonymizeCustomer("c", call);
    expect(asked).toMatchObject([
      { call: "PATCH /v1/customers/c", body: { email: "new@example.com", external_id: "usr_1" } },
      { call: "DELETE /v1/customers/c?anonymize=true" },
    ]);
    const first = await provider.listPage({ resource: "customers", cursor: null }, call);
    expect(first).toMatchObject({ next: "2", total: 101, entities: [{ type: "customer.updated", data: customer() }] });
    expect(await provider.listPage({ resource: "customers", cursor: first.next }, call)).toMatchObject({ next: null });
    expect(asked.at(-1)?.call).toBe("GET /v1/customers/?page=2&limit=100&sorting=created_at");
    expect(await provider.fetchEntity("product", "p", call)).toHaveLength(1);
  });

  test("distinguishes rate limiting from outages", async () => {
    const limited = await start(() => ({
      status: 429,
      body: { error: "x", detail: "x" },
      headers: { "retry-after": "9" },
    }));
    await expect(limited.provider.openPortal(portal, limited.call)).rejects.toMatchObject({
      kind: "limited",
      retryAfter: 9,
    });
    await new Promise((resolve) => server?.close(resolve));
    const down = await start(() => ({ status: 500, body: {} }));
    await expect(down.provider.openPortal(portal, down.call)).rejects.toMatchObject({ kind: "failed" });
  });

  test("passes on the reason for a rejection", async () => {
    const { provider, call } = await start(() => ({
      status: 403,
      body: { error: "AlreadyCanceledSubscription", detail: "This subscription is already canceled." },
    }));
    await expect(provider.resumeSubscription("s", call)).rejects.toMatchObject({
      kind: "rejected",
      reason: "This subscription is already canceled.",
    });
  });

  test("stops waiting when the call is aborted", async () => {
    const { provider } = await start(() => ({ body: {} }));
    const signal = AbortSignal.abort();
    await expect(provider.openPortal(portal, { signal })).rejects.toMatchObject({ kind: "failed" });
  });

  test("rejects the client from SDK version 0, whose calls would send wrong requests", () => {
    class Polar {
      readonly checkouts = {};
    }
    expect(() => polar({ client: new Polar() as never })).toThrow("version 0 of @polar-sh/sdk");
  });

  test("requires a client", () => {
    expect(() => polar({ client: undefined as never })).toThrow("polar.client");
  });
});
