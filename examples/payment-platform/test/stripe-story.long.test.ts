import { afterEach, describe, expect, test } from "vitest";
import {
  closeStripeSites,
  payAt,
  readStripeMirror,
  type StripeSite,
  startStripeApp,
  startStripeSite,
} from "./stripe-site.ts";

afterEach(closeStripeSites);

const call = () => ({ signal: AbortSignal.timeout(10_000) });

/** Signs up a user who becomes a customer. */
async function buyer(site: StripeSite, email = "ann@example.com") {
  const own = site.browser();
  const { user } = (await own.signUp(email)).body;
  const headers = new Headers({ cookie: [...own.cookies].map(([name, value]) => `${name}=${value}`).join("; ") });
  const { id: customerId } = await site.provider.ensureCustomer({ externalId: user.id, email, name: "Ann" }, call());
  const { auth, platform, provider } = site;
  const buy = async (productId: string, more: object = {}) => {
    const plan = { productId, priceId: null };
    const { url } = await provider.createCheckout({ ...newCheckout(customerId), plans: [plan], ...more }, call());
    const response = await payAt(url ?? "");
    await platform.settled();
    return response;
  };
  return {
    ...{ user, customerId, headers, buy },
    has: (benefit: string) => auth.api.hasBenefit({ headers, query: { benefit } }),
    orders: async () => (await auth.api.listOrders({ headers })).orders,
    subscriptions: async () => (await auth.api.listSubscriptions({ headers })).subscriptions,
  };
}

function newCheckout(customerId: string | null) {
  return {
    ...{ customerId, customerEmail: null, seats: null, trial: "product" as const, discountId: null },
    ...{ allowDiscountCodes: true, successUrl: "https://app.test/thanks?id={CHECKOUT_ID}", returnUrl: null },
    ...{ embedOrigin: null, locale: null, answers: {}, metadata: { reference_id: "r" } },
  };
}

async function settle({ platform }: StripeSite): Promise<void> {
  await platform.settled();
  expect(platform.deliveries().filter(({ state }) => state !== "delivered")).toEqual([]);
}

