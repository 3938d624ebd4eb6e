import { memoryAdapter, type StatementInfo, widen } from "@latchkey/core/database";
import type { UserRow } from "@latchkey/core/plugin";
import { outboxEmpty } from "@latchkey/test-kit";
import { describe, expect, test, vi } from "vitest";
import { startBilling } from "../../test/app.ts";
import { fixture, secret } from "../../test/platform.ts";
import { fakeProvider } from "../../test/provider.ts";
import { purchase } from "../../test/purchase.ts";
import type { BillingOptions } from "../options.ts";
import { billing } from "../plugin.ts";
import { linkTable } from "../references/table.ts";
import { subscriptionTable } from "../subscriptions/table.ts";
import { type BillingProvider, ProviderError } from "./provider.ts";

async function start(options: Partial<BillingOptions> = {}, authOptions: object = {}) {
  const provider = (options.provider ?? fakeProvider()) as ReturnType<typeof fakeProvider>;
  const app = await startBilling({ provider, ...options }, authOptions);
  const ann = app.browser();
  const { user } = (await ann.signUp("ann@example.com")).body;
  const sell = async (name = "product.created-one-time") => {
    const product = fixture(name);
    await app.send(product);
    return product.data.id as string;
  };
  return { ...app, provider, ann, user, sell };
}

