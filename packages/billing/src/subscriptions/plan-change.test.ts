import { describe, expect, test, vi } from "vitest";
import { startBilling } from "../../test/app.ts";
import { fixture } from "../../test/platform.ts";
import { fakeProvider } from "../../test/provider.ts";
import { purchase } from "../../test/purchase.ts";
import type { BillingOptions } from "../options.ts";

async function start(options: Partial<BillingOptions> = {}, subscription: object = {}) {
  const provider = fakeProvider();
  const app = await startBilling({ provider, ...options });
  const ann = app.browser();
  const { user } = (await ann.signUp("ann@example.com")).body;
  const bought = purchase(user.id);
  const [, event] = bought.events;
  const data = {
    ...event?.data,
    status: "active",
    seats: 3,
    cancel_at_period_end: false,
    ends_at: null,
    ...subscription,
  };
  for (const one of bought.events) await app.send(one === event ? { type: one.type, data } : one);
  const other = fixture("product.created-recurring");
  other.data.id = "another-plan";
  await app.send(other);
  app.clock.advance(1);
  const answer = (changes: object) => async () => [{ type: "subscription.updated", data: { ...data, ...changes } }];
  const { subscriptionId } = bought;
  const shown = async () => (await ann.get<any>("/billing/subscriptions")).body.subscriptions[0];
  return { ...app, provider, ann, data, answer, subscriptionId, shown, productId: other.data.id as string };
}

describe("changing a plan", () => {
  test("asks the provider for the cost, changes the plan, and shows the result immediately", async () => {
    const { ann, provider, answer, subscriptionId, productId, shown, auth } = await start();
    const change = { subscriptionId, productId, seats: 5 };
    const preview = await ann.post<any>("/billing/preview-change", change);
    expect([preview.status, preview.body]).toEqual([200, expect.objectContaining({ dueNow: 500, timing: "now" })]);
    const wanted = { subscriptionId, plan: { productId, priceId: null }, seats: 5, timing: "now" };
    expect(provider.previewChange).toHaveBeenCalledWith(wanted, expect.anything());
    provider.changeSubscription.mockImplementation(answer({ product_id: productId, seats: 5 }));
    expect((await ann.post("/billing/change-plan", change)).body).toEqual({ status: true });
    expect(provider.changeSubscription).toHaveBeenCalledWith(
      wanted,
      expect.objectContaining({ idempotencyKey: expect.stringContaining("change_") }),
    );
    expect(await shown()).toMatchObject({ product: { id: productId }, seats: 5, scheduledChange: null });
    const audit = await auth.$context.db.findMany({ name: "audit", columns: {} } as never, { limit: 50 });
    expect(JSON.stringify(audit)).toContain("billing.subscription.change");
  });

  test("shows a scheduled change, which can be undone", async () => {
    const { ann, provider, answer, clock, subscriptionId, productId, shown, data } = await start();
    const undo = () => ann.post<any>("/billing/undo-change", { subscriptionId });
    expect((await undo()).body.code).toBe("NO_SCHEDULED_CHANGE");
    const pending_update = { product_id: productId, seats: null, applies_at: data.current_period_end };
    provider.changeSubscription.mockImplementation(answer({ pending_update }));
    await ann.post("/billing/change-plan", { subscriptionId, productId, timing: "periodEnd" });
    expect(await shown()).toMatchObject({
      product: { id: data.product_id },
      scheduledChange: { product: { id: productId, name: expect.any(String) }, seats: null },
    });
    clock.advance(1);
    provider.undoScheduledChange.mockImplementation(answer({ pending_update: null }));
    expect((await undo()).body).toEqual({ status: true });
    expect((await shown()).scheduledChange).toBeNull();
  });

  test.each([
    [{}, {}, "PLAN_UNCHANGED"],
    [{}, { seats: 3 }, "PLAN_UNCHANGED"],
    [{}, { productId: "unknown" }, "PRODUCT_NOT_FOUND"],
    [{}, { priceId: "unknown" }, "PRODUCT_NOT_FOUND"],
    [{}, { seats: 5, timing: "nextInvoice" }, "CHANGE_NOT_ALLOWED"],
    [{ status: "past_due" }, { seats: 5 }, "SUBSCRIPTION_PAST_DUE"],
    [{ status: "incomplete" }, { seats: 5 }, "SUBSCRIPTION_NOT_ACTIVE"],
    [{ cancel_at_period_end: true }, { seats: 5 }, "SUBSCRIPTION_ENDS"],
    [{ ended_at: "2025-06-01T00:00:00Z", status: "canceled" }, { seats: 5 }, "SUBSCRIPTION_NOT_FOUND"],
  ])("is rejected for a subscription with %j and the change %j: %s", async (subscription, change, code) => {
    const { ann, provider, subscriptionId } = await start({}, subscription);
    for (const path of ["/billing/preview-change", "/billing/change-plan"]) {
      expect((await ann.post(path, { subscriptionId, ...change })).body.code).toBe(code);
    }
    expect(provider.changeSubscription).not.toHaveBeenCalled();
  });

  test("WEBH-11: requires access to the reference, and doesn't find other users' subscriptions", async () => {
    const organizationAccess = vi.fn(({ action }: { action: string }) => action === "read");
    const { ann, browser, subscriptionId } = await start({ organizationAccess });
    const bob = browser();
    await bob.signUp("bob@example.com");
    for (const path of ["preview-change", "change-plan", "undo-change"]) {
      const body = { subscriptionId, seats: 5 };
      expect((await ann.post(`/billing/${path}`, { ...body, referenceId: "acme" })).status).toBe(403);
      expect((await bob.post(`/billing/${path}`, body)).body.code).toBe("SUBSCRIPTION_NOT_FOUND");
      expect((await browser().post(`/billing/${path}`, body)).status).toBe(401);
    }
  });

  test("only offers the timings that the option allows", async () => {
    const { ann, provider, subscriptionId } = await start({ changeTimings: ["periodEnd"] });
    await ann.post("/billing/change-plan", { subscriptionId, seats: 4 });
    expect(provider.changeSubscription.mock.calls[0]?.[0]).toMatchObject({ timing: "periodEnd" });
    const code = (await ann.post("/billing/change-plan", { subscriptionId, seats: 4, timing: "now" })).body.code;
    expect(code).toBe("CHANGE_NOT_ALLOWED");
    await expect(start({ changeTimings: [] })).rejects.toThrow("billing.changeTimings");
    await expect(start({ changeTimings: ["later" as never] })).rejects.toThrow("billing.changeTimings");
  });
});
