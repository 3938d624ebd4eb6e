import { memoryAdapter, type StatementInfo } from "@latchkey/core/database";
import { describe, expect, test } from "vitest";
import { startBilling } from "../../test/app.ts";
import { fixture } from "../../test/platform.ts";
import { purchase } from "../../test/purchase.ts";
import type { BillingOptions } from "../options.ts";

const lists = ["products", "customers", "subscriptions", "deliveries"];

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
  test("is refused to strangers, to everybody else, and to everybody where the app names no seller", async () => {
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

  test("is shown for no other answer than true, and decided anew at every call", async () => {
    let answer: unknown = "yes";
    const { ann } = await start({ seller: async () => answer as boolean });
    expect((await ann.get("/billing/seller/customers")).status).toBe(403);
    answer = true;
    expect((await ann.get("/billing/seller/customers")).status).toBe(200);
    answer = undefined;
    expect((await ann.get("/billing/seller/customers")).status).toBe(403);
  });

  test("has products, archived ones too, with prices that are asked for", async () => {
    const { ann, send } = await start();
    for (const name of ["product.created-metered", "product.updated-archived"]) await send(fixture(name));
    const { body } = await ann.get<any>("/billing/seller/products");
    expect(body).toMatchObject({ total: 2, nextCursor: null });
    expect(body.products.map(({ isArchived }: any) => isArchived).sort()).toEqual([false, true]);
    const metered = body.products.flatMap(({ prices }: any) => prices).find(({ unitAmount }: any) => unitAmount);
    expect(metered).toMatchObject({ amountType: "metered_unit", unitAmount: "0.125", meterName: "Renders" });
    expect(JSON.stringify(body)).not.toContain("metadata");
  });

  test("has customers by pages without a gap, and finds them by the beginning of an address", async () => {
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

  test("has subscriptions with whose they are and why they were canceled, narrowed to those that give access", async () => {
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

  test("has deliveries with their outcome, what was strange in them, and their handlers; never their bodies", async () => {
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

  test("costs three statements a page, whatever the app's own question costs", async () => {
    const seen: StatementInfo[] = [];
    const database = memoryAdapter({ onStatement: (statement) => void seen.push(statement) });
    const { ann, buy } = await start({}, { database });
    await buy(null, "a");
    for (const list of lists) {
      seen.length = 0;
      await ann.get(`/billing/seller/${list}`);
      expect(seen.length, list).toBe(3);
    }
  });

  test("running a delivery again costs at most the queries that it declares", async () => {
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

  test("answers on the server as over HTTP", async () => {
    const { ann, auth, buy } = await start();
    await buy(null, "a");
    const cookie = [...ann.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const { customers } = await auth.api.listSellerCustomers({ headers: { cookie }, query: { search: "a@" } });
    expect(customers).toMatchObject([{ email: "a@example.com", externalId: null }]);
  });
});
