import { expect, test } from "vitest";
import { startBilling } from "../../test/app.ts";
import { purchase } from "../../test/purchase.ts";

test("C6: access ends after the announced end and the grace period, even without an event", async () => {
  const { send, auth, clock } = await startBilling({ gracePeriod: 2 });
  const { events, subscriptionId } = purchase("user-1");
  const ends_at = new Date(clock.now().getTime() + 86_400_000).toISOString();
  for (const { type, data } of events) {
    const ending = { ...data, cancel_at_period_end: true, ends_at };
    const granted = { ...data, subscription_id: subscriptionId, order_id: null };
    await send({ type, data: type.startsWith("subscription") ? ending : type.includes("grant") ? granted : data });
  }
  const state = () => auth.api.readCustomerState({ query: { referenceId: "user-1" } });
  expect(await state()).toMatchObject({ subscriptions: [{ isActive: true }], benefits: [{}, {}, {}] });
  clock.advance(86_400 * 3 - 1);
  expect((await state()).subscriptions).toHaveLength(1);
  clock.advance(2);
  expect(await state()).toMatchObject({ subscriptions: [], benefits: [] });
});

test("C6: the owner's and the seller's lists of inactive subscriptions include lapsed ones", async () => {
  const app = await startBilling({ gracePeriod: 0, seller: () => true });
  const ann = app.browser();
  const { user } = (await ann.signUp("ann@example.com")).body;
  const { events } = purchase(user.id);
  for (const { type, data } of events) {
    await app.send({
      type,
      data: type.startsWith("subscription") ? { ...data, ends_at: "2029-12-31T00:00:00Z" } : data,
    });
  }
  const total = async (path: string) => (await ann.get<{ total: number }>(path)).body.total;
  for (const path of ["/billing/subscriptions", "/billing/seller/subscriptions"]) {
    expect([path, await total(`${path}?active=true`), await total(`${path}?active=false`)]).toEqual([path, 0, 1]);
  }
});

test("C8: a benefit that's waiting for the customer is in the state, but not among the granted benefits", async () => {
  const { send, auth } = await startBilling();
  const { events } = purchase("user-1");
  for (const { type, data } of events) {
    const waiting = {
      is_granted: false,
      granted_at: null,
      error: { message: "Connect Discord", type: "x", timestamp: "" },
    };
    await send({ type, data: type.includes("grant") ? { ...data, ...waiting } : data });
  }
  const { benefits, waitingBenefits } = await auth.api.readCustomerState({ query: { referenceId: "user-1" } });
  expect(benefits).toEqual([]);
  expect(waitingBenefits.map(({ error }) => error)).toEqual(Array(3).fill("Connect Discord"));
});
