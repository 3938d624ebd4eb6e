import { memoryAdapter, type StatementInfo } from "@latchkey/core/database";
import { organization } from "@latchkey/organization";
import { describe, expect, test } from "vitest";
import { linkCustomer, startBilling } from "../../test/app.ts";
import { fixture, secret } from "../../test/platform.ts";
import { purchase } from "../../test/purchase.ts";
import type { BillingOptions } from "../options.ts";
import { orderTable } from "../orders/table.ts";
import { billing } from "../plugin.ts";

const lists = ["overview", "owners?search=ann", "products", "customers", "subscriptions", "deliveries"];
const salesLists = ["orders", "refunds", "benefits", "discounts", "meters"];

/** Ann is the seller. Bob is a regular user. */
async function start(options: Partial<BillingOptions> = {}, authOptions: object = {}) {
  const seller: BillingOptions["seller"] = ({ user }) => user.email === "ann@example.com";
  const app = await startBilling({ seller, ...options }, authOptions);
  const [ann, bob] = [app.browser(), app.browser()];
  await ann.signUp("ann@example.com");
  const { user } = (await bob.signUp("bob@example.com")).body;
  const buy = async (externalId: string | null, name: string) => {
    for (const event of purchase(externalId, name).events) {
      app.clock.advance(1);
      expect((await app.send(event)).status).toBe(200);
    }
  };
  return { ...app, ann, bob, user, buy };
}

