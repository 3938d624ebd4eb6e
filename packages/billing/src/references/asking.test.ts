import { createAuthClient } from "@latchkey/client";
import { createAuth, memoryAdapter } from "@latchkey/core";
import { defineTable, type Row, type StatementInfo } from "@latchkey/core/database";
import { definePlugin, defineUntypedEndpoint } from "@latchkey/core/plugin";
import { describe, expect, expectTypeOf, test, vi } from "vitest";
import { linkCustomer, startBilling } from "../../test/app.ts";
import { fixture, secret } from "../../test/platform.ts";
import { purchase } from "../../test/purchase.ts";
import { billingClient } from "../client.ts";
import { requireBenefit, requireSubscription } from "../guards.ts";
import type { BillingOptions } from "../options.ts";
import { billing } from "../plugin.ts";
import { authorizeReference, memberAccess } from "./access.ts";

async function startWithAnn(options: Partial<BillingOptions> = {}, authOptions: object = {}) {
  const app = await startBilling(options, authOptions);
  const ann = app.browser();
  const { user } = (await ann.signUp("ann@example.com")).body;
  const buy = async (externalId: string | null, name?: string, email?: string) => {
    const bought = purchase(externalId, name, email);
    for (const event of bought.events) expect((await app.send(event)).status).toBe(200);
    return bought;
  };
  return { ...app, ann, user, buy };
}

const paths = [
  "customer-state",
  "subscriptions",
  "orders",
  "benefits",
  "meters",
  "has-benefit?benefit=x",
  "meter-balance?meter=x",
];
const at = (path: string, referenceId: string) =>
  `/billing/${path}${path.includes("?") ? "&" : "?"}referenceId=${referenceId}`;

describe("reading purchases", () => {
  test("returns a buyer's purchases, and nothing for a user who never bought anything", async () => {
    const { ann, user, buy } = await startWithAnn();
    expect((await ann.get("/billing/customer-state")).body).toEqual({
      customer: null,
      subscriptions: [],
      benefits: [],
      waitingBenefits: [],
      meters: [],
    });
    expect((await ann.get("/billing/subscriptions")).body).toEqual({ subscriptions: [], total: 0 });
    const { subscriptionId, customerId } = await buy(user.id);
    const { body } = await ann.get("/billing/customer-state");
    expect(body).toMatchObject({
      customer: { id: customerId, email: "a@example.com" },
      subscriptions: [{ id: subscriptionId, status: "active", isActive: true, product: { name: "Team plan" } }],
      meters: [{ name: "Renders", consumedUnits: 12450, balance: -2450 }],
    });
    expect(JSON.stringify(body)).not.toMatch(/version|metadata|guild_token|client_secret/);
    const { orders, total } = (await ann.get<any>("/billing/orders")).body;
    expect([total, orders[0].status, orders[0].items.length]).toEqual([1, "paid", 2]);
  });

  test("shows masked license keys with limits and expiry, and the file ids of downloads", async () => {
    const { ann, user, buy } = await startWithAnn();
    await buy(user.id);
    const benefits = (await ann.get<any[]>("/billing/benefits")).body;
    expect(benefits.find(({ type }) => type === "license_keys").licenseKey).toEqual({
      id: "d04225c7-d262-4a6a-8052-06f646fa53fa",
      displayKey: "****-7F3A21",
      limitUsage: 5000,
      activationLimit: 3,
      customerAdmin: true,
      expiresAt: "2026-05-02T10:00:05.400Z",
    });
    expect(benefits.find(({ type }) => type === "downloadables").files).toEqual([
      "ba604f11-b38a-41ba-a1a1-a87997fce852",
    ]);
    expect(benefits.find(({ type }) => type === "custom").note).toContain("priority");
  });

  test("a benefit can be checked by name or id, until it's revoked", async () => {
    const { benefitId } = purchase("x");
    const { ann, user, buy, send } = await startWithAnn({ benefits: { desktop: benefitId } });
    const has = async (benefit: string) => (await ann.get(`/billing/has-benefit?benefit=${benefit}`)).body;
    expect(await has("desktop")).toBe(false);
    const { customerId } = await buy(user.id);
    expect([await has("desktop"), await has(benefitId), await has("other")]).toEqual([true, true, false]);
    const revoked = fixture("benefit_grant.revoked-license-keys");
    await send({ ...revoked, data: { ...revoked.data, id: "a-license-keys", customer_id: customerId } });
    expect(await has("desktop")).toBe(false);
  });

  test("subscriptions are listed in pages, and `active=false` returns those that ended", async () => {
    const { ann, user, buy, send } = await startWithAnn();
    const bought = await buy(user.id);
    const template = bought.events[1]?.data;
    for (let number = 1; number <= 4; number++) {
      const created_at = `2025-06-0${number}T00:00:00Z`;
      await send({
        type: "subscription.updated",
        data: { ...template, id: `s${number}`, status: "canceled", created_at, modified_at: null },
      });
    }
    const list = async (query: string) => {
      const { subscriptions, total } = (await ann.get<any>(`/billing/subscriptions?${query}`)).body;
      return [total, subscriptions.map(({ id }: { id: string }) => id)];
    };
    expect(await list("limit=2")).toEqual([5, ["s4", "s3"]]);
    expect(await list("limit=2&page=2")).toEqual([5, ["s2", "s1"]]);
    expect(await list("active=true")).toEqual([1, [bought.subscriptionId]]);
    expect(await list("active=false")).toEqual([4, ["s4", "s3", "s2", "s1"]]);
    for (const query of ["limit=0", "limit=101", "page=x", "active=1"]) {
      expect((await ann.get(`/billing/subscriptions?${query}`)).status, query).toBe(400);
    }
  });

  test("a meter's balance can be read by id or name", async () => {
    const { ann, user, buy, auth } = await startWithAnn();
    const { meterId } = await buy(user.id);
    const balance = { meterId, name: "Renders", consumedUnits: 12450, creditedUnits: 10000, balance: -2450 };
    expect((await ann.get("/billing/meter-balance?meter=Renders")).body).toEqual(balance);
    expect((await ann.get(`/billing/meter-balance?meter=${meterId}`)).body).toEqual(balance);
    expect((await ann.get("/billing/meter-balance?meter=other")).body).toBeNull();
    const state = await auth.api.readCustomerState({ query: { referenceId: user.id } });
    expect(state.meters).toEqual([balance]);
  });

  test("sends at most the queries that it declares", async () => {
    const statements: StatementInfo[] = [];
    const database = memoryAdapter({ onStatement: (statement) => void statements.push(statement) });
    const { ann, user, buy, auth, db } = await startWithAnn({}, { database });
    const { customerId } = await buy(null);
    await linkCustomer(db, user.id, customerId);
    const ids = [
      "getCustomerState",
      "listSubscriptions",
      "listOrders",
      "listBenefits",
      "listMeters",
      "hasBenefit",
      "getMeterBalance",
    ];
    for (const id of ids) {
      const endpoint = auth.$context.extensions.endpoints[id];
      const path = paths.map((one) => `/billing/${one}`).find((one) => one.split("?")[0] === endpoint?.path) ?? "";
      statements.length = 0;
      expect((await ann.get(path)).status).toBe(200);
      expect([id, statements.length]).toEqual([id, endpoint?.queryBudget]);
    }
  });
});

