/** Guarantees of trials, seats, and syncs under concurrent requests, on all available databases. */

import { organization } from "@latchkey/organization";
import { databases } from "@latchkey/test-kit/databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBilling } from "../test/app.ts";
import { fixture, secret } from "../test/platform.ts";
import { fakeProvider } from "../test/provider.ts";
import { purchase } from "../test/purchase.ts";
import { billing } from "./plugin.ts";

const callers = 10;

describe.each(databases)("ten concurrent requests on $name", ({ open }) => {
  let app: Awaited<ReturnType<typeof startBilling>>;
  let close: () => Promise<void>;
  const provider = fakeProvider();
  const plan = fixture("product.created-metered");
  Object.assign(plan.data, { id: "plan-id", attached_custom_fields: [] });
  beforeAll(async () => {
    const opened = await open();
    close = opened.close;
    const options = { provider: { ...provider, syncResources: ["products"] }, seats: { mode: "fixed" } } as const;
    const checkout = { products: { plan: "plan-id" }, trialDays: { plan: 14 } };
    const plugins = [billing({ secret, ...options, checkout }), organization()];
    app = await startBilling({}, { plugins, database: opened.database });
    await app.send(plan);
  });
  afterAll(() => close());

  test("offer the trial in only one checkout", async () => {
    const ann = app.browser();
    await ann.signUp("ann@example.com");
    await ann.post("/billing/portal");
    const locales = ["de", "fr", "it", "es", "ja", "ar", "pt", "zh", "nl", "pl"];
    const replies = await Promise.all(
      locales.map((locale) => ann.post("/billing/checkout", { productIds: ["plan"], locale })),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    const trials = provider.createCheckout.mock.calls.map(([{ trial }]) => trial);
    expect(trials.filter((trial) => trial !== "none")).toHaveLength(1);
  });

  test("create only as many invitations as there are free seats", async () => {
    const bob = app.browser();
    await bob.signUp("bob@example.com");
    const { id } = (await bob.post<any>("/organization/create", { name: "Acme", slug: "acme" })).body;
    const [customer, event] = purchase(`org_${id}`).events;
    await app.send(customer as never);
    const active = { status: "active", cancel_at_period_end: false, ended_at: null };
    await app.send({ type: "subscription.updated", data: { ...event?.data, ...active, seats: 4 } });
    const replies = await Promise.all(
      Array.from({ length: callers }, (_, at) =>
        bob.post<any>("/organization/invite-member", {
          email: `p${at}@example.com`,
          role: "member",
          organizationId: id,
        }),
      ),
    );
    const codes = replies.flatMap(({ status, body }) => (status === 200 ? [] : [body.code]));
    expect(new Set(codes)).toEqual(new Set(["SEAT_LIMIT_REACHED"]));
    expect(codes).toHaveLength(callers - 3);
  });

  test("run only one sync at a time", async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: callers }, () => app.auth.api.billing.sync({ body: { pages: 1 } })),
    );
    const codes = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason.code] : []));
    // A sync that starts after another one has ended runs, too.
    expect(new Set(codes)).toEqual(codes.length === 0 ? new Set() : new Set(["SYNC_RUNNING"]));
    expect(outcomes.filter(({ status }) => status === "fulfilled").length).toBeGreaterThanOrEqual(1);
    expect(provider.listPage.mock.calls.length).toBe(callers - codes.length);
  });
});
