import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { mirrorOf, startBilling } from "../../test/app.ts";
import { type Body, fixture } from "../../test/platform.ts";
import { purchase } from "../../test/purchase.ts";
import { benefitTable } from "../benefits/table.ts";
import { deliveryTable } from "../deliveries/table.ts";
import { subscriptionTable } from "../subscriptions/table.ts";

const nested = (depth: number): string => `${"[".repeat(depth)}${"]".repeat(depth)}`;

describe("signed but hostile deliveries", () => {
  test.each([
    [
      "metadata",
      () => JSON.stringify(fixture("refund.created")).replace('"metadata":{', `"metadata":{"a":${nested(200_000)},`),
    ],
    [
      "a meter's filter",
      () => {
        const body = JSON.stringify(fixture("subscription.updated-metered"));
        const depth = 20_000;
        const filter = `${'{"conjunction":"and","clauses":['.repeat(depth)}${"]}".repeat(depth)}`;
        return body.replace(/"filter":\{"conjunction"/, `"filter":${filter},"other":{"conjunction"`);
      },
    ],
  ])(
    "WEBH-10: %s nested too deeply is recorded but not applied, and the next delivery is accepted",
    async (_, body) => {
      const { send, db } = await startBilling();
      expect((await send(body())).status).toBe(202);
      expect(await db.count(deliveryTable, { where: { outcome: "unreadable" } })).toBe(1);
      expect((await send(fixture("refund.created"))).status).toBe(200);
    },
  );

  test("WEBH-10: an unknown type is accepted however deeply its data is nested, because it isn't parsed", async () => {
    const { send, db } = await startBilling();
    expect((await send(`{"type":"later.event","data":${nested(200_000)}}`)).status).toBe(200);
    expect(await db.count(deliveryTable, { where: { outcome: "unknown" } })).toBe(1);
  });

  test.each(["0000-01-01T00:00:00+14:00", "0001-01-01T00:00:00Z", "0999-12-31T23:59:59Z", "9999-12-31T23:59:59-14:00"])(
    "WEBH-10: the time %s, which no database here can store, is recorded but not applied",
    async (time) => {
      const { send, db } = await startBilling();
      const body = fixture("subscription.updated-renewed");
      body.data.ends_at = time;
      expect((await send(body)).status).toBe(202);
      expect(await db.count(subscriptionTable, {})).toBe(0);
    },
  );

  test.each(["constructor", "toString", "__proto__", "hasOwnProperty"])(
    "WEBH-10: a benefit with the type %s is treated as unknown, and is applied",
    async (type) => {
      const { send, db } = await startBilling();
      const body = fixture("benefit.created-custom");
      body.data.type = type;
      expect((await send(body)).status).toBe(200);
      expect(await db.findMany(benefitTable, { limit: 9 })).toMatchObject([{ type, properties: {} }]);
    },
  );

  test("numbers up to the largest safe integer are stored, and larger ones aren't applied", async () => {
    const { send, db } = await startBilling();
    const body = fixture("subscription.updated-renewed");
    body.data.amount = Number.MAX_SAFE_INTEGER;
    expect((await send(body)).status).toBe(200);
    expect(await db.findMany(subscriptionTable, { limit: 9 })).toMatchObject([{ amount: Number.MAX_SAFE_INTEGER }]);
    const beyond = JSON.stringify(body).replace(String(Number.MAX_SAFE_INTEGER), "9007199254740993");
    expect((await send(beyond)).status).toBe(202);
    const infinite = JSON.stringify(fixture("customer.state_changed")).replace(/"balance":-?\d+/, '"balance":1e400');
    expect((await send(infinite)).status).toBe(202);
  });
});

/** Event types that were added after the schemas were written. */
const later = [
  "customer_seat.assigned",
  "customer_seat.claimed",
  "customer_seat.revoked",
  "subscription.past_due",
  "subscription.paused",
  "subscription.resumed",
  "subscription.cycled",
  "checkout.expired",
  "member.created",
  "member.updated",
  "member.deleted",
  "discount.created",
  "discount.updated",
];

test("WEBH-10: new types, values, and members never cause ten failures in a row", async () => {
  const { send } = await startBilling();
  const grown: Body[] = [
    ...later.map((type) => ({ type, timestamp: "2026-07-01T00:00:00Z", data: { id: "x", nothing: null } })),
    ...[
      [
        "subscription.updated-renewed",
        { status: "paused", recurring_interval: "week", recurring_interval_count: 2, seats: 3 },
      ],
      ["subscription.updated-renewed", { trial_start: "2026-07-01T00:00:00Z", customer_cancellation_reason: "moved" }],
      ["refund.created", { reason: "dispute_prevention", status: "reversed" }],
      ["order.paid-free", { status: "void", billing_reason: "seat", invoice_number: "A-1" }],
      ["benefit.created-custom", { type: "feature_flag", properties: { flag: "beta" } }],
      ["checkout.created-fixed", { external_customer_id: "u", status: "waiting", payment_processor: "other" }],
      ["organization.updated", { feature_settings: {}, socials: [{ platform: "mastodon", url: "https://x.test" }] }],
    ].map(([name, changes]) => {
      const { type, data } = fixture(name as string);
      return { type, data: { ...data, ...(changes as object) } };
    }),
  ];
  const { customer_external_id: _, ...renamed } = fixture("checkout.created-fixed").data;
  grown.push({ type: "checkout.created", data: renamed });
  // 202 is for known types that can't be read.
  for (const body of grown) {
    const { status } = await send(body);
    expect([body, status === 200 || status === 202]).toEqual([body, true]);
  }
});

describe.each(quickDatabases)("a large state on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  test("a customer as large as the maximum body is applied", async () => {
    const { send, db } = await startBilling({}, { database: opened.database });
    const { data } = fixture("customer.state_changed");
    const many = (list: readonly object[], count: number, name: string) =>
      Array.from({ length: count }, (_, at) => ({ ...list[at % list.length], id: `${name}-${at}` }));
    const state = {
      ...data,
      active_subscriptions: many(data.active_subscriptions, 400, "s").map((one) => ({ ...one, meters: [] })),
      granted_benefits: many(data.granted_benefits, 900, "g"),
      active_meters: many(data.active_meters, 900, "m"),
    };
    const body = { type: "customer.state_changed", data: state };
    expect(JSON.stringify(body).length).toBeGreaterThan(700_000);
    expect((await send(body)).status).toBe(200);
    expect(await db.count(subscriptionTable, {})).toBe(400);
    const later = { ...state, modified_at: "2029-01-01T00:00:00Z" };
    expect((await send({ type: body.type, data: later })).status).toBe(200);
  });

  test("concurrent deliveries about the same entities are all accepted", async () => {
    const { send, db } = await startBilling({}, { database: opened.database });
    const { events } = purchase("ann");
    const at = (n: number) => `2025-07-01T00:00:00.${String(n).padStart(6, "0")}Z`;
    const bodies: Body[] = Array.from({ length: 40 }, (_, n) => {
      const { type, data } = events[n % events.length] as Body;
      const customer = data.customer && { customer: { ...data.customer, modified_at: at(n) } };
      return { type, data: { ...data, modified_at: at(n), ...customer } };
    });
    const replies = await Promise.all(bodies.map((body) => send(body)));
    expect(replies.map(({ status }) => status)).toEqual(bodies.map(() => 200));
    const sorted = await startBilling();
    for (const body of bodies) await sorted.send(body);
    expect(await mirrorOf(db)).toEqual(await mirrorOf(sorted.db));
  });
});

