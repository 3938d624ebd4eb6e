import { admin } from "@latchkey/admin";
import { auditTable } from "@latchkey/core/plugin";
import { memberTable, organization } from "@latchkey/organization";
import { createAccessControl, defaultStatements } from "@latchkey/organization/access";
import { outboxEmpty, startAuth, type TestBrowser } from "@latchkey/test-kit";
import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Reply, startEvents } from "../../test/app.ts";
import type { AllWebhooksPage, DeliveryPage, Webhook } from "../call-types.ts";
import { events } from "../plugin.ts";
import { webhookTable } from "../tables.ts";

test("members with the permission can create, list, change, and delete webhooks", async () => {
  const { al, acme, create } = await startEvents();
  const made = await create({ events: ["member.*", "organization.update", "member.*"] }, al.browser);
  expect(made).toMatchObject({
    status: 200,
    organizationId: acme,
    url: "https://hooks.acme.test/in",
    events: ["member.*", "organization.update"],
    kind: "webhook",
    enabled: true,
    createdBy: al.id,
  });
  expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
  const { body: list } = await al.browser.get<readonly Webhook[]>(`/webhook/list?organizationId=${acme}`);
  expect(list.map(({ id }) => id)).toEqual([made.id]);
  const change = { id: made.id, url: "https://hooks.acme.test/other", enabled: false };
  const { body: changed } = await al.browser.post<Reply>("/webhook/update", change);
  expect(changed).toMatchObject({ url: "https://hooks.acme.test/other", enabled: false, events: made.events });
  expect((await al.browser.post("/webhook/delete", { id: made.id })).status).toBe(200);
  expect((await al.browser.get(`/webhook/list?organizationId=${acme}`)).body).toEqual([]);
});

test("EVNT-04: every call rejects strangers and members without the permission", async () => {
  const { mia, eve, acme, create } = await startEvents();
  const { id } = await create();
  const calls = async (browser: TestBrowser) => {
    const replies = [
      await browser.post<Reply>("/webhook/create", { url: "https://a.test", events: ["*"], organizationId: acme }),
      await browser.get<Reply>(`/webhook/list?organizationId=${acme}`),
      await browser.post<Reply>("/webhook/update", { id, enabled: false }),
      await browser.post<Reply>("/webhook/rotate-secret", { id }),
      await browser.post<Reply>("/webhook/test", { id }),
      await browser.post<Reply>("/webhook/replay", { id, since: new Date(0) }),
      await browser.get<Reply>(`/webhook/deliveries?id=${id}`),
      await browser.post<Reply>("/webhook/delete", { id }),
    ];
    return replies.map(({ status, body }) => `${status} ${body.code}`);
  };
  expect(await calls(mia.browser)).toEqual(Array(8).fill("403 YOU_ARE_NOT_ALLOWED_TO_MANAGE_WEBHOOKS"));
  const foreign = "403 YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION";
  expect(await calls(eve.browser)).toEqual([foreign, foreign, ...Array(6).fill("404 WEBHOOK_NOT_FOUND")]);
  expect((await create({ organizationId: "unknown" })).code).toBe("YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION");
});

test("EVNT-04: only members who can also export the audit log can manage the webhooks that receive it", async () => {
  const ac = createAccessControl(defaultStatements);
  const roles = { hooks: ac.newRole({ webhook: ["create", "read", "update", "delete"] }) };
  const { auth, mia, create } = await startEvents({}, {}, { ac, roles });
  await auth.$context.db.update(memberTable, { where: { userId: mia.id }, set: { role: "hooks" } });
  expect((await create({}, mia.browser)).status).toBe(200);
  const refused = { status: 403, code: "YOU_ARE_NOT_ALLOWED_TO_MANAGE_WEBHOOKS" };
  expect(await create({ kind: "audit", events: undefined }, mia.browser)).toMatchObject(refused);
  const { id } = await create({ kind: "audit", events: undefined });
  const change = await mia.browser.post<Reply>("/webhook/update", { id, url: "https://mia.test" });
  const rotation = await mia.browser.post<Reply>("/webhook/rotate-secret", { id });
  const read = await mia.browser.get<Reply>(`/webhook/deliveries?id=${id}`);
  for (const { status, body } of [change, rotation, read]) expect({ status, code: body.code }).toEqual(refused);
});

