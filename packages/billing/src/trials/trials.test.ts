import { describe, expect, test } from "vitest";
import { startBilling } from "../../test/app.ts";
import { fixture } from "../../test/platform.ts";
import { fakeProvider } from "../../test/provider.ts";
import { purchase } from "../../test/purchase.ts";
import { ProviderError } from "../provider/error.ts";

/** A plan without questions to the buyer. */
function planOf(id: string) {
  const plan = fixture("product.created-metered");
  return { ...plan, data: { ...plan.data, id, attached_custom_fields: [] } };
}

async function start() {
  const provider = fakeProvider();
  let count = 0;
  provider.createCheckout.mockImplementation(async () => {
    const id = `checkout-${++count}`;
    return {
      id,
      url: `https://buy.test/${id}`,
      clientSecret: null,
      expiresAt: new Date(app.clock.now().getTime() + 3_600_000),
    };
  });
  const plan = planOf("plan-id");
  const other = planOf("other-id");
  const ids = { plan: plan.data.id, other: other.data.id };
  const app = await startBilling({
    provider,
    checkout: { products: ids, trialDays: { plan: 14, other: 7 } },
    organizationAccess: () => true,
  });
  await app.send(plan);
  await app.send(other);
  const ann = app.browser();
  const { user } = (await ann.signUp("ann@example.com")).body;
  const buy = async (body: object = {}) =>
    (await ann.post<any>("/billing/checkout", { productIds: ["plan"], ...body })).body;
  const trials = () => provider.createCheckout.mock.calls.map(([{ trial }]) => trial);
  return { ...app, provider, ann, user, buy, trials, ids };
}

describe("a trial", () => {
  test("is offered by one open checkout at a time, which is opened again if the same checkout is requested", async () => {
    const { buy, trials, clock } = await start();
    const first = await buy();
    expect((await buy()).url).toBe(first.url);
    expect(trials()).toEqual([{ days: 14 }]);
    await buy({ productIds: ["other"] });
    expect(trials()).toEqual([{ days: 14 }, "none"]);
    // The checkout can no longer be paid, and its events had time to arrive.
    clock.advance(7201);
    await buy({ productIds: ["other"] });
    expect(trials().at(-1)).toEqual({ days: 7 });
  });

  test("is available again as soon as the checkout that offered it expires", async () => {
    const { buy, trials, send } = await start();
    await buy();
    const expired = { ...fixture("checkout.created-fixed").data, id: "checkout-1", status: "expired" };
    await send({ type: "checkout.updated", data: expired });
    await buy({ productIds: ["other"] });
    expect(trials()).toEqual([{ days: 14 }, { days: 7 }]);
  });

  test("is released if the checkout can't be opened", async () => {
    const { buy, trials, provider } = await start();
    provider.createCheckout.mockRejectedValueOnce(new ProviderError("failed", "down"));
    expect((await buy()).code).toBe("BILLING_PROVIDER_FAILED");
    await buy();
    expect(trials()).toEqual([{ days: 14 }, { days: 14 }]);
  });

  test("is given once to a user, and once to an organization", async () => {
    const { buy, trials, send, user } = await start();
    for (const [name, reference] of [
      ["a", user.id],
      ["b", "org_acme"],
    ] as const) {
      const bought = purchase(reference, name);
      const [customer, subscription] = bought.events;
      await send(customer as never);
      const trial_end = "2025-01-01T00:00:00Z";
      await send({ type: "subscription.updated", data: { ...subscription?.data, trial_end, status: "canceled" } });
    }
    await buy();
    await buy({ referenceId: "acme" });
    await buy({ referenceId: "globex" });
    expect(trials()).toEqual(["none", "none", { days: 14 }]);
  });

  test("is offered by only one of several concurrent checkouts", async () => {
    const { buy, trials } = await start();
    await Promise.all(["de", "fr", "it", "es", "ja"].map((locale) => buy({ locale })));
    expect(trials().filter((trial) => trial !== "none")).toHaveLength(1);
  });

  test("can't have a fraction of a day", async () => {
    await expect(startBilling({ checkout: { trialDays: { plan: 1.5 } } })).rejects.toThrow(
      "billing.checkout.trialDays.plan",
    );
  });
});

test("guests can buy only if the option is on, with the email that they enter, and can't set values that only the server sets", async () => {
  const provider = fakeProvider();
  const app = await startBilling({ provider, checkout: { guests: true } });
  const plan = planOf("plan-id");
  await app.send(plan);
  const body = { productIds: [plan.data.id], email: "eve@example.com", metadata: { reference_id: "x", campaign: "y" } };
  const { status, body: page } = await app.browser().post("/billing/guest-checkout", body);
  expect([status, page]).toEqual([200, { url: "https://buy.test/checkout", clientSecret: null, redirect: true }]);
  expect(provider.createCheckout.mock.lastCall?.[0]).toMatchObject({
    customerId: null,
    customerEmail: "eve@example.com",
    trial: "none",
    metadata: { campaign: "y" },
  });
  const evil = { ...body, returnUrl: "https://evil.test" };
  expect((await app.browser().post("/billing/guest-checkout", evil)).body.code).toBe("INVALID_CALLBACK_URL");
  const without = await startBilling({ provider });
  expect((await without.browser().post("/billing/guest-checkout", body)).status).toBe(404);
});

test("REDIR-01: only trusted origins can embed a checkout, which gets its language and metadata", async () => {
  const { ann, provider, ids } = await start();
  const options = { productIds: ["plan"], locale: "pt-BR", returnUrl: "/pricing", metadata: { campaign: "spring" } };
  for (const field of ["embedOrigin", "returnUrl", "successUrl"]) {
    const reply = await ann.post("/billing/checkout", { ...options, [field]: "https://evil.test" });
    expect([field, reply.body.code]).toEqual([field, "INVALID_CALLBACK_URL"]);
  }
  const embedded = await ann.post<any>("/billing/checkout", { ...options, embedOrigin: "http://app.test" });
  expect(embedded.body).toMatchObject({ redirect: false, url: expect.any(String) });
  expect(provider.createCheckout.mock.lastCall?.[0]).toMatchObject({
    plans: [{ productId: ids.plan, priceId: null }],
    locale: "pt-BR",
    returnUrl: "http://app.test/pricing",
    embedOrigin: "http://app.test",
    metadata: { campaign: "spring" },
  });
  expect((await ann.post("/billing/checkout", { ...options, priceId: "unknown" })).body.code).toBe("PRODUCT_NOT_FOUND");
});

test("a configured product that no event has described is read from the provider once", async () => {
  const provider = fakeProvider();
  const { data } = fixture("product.created-one-time");
  provider.fetchEntity.mockImplementation(async () => [{ type: "product.updated", data }]);
  const app = await startBilling({ provider, checkout: { products: { book: data.id } } });
  const ann = app.browser();
  await ann.signUp("ann@example.com");
  for (const _ of [1, 2]) expect((await ann.post("/billing/checkout", { productIds: ["book"] })).status).toBe(200);
  expect(provider.fetchEntity).toHaveBeenCalledTimes(1);
  expect((await ann.post("/billing/checkout", { productIds: ["unknown"] })).body.code).toBe("PRODUCT_NOT_FOUND");
  expect(provider.fetchEntity).toHaveBeenCalledTimes(1);
});
