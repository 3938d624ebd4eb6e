import Stripe from "stripe";
import { expect, test } from "vitest";
import { createStripeCore } from "../src/stripe/core.ts";
import { type Mirror, scriptOf } from "./stripe-script.ts";
import { readStripeMirror, startStripeApp, stripeSecret } from "./stripe-site.ts";

const now = new Date("2026-11-01T12:00:00.000Z");

interface Sent {
  readonly type: string;
  readonly body: string;
  readonly id: string;
}

/** The fake Stripe and the events that it sent. The test delivers them. */
function startStripe() {
  const sent: Sent[] = [];
  const send = (type: string, body: string, id: string) => void sent.push({ type, body, id });
  const core = createStripeCore({ url: "http://stripe.test", now: () => now, send });
  core.sendCatalogEvents();
  return { core, sent, script: scriptOf(core) };
}

/** Starts an app for that seller, and records the IDs of the events that its handler receives. */
async function startApp({ core }: ReturnType<typeof startStripe>) {
  const handled: string[] = [];
  const httpClient = Stripe.createFetchHttpClient(core.fetch);
  const client = new Stripe(core.apiKey, { httpClient, host: "stripe.test", protocol: "http", maxNetworkRetries: 0 });
  const onEvent = (_: object, { id }: { readonly id: string }) => void handled.push(id);
  const app = await startStripeApp(client, "http://app.test", () => now, { webhooks: { onEvent } });
  const deliver = async (...events: readonly Sent[]): Promise<void> => {
    for (const { body } of events) {
      const timestamp = now.getTime() / 1000;
      const header = client.webhooks.generateTestHeaderString({ payload: body, secret: stripeSecret, timestamp });
      const headers = { "content-type": "application/json", "stripe-signature": header };
      const request = new Request("http://app.test/api/auth/billing/webhooks", { method: "POST", body, headers });
      const response = await app.auth.handler(request);
      // If an event is delivered twice at the same time, the second response can be a 503 while the first one is still
      // running.
      if (response.status !== 503) expect([response.status, await response.text()]).toEqual([200, '{"received":true}']);
    }
  };
  return { deliver, handled, mirror: (): Promise<Mirror> => readStripeMirror(app) };
}

const all = startStripe().script.flatMap(({ shows }, at) =>
  Object.keys(shows).map((type) => ({ type, at, step: `${at + 1}` })),
);

test("every kind of event that the app needs is covered", () => {
  const subscriptions = ["created", "updated", "deleted", "paused", "resumed", "trial_will_end"];
  const types = new Set(all.map(({ type }) => type));
  for (const name of subscriptions) expect(types).toContain(`customer.subscription.${name}`);
  for (const name of ["completed", "expired"]) expect(types).toContain(`checkout.session.${name}`);
  for (const name of ["invoice.paid", "invoice.payment_failed", "charge.refunded"]) expect(types).toContain(name);
  for (const name of ["created", "updated", "failed"]) expect(types).toContain(`refund.${name}`);
  for (const name of ["created", "closed"]) expect(types).toContain(`charge.dispute.${name}`);
  expect(types).toContain("entitlements.active_entitlement_summary.updated");
});

test.each(all)(
  "$type alone, twice, late, and out of order, in step $step",
  { timeout: 60_000 },
  async ({ type, at }) => {
    const stripe = startStripe();
    const { script, sent } = stripe;
    const app = await startApp(stripe);
    for (const step of script.slice(0, at)) step.act();
    await app.deliver(...sent);
    const shows = script[at]?.shows[type];
    expect(type === "customer.subscription.trial_will_end" || !shows?.(await app.mirror())).toBe(true);

    const before = sent.length;
    script[at]?.act();
    const own = sent.slice(before);
    const event = own.findLast((one) => one.type === type) as Sent;
    // The event is delivered without the others, twice at the same time.
    await Promise.all([app.deliver(event), app.deliver(event)]);
    const changed = await app.mirror();
    expect(shows?.(changed)).toBe(true);
    await app.deliver(event);
    expect(await app.mirror()).toEqual(changed);

    // Later events arrive first, from newest to oldest, and the event itself arrives again at the end.
    for (const step of script.slice(at + 1)) step.act();
    await app.deliver(
      ...sent
        .slice(before)
        .filter((one) => one !== event)
        .reverse(),
      event,
    );
    const late = await startApp(stripe);
    await late.deliver(...sent.filter((one) => one !== event), event, event);
    const orderly = await startApp(stripe);
    await orderly.deliver(...sent);
    expect(await app.mirror()).toEqual(await orderly.mirror());
    expect(await late.mirror()).toEqual(await orderly.mirror());
    for (const one of [app, late]) expect([...one.handled].sort()).toEqual(sent.map(({ id }) => id).sort());
  },
);
