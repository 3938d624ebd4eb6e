import dns from "node:dns";
import { auditTable, outboxTable, recordSystemAudit, userTable } from "@latchkey/core/plugin";
import { createMailbox, startAuth, testPassword } from "@latchkey/test-kit";
import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Reply, startEvents } from "../../test/app.ts";
import type { DeliveryPage, WebhookPayload } from "../contract.ts";
import { events } from "../plugin.ts";
import { eventTable, webhookDeliveryTable, webhookTable } from "../tables.ts";
import { retryDelays } from "./send.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Verifies with the library of Standard Webhooks, which compares the time with the system's. */
function verify(
  secret: string,
  received: { readonly headers: object; readonly body: string },
  now: Date,
): WebhookPayload {
  vi.useFakeTimers({ now, toFake: ["Date"] });
  try {
    return new Webhook(secret).verify(received.body, received.headers as Record<string, string>) as WebhookPayload;
  } finally {
    vi.useRealTimers();
  }
}

const hour = 3600;
const day = 24 * hour;

describe("an event", () => {
  test("is signed as in Standard Webhooks, and says who changed what, without secrets", async () => {
    const { olga, acme, clock, received, create, deliver, deliveries, rename } = await startEvents();
    const { id, secret } = await create({ events: ["organization.*"] });
    await rename("Acme Inc");
    await deliver();
    expect(received).toHaveLength(1);
    const [first] = received;
    if (!first) return;
    const payload = verify(secret, first, clock.now());
    expect(payload).toMatchObject({
      type: "organization.update",
      timestamp: clock.now().toISOString(),
      data: { actorId: olga.id, actorType: "user", onBehalfOf: null, userId: null, organizationId: acme },
    });
    expect(Object.keys(payload.data).sort()).toEqual(
      ["actorId", "actorType", "details", "onBehalfOf", "organizationId", "revision", "userId"].sort(),
    );
    expect(first.headers["content-type"]).toBe("application/json");
    expect(() => verify(`whsec_${btoa("x".repeat(24))}`, first, clock.now())).toThrow();
    const [delivery] = await deliveries(id);
    expect(delivery).toMatchObject({ state: "delivered", attempts: 1, responseStatus: 200, nextAt: null, payload });
    expect(first.headers["webhook-id"]).toBe(delivery?.eventId);
  });

  test("reaches the webhooks of its organization and of the site that chose its type, and no others", async () => {
    const { eve, root, other, received, create, deliver, rename } = await startEvents();
    const site = { organizationId: undefined, site: true };
    await create({ url: "https://one.test/", events: ["organization.update"] });
    await create({ url: "https://two.test/", events: ["member.*"] });
    await create({ url: "https://three.test/", events: ["*"], organizationId: other }, eve.browser);
    await create({ url: "https://four.test/", events: ["organization.*"], ...site }, root.browser);
    await deliver();
    received.length = 0;
    await rename("Acme Inc");
    await deliver();
    expect(received.map(({ url }) => url).sort()).toEqual(["https://four.test/", "https://one.test/"]);
  });

  test("is signed with both secrets for a day after a rotation", async () => {
    const { olga, clock, received, create, deliver, rename } = await startEvents();
    const { id, secret } = await create({ events: ["organization.update"] });
    const { body: rotated } = await olga.browser.post<Reply>("/webhook/rotate-secret", { id });
    await rename("One");
    await deliver();
    const at = clock.now();
    const [first] = received;
    for (const one of [secret, rotated.secret])
      expect(verify(one, first as never, at).type).toBe("organization.update");
    clock.advance(day);
    await olga.browser.signIn("olga@example.com", testPassword);
    await rename("Two");
    await deliver();
    const second = received[1] as never;
    expect(verify(rotated.secret, second, clock.now()).type).toBe("organization.update");
    expect(() => verify(secret, second, clock.now())).toThrow("No matching signature");
    const { body: last } = await olga.browser.post<Reply>("/webhook/rotate-secret", { id, overlap: 0 });
    await rename("Three");
    await deliver();
    expect(() => verify(rotated.secret, received[2] as never, clock.now())).toThrow("No matching signature");
    expect(verify(last.secret, received[2] as never, clock.now()).type).toBe("organization.update");
  });

  test("has IP address and user agent only for webhooks of the kind audit, which get every type", async () => {
    const { received, create, deliver, rename } = await startEvents();
    await create({ url: "https://siem.test/", kind: "audit", events: undefined });
    await create({ url: "https://app.test/", events: ["organization.update"] });
    received.length = 0;
    await rename("Acme Inc");
    await deliver();
    const of = (host: string) =>
      received.filter(({ url }) => url === `https://${host}/`).map(({ body }) => JSON.parse(body) as WebhookPayload);
    expect(of("siem.test").map(({ type }) => type)).toContain("webhook.create");
    const update = of("siem.test").find(({ type }) => type === "organization.update");
    expect(update?.data).toHaveProperty("ipAddress");
    expect(update?.data).toHaveProperty("userAgent");
    expect(of("app.test")[0]?.data).not.toHaveProperty("ipAddress");
  });

  test("has a larger revision than those before it", async () => {
    const { received, create, deliver, rename } = await startEvents();
    await create({ events: ["organization.update"] });
    for (const name of ["One", "Two", "Three"]) await rename(name);
    await deliver();
    const revisions = received
      .map(({ body }) => JSON.parse(body) as WebhookPayload)
      .map(({ data }) => [data.revision, JSON.stringify(data.details)] as const)
      .sort(([one], [other]) => one - other);
    expect(new Set(revisions.map(([revision]) => revision)).size).toBe(3);
  });
});