describe("the seller's view", () => {
  test("rejects strangers and non-sellers, and everyone if the app configures no seller", async () => {
    const { ann, bob, browser } = await start();
    const app = await startBilling();
    const cem = app.browser();
    await cem.signUp("cem@example.com");
    for (const list of lists) {
      const path = `/billing/seller/${list}`;
      expect((await browser().get(path)).status, list).toBe(401);
      expect(await bob.get(path), list).toMatchObject({ status: 403, body: { code: "BILLING_SELLER_FORBIDDEN" } });
      expect(await cem.get(path), list).toMatchObject({ status: 403, body: { code: "BILLING_SELLER_FORBIDDEN" } });
      expect((await ann.get(path)).status, list).toBe(200);
    }
  });

  test("requires the app's check to return exactly true, on every call", async () => {
    let answer: unknown = "yes";
    const { ann } = await start({ seller: async () => answer as boolean });
    expect((await ann.get("/billing/seller/customers")).status).toBe(403);
    answer = true;
    expect((await ann.get("/billing/seller/customers")).status).toBe(200);
    answer = undefined;
    expect((await ann.get("/billing/seller/customers")).status).toBe(403);
  });

  test("lists products, including archived ones, with metered prices", async () => {
    const { ann, send } = await start();
    for (const name of ["product.created-metered", "product.updated-archived"]) await send(fixture(name));
    const { body } = await ann.get<any>("/billing/seller/products");
    expect(body).toMatchObject({ total: 2, nextCursor: null });
    expect(body.products.map(({ isArchived }: any) => isArchived).sort()).toEqual([false, true]);
    const metered = body.products.flatMap(({ prices }: any) => prices).find(({ unitAmount }: any) => unitAmount);
    expect(metered).toMatchObject({ amountType: "metered_unit", unitAmount: "0.125", meterName: "Renders" });
    expect(JSON.stringify(body)).not.toContain("metadata");
  });

  test("pages through customers without gaps, and finds them by email prefix", async () => {
    const { ann, user, buy } = await start();
    for (const name of ["a", "b", "c", "cc", "d"]) await buy(name === "a" ? user.id : null, name);
    const emails: string[] = [];
    let cursor = "";
    for (let pages = 0; pages < 3; pages++) {
      const { body } = await ann.get<any>(`/billing/seller/customers?limit=2${cursor}`);
      emails.push(...body.customers.map(({ email }: any) => email));
      expect([body.total, body.nextCursor === null]).toEqual([5, pages === 2]);
      cursor = `&cursor=${body.nextCursor}`;
    }
    expect(emails.toSorted()).toEqual(["a", "b", "c", "cc", "d"].map((name) => `${name}@example.com`));
    const found = (await ann.get<any>("/billing/seller/customers?search=C&limit=1")).body;
    expect([found.total, found.customers[0].email]).toEqual([2, "c@example.com"]);
    const next = (await ann.get<any>(`/billing/seller/customers?search=C&cursor=${found.nextCursor}`)).body;
    expect([next.customers[0].email, next.nextCursor]).toEqual(["cc@example.com", null]);
    // A cursor of one list isn't valid in another.
    expect((await ann.get(`/billing/seller/customers?cursor=${found.nextCursor}`)).status).toBe(400);
    expect((await ann.get("/billing/seller/customers?cursor=nonsense")).status).toBe(400);
  });

  test("lists subscriptions with their owner and cancellation reason, optionally only those that give access", async () => {
    const { ann, user, buy, send } = await start();
    await buy(user.id, "a");
    const ended = fixture("subscription.revoked");
    await send(ended);
    const all = (await ann.get<any>("/billing/seller/subscriptions")).body;
    expect(all.total).toBe(2);
    const own = all.subscriptions.find(({ id }: any) => id === "a-subscription");
    expect(own).toMatchObject({ isActive: true, customer: { id: "a-customer", email: "a@example.com" } });
    const others = (await ann.get<any>("/billing/seller/subscriptions?active=false")).body;
    expect(others).toMatchObject({ total: 1, subscriptions: [{ id: ended.data.id, status: "canceled" }] });
    const active = (await ann.get<any>("/billing/seller/subscriptions?active=true")).body;
    expect(active.subscriptions.map(({ id }: any) => id)).toEqual(["a-subscription"]);
  });

  test("lists deliveries with their outcomes, illegal transitions, and handlers, but never their bodies", async () => {
    const onEvent = () => Promise.reject(new Error("no disk"));
    const { ann, send, clock } = await start({ webhooks: { onEvent } });
    const paid = fixture("order.refunded-full");
    await send(paid, { id: "first" });
    clock.advance(1);
    const back = structuredClone(paid);
    Object.assign(back.data, { status: "pending", modified_at: "2026-01-01T00:00:00Z" });
    await send({ ...back, type: "order.updated" }, { id: "second" });
    const { deliveries, nextCursor } = (await ann.get<any>("/billing/seller/deliveries?limit=1")).body;
    expect(deliveries).toMatchObject([
      {
        id: "second",
        type: "order.updated",
        outcome: "applied",
        illegal: [{ of: "order", from: "refunded", to: "pending" }],
        handlers: [{ handler: "onEvent", state: "open", attempts: 1, lastError: "no disk" }],
      },
    ]);
    const rest = (await ann.get<any>(`/billing/seller/deliveries?cursor=${nextCursor}`)).body;
    expect(rest).toMatchObject({ deliveries: [{ id: "first" }], nextCursor: null });
    expect(JSON.stringify([deliveries, rest])).not.toMatch(/"body"|client_secret/);
  });

  test("sends the queries that it declares for each page", async () => {
    const seen: StatementInfo[] = [];
    const database = memoryAdapter({ onStatement: (statement) => void seen.push(statement) });
    const { ann, auth, buy } = await start({}, { database });
    await buy(null, "a");
    const endpoints = Object.values(auth.$context.extensions.endpoints);
    for (const list of [...lists, ...salesLists]) {
      const path = `/billing/seller/${list}`;
      seen.length = 0;
      expect((await ann.get(path)).status, list).toBe(200);
      // Without organizations, owners are only users.
      const saved = list.startsWith("owners") ? 1 : 0;
      const declared = endpoints.find((endpoint) => endpoint.path === path.split("?")[0])?.queryBudget ?? 0;
      expect(seen.length, list).toBe(declared - saved);
    }
  });

  test("counts subscriptions by status, and adds up 30 days of revenue by currency", async () => {
    const { ann, send, clock } = await start();
    const days = (count: number) => new Date(clock.now().getTime() + count * 86_400_000).toISOString();
    const customer = fixture("customer.created");
    await send(customer);
    await send({ ...customer, data: { ...customer.data, id: "gone", deleted_at: days(-1) } });
    const subscription = fixture("subscription.updated-metered").data;
    const states = [
      { id: "active", status: "active" },
      { id: "trial", status: "trialing" },
      { id: "over", status: "trialing", cancel_at_period_end: true, ends_at: days(-20) },
      { id: "failed", status: "past_due" },
      { id: "unpaid", status: "unpaid" },
      { id: "canceled", status: "canceled" },
    ];
    const running = { cancel_at_period_end: false, ends_at: null, ended_at: null };
    for (const state of states) {
      await send({ type: "subscription.updated", data: { ...subscription, ...running, ...state } });
    }
    const order = fixture("order.paid-one-time").data;
    const sold = { ...order, status: "paid", paid: true, net_amount: 1000, tax_amount: 190, currency: "usd" };
    const orders = [
      { id: "new", created_at: days(-1) },
      { id: "euro", created_at: days(-2), currency: "eur", net_amount: 5000 },
      { id: "returned", created_at: days(-3), status: "refunded", net_amount: 700 },
      { id: "old", created_at: days(-31) },
      { id: "open", created_at: days(-1), status: "pending", paid: false },
    ];
    for (const data of orders) await send({ type: "order.updated", data: { ...sold, ...data } });
    const refund = { ...fixture("refund.created-succeeded").data, amount: 700, tax_amount: 133, currency: "usd" };
    const refunds = [
      { id: "r1", status: "succeeded", created_at: days(-1) },
      { id: "r2", status: "failed", created_at: days(-1) },
      { id: "r3", status: "succeeded", created_at: days(-31) },
    ];
    for (const data of refunds) await send({ type: "refund.updated", data: { ...refund, ...data } });
    expect((await ann.get<any>("/billing/seller/overview")).body).toEqual({
      active: 2,
      trialing: 1,
      pastDue: 2,
      customers: 1,
      revenue: [
        { currency: "eur", amount: 5000 },
        { currency: "usd", amount: 1000 },
      ],
    });
  });

  test("adds up the revenue of more orders than fit in a list", async () => {
    const { ann, send, auth, clock } = await start();
    const createdAt = new Date(clock.now().getTime() - 86_400_000);
    const paid = fixture("order.paid-one-time").data;
    const data = { ...paid, status: "paid", paid: true, currency: "usd", created_at: createdAt.toISOString() };
    await send({ type: "order.updated", data: { ...data, net_amount: 1 } });
    const { db } = auth.$context;
    const stored = await db.findOne(orderTable, { where: { id: data.id } });
    if (!stored) throw new Error("The order wasn't stored.");
    const amounts = Array.from({ length: 12_000 }, (_, at) => at + 1);
    await db.insertMany(
      orderTable,
      amounts.map((netAmount) => ({ ...stored, id: `order-${netAmount}`, netAmount })),
    );
    const refund = { ...fixture("refund.created-succeeded").data, currency: "usd", created_at: data.created_at };
    await send({ type: "refund.updated", data: { ...refund, status: "succeeded", amount: 3 } });
    const { revenue } = (await ann.get<any>("/billing/seller/overview")).body;
    expect(revenue).toEqual([{ currency: "usd", amount: (12_000 * 12_001) / 2 + 1 - 3 }]);
  });

  test("finds users by email or id, and organizations by slug or id", async () => {
    const seller: BillingOptions["seller"] = ({ user }) => user.email === "ann@example.com";
    const { ann, bob, user } = await start({}, { plugins: [billing({ secret, seller }), organization()] });
    const { id } = (await bob.post<any>("/organization/create", { name: "Bobsled", slug: "bobsled" })).body;
    const find = async (search: string) =>
      (await ann.get<any>(`/billing/seller/owners?search=${encodeURIComponent(search)}`)).body;
    const person = { referenceId: user.id, kind: "user", name: expect.any(String), detail: "bob@example.com" };
    const team = { referenceId: `org_${id}`, kind: "organization", name: "Bobsled", detail: "bobsled" };
    expect(await find("BOB")).toEqual([person, team]);
    expect(await find(user.id)).toEqual([person]);
    expect(await find(id)).toEqual([team]);
    expect(await find(`org_${id}`)).toEqual([team]);
    expect(await find("nobody")).toEqual([]);
    expect(await find("b")).toMatchObject({ code: "VALIDATION_ERROR" });
  });

  test("shows a customer's owner even if it's only in the stored link", async () => {
    const { ann, user, buy, db } = await start();
    await buy(null, "a");
    await linkCustomer(db, user.id, "a-customer");
    const { customers } = (await ann.get<any>("/billing/seller/customers")).body;
    expect(customers).toMatchObject([{ id: "a-customer", externalId: user.id }]);
  });

  test("sends at most the declared queries to run a delivery again", async () => {
    const seen: StatementInfo[] = [];
    const database = memoryAdapter({ onStatement: (statement) => void seen.push(statement) });
    let isDown = true;
    const onSubscriptionUpdated = () => {
      if (isDown) throw new Error("down");
    };
    const { ann, auth, send } = await start({ webhooks: { onSubscriptionUpdated } }, { database });
    const body = fixture("subscription.updated-metered");
    body.data.discount = fixture("order.paid-subscription-create").data.discount;
    expect((await send(body, { id: "msg_1" })).status).toBe(500);
    isDown = false;
    seen.length = 0;
    const again = await ann.post("/billing/seller/redeliver", { deliveryId: "msg_1" });
    expect([again.status, again.body]).toEqual([200, { outcome: "applied", failed: [], running: [] }]);
    const own = seen.filter(({ kind, table }) => kind !== "transaction" && table !== "audit");
    const { queryBudget = 0 } = auth.$context.extensions.endpoints.redeliverForSeller ?? {};
    expect(own.length).toBeLessThanOrEqual(queryBudget);
  });

  test("can also be read on the server, with a session's cookies", async () => {
    const { ann, auth, buy } = await start();
    await buy(null, "a");
    const cookie = [...ann.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const { customers } = await auth.api.listSellerCustomers({ headers: { cookie }, query: { search: "a@" } });
    expect(customers).toMatchObject([{ email: "a@example.com", externalId: null }]);
  });
});

test("lists orders, refunds, benefits, discounts, and meters, for sellers only", async () => {
  const app = await startBilling({ seller: ({ user }) => user.email === "seller@example.com" });
  const sue = app.browser();
  await sue.signUp("seller@example.com");
  for (const event of purchase("user-1").events) await app.send(event);
  const refund = fixture("refund.created");
  await app.send({ ...refund, data: { ...refund.data, order_id: "a-order", customer_id: "a-customer" } });
  await app.send(fixture("order.paid-subscription-create"));
  const page = async (name: string) => (await sue.get<any>(`/billing/seller/${name}?limit=50`)).body;
  const orders = await page("orders");
  expect(orders).toMatchObject({ total: 2, nextCursor: null });
  const own = orders.items.find(({ id }: { id: string }) => id === "a-order");
  expect(own).toMatchObject({ customer: { email: "a@example.com" }, refunds: [{ id: refund.data.id }] });
  const withStatus = async (name: string) =>
    (await sue.get<any>(`/billing/seller/${name}`)).body.items.map(({ id }: { id: string }) => id);
  expect(await withStatus("orders?status=paid")).toEqual(
    orders.items.filter(({ status }: { status: string }) => status === "paid").map(({ id }: { id: string }) => id),
  );
  expect(await withStatus("orders?status=refunded")).toEqual([]);
  expect(await withStatus(`refunds?status=${refund.data.status}`)).toEqual([refund.data.id]);
  expect(await withStatus("refunds?status=canceled")).toEqual([]);
  expect((await page("refunds")).items).toMatchObject([{ orderId: "a-order", customer: { id: "a-customer" } }]);
  expect((await page("benefits")).items.length).toBeGreaterThanOrEqual(3);
  expect((await page("discounts")).items[0]).toMatchObject({ code: "YEAR1" });
  expect((await page("meters")).items[0]).toMatchObject({ name: expect.any(String) });
  const ann = app.browser();
  await ann.signUp("ann@example.com");
  for (const name of salesLists) {
    expect((await ann.get(`/billing/seller/${name}`)).status).toBe(403);
  }
});
