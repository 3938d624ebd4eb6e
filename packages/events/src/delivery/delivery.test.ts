import { recordSystemAudit, userTable } from "@latchkey/core/plugin";
import { outboxEmpty } from "@latchkey/test-kit";
import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { startEvents } from "../../test/app.ts";
import type { DeliveryPage } from "../call-types.ts";
import { eventTable, webhookDeliveryTable, webhookTable } from "../tables.ts";

const day = 24 * 3600;

describe("test events and replays", () => {
  test("a test event is sent once, even to a webhook that's off, and isn't counted as a failure", async () => {
    const { auth, olga, received, statuses, create, deliver, deliveries } = await startEvents();
    const { id } = await create({ events: ["user.*"] });
    await olga.browser.post("/webhook/update", { id, enabled: false });
    statuses.set("hooks.acme.test", 500);
    const { body } = await olga.browser.post<{ readonly id: string }>("/webhook/test", { id });
    await deliver();
    expect(received).toHaveLength(1);
    expect(JSON.parse(received[0]?.body ?? "")).toMatchObject({ type: "webhook.test", data: { actorId: olga.id } });
    expect(await deliveries(id)).toMatchObject([{ id: body.id, state: "failed", responseStatus: 500 }]);
    expect(await auth.$context.db.findOne(webhookTable, { where: { id } })).toMatchObject({ failingSince: null });
  });

  test("a delivery can be sent again with the same event id, but not while it's pending, and not by another webhook", async () => {
    const { olga, received, create, deliver, deliveries, rename } = await startEvents();
    const { id } = await create({ events: ["organization.update"] });
    const { id: otherId } = await create({ events: ["user.*"] });
    await rename("Acme Inc");
    await deliver();
    const [delivery] = await deliveries(id);
    const replay = (input: object) =>
      olga.browser.post<{ replayed?: number; code?: string }>("/webhook/replay", { id, ...input });
    expect((await replay({ deliveryId: delivery?.id })).body).toEqual({ replayed: 1 });
    expect((await replay({ deliveryId: delivery?.id })).body).toEqual({ replayed: 0 });
    await deliver();
    expect(received.map(({ headers }) => headers["webhook-id"])).toEqual([delivery?.eventId, delivery?.eventId]);
    expect(await deliveries(id)).toMatchObject([{ state: "delivered", attempts: 2 }]);
    expect((await replay({ id: otherId, deliveryId: delivery?.id })).body.code).toBe("DELIVERY_NOT_FOUND");
    expect((await replay({})).status).toBe(400);
    expect((await replay({ since: "0000-01-01T00:00:00Z" })).status).toBe(400);
    await olga.browser.post("/webhook/update", { id, enabled: false });
    expect((await replay({ deliveryId: delivery?.id })).body.code).toBe("WEBHOOK_DISABLED");
  });

  test("deliveries are listed in pages, newest first, and can be filtered by state", async () => {
    const { olga, statuses, clock, create, deliver, rename } = await startEvents();
    const { id } = await create({ events: ["organization.update"] });
    for (let at = 0; at < 5; at++) {
      if (at === 4) statuses.set("hooks.acme.test", 500);
      await rename(`Acme ${at}`);
      await deliver();
      clock.advance(1);
    }
    const page = async (query: string) =>
      (await olga.browser.get<DeliveryPage>(`/webhook/deliveries?id=${id}&${query}`)).body;
    const first = await page("limit=2");
    const second = await page(`limit=2&cursor=${first.nextCursor}`);
    const third = await page(`limit=2&cursor=${second.nextCursor}`);
    const all = [first, second, third].flatMap(({ deliveries }) => deliveries);
    expect(all.map(({ state }) => state)).toEqual(["pending", "delivered", "delivered", "delivered", "delivered"]);
    expect(new Set(all.map((one) => one.id)).size).toBe(5);
    expect(third.nextCursor).toBeNull();
    expect((await page("state=pending")).deliveries).toHaveLength(1);
    expect((await olga.browser.get(`/webhook/deliveries?id=${id}&cursor=x`)).status).toBe(400);
  });

  test("old events are deleted with their deliveries", async () => {
    const { auth, clock, create, deliver, rename } = await startEvents({ retentionDays: 7 });
    await create({ events: ["organization.update"] });
    await rename("Acme Inc");
    await deliver();
    const { db } = auth.$context;
    clock.advance(7 * day - 1);
    expect((await auth.api.removeExpired()).jobs.removeOldEvents).toBe(0);
    clock.advance(1);
    expect((await auth.api.removeExpired()).jobs.removeOldEvents).toBe(1);
    expect([await db.count(eventTable, {}), await db.count(webhookDeliveryTable, {})]).toEqual([0, 0]);
  });
});

