import { describe, expect, test, vi } from "vitest";
import { mirrorOf, startBilling } from "../../test/app.ts";
import { fixture } from "../../test/platform.ts";
import { fakeProvider } from "../../test/provider.ts";
import { purchase } from "../../test/purchase.ts";
import { ProviderError } from "../provider/error.ts";
import type { SyncRequest } from "../provider/sync.ts";
import type { ApiEntity } from "../provider/webhooks.ts";
import { syncTable } from "./table.ts";

const bought = purchase("user-1");
const [customer, subscription, order] = bought.events.map(({ data }) => data);
const pages: Readonly<Record<string, readonly (readonly ApiEntity[])[]>> = {
  products: [
    [{ type: "product.updated", data: fixture("product.created-one-time").data }],
    [{ type: "product.updated", data: fixture("product.created-recurring").data }],
  ],
  customers: [[{ type: "customer.updated", data: customer }]],
  subscriptions: [[{ type: "subscription.updated", data: subscription }]],
  orders: [
    [
      { type: "order.updated", data: order },
      { type: "order.updated", data: { id: 5 } },
    ],
  ],
};

async function listPage({ resource, cursor }: SyncRequest) {
  const all = pages[resource] ?? [];
  const at = Number(cursor ?? 0);
  return { entities: all[at] ?? [], next: at + 1 < all.length ? String(at + 1) : null, total: all.flat().length };
}

async function start(list = listPage) {
  const provider = { ...fakeProvider(), syncResources: Object.keys(pages), listPage: vi.fn(list) };
  const onEvent = vi.fn();
  return { ...(await startBilling({ provider, webhooks: { onEvent } })), provider, onEvent };
}

describe("a sync", () => {
  test("copies everything, without running handlers, and the result survives a rebuild", async () => {
    const { auth, db, onEvent, browser } = await start();
    const report = await auth.api.billing.sync({ body: {} });
    expect(report).toMatchObject({ done: true, resource: null, applied: 5, unreadable: 1 });
    expect(report.resources.map(({ name, fetched, total }) => [name, fetched, total])).toEqual([
      ["products", 2, 2],
      ["customers", 1, 1],
      ["subscriptions", 1, 1],
      ["orders", 2, 2],
    ]);
    const mirror = await mirrorOf(db);
    expect(mirror.billingCustomer).toMatchObject([{ externalId: "user-1" }]);
    expect(mirror.billingOrder).toHaveLength(1);
    expect(onEvent).not.toHaveBeenCalled();
    await auth.api.rebuildBilling();
    expect(await mirrorOf(db)).toEqual(mirror);
    expect((await browser().post("/billing/sync", {})).status).toBe(404);
    // A second run changes nothing.
    expect(await auth.api.billing.sync({ body: {} })).toMatchObject({ done: true, applied: 0 });
  });

  test("reads a limited number of pages, and continues where it stopped, even after an error", async () => {
    let isDown = false;
    const { auth, provider } = await start(async (request) => {
      if (isDown) throw new ProviderError("failed", "down");
      return listPage(request);
    });
    expect(await auth.api.billing.sync({ body: { pages: 1 } })).toMatchObject({ done: false, resource: "products" });
    isDown = true;
    await expect(auth.api.billing.sync({ body: {} })).rejects.toMatchObject({ code: "BILLING_PROVIDER_FAILED" });
    isDown = false;
    expect(await auth.api.billing.sync({ body: {} })).toMatchObject({ done: true });
    const asked = provider.listPage.mock.calls.map(([{ resource, cursor }]) => `${resource} ${cursor}`);
    expect(asked).toEqual([
      "products null",
      "products 1",
      "products 1",
      "customers null",
      "subscriptions null",
      "orders null",
    ]);
    await auth.api.billing.sync({ body: { pages: 1 } });
    await auth.api.billing.sync({ body: { pages: 1, restart: true } });
    expect(provider.listPage.mock.lastCall?.[0]).toEqual({ resource: "products", cursor: null });
  });

  test("starts again if it stopped more than a day ago, because cursors are outdated", async () => {
    const { auth, provider, clock } = await start();
    await auth.api.billing.sync({ body: { pages: 1 } });
    clock.advance(86_401);
    await auth.api.billing.sync({ body: { pages: 1 } });
    expect(provider.listPage.mock.lastCall?.[0]).toEqual({ resource: "products", cursor: null });
  });

  test("retries a page when the provider asks it to slow down", async () => {
    let calls = 0;
    const { auth } = await start(async (request) => {
      if (calls++ === 0) throw new ProviderError("limited", "slow down", { retryAfter: 0 });
      return listPage(request);
    });
    expect(await auth.api.billing.sync({ body: {} })).toMatchObject({ done: true });
    expect(calls).toBe(6);
  });

  test("doesn't overwrite events that arrive while a page is read", async () => {
    const newer = { ...subscription, status: "past_due", modified_at: "2029-01-01T00:00:00Z" };
    const { auth, db, send } = await start(async (request) => {
      const page = await listPage(request);
      if (request.resource === "subscriptions") await app.send({ type: "subscription.updated", data: newer });
      return page;
    });
    const app = { send };
    await auth.api.billing.sync({ body: {} });
    expect((await mirrorOf(db)).billingSubscription).toMatchObject([{ status: "past_due" }]);
  });

  test("runs only once at a time, and another call can take over if the process died", async () => {
    const { auth, clock, db, provider } = await start();
    const both = await Promise.allSettled([auth.api.billing.sync({ body: {} }), auth.api.billing.sync({ body: {} })]);
    const lost = both.flatMap((one) => (one.status === "rejected" ? [one.reason.code] : []));
    expect(lost).toEqual(["SYNC_RUNNING"]);
    const stopped = {
      resource: "orders",
      cursor: null,
      finishedAt: null,
      leaseUntil: new Date(clock.now().getTime() + 60_000),
    };
    await db.update(syncTable, { where: {}, set: stopped });
    await expect(auth.api.billing.sync({ body: {} })).rejects.toMatchObject({ code: "SYNC_RUNNING" });
    clock.advance(61);
    expect(await auth.api.billing.sync({ body: {} })).toMatchObject({ done: true });
    expect(provider.listPage.mock.lastCall?.[0]).toMatchObject({ resource: "orders" });
  });

  test("keeps its lease while a page takes long, and loses it half a minute after its process stops", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      let goOn: (() => void) | undefined;
      const { auth, clock, db } = await start(async (request) => {
        if (request.resource !== "customers" || goOn) return listPage(request);
        await new Promise<void>((resolve) => {
          goOn = resolve;
        });
        return listPage(request);
      });
      const first = auth.api.billing.sync({ body: {} });
      await vi.waitFor(async () => expect(await db.findOne(syncTable, { where: {} })).toMatchObject({ step: 3 }));
      for (let second = 0; second < 120; second += 10) {
        clock.advance(10);
        await vi.advanceTimersByTimeAsync(10_000);
        await expect(auth.api.billing.sync({ body: {} })).rejects.toMatchObject({ code: "SYNC_RUNNING" });
      }
      // Its process is paused, like a frozen serverless function, and resumes after another call has taken over.
      clock.advance(31);
      expect(await auth.api.billing.sync({ body: { pages: 1 } })).toMatchObject({ done: false });
      goOn?.();
      await expect(first).rejects.toMatchObject({ code: "SYNC_RUNNING" });
    } finally {
      vi.useRealTimers();
    }
  });
});