describe("ownership", () => {
  test("WEBH-11: another user's or organization's reference gets 403", async () => {
    const { ann, buy, browser } = await startWithAnn();
    const { user: bob } = (await browser().signUp("bob@example.com")).body;
    await buy(bob.id, "b");
    await buy("org_acme", "c");
    for (const path of paths) {
      for (const referenceId of [bob.id, "org_acme", "acme", "org_", "unknown"]) {
        const { status, body } = await ann.get(at(path, referenceId));
        expect([path, referenceId, status, body.code]).toEqual([path, referenceId, 403, "BILLING_REFERENCE_FORBIDDEN"]);
      }
      expect((await browser().get(`/billing/${path}`)).status).toBe(401);
    }
  });

  test("WEBH-11: an event's metadata doesn't link it to anyone", async () => {
    const { ann, user, send } = await startWithAnn();
    const bought = purchase("somebody-else");
    for (const { type, data } of bought.events) {
      await send({
        type,
        data: {
          ...data,
          metadata: { reference_id: user.id, userId: user.id, external_id: user.id, __external_id: user.id },
        },
      });
    }
    expect((await ann.get("/billing/customer-state")).body).toMatchObject({ customer: null });
  });

  test("a customer with the same email isn't linked, and a deleted customer has no owner", async () => {
    const { ann, user, buy, send } = await startWithAnn();
    await buy(null, "a", "ann@example.com");
    expect((await ann.get("/billing/customer-state")).body).toMatchObject({ customer: null });
    const { customerId, events } = await buy(user.id, "b");
    expect((await ann.get("/billing/customer-state")).body).toMatchObject({ customer: { id: customerId } });
    const deleted = fixture("customer.deleted");
    await send({ ...deleted, data: { ...deleted.data, id: customerId } });
    expect((await ann.get("/billing/customer-state")).body).toMatchObject({ customer: null });
    await send(events[0] as never);
    expect((await ann.get("/billing/customer-state")).body).toMatchObject({ customer: null });
  });

  test("organization access is checked for every call, with the action", async () => {
    const organizationAccess = vi.fn(() => true);
    const { ann, user, buy } = await startWithAnn({ organizationAccess });
    const { customerId } = await buy("org_acme");
    for (const referenceId of ["acme", "org_acme"]) {
      expect((await ann.get(at("customer-state", referenceId))).body).toMatchObject({ customer: { id: customerId } });
    }
    expect(organizationAccess).toHaveBeenCalledTimes(2);
    expect(organizationAccess).toHaveBeenCalledWith(
      { userId: user.id, organizationId: "acme", action: "read" },
      expect.anything(),
    );
    organizationAccess.mockReturnValue("yes" as never);
    expect((await ann.get(at("customer-state", "acme"))).status).toBe(403);
  });

  test("WEBH-11: a user whose id looks like an organization's can't read its purchases", async () => {
    const { auth, buy, user } = await startWithAnn();
    await buy("org_acme");
    const active = { user: { ...user, id: "org_acme" }, session: {} } as never;
    const settings = { reference: "user", organizationAccess: null } as const;
    await expect(authorizeReference(auth.$context, settings, active, undefined, "read")).rejects.toMatchObject({
      status: 403,
    });
  });

  test("memberAccess reads the member table and checks the role", async () => {
    interface Member extends Row {
      readonly userId: string;
      readonly organizationId: string;
      readonly role: string;
      readonly suspendedAt: Date | null;
    }
    const column = { type: "string" } as const;
    const member = defineTable<Member>({
      name: "member",
      columns: { userId: column, organizationId: column, role: column, suspendedAt: { type: "date", nullable: true } },
    });
    const tables = definePlugin({ id: "members", tables: [member] });
    const access = memberAccess({ read: ["billing", "owner"] });
    const plugins = [billing({ secret, organizationAccess: access }), tables];
    const { ann, db, user, auth } = await startWithAnn({}, { plugins });
    const may = (action: "read" | "manage") =>
      access({ userId: user.id, organizationId: "acme", action }, auth.$context);
    expect((await ann.get(at("customer-state", "acme"))).status).toBe(403);
    await db.insert(member, { id: "1", userId: user.id, organizationId: "acme", role: "member, billing" });
    expect((await ann.get(at("customer-state", "acme"))).status).toBe(200);
    expect([await may("read"), await may("manage")]).toEqual([true, false]);
    await db.update(member, { where: { id: "1" }, set: { role: "owner" } });
    expect([await may("read"), await may("manage")]).toEqual([true, true]);
    expect((await ann.get(at("customer-state", "other"))).status).toBe(403);
  });
});