test("EVNT-04: only site admins and the server can manage the site's webhooks", async () => {
  const { auth, olga, root, create } = await startEvents();
  const site = { organizationId: undefined, site: true };
  expect(await create(site)).toMatchObject({ status: 403, code: "YOU_ARE_NOT_ALLOWED_TO_MANAGE_WEBHOOKS" });
  const made = await create(site, root.browser);
  expect(made).toMatchObject({ status: 200, organizationId: null });
  const foreign = await olga.browser.post<Reply>("/webhook/update", { id: made.id, enabled: false });
  expect([foreign.status, foreign.body.code]).toEqual([404, "WEBHOOK_NOT_FOUND"]);
  expect((await root.browser.get<readonly Webhook[]>("/webhook/list?site=true")).body).toHaveLength(1);
  expect((await olga.browser.get("/webhook/list?site=true")).status).toBe(403);
  const body = { url: "https://ours.test/in", events: ["*"], site: true };
  expect((await auth.api.createWebhook({ body })).createdBy).toBeNull();
  expect(await auth.api.listWebhooks({ query: { site: true } })).toHaveLength(2);
});

test("site admins can manage the webhooks of organizations that they aren't members of", async () => {
  const { root, acme, create } = await startEvents();
  const made = await create({}, root.browser);
  expect(made).toMatchObject({ status: 200, organizationId: acme });
  expect((await root.browser.post("/webhook/delete", { id: made.id })).status).toBe(200);
});

test("site admins who are regular members of an organization can manage its webhooks and read its audit log", async () => {
  const { auth, root, acme, create } = await startEvents();
  await auth.api.addMember({ body: { organizationId: acme, userId: root.id, role: "member" } });
  const { id, status } = await create({}, root.browser);
  expect(status).toBe(200);
  for (const path of [`/webhook/deliveries?id=${id}`, `/audit/list?organizationId=${acme}`]) {
    expect([path, (await root.browser.get(path)).status]).toEqual([path, 200]);
  }
  // Without an organization's id, only their role in the active organization applies.
  await root.browser.post("/organization/set-active", { organizationId: acme });
  expect((await root.browser.get<Reply>("/webhook/list")).body.code).toBe("YOU_ARE_NOT_ALLOWED_TO_MANAGE_WEBHOOKS");
});

test("EVNT-04: only site admins and the server can list all organizations' webhooks, in pages and by state", async () => {
  const { auth, root, olga, eve, acme, other, clock, create } = await startEvents();
  const all: string[] = [];
  for (const [scope, { browser }] of [
    [{ organizationId: acme }, olga],
    [{ organizationId: other }, eve],
    [{ organizationId: undefined, site: true }, root],
  ] as const) {
    all.unshift(String((await create(scope, browser)).id));
    clock.advance(1);
  }
  const page = async (query: string) => (await root.browser.get<AllWebhooksPage>(`/webhook/list-all?${query}`)).body;
  const first = await page("limit=2");
  expect(first.webhooks.map(({ id }) => id)).toEqual(all.slice(0, 2));
  expect(first.organizations).toEqual({ [other]: { name: "other" } });
  const second = await page(`limit=2&cursor=${first.nextCursor}`);
  expect([second.webhooks.map(({ id }) => id), second.nextCursor]).toEqual([all.slice(2), null]);
  expect(JSON.stringify([first, second])).not.toContain("ecret");
  const { db } = auth.$context;
  await db.update(webhookTable, { where: { organizationId: acme }, set: { failingSince: clock.now() } });
  await db.update(webhookTable, {
    where: { organizationId: other },
    set: { enabled: false, failingSince: clock.now() },
  });
  expect((await page("state=failing")).webhooks.map(({ organizationId }) => organizationId)).toEqual([acme]);
  expect((await page("state=off")).webhooks.map(({ organizationId }) => organizationId)).toEqual([other]);
  expect((await auth.api.listAllWebhooks({})).webhooks).toHaveLength(3);
  for (const query of ["", `?organizationId=${acme}`]) {
    const { status, body } = await olga.browser.get<Reply>(`/webhook/list-all${query}`);
    expect([status, body.code]).toEqual([403, "YOU_ARE_NOT_ALLOWED_TO_MANAGE_WEBHOOKS"]);
  }
  expect((await root.browser.get("/webhook/list-all?cursor=x")).status).toBe(400);
});

