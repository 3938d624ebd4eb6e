/** Tests what happens to a deleted user's or organization's subscription, with each provider's SDK over HTTP. */

import { type TestBrowser, testPassword } from "@latchkey/test-kit";
import { afterEach, describe, expect, test, vi } from "vitest";
import { closeSites, organizationBilling, startSite, submit } from "./site.ts";
import { closeStripeSites, startStripeSite } from "./stripe-site.ts";

type OnDelete = "cancelNow" | "cancelAtPeriodEnd";

/** The state of a subscription at the provider. */
interface Running {
  readonly hasEnded: boolean;
  readonly cancelAtPeriodEnd: boolean;
}

const platforms = [
  {
    name: "Polar",
    async start(onDelete: OnDelete) {
      const site = await startSite({ onDelete });
      const read = async (): Promise<Running[]> => {
        const state = await (await fetch(`${site.platform.url}/control/state`)).json();
        return state.subscriptions.map((one: { ended_at: string | null; cancel_at_period_end: boolean }) => ({
          hasEnded: one.ended_at !== null,
          cancelAtPeriodEnd: one.cancel_at_period_end,
        }));
      };
      return { ...site, read, settled: () => site.platform.settled() };
    },
  },
  {
    name: "Stripe",
    async start(onDelete: OnDelete) {
      const checkout = { products: { studio: "prod_studio" } };
      const site = await startStripeSite({ onDelete, checkout, ...organizationBilling });
      const read = async (): Promise<Running[]> =>
        [...site.platform.state.subscriptions.values()].map(({ ended_at, cancel_at_period_end }) => ({
          hasEnded: ended_at !== null,
          cancelAtPeriodEnd: cancel_at_period_end,
        }));
      return { ...site, read, settled: () => site.platform.settled() };
    },
  },
];

afterEach(async () => {
  await closeSites();
  await closeStripeSites();
});

type DeletionSite = Awaited<ReturnType<(typeof platforms)[number]["start"]>>;

/** Buys a plan for the user or the organization. */
async function subscribe(site: DeletionSite, browser: TestBrowser, owner: object): Promise<void> {
  const body = { productIds: ["studio"], successUrl: "/thanks", ...owner };
  const { url } = (await browser.post<{ url: string }>("/billing/checkout", body)).body;
  expect((await submit(url, { action: "pay", card: "good" })).status).toBe(303);
  await site.settled();
  expect(await site.read()).toEqual([{ hasEnded: false, cancelAtPeriodEnd: false }]);
}

const cases = platforms.flatMap((platform) =>
  (["cancelNow", "cancelAtPeriodEnd"] as const).map((onDelete) => ({ ...platform, onDelete })),
);

describe.each(cases)("on $name, $onDelete", { timeout: 30_000 }, ({ onDelete, start }) => {
  const canceled =
    onDelete === "cancelNow"
      ? expect.objectContaining({ hasEnded: true })
      : { hasEnded: false, cancelAtPeriodEnd: true };

  /** The outbox cancels the subscription in the background. Its webhooks arrive after the app has deleted the owner. */
  async function expectCanceled(site: DeletionSite): Promise<void> {
    await vi.waitFor(async () => expect(await site.read()).toEqual([canceled]), { timeout: 15_000 });
    await site.settled();
    const table = { name: "billingSubscription", columns: {} } as never;
    const rows: object[] = await site.auth.$context.db.findMany(table, { limit: 10 } as never);
    expect(rows).toMatchObject([
      onDelete === "cancelNow" ? { status: "canceled" } : { status: "active", cancelAtPeriodEnd: true },
    ]);
    expect(site.platform.deliveries().filter(({ state }) => state !== "delivered")).toEqual([]);
  }

  test("deleting a user cancels the user's subscription", async () => {
    const site = await start(onDelete);
    const ann = site.browser();
    await ann.signUp("ann@example.com");
    await subscribe(site, ann, {});
    expect((await ann.post("/delete-user", { password: testPassword })).status).toBe(200);
    await expectCanceled(site);
  });

  test("deleting an organization cancels the organization's subscription", async () => {
    const site = await start(onDelete);
    const ann = site.browser();
    await ann.signUp("ann@example.com");
    const { id } = (await ann.post<any>("/organization/create", { name: "Acme", slug: "acme" })).body;
    await subscribe(site, ann, { referenceId: id });
    expect((await ann.post("/organization/delete", { organizationId: id })).status).toBe(200);
    await expectCanceled(site);
  });
});