test("WEBH-07: a refunded and revoked purchase isn't revived by a late delivery or an old copy", async () => {
  const onEvent = vi.fn();
  const { send, auth } = await startBilling({ webhooks: { onEvent } });
  const { events } = purchase("ann");
  for (const event of events) await send(event);
  const state = () => auth.api.readCustomerState({ query: { referenceId: "ann" } });
  const end = { modified_at: "2029-01-01T00:00:00Z" };
  for (const { type, data } of events) {
    if (type === "benefit_grant.created") {
      await send({ type: "benefit_grant.revoked", data: { ...data, ...end, is_granted: false, is_revoked: true } });
    }
    if (type === "subscription.updated") {
      await send({ type: "subscription.revoked", data: { ...data, ...end, status: "canceled" } });
    }
  }
  const nothing = { subscriptions: [], benefits: [] };
  expect(await state()).toMatchObject(nothing);
  const subscription = events[1]?.data;
  const stale = {
    ...fixture("customer.state_changed").data,
    ...events[0]?.data,
    active_subscriptions: [{ ...subscription, meters: [], modified_at: "2030-01-01T00:00:00Z" }],
    granted_benefits: [{ ...events[3]?.data, benefit_type: "license_keys", modified_at: "2030-01-01T00:00:00Z" }],
  };
  for (const event of [...events, { type: "customer.state_changed", data: stale }]) await send(event);
  expect(await state()).toMatchObject(nothing);
});