test("EVNT-05: URL paths and queries, which often contain secrets, aren't in the audit log or sent to other webhooks", async () => {
  const { auth, olga, received, statuses, create, deliver, rename } = await startEvents();
  await create({ url: "https://other.test/" });
  const { id } = await create({
    url: "https://hooks.acme.test/T0/secret-path?key=secret-query",
    events: ["organization.*"],
  });
  await olga.browser.post("/webhook/update", { id, url: "https://hooks.acme.test/T1/secret-path" });
  statuses.set("hooks.acme.test", 410);
  await rename("Acme Inc");
  await deliver();
  await olga.browser.post("/webhook/delete", { id });
  await deliver();
  const rows = await auth.$context.db.findMany(auditTable, {
    where: { action: { startsWith: "webhook." } },
    limit: 99,
  });
  const urls = rows
    .filter(({ data }) => (data as { id: string }).id === id)
    .map(({ data }) => (data as { url: string }).url);
  expect(urls).toEqual(Array(4).fill("https://hooks.acme.test"));
  const sent = received.filter(({ url }) => url === "https://other.test/").map(({ body }) => body);
  expect(sent.length).toBeGreaterThanOrEqual(4);
  for (const text of [...sent, JSON.stringify(rows)]) expect(text).not.toContain("secret-");
});

test("EVNT-05: a secret is returned only by the calls that create it, and is stored encrypted", async () => {
  const { auth, olga, acme, create } = await startEvents();
  const { id, secret } = await create();
  const { body: rotated } = await olga.browser.post<Reply>("/webhook/rotate-secret", { id });
  expect(rotated.secret).toMatch(/^whsec_/);
  expect(rotated.secret).not.toBe(secret);
  const texts = [
    JSON.stringify(await auth.$context.db.findMany(webhookTable, { limit: 9 })),
    JSON.stringify(await auth.$context.db.findMany(auditTable, { limit: 99 })),
    JSON.stringify((await olga.browser.get(`/webhook/list?organizationId=${acme}`)).body),
    JSON.stringify((await olga.browser.post("/webhook/update", { id, enabled: true })).body),
    JSON.stringify((await olga.browser.post("/webhook/test", { id })).body),
    JSON.stringify((await olga.browser.get(`/webhook/deliveries?id=${id}`)).body),
  ];
  for (const text of texts) {
    for (const one of [secret, rotated.secret]) expect(text).not.toContain(one.slice(6));
    expect(text).not.toContain('previousSecret":"whsec');
  }
  expect(texts[2]).not.toContain('"secret"');
});

test("webhooks can't be changed with an old session or while impersonating", async () => {
  const { root, olga, acme, clock, create } = await startEvents();
  await root.browser.post("/admin/impersonate-user", { userId: olga.id });
  const { body } = await root.browser.post<Reply>("/webhook/create", {
    url: "https://a.test",
    events: ["*"],
    organizationId: acme,
  });
  expect(body.code).toBe("NOT_ALLOWED_WHILE_IMPERSONATING");
  clock.advance(2 * 86_400);
  expect((await create()).code).toBe("SESSION_NOT_FRESH");
});

test("unknown event types are rejected, and known ones are listed", async () => {
  const { olga, create } = await startEvents();
  for (const events of [["user.created"], ["users.*"], ["*", "x"], ["user."]]) {
    expect(await create({ events })).toMatchObject({ status: 400, code: "UNKNOWN_EVENT_TYPE" });
  }
  expect((await create({ events: [] })).status).toBe(400);
  expect((await create({ events: undefined })).code).toBe("UNKNOWN_EVENT_TYPE");
  const { body } = await olga.browser.get<readonly string[]>("/webhook/event-types");
  for (const type of ["user.create", "session.create", "invitation.create", "webhook.disable"]) {
    expect(body).toContain(type);
  }
});

test("every change is in the organization's audit log", async () => {
  const { auth, olga, acme, create } = await startEvents();
  const { id } = await create();
  await olga.browser.post("/webhook/update", { id, events: ["user.*"] });
  await olga.browser.post("/webhook/rotate-secret", { id });
  await olga.browser.post("/webhook/test", { id });
  await olga.browser.post("/webhook/delete", { id });
  const rows = await auth.$context.db.findMany(auditTable, { where: { organizationId: acme }, limit: 99 });
  const own = rows.filter(({ action }) => action.startsWith("webhook."));
  expect(own.map(({ action }) => action).sort()).toEqual([
    "webhook.create",
    "webhook.delete",
    "webhook.rotate",
    "webhook.send-test",
    "webhook.update",
  ]);
  expect(own.every(({ actorId }) => actorId === olga.id)).toBe(true);
});

test("without organizations, webhooks belong to the site", async () => {
  const app = await startAuth({ plugins: [events()] });
  const made = await app.auth.api.createWebhook({ body: { url: "https://ours.test/in", events: ["user.*"] } });
  expect(made.organizationId).toBeNull();
  const ann = app.browser();
  await ann.signUp("ann@example.com");
  expect((await ann.get("/webhook/list")).status).toBe(403);
  expect(await app.auth.api.listWebhooks({})).toHaveLength(1);
});