describe("checkout", () => {
  test("is opened for the caller, who becomes a customer; what decides who owns it is the server's", async () => {
    const { ann, user, provider, sell } = await start();
    const productId = await sell();
    const body = {
      productIds: [productId],
      successUrl: "/thanks?checkout={CHECKOUT_ID}",
      metadata: { reference_id: "x" },
    };
    const { status, body: answer } = await ann.post("/billing/checkout", body);
    expect([status, answer]).toEqual([200, { url: "https://buy.test/checkout", redirect: true }]);
    expect(provider.createCheckout).toHaveBeenCalledWith(
      {
        customerId: `customer-of-${user.id}`,
        productIds: [productId],
        successUrl: "http://app.test/thanks?checkout={CHECKOUT_ID}",
        discountId: null,
        answers: {},
        metadata: { reference_id: user.id, user_id: user.id },
      },
      { signal: expect.any(AbortSignal) },
    );
    await ann.post("/billing/portal");
    expect(provider.ensureCustomer).toHaveBeenCalledTimes(1);
    expect(provider.openPortal).toHaveBeenCalledWith(`customer-of-${user.id}`, expect.anything());
  });

  test("sells what is offered, and nothing archived, unknown or unlisted", async () => {
    const { ann, sell, send } = await start();
    const productId = await sell();
    const code = async (one: string) => (await ann.post("/billing/checkout", { productIds: [one] })).body.code;
    expect([await code(productId), await code("unknown")]).toEqual([undefined, "PRODUCT_NOT_FOUND"]);
    const archived = fixture("product.created-one-time");
    await send({ ...archived, data: { ...archived.data, is_archived: true, modified_at: "2029-01-01T00:00:00Z" } });
    expect(await code(productId)).toBe("PRODUCT_NOT_FOUND");

    const listed = await start({ checkout: { products: { book: productId } } });
    await listed.sell();
    const other = await listed.sell("product.created-recurring");
    const codes = ["book", productId, other].map(
      async (one) => (await listed.ann.post("/billing/checkout", { productIds: [one] })).body.code,
    );
    expect(await Promise.all(codes)).toEqual([undefined, undefined, "PRODUCT_NOT_FOUND"]);
  });

  test("answers to a product's questions are checked before the platform is asked, and handed to it", async () => {
    const { ann, sell, provider } = await start();
    const productIds = [await sell("product.created-recurring")];
    for (const [answers, path] of [
      [{}, "company"],
      [{ company: "x" }, "company"],
      [{ company: "Acme", seats: 51 }, "seats"],
      [{ company: "Acme", other: 1 }, "other"],
    ] as const) {
      const { status, body } = await ann.post<any>("/billing/checkout", { productIds, answers });
      expect([status, body.code, body.issues[0].path]).toEqual([400, "INVALID_CUSTOM_FIELDS", path]);
    }
    expect(provider.ensureCustomer).not.toHaveBeenCalled();
    const answers = { company: "Acme", seats: 50 };
    expect((await ann.post("/billing/checkout", { productIds, answers })).status).toBe(200);
    expect(provider.createCheckout).toHaveBeenCalledWith(expect.objectContaining({ answers }), expect.anything());
  });

  test("REDIR-01: leads back to trusted origins only", async () => {
    const { ann, sell } = await start();
    const productIds = [await sell()];
    for (const successUrl of ["https://evil.test/", "//evil.test", "javascript:alert(1)", "/\\evil.test"]) {
      const { status, body } = await ann.post("/billing/checkout", { productIds, successUrl });
      expect([successUrl, status, body.code]).toEqual([successUrl, 403, "INVALID_CALLBACK_URL"]);
    }
  });

  test("takes discounts by their codes, those that are over excepted", async () => {
    const { ann, sell, send, provider, clock } = await start({ checkout: { discounts: { FRIEND: "discount-1" } } });
    const productIds = [await sell()];
    const code = async (discountCode: string) =>
      (await ann.post("/billing/checkout", { productIds, discountCode })).body.code;
    expect([await code("FRIEND"), await code("YEAR1")]).toEqual([undefined, "DISCOUNT_NOT_FOUND"]);
    const order = fixture("order.paid-subscription-create");
    await send(order);
    expect(await code("YEAR1")).toBeUndefined();
    expect(provider.createCheckout).toHaveBeenLastCalledWith(
      expect.objectContaining({ discountId: order.data.discount.id }),
      expect.anything(),
    );
    const over = { ...order.data.discount, ends_at: clock.now().toISOString(), modified_at: "2029-01-01T00:00:00Z" };
    await send({ type: "order.paid", data: { ...order.data, id: "other", discount: over } });
    expect(await code("YEAR1")).toBe("DISCOUNT_NOT_FOUND");
    // A code can be reused after its discount is gone.
    const again = { ...over, id: "a-new-one", created_at: "2025-08-01T00:00:00Z", ends_at: null };
    await send({ type: "order.paid", data: { ...order.data, id: "third", discount: again } });
    expect(await code("YEAR1")).toBeUndefined();
    expect(provider.createCheckout).toHaveBeenLastCalledWith(
      expect.objectContaining({ discountId: "a-new-one" }),
      expect.anything(),
    );
  });

  test("WEBH-11: somebody else's reference is a 403, and seeing is not spending", async () => {
    const organizationAccess = vi.fn(({ action }: { action: string }) => action === "read");
    const { ann, sell, provider, browser } = await start({ organizationAccess });
    const productIds = [await sell()];
    const { user: bob } = (await browser().signUp("bob@example.com")).body;
    for (const [path, body] of [
      ["checkout", { productIds }],
      ["portal", {}],
      ["cancel-subscription", { subscriptionId: "x" }],
      ["resume-subscription", { subscriptionId: "x" }],
    ] as const) {
      for (const referenceId of [bob.id, "acme"]) {
        const { status } = await ann.post(`/billing/${path}`, { ...body, referenceId });
        expect([path, status]).toEqual([path, 403]);
      }
      expect((await browser().post(`/billing/${path}`, body)).status).toBe(401);
    }
    expect(provider.createCheckout).not.toHaveBeenCalled();
    organizationAccess.mockReturnValue(true);
    expect((await ann.post("/billing/checkout", { productIds, referenceId: "acme" })).status).toBe(200);
    expect(provider.ensureCustomer).toHaveBeenLastCalledWith(
      expect.objectContaining({ externalId: "org_acme" }),
      expect.anything(),
    );
  });
});

