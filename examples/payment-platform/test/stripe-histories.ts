/** Random histories of a seller at the fake Stripe. Their events arrive twice, late, and out of order. */

import Stripe from "stripe";
import { createCustomer, openSession, paySession } from "../src/stripe/checkouts.ts";
import { controlOf, type StripeControl } from "../src/stripe/control.ts";
import { createStripeCore, type StripeCore } from "../src/stripe/core.ts";
import { StripeApiError } from "../src/stripe/errors.ts";
import { change, type StripePlatform } from "../src/stripe/state.ts";
import { changeItems } from "../src/stripe/subscriptions.ts";
import { readStripeMirror, startStripeApp, stripeSecret } from "./stripe-site.ts";

/** An event that was sent. */
interface Sent {
  readonly type: string;
  readonly body: string;
}

const start = new Date("2026-11-01T12:00:00.000Z");

/** Returns a generator of numbers from 0 to 1. The same seed gives the same numbers. */
function randomOf(seed: number): () => number {
  let state = seed * 2_654_435_761 + 1;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Action = (platform: StripePlatform, control: StripeControl, pick: <T>(list: Iterable<T>) => T | undefined) => void;

const actions: readonly Action[] = [
  (platform) => void createCustomer(platform, { email: "a@example.com", name: null, metadata: { latchkey_id: "u" } }),
  (platform, _, pick) => {
    const customer = pick(platform.state.customers.values());
    if (!customer || customer.deleted) return;
    const name = `Name ${platform.clock.stamp()}`;
    change(platform, platform.state.customers, customer, { name }, "customer.updated");
  },
  buy,
  buy,
  buy,
  (platform, control, pick) => {
    const one = pick([...platform.state.subscriptions.values()].filter(isRunning));
    if (one) control.endPeriod(one.id);
  },
  (platform, control, pick) => {
    const one = pick([...platform.state.subscriptions.values()].filter(({ status }) => status === "trialing"));
    if (one) control.announceTrialEnd(one.id);
  },
  (platform, control, pick) => {
    const one = pick([...platform.state.subscriptions.values()].filter(({ status }) => status === "trialing"));
    if (one) control.pauseAfterTrial(one.id);
  },
  (platform, control, pick) => {
    const one = pick([...platform.state.subscriptions.values()].filter(({ status }) => status === "paused"));
    if (one) control.resumeAfterPause(one.id);
  },
  (platform, control, pick) => {
    const one = pick(platform.state.customers.values());
    if (one) control.declineCard(one.id);
  },
  (platform, control, pick) => {
    const one = pick([...platform.state.subscriptions.values()].filter(({ status }) => status === "past_due"));
    if (one) control.recoverPayment(one.id);
  },
  (platform, _, pick) => {
    const { state } = platform;
    const one = pick([...state.subscriptions.values()].filter(({ ended_at }) => ended_at === null));
    const [item] = one?.items.data ?? [];
    const price = pick([...state.prices.values()].filter(({ recurring }) => recurring?.usage_type === "licensed"));
    if (!one || !item || !price) return;
    const changes = [{ id: item.id, price: price.id, quantity: null, isDeleted: false }];
    changeItems(platform, one, changes, "always_invoice");
  },
  (platform, _, pick) => {
    const { state } = platform;
    const one = pick([...state.subscriptions.values()].filter(({ ended_at }) => ended_at === null));
    if (!one) return;
    const isCanceled = !one.cancel_at_period_end;
    change(platform, state.subscriptions, one, { cancel_at_period_end: isCanceled }, "customer.subscription.updated");
  },
  (platform, control, pick) => {
    const paid = pick([...platform.state.invoices.values()].filter(({ payments }) => payments.data.length > 0));
    if (paid) control.refund(paid.id, 100, Math.abs(paid.total) % 2 === 0 ? "pending" : "succeeded");
  },
  (platform, control, pick) => {
    const refund = pick([...platform.state.refunds.values()].filter(({ status }) => status === "pending"));
    if (refund) control.updateRefund(refund.id, pick(["failed", "succeeded"] as const) ?? "failed");
  },
  (platform, control, pick) => {
    const paid = pick([...platform.state.invoices.values()].filter(({ payments }) => payments.data.length > 0));
    if (paid) control.dispute(paid.id);
  },
  (platform, control, pick) => {
    const dispute = pick([...platform.state.disputes.values()].filter(({ status }) => status === "needs_response"));
    if (dispute) control.closeDispute(dispute.id, pick(["won", "lost"] as const) ?? "won");
  },
];

/** Whether a subscription still renews. */
function isRunning({ ended_at, status }: { readonly ended_at: number | null; readonly status: string }): boolean {
  return ended_at === null && status !== "paused";
}

function buy(platform: StripePlatform, _: StripeControl, pick: <T>(list: Iterable<T>) => T | undefined): void {
  const { state } = platform;
  const customer = pick([...state.customers.values()].filter(({ deleted }) => !deleted));
  const price = pick([...state.prices.values()].filter(({ recurring }) => recurring?.usage_type !== "metered"));
  if (!customer || !price) return;
  const mode = price.recurring === null ? "payment" : "subscription";
  const line_items = [{ price: price.id, quantity: "1" }];
  const trial = pick(["0", "14"]) ?? "0";
  const trialed = mode === "payment" ? {} : { subscription_data: { trial_period_days: trial } };
  const wanted = { mode, customer: customer.id, line_items, success_url: "https://app.test/", ...trialed };
  const session = openSession(platform, wanted);
  paySession(platform, session, null);
}

interface HistoryEnd {
  readonly messy: object;
  readonly orderly: object;
  /** The types of the sent events. */
  readonly types: readonly string[];
}

/** Returns two apps' final states. One app gets events late, repeated, and unordered, the other once and in order. */
export async function runHistory(seed: number): Promise<HistoryEnd> {
  const random = randomOf(seed);
  const pick = <T>(list: Iterable<T>): T | undefined => {
    const all = [...list];
    return all[Math.floor(random() * all.length)];
  };
  const sent: Sent[] = [];
  // In half of the histories, everything happens in the same second.
  let now = start.getTime();
  const step = seed % 2 === 0 ? 0 : 700;
  const core = createStripeCore({
    url: "http://stripe.test",
    now: () => new Date(now),
    send: (type, body) => void sent.push({ type, body }),
  });
  core.sendCatalogEvents();
  const control = controlOf(core.platform, () => undefined);
  const messy = await startApp(core);
  let undelivered: Sent[] = [];
  let known = 0;
  for (let turn = 0; turn < 32; turn++) {
    now += step;
    tryAction(() => (pick(actions) as Action)(core.platform, control, pick));
    undelivered.push(...sent.slice(known));
    known = sent.length;
    const arriving = undelivered.filter(() => random() < 0.3).sort(() => random() - 0.5);
    await deliver(messy, arriving, random);
    // Some events arrive again later.
    undelivered = undelivered.filter((one) => !arriving.includes(one) || random() < 0.2);
  }
  await deliver(
    messy,
    undelivered.sort(() => random() - 0.5),
    random,
  );
  const orderly = await startApp(core);
  await deliver(orderly, sent, () => 1);
  const [one, other] = [await readStripeMirror(messy), await readStripeMirror(orderly)];
  return { messy: one, orderly: other, types: sent.map(({ type }) => type) };
}

/** Ignores actions that the current state doesn't allow. */
function tryAction(action: () => void): void {
  try {
    action();
  } catch (error) {
    if (!(error instanceof StripeApiError)) throw error;
  }
}

function startApp(core: StripeCore) {
  const httpClient = Stripe.createFetchHttpClient(core.fetch);
  const client = new Stripe(core.apiKey, { httpClient, host: "stripe.test", protocol: "http", maxNetworkRetries: 0 });
  return startStripeApp(client, "http://app.test", () => start);
}

type App = Awaited<ReturnType<typeof startApp>>;

async function deliver({ auth, client }: App, events: readonly Sent[], random: () => number): Promise<void> {
  const post = async ({ body }: Sent): Promise<void> => {
    const timestamp = start.getTime() / 1000;
    const header = client.webhooks.generateTestHeaderString({ payload: body, secret: stripeSecret, timestamp });
    const headers = { "content-type": "application/json", "stripe-signature": header };
    const request = new Request("http://app.test/api/auth/billing/webhooks", { method: "POST", body, headers });
    const response = await auth.handler(request);
    if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
  };
  for (const event of events) await Promise.all(random() < 0.2 ? [post(event), post(event)] : [post(event)]);
}
