import { describe, expect, test } from "vitest";
import { startActing } from "../../test/acting.ts";
import { purchase } from "../../test/purchase.ts";
import { subscriptionTable } from "./table.ts";

describe("subscriptions", () => {
  test("are canceled and resumed by their owner, and the change shows immediately", async () => {
    const { ann, user, provider, send, auth, clock } = await startActing();
    const bought = purchase(user.id);
    for (const event of bought.events) await send(event);
    const { subscriptionId } = bought;
    clock.advance(1);
    const answer = async (cancel_at_period_end: boolean) => [
      { type: "subscription.updated", data: { ...bought.events[1]?.data, cancel_at_period_end } },
    ];
    provider.cancelSubscription.mockImplementation(() => answer(true));
    provider.resumeSubscription.mockImplementation(() => answer(false));
    const shown = async () => (await ann.get<any>("/billing/subscriptions")).body.subscriptions[0].cancelAtPeriodEnd;
    const body = { subscriptionId, reason: "too_expensive", comment: "sorry" };
    expect((await ann.post("/billing/cancel-subscription", body)).body).toEqual({ status: true });
    expect(provider.cancelSubscription).toHaveBeenCalledWith({ ...body, when: "periodEnd" }, expect.anything());
    expect(await shown()).toBe(true);
    expect((await ann.post("/billing/resume-subscription", { subscriptionId })).body).toEqual({ status: true });
    expect(await shown()).toBe(false);
    expect(provider.resumeSubscription).toHaveBeenCalledTimes(1);
    const audit = await auth.$context.db.findMany({ name: "audit", columns: {} } as never, { limit: 50 });
    expect(JSON.stringify(audit)).toContain("billing.subscription.cancel");
  });

  test("keep an event's data if it arrives during the call, instead of the provider's response", async () => {
    const { ann, user, provider, send, db } = await startActing();
    const bought = purchase(user.id);
    for (const event of bought.events) await send(event);
    provider.cancelSubscription.mockImplementation(async () => {
      const { data } = bought.events[1] ?? {};
      const end = { status: "canceled", ended_at: "2029-01-01T00:00:00Z", modified_at: "2029-01-01T00:00:00Z" };
      await send({ type: "subscription.revoked", data: { ...data, ...end } });
      return [{ type: "subscription.updated", data: { ...data, cancel_at_period_end: true } }];
    });
    const { subscriptionId } = bought;
    expect((await ann.post("/billing/cancel-subscription", { subscriptionId })).status).toBe(200);
    const [row] = await db.findMany(subscriptionTable, { limit: 1 });
    expect(row).toMatchObject({ status: "canceled", cancelAtPeriodEnd: false });
    // A subscription that has ended can't be resumed.
    expect((await ann.post("/billing/resume-subscription", { subscriptionId })).status).toBe(404);
  });

  test("WEBH-11: aren't found if they're unknown or another user's", async () => {
    const { ann, provider, send } = await startActing();
    for (const event of purchase("other-user").events) await send(event);
    for (const subscriptionId of ["a-subscription", "unknown"]) {
      const { status, body } = await ann.post("/billing/cancel-subscription", { subscriptionId });
      expect([status, body.code]).toEqual([404, "SUBSCRIPTION_NOT_FOUND"]);
    }
    expect(provider.cancelSubscription).not.toHaveBeenCalled();
  });
});
