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
const ann = { externalId: "usr_7Qk2mV0c", email: "mira.delorme@example.com", name: "Mira Delorme" };

describe("polar, by the official SDK", () => {
  test("finds a customer by the external id", async () => {
    const { asked, provider, call } = await start(() => ({ body: customer() }));
    expect(await provider.ensureCustomer(ann, call)).toEqual({ id: customer().id });
    expect(asked).toEqual([{ call: "GET /v1/customers/external/usr_7Qk2mV0c", body: null }]);
  });

  test("makes one that is not there, with its external id from the start", async () => {
    const { asked, provider, call } = await start((path) =>
      path.startsWith("GET") ? missing : { status: 201, body: customer() },
    );
    expect(await provider.ensureCustomer(ann, call)).toEqual({ id: customer().id });
    expect(asked[1]?.call).toBe("POST /v1/customers/");
    expect(asked[1]?.body).toMatchObject({ external_id: ann.externalId, email: ann.email, name: ann.name });
  });

  test("of two that make one at once both get the same; an address of another customer is a conflict", async () => {
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
      productIds: [checkout.product_id],
      successUrl: "https://app.test/thanks?id={CHECKOUT_ID}",
      discountId: checkout.id,
      answers: { company: "Acme" },
      metadata: { reference_id: "usr_7Qk2mV0c" },
    };
    expect(await provider.createCheckout(wanted, call)).toEqual({ url: checkout.url });
    expect(asked[0]).toMatchObject({
      call: "POST /v1/checkouts/",
      body: {
        customer_id: wanted.customerId,
        products: wanted.productIds,
        success_url: wanted.successUrl,
        discount_id: checkout.id,
        custom_field_data: { company: "Acme" },
        metadata: wanted.metadata,
      },
    });
    expect(await provider.openPortal(customer().id, call)).toEqual({ url: session.customer_portal_url });
    expect(asked[1]).toMatchObject({ call: "POST /v1/customer-sessions/", body: { customer_id: customer().id } });
  });

  test("cancels, resumes, and sends usage", async () => {
    const { asked, provider, call } = await start((path) => ({
      body: path.includes("ingest") ? { inserted: 1 } : fixture("subscription.updated-renewed").data,
    }));
    const subscriptionId = fixture("subscription.updated-renewed").data.id;
    await provider.cancelSubscription({ subscriptionId, reason: "unused", comment: "bye" }, call);
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

  test("too many calls and outages are told apart", async () => {
    const limited = await start(() => ({
      status: 429,
      body: { error: "x", detail: "x" },
      headers: { "retry-after": "9" },
    }));
    await expect(limited.provider.openPortal("c", limited.call)).rejects.toMatchObject({
      kind: "limited",
      retryAfter: 9,
    });
    await new Promise((resolve) => server?.close(resolve));
    const down = await start(() => ({ status: 500, body: {} }));
    await expect(down.provider.openPortal("c", down.call)).rejects.toMatchObject({ kind: "failed" });
  });

  test("passes on the reason of a rejection", async () => {
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
    await expect(provider.openPortal("c", { signal })).rejects.toMatchObject({ kind: "failed" });
  });

  test("rejects the client of version 0 of the SDK, whose calls would go wrong", () => {
    class Polar {
      readonly checkouts = {};
    }
    expect(() => polar({ client: new Polar() as never })).toThrow("version 0 of @polar-sh/sdk");
  });

  test("is not made without a client", () => {
    expect(() => polar({ client: undefined as never })).toThrow("polar.client");
  });
});
