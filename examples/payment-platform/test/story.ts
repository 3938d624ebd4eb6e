/** A customer's whole story: the customer buys, uses, cancels, resumes, and renews a plan, gets refunds, and leaves. */

import { expect, vi } from "vitest";
import { person, readMirrorTables, type Site, startApp, submit } from "./site.ts";

/** Plays the story and checks each step. The final mirror must match an app's that received events once, in order. */
export async function playStory(site: Site): Promise<void> {
  const { auth, platform, control } = site;
  const ann = await person(site, "ann@example.com");

  const body = { productIds: ["farm"], discountCode: "WELCOME", successUrl: "/thanks?checkout={CHECKOUT_ID}" };
  const { url } = (await ann.post<{ url: string }>("/billing/checkout", body)).body;
  const till = await (await fetch(url)).text();
  for (const shown of ["Render farm", "19.00 USD", "−9.50 USD", "11.40 USD"]) expect(till).toContain(shown);
  const paid = await submit(url, { action: "pay", card: "good" });
  expect(paid.status).toBe(303);
  expect(paid.headers.get("location")).toMatch(new RegExp(`^${site.url}/thanks\\?checkout=[0-9a-f-]{36}$`));
  await platform.settled();
  expect(await Promise.all([ann.has("pro"), ann.has("frames"), ann.has("license")])).toEqual([true, true, false]);
  expect(await ann.balance()).toMatchObject({ creditedUnits: 1000, consumedUnits: 0, balance: 1000 });
  expect(await ann.orders()).toMatchObject([{ status: "paid", totalAmount: 1140 }]);

  const usage = { referenceId: ann.user.id, name: "render.done", metadata: { frames: 1200 } };
  await auth.api.ingestUsage({ body: usage });
  await vi.waitFor(async () => expect(await ann.balance()).toMatchObject({ consumedUnits: 1200, balance: -200 }), 9000);

  const [{ id: subscriptionId } = { id: "" }] = await ann.subscriptions();
  const change = async (act: string) => (await ann.post(`/billing/${act}-subscription`, { subscriptionId })).body;
  expect(await change("cancel")).toEqual({ status: true });
  expect(await change("resume")).toEqual({ status: true });
  const before = (await ann.subscriptions())[0]?.currentPeriodEnd?.getTime() ?? 0;
  expect(await control(`subscriptions/${subscriptionId}/end-period`)).toMatchObject({ status: 200 });
  await platform.settled();
  const [renewed] = await ann.subscriptions();
  expect(renewed).toMatchObject({ status: "active", cancelAtPeriodEnd: false });
  expect(renewed?.currentPeriodEnd?.getTime()).toBeGreaterThan(before);
  // The amount includes the next period, 200 frames beyond the credit at half a cent each, and tax.
  const [renewal] = (await ann.orders()).filter(({ totalAmount }) => totalAmount === 2400);
  expect(renewal).toMatchObject({ status: "paid" });
  expect(await ann.balance()).toMatchObject({ balance: 1000 });

  await control(`orders/${renewal?.id}/refund`, { amount: 500 });
  await control(`orders/${renewal?.id}/refund`);
  await platform.settled();
  const [refunded] = (await ann.orders()).filter(({ id }) => id === renewal?.id);
  expect(refunded).toMatchObject({ status: "refunded" });
  expect(refunded?.refunds).toHaveLength(2);
  expect(await ann.has("pro")).toBe(true);

  expect(await change("cancel")).toEqual({ status: true });
  await control(`subscriptions/${subscriptionId}/end-period`);
  await platform.settled();
  expect(await ann.has("pro")).toBe(false);
  expect(await ann.subscriptions()).toMatchObject([{ status: "canceled" }]);

  expect(platform.deliveries().filter(({ state }) => state !== "delivered")).toEqual([]);
  const mirror = await readMirrorTables(site);
  const rows = ["Customer", "Subscription", "Order", "Refund", "Checkout", "Grant", "Balance", "Product"];
  expect(rows.map((name) => mirror[`billing${name}`]?.length)).toEqual([1, 1, 2, 2, 1, 2, 1, 4]);
  expect(mirror).toEqual(await mirrorOfReplay(site));
}

/** Returns the mirror of an app that received every event once and in order. */
async function mirrorOfReplay({ platform, received, url }: Site): Promise<Record<string, object[]>> {
  const fresh = await startApp(null, url);
  for (const { id } of platform.deliveries()) {
    const { headers, body } = received.find((one) => one.headers["webhook-id"] === id) ?? { headers: {}, body: "" };
    const { host: _, ...sent } = headers as Record<string, string>;
    const request = new Request(`${url}/api/auth/billing/webhooks`, { method: "POST", headers: sent, body });
    expect((await fresh.auth.handler(request)).status).toBe(200);
  }
  return readMirrorTables(fresh);
}
