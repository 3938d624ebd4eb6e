import { afterEach, describe, expect, test } from "vitest";
import { shop } from "../src/index.ts";
import { closeSites, person, type Site, startSite, submit } from "./site.ts";

afterEach(closeSites);

const withPlans = {
  ...shop,
  products: {
    ...shop.products,
    studioYearly: { ...shop.products.studio, name: "Studio, yearly", every: "year", price: 29_000 },
    team: { name: "Team", description: "Per seat.", every: "month", price: 500, perSeat: true, benefits: ["support"] },
    trial: { name: "Pro", description: "With a trial.", every: "month", price: 900, trialDays: 14, benefits: ["pro"] },
  },
} as typeof shop;

async function subscribe(site: Site, productId: string, options: object = {}) {
  const ann = await person(site, "ann@example.com");
  const { url } = (await ann.post<{ url: string }>("/billing/checkout", { productIds: [productId], ...options })).body;
  await submit(url, { action: "pay" });
  await site.platform.settled();
  const [subscription] = await ann.subscriptions();
  const subscriptionId = subscription?.id as string;
  const change = async (path: string, body: object = {}) => {
    const { body: answer } = await ann.post<any>(`/billing/${path}`, { subscriptionId, ...body });
    const shown = (await ann.subscriptions())[0];
    await site.platform.settled();
    // The webhooks contain the response's values.
    expect((await ann.subscriptions())[0]).toEqual(shown);
    return { answer, shown };
  };
  return { ann, subscriptionId, change };
}

describe("plans, through HTTP and Polar's SDK", () => {
  test("can change now, with an order for the difference, or at the end of the period, which can be undone", async () => {
    const site = await startSite({ shop: withPlans });
    const { ann, change, subscriptionId } = await subscribe(site, "solo");
    const preview = (await ann.post<any>("/billing/preview-change", { subscriptionId, productId: "studio" })).body;
    expect(preview).toMatchObject({ nextAmount: 2900, currency: "usd", isEstimate: true });
    expect(Math.abs(preview.dueNow - 2000)).toBeLessThanOrEqual(1);
    const upgraded = await change("change-plan", { productId: "studio" });
    expect(upgraded).toMatchObject({ answer: { status: true }, shown: { product: { name: "Studio" }, amount: 2900 } });
    expect(await ann.has("pro")).toBe(true);
    expect((await ann.orders())[0]).toMatchObject({ billingReason: "subscription_update", status: "paid" });

    const scheduled = await change("change-plan", { productId: "solo", timing: "periodEnd" });
    expect(scheduled.shown).toMatchObject({
      product: { name: "Studio" },
      scheduledChange: { product: { name: "Solo" } },
    });
    expect((await change("undo-change")).shown?.scheduledChange).toBeNull();
    await change("change-plan", { productId: "solo", timing: "periodEnd" });
    await site.control(`subscriptions/${subscriptionId}/end-period`);
    await site.platform.settled();
    expect((await ann.subscriptions())[0]).toMatchObject({
      product: { name: "Solo" },
      amount: 900,
      scheduledChange: null,
    });
    expect(await ann.has("pro")).toBe(false);
  });

  test("can switch the billing interval, which starts a new period", async () => {
    const site = await startSite({ shop: withPlans });
    const { change } = await subscribe(site, "studio");
    const { shown } = await change("change-plan", { productId: "studioYearly" });
    expect(shown).toMatchObject({ recurringInterval: "year", amount: 29_000 });
    const days = ((shown?.currentPeriodEnd?.getTime() ?? 0) - (shown?.currentPeriodStart?.getTime() ?? 0)) / 86_400_000;
    expect(days).toBeGreaterThanOrEqual(365);
  });

  test("can have seats", async () => {
    const site = await startSite({ shop: withPlans });
    const { change } = await subscribe(site, "team", { seats: 3 });
    const { shown } = await change("change-plan", { seats: 5 });
    expect(shown).toMatchObject({ seats: 5, amount: 2500 });
  });

  test("lose their benefits after a failed payment, and get them back once it's paid", async () => {
    const site = await startSite({ shop: withPlans });
    const { ann, subscriptionId } = await subscribe(site, "studio");
    await site.control(`subscriptions/${subscriptionId}/fail-payment`);
    await site.platform.settled();
    expect((await ann.subscriptions())[0]).toMatchObject({ status: "past_due", isActive: false });
    expect(await ann.has("pro")).toBe(false);
    const { url } = (await ann.post<{ url: string }>("/billing/portal", {})).body;
    expect(await (await fetch(url)).text()).toContain("Update payment method");
    await fetch(`${url}/pay/${subscriptionId}`, { method: "POST" });
    await site.platform.settled();
    expect((await ann.subscriptions())[0]).toMatchObject({ status: "active", isActive: true });
    expect(await ann.has("pro")).toBe(true);
  });

  test("have only one trial per customer", async () => {
    const site = await startSite({ shop: withPlans });
    const { ann, subscriptionId } = await subscribe(site, "trial");
    const [trial] = await ann.subscriptions();
    expect(trial).toMatchObject({ status: "trialing", trialEndsAt: expect.any(Date) });
    expect(await ann.orders()).toEqual([]);
    expect(await ann.has("pro")).toBe(true);
    await site.control(`subscriptions/${subscriptionId}/end-period`);
    await site.platform.settled();
    expect((await ann.subscriptions())[0]).toMatchObject({ status: "active" });
    expect(await ann.orders()).toHaveLength(1);
    const { url } = (await ann.post<{ url: string }>("/billing/checkout", { productIds: ["trial"] })).body;
    await submit(url, { action: "pay" });
    await site.platform.settled();
    expect((await ann.subscriptions()).map(({ status }) => status)).toEqual(["active", "active"]);
  });
});

describe("customers, through HTTP and Polar's SDK", () => {
  test("get the user's new name, and can be erased", async () => {
    const site = await startSite({ shop: withPlans });
    const { ann } = await subscribe(site, "solo");
    await ann.post("/update-user", { name: "Ann Other" });
    await site.auth.api.deliverOutbox();
    await site.platform.settled();
    const state = await site.auth.api.readCustomerState({ query: { referenceId: ann.user.id } });
    expect(state.customer?.name).toBe("Ann Other");
    await site.auth.api.eraseCustomer({ body: { referenceId: ann.user.id } });
    await site.platform.settled();
    const erased = await site.auth.api.readCustomerState({ query: { referenceId: ann.user.id } });
    expect(erased).toMatchObject({ customer: null, subscriptions: [], benefits: [] });
  });

  test("are copied with all other data when a new app syncs, as if the app had received every webhook", async () => {
    const site = await startSite({ shop: withPlans });
    const { ann } = await subscribe(site, "farm");
    const fresh = await site.another();
    const report = await fresh.auth.api.billing.sync({ body: {} });
    expect(report).toMatchObject({ done: true, unreadable: 0 });
    expect(report.resources.every(({ fetched, total }) => fetched === total)).toBe(true);
    const stateOf = async ({ auth }: Pick<Site, "auth">) => {
      const state = await auth.api.readCustomerState({ query: { referenceId: ann.user.id } });
      // The usage inside a subscription dates from its last event, so the sync's usage is newer.
      return { ...state, subscriptions: state.subscriptions.map((one) => ({ ...one, meters: [] })) };
    };
    expect(await stateOf(fresh)).toEqual(await stateOf(site));
  });
});