test("guards allow only paying users, with at most four queries", async () => {
  const statements: StatementInfo[] = [];
  const database = memoryAdapter({ onStatement: (statement) => void statements.push(statement) });
  const { benefitId } = purchase("x");
  const render = defineUntypedEndpoint({
    method: "GET",
    path: "/render",
    guards: [requireBenefit("desktop")],
    queryBudget: 4,
    handle: (_, { reference }) => reference.externalId,
  });
  const team = defineUntypedEndpoint({
    method: "GET",
    path: "/team",
    guards: [requireSubscription()],
    queryBudget: 4,
    handle: (_, { subscription }) => subscription.product.name,
  });
  const other = defineUntypedEndpoint({
    method: "GET",
    path: "/other",
    guards: [requireSubscription({ products: ["another"] })],
    queryBudget: 4,
    handle: () => true,
  });
  const app = definePlugin({ id: "app", endpoints: { render, team, other } });
  const { ann, user, buy, browser } = await startWithAnn(
    {},
    { plugins: [billing({ secret, benefits: { desktop: benefitId } }), app], database },
  );
  const said = async (path: string) => {
    statements.length = 0;
    const { status, body } = await ann.get(path);
    expect(statements.length).toBeLessThanOrEqual(4);
    return status === 200 ? body : [status, body.code];
  };
  expect(await said("/render")).toEqual([402, "BENEFIT_REQUIRED"]);
  expect(await said("/team")).toEqual([402, "SUBSCRIPTION_REQUIRED"]);
  await buy(user.id);
  expect(await said("/render")).toBe(user.id);
  expect(await said("/team")).toBe("Team plan");
  expect(await said("/other")).toEqual([402, "SUBSCRIPTION_REQUIRED"]);
  expect(await said("/render?referenceId=org_acme")).toEqual([403, "BILLING_REFERENCE_FORBIDDEN"]);
  expect((await browser().get("/team")).status).toBe(401);
});

test("the guards' additions are typed in handlers without annotations", () => {
  defineUntypedEndpoint({
    method: "GET",
    path: "/typed",
    guards: [requireBenefit("desktop"), requireSubscription()],
    queryBudget: 8,
    handle(_, { reference, subscription, user }) {
      expectTypeOf(reference.kind).toEqualTypeOf<"user" | "organization">();
      expectTypeOf(subscription.product.id).toEqualTypeOf<string>();
      expectTypeOf(user.id).toEqualTypeOf<string>();
      return true;
    },
  });
});

test("types: the responses of server and client calls, and the names of stores", () => {
  const auth = createAuth({ database: memoryAdapter(), plugins: [billing({ secret })] });
  expectTypeOf<Awaited<ReturnType<typeof auth.api.hasBenefit>>>().toEqualTypeOf<boolean>();
  const typed = createAuthClient<typeof auth>();
  expectTypeOf(typed.billing.customerState).toBeFunction();
  const byHalf = createAuthClient({ plugins: [billingClient()] });
  expectTypeOf(byHalf.billing.hasBenefit).parameter(0).toHaveProperty("query");
  expect(Object.keys(byHalf.$stores)).toEqual(["session", "customerState", "subscriptions", "entitlements"]);
});