describe("subscriptions", () => {
  test("are canceled and resumed by their owner; what was asked for shows at once", async () => {
    const { ann, user, provider, send, auth } = await start();
    const bought = purchase(user.id);
    for (const event of bought.events) await send(event);
    const { subscriptionId } = bought;
    const shown = async () => (await ann.get<any>("/billing/subscriptions")).body.subscriptions[0].cancelAtPeriodEnd;
    const body = { subscriptionId, reason: "too_expensive", comment: "sorry" };
    expect((await ann.post("/billing/cancel-subscription", body)).body).toEqual({ status: true });
    expect(provider.cancelSubscription).toHaveBeenCalledWith(body, expect.anything());
    expect(await shown()).toBe(true);
    expect((await ann.post("/billing/resume-subscription", { subscriptionId })).body).toEqual({ status: true });
    expect(await shown()).toBe(false);
    expect(provider.resumeSubscription).toHaveBeenCalledTimes(1);
    const audit = await auth.$context.db.findMany({ name: "audit", columns: {} } as never, { limit: 50 });
    expect(JSON.stringify(audit)).toContain("billing.subscription.cancel");
  });

  test("what the platform says while it is asked is not overwritten by what was asked for", async () => {
    const { ann, user, provider, send, db } = await start();
    const bought = purchase(user.id);
    for (const event of bought.events) await send(event);
    provider.cancelSubscription.mockImplementation(async () => {
      const { data } = bought.events[1] ?? {};
      const end = { status: "canceled", ended_at: "2029-01-01T00:00:00Z", modified_at: "2029-01-01T00:00:00Z" };
      await send({ type: "subscription.revoked", data: { ...data, ...end } });
    });
    const { subscriptionId } = bought;
    expect((await ann.post("/billing/cancel-subscription", { subscriptionId })).status).toBe(200);
    const [row] = await db.findMany(subscriptionTable, { limit: 1 });
    expect(row).toMatchObject({ status: "canceled", cancelAtPeriodEnd: false });
    // A subscription that has ended can't be resumed.
    expect((await ann.post("/billing/resume-subscription", { subscriptionId })).status).toBe(404);
  });

  test("WEBH-11: of somebody else, and unknown ones, are not found", async () => {
    const { ann, provider, send } = await start();
    for (const event of purchase("somebody").events) await send(event);
    for (const subscriptionId of ["a-subscription", "unknown"]) {
      const { status, body } = await ann.post("/billing/cancel-subscription", { subscriptionId });
      expect([status, body.code]).toEqual([404, "SUBSCRIPTION_NOT_FOUND"]);
    }
    expect(provider.cancelSubscription).not.toHaveBeenCalled();
  });
});

describe("a platform that refuses", () => {
  test.each([
    [new ProviderError("failed", "secret detail"), 502, "BILLING_PROVIDER_FAILED"],
    [new ProviderError("conflict", "secret detail"), 409, "BILLING_CUSTOMER_CONFLICT"],
    [new ProviderError("limited", "secret detail", { retryAfter: 7 }), 429, "TOO_MANY_REQUESTS"],
    [new TypeError("secret detail"), 502, "BILLING_PROVIDER_FAILED"],
  ])("%s is answered with %i %s, and no detail", async (error, status, code) => {
    const provider = fakeProvider({ ensureCustomer: () => Promise.reject(error) });
    const { ann } = await start({ provider });
    const reply = await ann.post("/billing/portal");
    expect([reply.status, reply.body.code]).toEqual([status, code]);
    expect(JSON.stringify(reply.body)).not.toContain("secret");
    if (status === 429) expect(reply.headers.get("retry-after")).toBe("7");
  });

  test("fails no sign-up: the customer is made once it answers, and the link tells how far it is", async () => {
    let isDown = true;
    const working = fakeProvider();
    const provider = fakeProvider({
      ensureCustomer: vi.fn((...call: Parameters<BillingProvider["ensureCustomer"]>) =>
        isDown ? Promise.reject(new Error("down")) : working.ensureCustomer(...call),
      ),
    });
    const { user, db, clock, auth } = await start({ provider, createCustomerOnSignUp: true });
    const link = () => db.findOne(linkTable, { where: { referenceId: user.id } });
    await vi.waitFor(async () => expect(await link()).toMatchObject({ state: "pending", error: "down" }), {
      timeout: 3000,
    });
    isDown = false;
    clock.advance(3600);
    await auth.api.deliverOutbox();
    await outboxEmpty(auth);
    expect(await link()).toMatchObject({ state: "linked", customerId: `customer-of-${user.id}`, error: null });
  });

  test("that hangs keeps no sign-up waiting", async () => {
    const provider = fakeProvider({ ensureCustomer: vi.fn(() => new Promise<never>(() => {})) });
    const { user, db } = await start({ provider, createCustomerOnSignUp: true });
    expect(await db.findOne(linkTable, { where: { referenceId: user.id } })).toMatchObject({ state: "pending" });
    await vi.waitFor(() => expect(provider.ensureCustomer).toHaveBeenCalledTimes(1), { timeout: 3000 });
  });

  test("a conflict at sign-up is left for a person, and not tried again", async () => {
    const provider = fakeProvider({
      ensureCustomer: vi.fn(() => Promise.reject(new ProviderError("conflict", "taken"))),
    });
    const { user, db, auth } = await start({ provider, createCustomerOnSignUp: true });
    await outboxEmpty(auth);
    expect(await db.findOne(linkTable, { where: { referenceId: user.id } })).toMatchObject({ state: "conflict" });
    expect(provider.ensureCustomer).toHaveBeenCalledTimes(1);
  });
});