describe("a webhook's address", () => {
  test("EVNT-01: URLs that aren't public https ones are refused when they're saved", async () => {
    const { olga, create } = await startEvents();
    const { id } = await create();
    for (const url of [
      ...["http://hooks.acme.test/", "https://localhost/", "https://127.0.0.1/", "https://[::1]/", "https://10.0.0.8/"],
      ...[
        "https://169.254.169.254/latest",
        "https://metadata.google.internal/",
        "https://a.test:8443/",
        "ftp://a.test",
      ],
      ...["https://user:pass@a.test/", "https://2130706433/", "javascript:alert(1)", "hooks"],
    ]) {
      expect([url, (await create({ url })).code]).toEqual([url, "INVALID_WEBHOOK_URL"]);
      const { body } = await olga.browser.post<Reply>("/webhook/update", { id, url });
      expect([url, body.code]).toEqual([url, "INVALID_WEBHOOK_URL"]);
    }
  });

  test("EVNT-01: a name with a private address is refused when it's saved, and if it gets one later, when it's sent to", async () => {
    let address = "10.0.0.8";
    vi.spyOn(dns.promises, "lookup").mockImplementation((async () => [{ address, family: 4 }]) as never);
    const { create, deliver, deliveries, rename } = await startEvents({}, { publicFetch: undefined });
    expect((await create()).code).toBe("INVALID_WEBHOOK_URL");
    address = "93.184.215.14";
    const { id } = await create({ events: ["organization.update"] });
    expect(id).toBeDefined();
    address = "127.0.0.1";
    await rename("Acme Inc");
    await deliver();
    const [delivery] = await deliveries(id);
    expect(delivery).toMatchObject({ state: "pending", attempts: 1, responseStatus: null });
  });

  test("EVNT-01: a redirect isn't followed", async () => {
    const { received, statuses, create, deliver, deliveries, rename } = await startEvents();
    const { id } = await create({ events: ["organization.update"] });
    statuses.set("hooks.acme.test", 302);
    await rename("Acme Inc");
    await deliver();
    expect(received).toHaveLength(1);
    expect(await deliveries(id)).toMatchObject([{ state: "pending", responseStatus: 302 }]);
  });

  test("plain http works in development only if the app allows it", async () => {
    const fetched: string[] = [];
    const plain: typeof fetch = async (input) => {
      fetched.push(String(input));
      return new Response("ok");
    };
    const app = await startEvents({ allowPrivateURLs: true }, { fetch: plain });
    const { status } = await app.create({ url: "http://localhost:3000/in", events: ["organization.update"] });
    expect(status).toBe(200);
    await app.rename("Acme Inc");
    await app.deliver();
    expect(fetched).toEqual(["http://localhost:3000/in"]);
    vi.stubEnv("NODE_ENV", "production");
    await expect(
      startAuth({ baseURL: "https://app.test", plugins: [events({ allowPrivateURLs: true })] }),
    ).rejects.toThrow("events.allowPrivateURLs");
    vi.unstubAllEnvs();
  });
});

