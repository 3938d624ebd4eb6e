import { auditTable, outboxTable } from "@latchkey/core/plugin";
import { memberTable } from "@latchkey/organization";
import { createMailbox, testPassword } from "@latchkey/test-kit";
import { describe, expect, test, vi } from "vitest";
import { type Reply, startEvents } from "../../test/app.ts";
import { webhookTable } from "../tables.ts";
import { retryDelays } from "./send.ts";

const day = 24 * 3600;

describe("a receiver that fails", () => {
  test("EVNT-02: gets the event again on schedule with the same id, even after it was down for four days", async () => {
    const { clock, received, statuses, create, deliver, deliveries, rename } = await startEvents();
    const { id } = await create({ events: ["organization.update"] });
    statuses.set("hooks.acme.test", 503);
    await rename("Acme Inc");
    await deliver();
    const started = clock.now().getTime();
    const times: number[] = [];
    for (const wait of retryDelays) {
      const before = received.length;
      clock.advance(wait / 1000 - 1);
      await deliver();
      expect(received).toHaveLength(before);
      clock.advance(1);
      if (clock.now().getTime() - started > 4 * day * 1000) break;
      await deliver();
      times.push(received.length);
    }
    expect(received).toHaveLength(times.length + 1);
    statuses.delete("hooks.acme.test");
    await deliver();
    expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
    expect(await deliveries(id)).toMatchObject([
      { state: "delivered", attempts: received.length, responseStatus: 200 },
    ]);
  });

  test("is turned off after five days, and its creator gets an email", async () => {
    const box = createMailbox();
    const sendWebhookDisabled = box.sender("disabled") as never;
    const app = await startEvents({ sendWebhookDisabled });
    const { auth, olga, acme, clock, statuses, received, create, deliver, deliveries, rename } = app;
    const { id } = await create({ events: ["organization.update"] });
    statuses.set("hooks.acme.test", 500);
    await rename("Acme Inc");
    await deliver();
    const { db } = auth.$context;
    for (const wait of retryDelays) {
      expect((await db.findOne(webhookTable, { where: { id } }))?.enabled).toBe(true);
      clock.advance(wait / 1000);
      await deliver();
    }
    expect(await db.findOne(webhookTable, { where: { id } })).toMatchObject({ enabled: false });
    expect(await deliveries(id)).toMatchObject([{ state: "failed", attempts: 12, nextAt: null }]);
    const { mail } = await box.next("disabled", "olga@example.com");
    expect(mail).toMatchObject({
      webhookId: id,
      url: "https://hooks.acme.test/in",
      organizationId: acme,
      reason: "failing",
    });
    const audit = { action: "webhook.disable", organizationId: acme };
    expect(await db.findMany(auditTable, { where: audit, limit: 9 })).toMatchObject([{ actorId: null }]);
    expect(await db.count(outboxTable, {})).toBe(0);
    // Events that happen while the webhook is off aren't sent.
    await olga.browser.signIn("olga@example.com", testPassword);
    const count = received.length;
    await rename("Acme GmbH");
    await deliver();
    expect(received).toHaveLength(count);
    // After it's turned on again, it has another five days, and failed deliveries can be sent again.
    statuses.delete("hooks.acme.test");
    const { body } = await olga.browser.post<Reply>("/webhook/update", { id, enabled: true });
    expect(body).toMatchObject({ enabled: true, failingSince: null });
    const replay = await olga.browser.post("/webhook/replay", { id, since: new Date(0) });
    expect(replay.body).toEqual({ replayed: 1 });
    await deliver();
    expect(await deliveries(id)).toContainEqual(expect.objectContaining({ state: "delivered", responseStatus: 200 }));
  });

  test("EVNT-04: isn't reported to a creator who's suspended in the organization", async () => {
    const box = createMailbox();
    const app = await startEvents({ sendWebhookDisabled: box.sender("disabled") as never });
    const { auth, al, olga, acme, statuses, create, deliver, rename } = app;
    for (const host of ["gone.test", "stays.test"]) {
      await create(
        { url: `https://${host}/`, events: ["organization.update"] },
        host === "gone.test" ? al.browser : olga.browser,
      );
      statuses.set(host, 410);
    }
    const where = { organizationId: acme, userId: al.id };
    await auth.$context.db.update(memberTable, { where, set: { suspendedAt: auth.$context.now() } });
    await rename("Acme Inc");
    await deliver();
    await box.next("disabled", "olga@example.com");
    await deliver();
    expect(await auth.$context.db.count(outboxTable, {})).toBe(0);
    expect(box.mails.map(({ to }) => to)).toEqual(["olga@example.com"]);
  });

  test("is turned off immediately if it responds with 410, and doesn't get the event again", async () => {
    const { auth, statuses, received, create, deliver, deliveries, rename } = await startEvents();
    const { id } = await create({ events: ["organization.update"] });
    statuses.set("hooks.acme.test", 410);
    await rename("Acme Inc");
    await deliver();
    expect(await auth.$context.db.findOne(webhookTable, { where: { id } })).toMatchObject({ enabled: false });
    expect(await deliveries(id)).toMatchObject([{ state: "failed", responseStatus: 410 }]);
    expect(received).toHaveLength(1);
  });

  test("doesn't turn the webhook off if the webhook's URL was changed during the request", async () => {
    const { auth, olga, received, statuses, create, deliver, deliveries, rename, clock } = await startEvents();
    const { id } = await create({ events: ["organization.update"] });
    statuses.set("hooks.acme.test", async () => {
      await olga.browser.post("/webhook/update", { id, url: "https://new.test/" });
      return 410;
    });
    await rename("Acme Inc");
    await deliver();
    const row = await auth.$context.db.findOne(webhookTable, { where: { id } });
    expect(row).toMatchObject({ enabled: true, failingSince: null, url: "https://new.test/" });
    clock.advance(5);
    await deliver();
    expect(received.at(-1)?.url).toBe("https://new.test/");
    expect(await deliveries(id)).toMatchObject([{ state: "delivered", attempts: 2 }]);
  });

  test("EVNT-03: doesn't delay other organizations' receivers if it hangs", async () => {
    const { eve, other, received, statuses, create, auth, rename } = await startEvents();
    await create({ url: "https://slow.test/", events: ["organization.update"] });
    await create({ url: "https://quick.test/", events: ["organization.update"], organizationId: other }, eve.browser);
    let release = (_: number): void => undefined;
    const hangs = new Promise<number>((resolve) => {
      release = resolve;
    });
    statuses.set("slow.test", () => hangs);
    for (let at = 0; at < 30; at++) await rename(`Acme ${at}`);
    await auth.api.deliverOutbox();
    const slow = auth.api.deliverOutbox();
    await vi.waitFor(() => expect(received.filter(({ url }) => url === "https://slow.test/")).toHaveLength(10));
    await eve.browser.post("/organization/update", { organizationId: other, data: { name: "Other Inc" } });
    await vi.waitFor(() => expect(received.some(({ url }) => url === "https://quick.test/")).toBe(true), {
      timeout: 3000,
    });
    // Ten requests run concurrently, and no more until one of them has ended.
    expect(received.filter(({ url }) => url === "https://slow.test/")).toHaveLength(10);
    release(200);
    await slow;
  });

  test("EVNT-03: doesn't delay other organizations' webhooks, even if all 60 webhooks of an organization hang", async () => {
    const app = await startEvents({ maxWebhooks: 60 });
    const { eve, other, received, statuses, create, auth, rename } = app;
    let release = (_: number): void => undefined;
    const hangs = new Promise<number>((resolve) => {
      release = resolve;
    });
    for (let at = 0; at < 60; at++) {
      statuses.set(`slow-${at}.test`, () => hangs);
      await create({ url: `https://slow-${at}.test/`, events: ["organization.update"] });
    }
    await create({ url: "https://quick.test/", events: ["organization.update"], organizationId: other }, eve.browser);
    await rename("Acme Inc");
    await auth.api.deliverOutbox();
    const slow = auth.api.deliverOutbox();
    await vi.waitFor(() => expect(received.length).toBeGreaterThanOrEqual(50));
    await eve.browser.post("/organization/update", { organizationId: other, data: { name: "Other Inc" } });
    await vi.waitFor(() => expect(received.some(({ url }) => url === "https://quick.test/")).toBe(true), {
      timeout: 3000,
    });
    release(200);
    await slow;
  });
});
