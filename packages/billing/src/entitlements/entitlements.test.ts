import { memoryAdapter, type StatementInfo } from "@latchkey/core/database";
import { definePlugin, defineUntypedEndpoint, input } from "@latchkey/core/plugin";
import { describe, expect, test } from "vitest";
import { linkCustomer, startBilling } from "../../test/app.ts";
import { secret } from "../../test/platform.ts";
import { purchase } from "../../test/purchase.ts";
import { requireLimit } from "../guards.ts";
import { billing } from "../plugin.ts";

const bought = purchase("x");
const productId = bought.events[1]?.data.product_id as string;

async function start(authOptions: object = {}) {
  const create = defineUntypedEndpoint({
    method: "POST",
    path: "/projects",
    input: input.object({ used: input.integer({}), referenceId: input.optional(input.rawText({})) }),
    guards: [requireLimit("projects", (_, __, body) => (body as { used: number }).used)],
    queryBudget: 5,
    handle: () => ({ status: true }),
  });
  const plugins = [
    billing({
      secret,
      organizationAccess: ({ organizationId }) => organizationId === "acme",
      benefits: { license: bought.benefitId },
      checkout: { products: { team: productId } },
      entitlements: {
        free: { limits: { projects: 3, exports: 0 } },
        plans: { team: { benefits: ["sso"], limits: { projects: 20, members: "unlimited" } } },
      },
    }),
    definePlugin({ id: "projects", endpoints: { create } }),
  ];
  const app = await startBilling({}, { plugins, ...authOptions });
  const ann = app.browser();
  const { user } = (await ann.signUp("ann@example.com")).body;
  const can = async (query: Record<string, string>) =>
    (await ann.get<any>(`/billing/can?${new URLSearchParams(query)}`)).body;
  return { ...app, ann, user, can };
}

describe("named benefits and limits", () => {
  test("are the free ones until a plan adds more", async () => {
    const { ann, user, can, send, auth } = await start();
    expect((await ann.get("/billing/entitlements")).body).toEqual({
      benefits: [],
      limits: { projects: 3, exports: 0 },
    });
    expect(await can({ name: "projects", used: "2" })).toEqual({ allowed: true, limit: 3, remaining: 1 });
    expect(await can({ name: "projects", used: "3" })).toEqual({ allowed: false, limit: 3, remaining: 0 });
    expect(await can({ name: "members" })).toEqual({ allowed: false, limit: 0, remaining: 0 });
    expect(await can({ name: "sso" })).toEqual({ allowed: false, limit: null, remaining: null });
    expect((await can({ name: "projcts" })).code).toBe("UNKNOWN_ENTITLEMENT");
    for (const event of purchase(user.id).events) {
      await send(
        event.type.startsWith("subscription") ? { ...event, data: { ...event.data, status: "active" } } : event,
      );
    }
    const state = { benefits: ["license", "sso"], limits: { projects: 20, exports: 0, members: null } };
    expect((await ann.get("/billing/entitlements")).body).toEqual(state);
    expect(await auth.api.billing.readEntitlements({ query: { referenceId: user.id } })).toEqual(state);
    expect(await can({ name: "members", used: "9000" })).toEqual({ allowed: true, limit: null, remaining: null });
    expect(await can({ name: "license" })).toMatchObject({ allowed: true });
  });

  test("WEBH-11: belong to the reference, which the caller must be allowed to read", async () => {
    const { can, send } = await start();
    for (const event of purchase("org_acme").events) await send(event);
    expect(await can({ name: "projects", used: "5", referenceId: "acme" })).toMatchObject({ allowed: true });
    expect((await can({ name: "projects", referenceId: "globex" })).code).toBe("BILLING_REFERENCE_FORBIDDEN");
  });

  test("guard an app's own endpoints", async () => {
    const { ann, browser } = await start();
    expect((await ann.post("/projects", { used: 2 })).status).toBe(200);
    const full = await ann.post("/projects", { used: 3 });
    expect([full.status, full.body.code]).toEqual([402, "LIMIT_REACHED"]);
    expect((await browser().post("/projects", { used: 0 })).status).toBe(401);
  });

  test("are read with the queries that each call declares", async () => {
    const statements: StatementInfo[] = [];
    const database = memoryAdapter({ onStatement: (statement) => void statements.push(statement) });
    const { ann, user, send, auth, db } = await start({ database });
    const { customerId, events } = purchase(null);
    for (const event of events) await send(event);
    await linkCustomer(db, user.id, customerId);
    for (const [id, query] of [
      ["getEntitlements", ""],
      ["can", "?name=license"],
    ] as const) {
      const endpoint = auth.$context.extensions.endpoints[id];
      statements.length = 0;
      expect((await ann.get(`${endpoint?.path}${query}`)).status).toBe(200);
      expect([id, statements.length]).toEqual([id, endpoint?.queryBudget]);
    }
  });

  test("can't have fractions as limits", () => {
    const entitlements = { free: { limits: { projects: 1.5 } } };
    expect(() => billing({ secret, entitlements })).toThrow("billing.entitlements.free.limits.projects");
  });
});