describe("a receiver that fails", () => {
  test("EVNT-02: gets the event again by the plan, with the same id, and after four days down it arrives", async () => {
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
    // What happens while it's off isn't sent.
    await olga.browser.signIn("olga@example.com", testPassword);
    const count = received.length;
    await rename("Acme GmbH");
    await deliver();
    expect(received).toHaveLength(count);
    // Turned on again, it has five new days, and what failed can be sent again.
    statuses.delete("hooks.acme.test");
    const { body } = await olga.browser.post<Reply>("/webhook/update", { id, enabled: true });
    expect(body).toMatchObject({ enabled: true, failingSince: null });
    const replay = await olga.browser.post("/webhook/replay", { id, since: new Date(0) });
    expect(replay.body).toEqual({ replayed: 1 });
    await deliver();
    expect(await deliveries(id)).toContainEqual(expect.objectContaining({ state: "delivered", responseStatus: 200 }));
  });

  test("that responds with 410 is turned off immediately, and the rest of its events aren't sent", async () => {
    const { auth, statuses, received, create, deliver, deliveries, rename } = await startEvents();
    const { id } = await create({ events: ["organization.update"] });
    statuses.set("hooks.acme.test", 410);
    await rename("Acme Inc");
    await deliver();
    expect(await auth.$context.db.findOne(webhookTable, { where: { id } })).toMatchObject({ enabled: false });
    expect(await deliveries(id)).toMatchObject([{ state: "failed", responseStatus: 410 }]);
    expect(received).toHaveLength(1);
  });

  test("EVNT-03: and one that hangs, don't hold back those of others", async () => {
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
    // Ten at once, and no more until one of them has ended.
    expect(received.filter(({ url }) => url === "https://slow.test/")).toHaveLength(10);
    release(200);
    await slow;
  });
});

describe("test events and replays", () => {
  test("a test is sent once, also to a webhook that's off, and isn't counted as a failure", async () => {
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

  test("a delivery is sent again with its id, but not while it's pending, or another webhook's", async () => {
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
    await olga.browser.post("/webhook/update", { id, enabled: false });
    expect((await replay({ deliveryId: delivery?.id })).body.code).toBe("WEBHOOK_DISABLED");
  });

  test("deliveries are listed by page, newest first, and by state", async () => {
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
    await deliver();
    expect(received.map(({ url }) => url)).toEqual(["https://ours.test/"]);
    expect(await db.count(userTable, { where: { id: body.user.id } })).toBe(1);
  });

  test("several processes deliver an event to each webhook once, and rows aren't doubled", async () => {
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

  test("a webhook that's deleted while its events are on their way fails nothing", async () => {
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

test("a cron job sends events in one call, and leaves emails to the outbox", async () => {
  const { auth, received, create, rename } = await startEvents();
  await create();
  await rename("Acme 2");
  await vi.waitFor(async () => {
    await auth.api.deliverWebhooks();
    expect(received.map(({ body }) => JSON.parse(body).type)).toContain("organization.update");
  });
  expect(await auth.api.deliverWebhooks()).toEqual({ delivered: 0, failed: 0 });
});