describe("usage", () => {
  test("comes from the server only, and is sent with one key however often it is tried", async () => {
    const keys: string[] = [];
    const provider = fakeProvider({
      ingestUsage: vi.fn(async ([event]: readonly { idempotencyKey: string }[]) => {
        keys.push(event?.idempotencyKey ?? "");
        if (keys.length === 1) throw new Error("down");
      }),
    });
    const { auth, ann, clock, user } = await start({ provider });
    expect((await ann.post("/billing/ingest-usage", { referenceId: user.id, name: "render.done" })).status).toBe(404);
    await auth.api.ingestUsage({ body: { referenceId: user.id, name: "render.done", metadata: { frames: 24 } } });
    await vi.waitFor(() => expect(keys).toHaveLength(1), { timeout: 3000 });
    clock.advance(3600);
    await auth.api.deliverOutbox();
    await outboxEmpty(auth);
    expect(keys).toEqual([keys[0], keys[0]]);
    expect(provider.ingestUsage).toHaveBeenLastCalledWith(
      [expect.objectContaining({ externalId: user.id, name: "render.done", metadata: { frames: 24 } })],
      expect.anything(),
    );
  });
});

describe("claiming what was bought before", () => {
  test("needs both sides verified, no owner, and is done once", async () => {
    const { ann, user, send, db, browser } = await start();
    const bought = purchase(null, "guest", "ann@example.com");
    for (const event of bought.events) await send(event);
    const claim = async (person = ann) => (await person.post("/billing/claim")).body;
    expect(await claim()).toMatchObject({ code: "CUSTOMER_NOT_FOUND" });
    await db.update(
      { name: "user", columns: {} } as never,
      { where: { id: user.id }, set: { emailVerified: true } } as never,
    );
    expect(await Promise.all([claim(), claim()])).toContainEqual({ status: true });
    expect((await ann.get<any>("/billing/customer-state")).body.customer.id).toBe(bought.customerId);
    const other = browser();
    await other.signUp("other@example.com");
    expect(await claim(other)).toMatchObject({ code: "CUSTOMER_NOT_FOUND" });
  });

  test("a customer whose address the platform has not verified, or who has an owner, is nobody's to claim", async () => {
    const { ann, user, send, db } = await start();
    await db.update(
      { name: "user", columns: {} } as never,
      { where: { id: user.id }, set: { emailVerified: true } } as never,
    );
    const [unproven] = purchase(null, "a", "ann@example.com").events;
    await send({ type: "customer.created", data: { ...unproven?.data, email_verified: false } });
    const [owned] = purchase("somebody", "b", "ann@example.com").events;
    await send(owned as never);
    expect((await ann.post("/billing/claim")).body).toMatchObject({ code: "CUSTOMER_NOT_FOUND" });
  });
});

test("every call costs at most the statements that it declares", async () => {
  const statements: StatementInfo[] = [];
  const database = memoryAdapter({ onStatement: (statement) => void statements.push(statement) });
  const { ann, user, send, sell, auth, db } = await start({}, { database });
  await db.update(widen<UserRow>({ name: "user" }), { where: { id: user.id }, set: { emailVerified: true } });
  const productIds = [await sell()];
  await send(fixture("order.paid-subscription-create"));
  const cost = async (id: string, path: string, body: object) => {
    statements.length = 0;
    expect((await ann.post(path, body)).status).toBe(200);
    const own = statements.filter(({ kind, table }) => kind !== "transaction" && table !== "audit");
    expect([id, own.length]).toEqual([id, auth.$context.extensions.endpoints[id]?.queryBudget]);
  };
  await cost("createCheckout", "/billing/checkout", { productIds, discountCode: "YEAR1" });
  await db.remove(linkTable, { where: {} });
  await cost("openPortal", "/billing/portal", {});
  await db.remove(linkTable, { where: {} });
  const bought = purchase(null, "a", "ann@example.com");
  for (const event of bought.events) await send(event);
  await cost("claimCustomer", "/billing/claim", {});
  const { subscriptionId } = bought;
  await cost("cancelSubscription", "/billing/cancel-subscription", { subscriptionId });
  await cost("resumeSubscription", "/billing/resume-subscription", { subscriptionId });
  statements.length = 0;
  expect((await ann.get("/billing/products")).status).toBe(200);
  expect(statements.length).toBe(auth.$context.extensions.endpoints.listProducts?.queryBudget);
});

test("without a platform to ask nothing can be bought, and options that need one say so", async () => {
  const { browser } = await startBilling();
  expect((await browser().post("/billing/checkout", {})).status).toBe(404);
  expect(() => billing({ secret, createCustomerOnSignUp: true })).toThrow("createCustomerOnSignUp");
});
