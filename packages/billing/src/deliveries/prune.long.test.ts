import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { comparableMirrorOf, mirrorOf, startBilling } from "../../test/app.ts";
import { history } from "../../test/history.ts";
import { type Body, fixture, fixtureNames } from "../../test/platform.ts";
import { seeded } from "../../test/random.ts";
import { subscriptionTable } from "../subscriptions/table.ts";
import { deliveryTable, handlerTable } from "./table.ts";

const day = 86_400;
const prune = (app: Awaited<ReturnType<typeof startBilling>>, days?: number) =>
  app.auth.api.pruneBilling({ body: days === undefined ? {} : { days } });

describe.each(quickDatabases)("pruning on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  test("removes superseded deliveries, and a rebuild gives the same result", async () => {
    const app = await startBilling({ webhooks: { onEvent: () => {} } }, { database: opened.database });
    const random = seeded(5);
    const bodies = Array.from({ length: 4 }, (_, at) => history(`h${at}`, random).events).flat();
    for (const body of random.shuffled([...bodies, ...fixtureNames().map(fixture)])) await app.send(body);
    const before = await mirrorOf(app.db);
    const recorded = await app.db.count(deliveryTable, {});
    // More than two batches.
    expect(recorded).toBeGreaterThan(110);

    expect(await prune(app)).toEqual({ removed: 0, kept: 0 });
    app.clock.advance(91 * day);
    const { removed, kept } = await prune(app);
    expect([removed + kept, removed > recorded / 3]).toEqual([recorded, true]);
    expect(await app.db.count(deliveryTable, {})).toBe(kept);
    expect(await app.db.count(handlerTable, {})).toBe(kept);
    expect(await mirrorOf(app.db)).toEqual(before);
    await app.db.remove(subscriptionTable, { where: {} });
    expect(await app.auth.api.rebuildBilling()).toEqual({ deliveries: kept, skipped: 0 });
    expect(await mirrorOf(app.db)).toEqual(before);
    expect(await prune(app)).toEqual({ removed: 0, kept });
  });

  test("removes nothing that's needed, even concurrently with another pruning, deliveries, and a rebuild", async () => {
    const app = await startBilling({}, { database: opened.database });
    const bodies = Array.from({ length: 2 }, (_, at) => history(`h${at}`, seeded(at)).events).flat();
    for (const body of bodies) await app.send(body);
    for (const body of bodies) await app.send(body);
    app.clock.advance(91 * day);
    const late = history("late", seeded(9)).events;
    await Promise.all([prune(app), prune(app), ...late.map((body) => app.send(body)), app.auth.api.rebuildBilling()]);
    await prune(app);
    const before = await comparableMirrorOf(app.db);
    await app.auth.api.rebuildBilling();
    expect(await comparableMirrorOf(app.db)).toEqual(before);
    const whole = await startBilling();
    for (const body of [...bodies, ...late]) await whole.send(body);
    expect(before).toEqual(await comparableMirrorOf(whole.db));
  });
});

test("pruning keeps recent deliveries, each entity's newest one, and those with unknown types or unfinished handlers", async () => {
  let fails = true;
  const app = await startBilling({
    webhooks: {
      onRefundUpdated() {
        if (fails) throw new Error("down");
      },
    },
  });
  const subscription = fixture("subscription.updated-renewed");
  const at = (n: number): Body => ({
    type: subscription.type,
    data: { ...subscription.data, modified_at: `2025-07-0${n}T00:00:00Z` },
  });
  const sent: readonly (readonly [string, Body])[] = [
    ["first", at(1)],
    ["third", at(3)],
    ["third-again", at(3)],
    ["later", { type: "later.event", data: {} }],
    ["refund", fixture("refund.created")],
    ["open", { ...fixture("refund.updated-failed"), data: { ...fixture("refund.updated-failed").data, id: "other" } }],
  ];
  for (const [id, body] of sent) {
    await app.send(body, { id });
    app.clock.advance(1);
  }
  app.clock.advance(8 * day);
  await app.send(fixture("refund.created"), { id: "young" });
  // "young" has the same content as "refund" and arrived later, so it covers it.
  expect((await prune(app, 7)).removed).toBe(3);
  const ids = async () => (await app.db.findMany(deliveryTable, { limit: 99 })).map(({ id }) => id).sort();
  expect(await ids()).toEqual(["later", "open", "third-again", "young"]);
  fails = false;
  expect((await app.send(sent[5]?.[1] as Body, { id: "open" })).status).toBe(200);
  app.clock.advance(8 * day);
  // Its handler is done, but "open" is still its entity's newest delivery.
  expect(await prune(app, 7)).toEqual({ removed: 0, kept: 4 });
});

test("pruning doesn't remove deliveries whose data is missing from the mirror", async () => {
  const app = await startBilling();
  for (const name of fixtureNames()) await app.send(fixture(name));
  app.clock.advance(91 * day);
  const before = await mirrorOf(app.db);
  await app.db.remove(subscriptionTable, { where: {} });
  await prune(app);
  await app.auth.api.rebuildBilling();
  expect(await mirrorOf(app.db)).toEqual(before);
});

test("pruning removes events from other sellers", async () => {
  const app = await startBilling({ sellerId: "another" });
  for (const name of fixtureNames()) await app.send(fixture(name));
  app.clock.advance(91 * day);
  expect(await prune(app)).toEqual({ removed: 76, kept: 0 });
});

test("pruning is server-only, and keeps deliveries for at least a week, because the provider can resend for that long", async () => {
  const app = await startBilling();
  expect((await app.browser().post("/billing/prune", {})).status).toBe(404);
  for (const days of [0, 6, 7.5, -1]) await expect(prune(app, days)).rejects.toMatchObject({ status: 400 });
});
