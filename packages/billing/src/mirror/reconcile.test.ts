import { expect, test, vi } from "vitest";
import { mirrorOf, startBilling } from "../../test/app.ts";
import { fixture } from "../../test/platform.ts";
import { purchase } from "../../test/purchase.ts";

test("WEBH-17: data missed for days is restored from the provider's API", async () => {
  const onEvent = vi.fn();
  const { send, auth, db } = await startBilling({ webhooks: { onEvent } });
  const bought = purchase("user-1");
  for (const event of bought.events) await send(event);
  const state = () => auth.api.readCustomerState({ query: { referenceId: "user-1" } });
  expect((await state()).benefits).toHaveLength(3);
  onEvent.mockClear();

  const [, , order, grant] = bought.events;
  const modified_at = "2029-01-01T00:00:00Z";
  const revoked = {
    ...grant?.data,
    is_granted: false,
    is_revoked: true,
    granted_at: null,
    revoked_at: modified_at,
    modified_at,
  };
  const refunded = { ...order?.data, status: "refunded", refunded_amount: order?.data.net_amount, modified_at };
  const old = { ...order?.data, status: "pending", modified_at: "2020-01-01T00:00:00Z" };
  const snapshots = [
    { type: "benefit_grant.updated", data: revoked },
    { type: "order.updated", data: refunded },
    { type: "order.updated", data: old },
  ] as const;
  expect(await auth.api.reconcileBilling({ body: { snapshots } })).toEqual({
    outcomes: ["applied", "applied", "older"],
  });
  expect(await auth.api.reconcileBilling({ body: { snapshots } })).toEqual({ outcomes: ["same", "same", "same"] });
  expect((await state()).benefits).toHaveLength(2);
  expect((await mirrorOf(db)).billingOrder).toMatchObject([{ status: "refunded" }]);
  expect(onEvent).not.toHaveBeenCalled();

  const before = await mirrorOf(db);
  await auth.api.rebuildBilling();
  expect(await mirrorOf(db)).toEqual(before);

  const deleted = { ...fixture("customer.deleted").data, id: bought.customerId, modified_at, deleted_at: modified_at };
  await auth.api.reconcileBilling({ body: { snapshots: [{ type: "customer.deleted", data: deleted }] } });
  expect((await state()).customer).toBeNull();
});

test("reconciling is server-only, and applies nothing if an entity is invalid", async () => {
  const { auth, browser, db } = await startBilling();
  expect((await browser().post("/billing/reconcile", { snapshots: [] })).status).toBe(404);
  const whole = { type: "refund.created", data: fixture("refund.created").data } as const;
  const snapshots = [whole, { type: "order.updated", data: {} }] as const;
  await expect(auth.api.reconcileBilling({ body: { snapshots } })).rejects.toMatchObject({
    code: "WEBHOOK_INVALID_PAYLOAD",
  });
  // The snapshots before the invalid one aren't applied either.
  expect(Object.values(await mirrorOf(db)).flat()).toEqual([]);
});
