import { organization } from "@latchkey/organization";
import { outboxEmpty, testPassword } from "@latchkey/test-kit";
import { describe, expect, test, vi } from "vitest";
import { mirrorOf, startBilling } from "../../test/app.ts";
import { secret } from "../../test/platform.ts";
import { fakeProvider } from "../../test/provider.ts";
import { purchase } from "../../test/purchase.ts";
import { deliveryTable } from "../deliveries/table.ts";
import type { BillingOptions } from "../options.ts";
import { billing } from "../plugin.ts";
import { ProviderError } from "../provider/error.ts";

async function start(options: Partial<BillingOptions> = {}, subscription: object = {}) {
  const provider = fakeProvider();
  const app = await startBilling({ provider, ...options }, { user: { deleteUser: { enabled: true } } });
  const ann = app.browser();
  const { user } = (await ann.signUp("ann@example.com")).body;
  const bought = purchase(user.id);
  for (const one of bought.events) {
    const isSubscription = one.type.startsWith("subscription");
    await app.send(
      isSubscription
        ? {
            ...one,
            data: { ...one.data, status: "active", cancel_at_period_end: false, ends_at: null, ...subscription },
          }
        : one,
    );
  }
  app.clock.advance(1);
  return { ...app, provider, ann, user, bought };
}

describe("a customer's name and email", () => {
  test("follow the user's, and only changed values are sent", async () => {
    const { ann, auth, provider, bought } = await start();
    await ann.post("/update-user", { name: "Ann Other" });
    await outboxEmpty(auth);
    const [customer] = bought.events;
    expect(provider.updateCustomer.mock.calls.map(([change]) => change)).toEqual([
      { customerId: bought.customerId, email: "ann@example.com", name: "Ann Other" },
    ]);
    provider.updateCustomer.mockImplementation(async () => [
      { type: "customer.updated", data: { ...customer?.data, email: "ann@example.com", name: "Ann Third" } },
    ]);
    await ann.post("/update-user", { name: "Ann Third" });
    await outboxEmpty(auth);
    await ann.post("/update-user", { image: "https://app.test/ann.png" });
    await ann.post("/update-user", { name: "Ann Third" });
    await outboxEmpty(auth);
    expect(provider.updateCustomer).toHaveBeenCalledTimes(2);
  });

  test("aren't sent again if another customer has the email, and aren't sent at all if the option is off", async () => {
    const { ann, auth, provider } = await start();
    provider.updateCustomer.mockRejectedValue(new ProviderError("conflict", "taken"));
    await ann.post("/update-user", { name: "Ann Other" });
    await outboxEmpty(auth);
    expect(provider.updateCustomer).toHaveBeenCalledTimes(1);
    const off = await start({ updateCustomers: false });
    await off.ann.post("/update-user", { name: "Ann Other" });
    await outboxEmpty(off.auth);
    expect(off.provider.updateCustomer).not.toHaveBeenCalled();
  });
});

describe("deleting an account with a running subscription", () => {
  const remove = { password: testPassword };

  test("is rejected by default, until the subscription is canceled", async () => {
    const { ann, send, bought } = await start();
    const refused = await ann.post("/delete-user", remove);
    expect([refused.status, refused.body.code]).toEqual([409, "SUBSCRIPTION_RUNNING"]);
    const ending = {
      ...bought.events[1]?.data,
      status: "active",
      cancel_at_period_end: true,
      modified_at: "2029-01-01T00:00:00Z",
    };
    await send({ type: "subscription.updated", data: ending });
    expect((await ann.post("/delete-user", remove)).status).toBe(200);
  });

  test.each([
    ["cancelNow", "now"],
    ["cancelAtPeriodEnd", "periodEnd"],
  ] as const)("with %s, cancels the subscription once the account is deleted, and retries", async (onDelete, when) => {
    const { ann, auth, clock, provider, bought } = await start({ onDelete });
    provider.cancelSubscription.mockRejectedValueOnce(new ProviderError("failed", "down"));
    expect((await ann.post("/delete-user", remove)).status).toBe(200);
    await vi.waitFor(() => expect(provider.cancelSubscription).toHaveBeenCalledTimes(1), { timeout: 9000 });
    clock.advance(3600);
    await auth.api.deliverOutbox();
    await outboxEmpty(auth);
    expect(provider.cancelSubscription).toHaveBeenLastCalledWith(
      { subscriptionId: bought.subscriptionId, when, reason: null, comment: null },
      expect.objectContaining({ idempotencyKey: expect.any(String) }),
    );
  });

  test("with keep, changes nothing at the provider, and options that need a provider are rejected without one", async () => {
    const { ann, auth, provider } = await start({ onDelete: "keep" });
    expect((await ann.post("/delete-user", remove)).status).toBe(200);
    await outboxEmpty(auth);
    expect(provider.cancelSubscription).not.toHaveBeenCalled();
    expect(() => billing({ secret, onDelete: "cancelNow" })).toThrow("billing.onDelete");
  });

  test("is also rejected for an organization", async () => {
    const plugins = [billing({ secret, provider: fakeProvider() }), organization()];
    const app = await startBilling({}, { plugins });
    const ann = app.browser();
    await ann.signUp("ann@example.com");
    const { id } = (await ann.post<any>("/organization/create", { name: "Acme", slug: "acme" })).body;
    const [customer, subscription] = purchase(`org_${id}`).events;
    await app.send(customer as never);
    await app.send({
      type: "subscription.updated",
      data: { ...subscription?.data, status: "active", cancel_at_period_end: false },
    });
    const refused = await ann.post("/organization/delete", { organizationId: id });
    expect([refused.status, refused.body.code]).toEqual([409, "SUBSCRIPTION_RUNNING"]);
  });
});

describe("erasing a customer", () => {
  test("removes their data from the provider, the mirror, and the recorded deliveries", async () => {
    const { auth, provider, db, user, bought, send } = await start();
    for (const event of purchase("somebody-else", "other").events) await send(event);
    const report = await auth.api.billing.eraseCustomer({ body: { referenceId: user.id } });
    expect(provider.anonymizeCustomer).toHaveBeenCalledWith(bought.customerId, expect.anything());
    expect(report.deliveries).toBe(bought.events.length);
    const left = JSON.stringify([await mirrorOf(db), await db.findMany(deliveryTable, { limit: 100 })]);
    expect(left).not.toContain(bought.customerId);
    expect(left).toContain("other-customer");
    await auth.api.rebuildBilling();
    expect(JSON.stringify(await mirrorOf(db))).not.toContain(bought.customerId);
    expect(await auth.api.billing.eraseCustomer({ body: { referenceId: user.id } })).toEqual({
      rows: 0,
      deliveries: 0,
    });
  });
});