test("organizations' webhooks need the organization plugin, and options are checked", async () => {
  await expect(startAuth({ plugins: [events({ organizations: true })] })).rejects.toThrow("organization");
  expect(() => events({ retentionDays: 3 })).toThrow("events.retentionDays");
  expect(() => events({ maxWebhooks: 0 })).toThrow("events.maxWebhooks");
  expect(() => events({ allowPrivateUrls: true } as object)).toThrow("allowPrivateURLs");
});

describe.each(quickDatabases)("on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  test("EVNT-04: if the app turns off organizations' webhooks, the stored ones no longer get events", async () => {
    const { database } = opened;
    const first = await startEvents({}, { database });
    await first.create({ url: "https://acme.test/", events: ["*"] });
    await first.deliver();
    const off = await startAuth({
      database,
      plugins: [events(), organization(), admin()],
      publicFetch: first.publicFetch,
    });
    await off.auth.api.createWebhook({ body: { url: "https://ours.test/", events: ["user.create"] } });
    first.received.length = 0;
    await off.browser().signUp("new@example.com");
    await vi.waitFor(async () => {
      await off.auth.api.deliverOutbox();
      expect(first.received.length).toBeGreaterThan(0);
    });
    expect(first.received.map(({ url }) => url)).toEqual(["https://ours.test/"]);
    expect(await off.auth.api.listWebhooks({})).toHaveLength(1);
  });

  test("20 concurrent calls can't create more webhooks than the organization's limit", async () => {
    const { auth, create } = await startEvents({ maxWebhooks: 3 }, { database: opened.database });
    const replies = await Promise.all(Array.from({ length: 20 }, () => create()));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(replies.filter(({ code }) => code === "WEBHOOK_LIMIT_REACHED")).toHaveLength(17);
    expect(await auth.$context.db.count(webhookTable, {})).toBe(3);
  });

  test("a change by a member who concurrently loses the role is either complete or rejected", async () => {
    const { auth, al, acme, create } = await startEvents({}, { database: opened.database });
    const { id } = await create();
    const where = { userId: al.id, organizationId: acme };
    const [, reply] = await Promise.all([
      auth.$context.db.update(memberTable, { where, set: { role: "member" } }),
      al.browser.post<Reply>("/webhook/update", { id, enabled: false }),
    ]);
    const again = await al.browser.post<Reply>("/webhook/update", { id, enabled: false });
    expect([200, 403]).toContain(reply.status);
    expect(again.body.code).toBe("YOU_ARE_NOT_ALLOWED_TO_MANAGE_WEBHOOKS");
    const row = await auth.$context.db.findOne(webhookTable, { where: { id } });
    expect(row?.enabled).toBe(reply.status !== 200);
  });

  test("every call sends at most the queries that it declares", async () => {
    const app = await startEvents({}, { database: opened.database });
    const { auth, olga, root, acme, create, deliver, deliveries } = app;
    const { endpoints } = auth.$context.extensions;
    /** Deliveries in the background send queries, too, so nothing can be pending here. */
    const cost = async <T>(id: string, run: () => Promise<T>): Promise<T> => {
      await outboxEmpty(auth);
      opened.statements.length = 0;
      const result = await run();
      const own = opened.statements.filter(
        ({ kind, table }) => kind !== "transaction" && !["audit", "outbox"].includes(table ?? ""),
      );
      const most = endpoints[id]?.queryBudget ?? -1;
      expect([id, own.length]).toEqual([id, Math.min(own.length, most)]);
      return result;
    };
    const { id } = await cost("createWebhook", () => create({ events: ["organization.delete"] }));
    const change = { id, events: ["organization.delete"], enabled: true };
    await cost("updateWebhook", () => olga.browser.post("/webhook/update", change));
    await cost("rotateWebhookSecret", () => olga.browser.post("/webhook/rotate-secret", { id }));
    await cost("testWebhook", () => olga.browser.post("/webhook/test", { id }));
    await deliver();
    const [delivery] = await deliveries(id);
    await cost("replayWebhook", () => olga.browser.post("/webhook/replay", { id, deliveryId: delivery?.id }));
    await cost("listWebhooks", () => olga.browser.get(`/webhook/list?organizationId=${acme}`));
    await cost("listAllWebhooks", () => root.browser.get("/webhook/list-all"));
    const page = await cost("listWebhookDeliveries", () =>
      olga.browser.get<DeliveryPage>(`/webhook/deliveries?id=${id}`),
    );
    expect(page.body.deliveries.length).toBeGreaterThan(0);
    await cost("listWebhookEventTypes", () => olga.browser.get("/webhook/event-types"));
    await cost("deleteWebhook", () => olga.browser.post("/webhook/delete", { id }));
  });
});