describe.each(quickDatabases)("on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  test("EVNT-02: a change that's rolled back has no event, and a committed one has exactly one", async () => {
    const app = await startEvents({}, { database: opened.database });
    const { auth, root, received, browser, create, deliver } = app;
    const site = { organizationId: undefined, site: true };
    await create({ events: ["user.create"], url: "https://ours.test/", ...site }, root.browser);
    const { db } = auth.$context;
    await expect(
      db.transaction(async (tx) => {
        await recordSystemAudit(tx, auth.$context, { action: "user.create", userId: "x" });
        throw new Error("rolled back");
      }),
    ).rejects.toThrow("rolled back");
    expect(await db.count(eventTable, {})).toBe(0);
    const { body } = await browser().signUp("new@example.com");
    const found = await db.findMany(eventTable, { limit: 9 });
    expect(found).toMatchObject([{ type: "user.create", userId: body.user.id }]);
    // The app's own timer can send the event first.
    await deliver();
    await outboxEmpty(auth);
    expect(received.map(({ url }) => url)).toEqual(["https://ours.test/"]);
    expect(await db.count(userTable, { where: { id: body.user.id } })).toBe(1);
  });

  test("several processes deliver an event to each webhook once, and don't duplicate rows", async () => {
    const { auth, received, create, deliver, rename } = await startEvents({}, { database: opened.database });
    const hosts = ["a.test", "b.test", "c.test"];
    for (const host of hosts) await create({ url: `https://${host}/`, events: ["organization.update"] });
    for (let at = 0; at < 5; at++) await rename(`Acme ${at}`);
    await Promise.all(Array.from({ length: 5 }, () => auth.api.deliverOutbox()));
    await vi.waitFor(async () => {
      await deliver();
      expect(received).toHaveLength(15);
    });
    const { db } = auth.$context;
    expect(await db.count(webhookDeliveryTable, { where: { state: "delivered" } })).toBe(15);
    expect(new Set(received.map(({ url, headers }) => `${url} ${headers["webhook-id"]}`)).size).toBe(15);
  });

  test("deleting a webhook while its events are being sent causes no failures", async () => {
    const { auth, olga, received, create, deliver, rename } = await startEvents({}, { database: opened.database });
    const { id } = await create({ events: ["organization.update"] });
    expect((await rename("Acme Inc")).status).toBe(200);
    const results = await Promise.all([
      olga.browser.post("/webhook/delete", { id }),
      rename("Acme GmbH"),
      auth.api.deliverOutbox(),
    ]);
    expect([results[0].status, results[1].status]).toEqual([200, 200]);
    await deliver();
    const count = received.length;
    await rename("Acme Ltd");
    await deliver();
    expect(received).toHaveLength(count);
    expect(await auth.$context.db.count(webhookDeliveryTable, {})).toBe(0);
  });
});

test("a cron job sends events in one call, and doesn't send emails", async () => {
  const { auth, received, create, rename } = await startEvents();
  await create();
  await rename("Acme 2");
  await vi.waitFor(async () => {
    await auth.api.deliverWebhooks();
    expect(received.map(({ body }) => JSON.parse(body).type)).toContain("organization.update");
  });
  expect(await auth.api.deliverWebhooks()).toEqual({ delivered: 0, failed: 0 });
});
