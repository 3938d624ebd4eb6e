import { describe, expect, test, vi } from "vitest";
import { mirrorOf, startBilling } from "../../test/app.ts";
import { fixture } from "../../test/platform.ts";
import { deliveryTable } from "../deliveries/table.ts";
import { subscriptionTable } from "../subscriptions/table.ts";

const updated = () => fixture("subscription.updated-renewed");

describe("deliveries that this version can't read", () => {
  test.each([
    ["without its entity", { type: "order.paid", data: {} }],
    ["with a value of another type", { ...updated(), data: { ...updated().data, amount: "12" } }],
    ["with an invalid time", { ...updated(), timestamp: "yesterday" }],
  ])(
    "C3: a known type %s gets 202, and is recorded with the reason and applied by a later version",
    async (_, body) => {
      const onEvent = vi.fn();
      const { send, db, auth } = await startBilling({ webhooks: { onEvent } });
      expect(await send(body, { id: "msg_1" })).toEqual({ status: 202, body: { received: true } });
      expect((await send(body, { id: "msg_1" })).status).toBe(202);
      expect(onEvent).not.toHaveBeenCalled();
      const [row] = await db.findMany(deliveryTable, { limit: 9 });
      expect(row).toMatchObject({ id: "msg_1", type: body.type, outcome: "unreadable" });
      expect(row?.issues?.length).toBeGreaterThan(0);
      expect(Object.values(await mirrorOf(db)).flat()).toEqual([]);
      expect(await auth.api.redeliver({ body: { deliveryId: "msg_1" } })).toMatchObject({ outcome: "unreadable" });

      // A version that can read the delivery would find this body.
      await db.update(deliveryTable, { where: { id: "msg_1" }, set: { body: JSON.stringify(updated()) } });
      expect(await auth.api.rebuildBilling()).toEqual({ deliveries: 1, skipped: 0 });
      expect(await db.count(subscriptionTable, {})).toBe(1);
      expect(await db.findMany(deliveryTable, { limit: 9 })).toMatchObject([{ outcome: "applied", issues: [] }]);
    },
  );

  test("C3: run their handlers when they're redelivered by a version that can read them", async () => {
    const onEvent = vi.fn();
    const { send, db, auth } = await startBilling({ webhooks: { onEvent } });
    await send({ ...updated(), data: {} }, { id: "msg_1" });
    await db.update(deliveryTable, { where: { id: "msg_1" }, set: { body: JSON.stringify(updated()) } });
    const again = () => auth.api.redeliver({ body: { deliveryId: "msg_1" } });
    const reports = await Promise.all([again(), again()]);
    expect(reports.map(({ outcome }) => outcome)).toContain("applied");
    expect(onEvent).toHaveBeenCalledTimes(1);
    expect(await again()).toEqual({ outcome: "applied", failed: [], running: [] });
    expect(onEvent).toHaveBeenCalledTimes(1);
    await expect(auth.api.redeliver({ body: { deliveryId: "x" } })).rejects.toMatchObject({
      code: "DELIVERY_NOT_FOUND",
    });
  });
});

describe("deliveries with values that this version doesn't know", () => {
  test("WEBH-10: an unknown type is recorded, passed to onEvent, and changes nothing", async () => {
    const onEvent = vi.fn();
    const { send, db } = await startBilling({ webhooks: { onEvent } });
    const body = { type: "customer_seat.assigned", timestamp: "2026-01-01T00:00:00Z", data: { id: "x" } };
    expect((await send(body)).status).toBe(200);
    expect(onEvent).toHaveBeenCalledWith(body, expect.objectContaining({ outcome: "unknown" }));
    expect(await db.findMany(deliveryTable, { limit: 9 })).toMatchObject([{ type: body.type, outcome: "unknown" }]);
    expect(Object.values(await mirrorOf(db)).flat()).toEqual([]);
  });

  test("WEBH-10: unknown enum values are applied and reported, and extra keys are accepted but not stored in the mirror", async () => {
    const { send, db } = await startBilling();
    const body = updated();
    body.data.status = "hibernating";
    body.data.surprise = "a key that came later";
    body.data.product.prices[0].surprise = 1;
    body.data.metadata = { note: "half \ud800 and nul \u0000" };
    expect((await send(body)).status).toBe(200);
    const [row] = await db.findMany(subscriptionTable, { limit: 9 });
    expect(row).toMatchObject({ status: "hibernating", metadata: { note: "half \ufffd and nul \ufffd" } });
    expect(JSON.stringify(await mirrorOf(db))).not.toContain("surprise");
    const [delivery] = await db.findMany(deliveryTable, { limit: 9 });
    expect(delivery?.unknown).toEqual([{ of: "subscription status", member: "hibernating" }]);
    expect(delivery?.body).toContain("surprise");
  });

  test("if a key is repeated, the last value is used, as in other JSON parsers", async () => {
    const { send, db } = await startBilling();
    const text = JSON.stringify(updated()).replace('"amount":', '"amount":1,"amount":');
    expect((await send(text)).status).toBe(200);
    expect(await db.findMany(subscriptionTable, { limit: 9 })).toMatchObject([{ amount: updated().data.amount }]);
  });
});