describe("with Stripe's SDK, over HTTP", { timeout: 60_000 }, () => {
  test("buy, renew, fail to pay, and recover", async () => {
    const site = await startStripeSite();
    const { control, products } = site.platform;
    const ann = await buyer(site);
    const studio = products.studio ?? "";

    const paid = await ann.buy(studio);
    expect(paid.headers.get("location")).toMatch(/^https:\/\/app\.test\/thanks\?id=cs_test_/);
    await settle(site);
    const [bought] = await ann.subscriptions();
    const subscriptionId = bought?.id ?? "";
    expect(bought).toMatchObject({
      status: "active",
      isActive: true,
      product: { id: studio, name: "Studio" },
      amount: 2900,
    });
    expect(await ann.orders()).toMatchObject([
      { status: "paid", billingReason: "subscription_create", netAmount: 2900, taxAmount: 580, totalAmount: 3480 },
    ]);
    expect([await ann.has("pro"), await ann.has("frames")]).toEqual([true, false]);

    control.endPeriod(subscriptionId);
    await settle(site);
    const [renewed] = await ann.subscriptions();
    expect(renewed?.currentPeriodEnd?.getTime()).toBeGreaterThan(bought?.currentPeriodEnd?.getTime() ?? Infinity);
    expect(await ann.orders()).toHaveLength(2);

    control.declineCard(ann.customerId);
    control.endPeriod(subscriptionId);
    await settle(site);
    expect(await ann.subscriptions()).toMatchObject([{ status: "past_due", isActive: false }]);
    expect((await ann.orders()).filter(({ status }) => status === "pending")).toHaveLength(1);
    expect(await ann.has("pro")).toBe(false);
    control.recoverPayment(subscriptionId);
    await settle(site);
    expect(await ann.subscriptions()).toMatchObject([{ status: "active" }]);
    expect((await ann.orders()).filter(({ status }) => status === "pending")).toEqual([]);
    expect(await ann.has("pro")).toBe(true);
  });

  test("change the plan now and at the end of the period, and undo that", async () => {
    const site = await startStripeSite();
    const { platform, provider } = site;
    const { control, products, yearlyPrices } = platform;
    const ann = await buyer(site);
    const [studio = "", solo = ""] = [products.studio, products.solo];
    await ann.buy(studio);
    const [bought] = await ann.subscriptions();
    const subscriptionId = bought?.id ?? "";
    const yearly = { productId: solo, priceId: yearlyPrices.solo ?? "" };
    const change = { subscriptionId, plan: yearly, seats: null, timing: "now" } as const;
    const preview = await provider.previewChange(change, call());
    expect(preview).toMatchObject({ nextAmount: 10_800, recurringInterval: "year", isEstimate: false });
    await provider.changeSubscription(change, call());
    await settle(site);
    const [changed] = await ann.subscriptions();
    expect(changed).toMatchObject({ product: { id: solo }, amount: 9000, recurringInterval: "year" });
    const [settled] = (await ann.orders()).filter(({ billingReason }) => billingReason === "subscription_update");
    // A second can pass between the preview and the change.
    expect(Math.abs((settled?.totalAmount ?? 0) - (preview.dueNow ?? 0))).toBeLessThanOrEqual(2);
    expect(settled?.items).toMatchObject([{ isProration: true }, { isProration: true }]);

    const later = {
      subscriptionId,
      plan: { productId: studio, priceId: null },
      seats: null,
      timing: "periodEnd",
    } as const;
    await provider.changeSubscription(later, call());
    await settle(site);
    expect(await ann.subscriptions()).toMatchObject([
      { product: { id: solo }, scheduledChange: { product: { id: studio } } },
    ]);
    await provider.undoScheduledChange(subscriptionId, call());
    await settle(site);
    expect(await ann.subscriptions()).toMatchObject([{ product: { id: solo }, scheduledChange: null }]);
    await provider.changeSubscription(later, call());
    control.endPeriod(subscriptionId);
    await settle(site);
    expect(await ann.subscriptions()).toMatchObject([{ product: { id: studio }, recurringInterval: "month" }]);
  });

  test("cancel, resume, refund, and dispute, and receive everything again", async () => {
    const site = await startStripeSite();
    const { platform, provider } = site;
    const { control, products } = platform;
    const ann = await buyer(site);
    await ann.buy(products.studio ?? "");
    const [bought] = await ann.subscriptions();
    const subscriptionId = bought?.id ?? "";
    control.endPeriod(subscriptionId);
    const cancellation = { subscriptionId, when: "periodEnd", reason: "too_expensive", comment: "sorry" } as const;
    await provider.cancelSubscription(cancellation, call());
    await settle(site);
    expect(await ann.subscriptions()).toMatchObject([
      { status: "active", cancelAtPeriodEnd: true, cancellationReason: "too_expensive" },
    ]);
    await provider.resumeSubscription(subscriptionId, call());
    await settle(site);
    expect(await ann.subscriptions()).toMatchObject([{ cancelAtPeriodEnd: false, endsAt: null }]);
    await provider.cancelSubscription(cancellation, call());
    control.endPeriod(subscriptionId);
    await settle(site);
    expect(await ann.subscriptions()).toMatchObject([{ status: "canceled", isActive: false }]);
    expect(await ann.has("pro")).toBe(false);

    const [first, second] = (await ann.orders()).filter(({ totalAmount }) => totalAmount === 3480);
    const order = async (id = "") => (await ann.orders()).find((one) => one.id === id);
    control.refund(first?.id ?? "", 1200);
    await settle(site);
    expect(await order(first?.id)).toMatchObject({
      status: "partially_refunded",
      refundedAmount: 1000,
      refundedTaxAmount: 200,
    });
    const pending = control.refund(first?.id ?? "", undefined, "pending");
    await settle(site);
    expect(await order(first?.id)).toMatchObject({ status: "partially_refunded" });
    control.updateRefund(pending, "succeeded");
    await settle(site);
    expect(await order(first?.id)).toMatchObject({ status: "refunded", refundedAmount: 2900, refundedTaxAmount: 580 });
    control.updateRefund(pending, "failed");
    await settle(site);
    expect(await order(first?.id)).toMatchObject({ status: "partially_refunded" });

    const dispute = control.dispute(second?.id ?? "");
    await settle(site);
    expect(await order(second?.id)).toMatchObject({
      status: "paid",
      refunds: [{ reason: "dispute", status: "pending" }],
    });
    control.closeDispute(dispute, "lost");
    await settle(site);
    expect(await order(second?.id)).toMatchObject({ status: "refunded", refunds: [{ status: "succeeded" }] });

    // Sending all events again in another order changes nothing.
    const mirror = await readStripeMirror(site);
    for (const { id } of [...platform.deliveries()].reverse()) platform.redeliver(id);
    await settle(site);
    expect(await readStripeMirror(site)).toEqual(mirror);
  });

  test("a user buys, changes the plan, cancels, and resumes with the app's own calls", async () => {
    const site = await startStripeSite();
    const { products, yearlyPrices } = site.platform;
    const ann = site.browser();
    await ann.signUp("ann@example.com");
    const shown = (await ann.get<any>("/billing/products")).body;
    const names = shown.map(({ name }: { readonly name: string }) => name);
    expect(names.sort()).toEqual(["Render farm", "Solo", "Studio", "The Lighting Guide"]);
    const body = { productIds: [products.solo], successUrl: "/thanks" };
    const { url } = (await ann.post<{ url: string }>("/billing/checkout", body)).body;
    expect((await payAt(url)).headers.get("location")).toBe(`${site.url}/thanks`);
    await settle(site);
    const subscription = async () => (await ann.get<any>("/billing/subscriptions")).body.subscriptions[0];
    const { id: subscriptionId } = await subscription();

    const change = { subscriptionId, productId: products.studio, priceId: yearlyPrices.studio, timing: "now" };
    const preview = await ann.post<any>("/billing/preview-change", change);
    expect(preview.body).toMatchObject({ timing: "now", recurringInterval: "year", nextAmount: 34_800 });
    expect((await ann.post("/billing/change-plan", change)).status).toBe(200);
    // The change is visible before the webhook arrives.
    expect(await subscription()).toMatchObject({ product: { id: products.studio }, amount: 29_000 });
    expect((await ann.post("/billing/cancel-subscription", { subscriptionId })).status).toBe(200);
    expect(await subscription()).toMatchObject({ cancelAtPeriodEnd: true });
    expect((await ann.post("/billing/resume-subscription", { subscriptionId })).status).toBe(200);
    const { url: portal } = (await ann.post<{ url: string }>("/billing/portal")).body;
    expect(await (await fetch(portal)).text()).toContain("Studio");
    await settle(site);
    expect(await subscription()).toMatchObject({ status: "active", cancelAtPeriodEnd: false });
  });

  test("a sync restores lost data, and events from before the endpoint existed aren't needed", async () => {
    const site = await startStripeSite();
    const { platform, provider } = site;
    const ann = await buyer(site);
    await ann.buy(platform.products.studio ?? "");
    await ann.buy(platform.products.guide ?? "");
    const mirror = await readStripeMirror(site);
    const fresh = await startStripeApp(site.client, site.url);
    for (const resource of provider.syncResources) {
      let cursor: string | null = null;
      do {
        const page = await provider.listPage({ resource, cursor }, call());
        const snapshots = page.entities as { type: never; data: unknown }[];
        if (snapshots.length > 0) await fresh.auth.api.reconcileBilling({ body: { snapshots } });
        cursor = page.next;
      } while (cursor !== null);
    }
    // By then, checkouts have expired. Unused discounts have no events.
    const { Checkout: _, Discount: __, ...received } = mirror;
    expect(await readStripeMirror(fresh)).toMatchObject(received);
  });

  test("trials, discounts, embedded checkouts, guests, and one-time purchases", async () => {
    const site = await startStripeSite();
    const { platform, provider } = site;
    const ann = await buyer(site);
    await ann.buy(platform.products.solo ?? "", { trial: { days: 14 }, seats: 3 });
    await settle(site);
    expect(await ann.subscriptions()).toMatchObject([{ status: "trialing", isActive: true, seats: 3, amount: 2700 }]);
    const [trial] = await ann.subscriptions();
    platform.control.announceTrialEnd(trial?.id ?? "");
    platform.control.endPeriod(trial?.id ?? "");
    await settle(site);
    expect(await ann.subscriptions()).toMatchObject([{ status: "active" }]);

    const bob = await buyer(site, "bob@example.com");
    await bob.buy(platform.products.studio ?? "", { discountId: platform.discounts.WELCOME ?? "" });
    expect(await bob.orders()).toMatchObject([
      { subtotalAmount: 2900, discountAmount: 1450, netAmount: 1450, totalAmount: 1740 },
    ]);

    await bob.buy(platform.products.guide ?? "");
    const [guide] = (await bob.orders()).filter(({ subscriptionId }) => subscriptionId === null);
    expect(guide).toMatchObject({
      status: "paid",
      billingReason: "purchase",
      product: { id: platform.products.guide },
    });

    const plans = [{ productId: platform.products.solo ?? "", priceId: null }];
    const embed = { ...newCheckout(null), plans, embedOrigin: "https://app.test", customerEmail: "eve@example.com" };
    const embedded = await provider.createCheckout({ ...embed, locale: "de-AT" }, call());
    expect(embedded).toMatchObject({ url: null, clientSecret: expect.stringMatching(/_secret_/) });
    const guest = await provider.createCheckout({ ...embed, embedOrigin: null }, call());
    await payAt(guest.url ?? "");
    await settle(site);
    const { Customer: customers } = await readStripeMirror(site);
    expect(customers).toContainEqual(expect.objectContaining({ email: "eve@example.com", externalId: null }));
  });
});
