import { memoryAdapter, type StatementInfo } from "@latchkey/core/database";
import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { mirrorOf, startBilling } from "../../test/app.ts";
import { fixture, fixtureNames } from "../../test/platform.ts";
import { deliveryTable, handlerTable } from "../deliveries/table.ts";
import { eventTypes } from "../entities/event.ts";
import { subscriptionTable } from "../subscriptions/table.ts";
import { handlerName } from "./handler-types.ts";

const updated = () => fixture("subscription.updated-renewed");

describe.each(quickDatabases)("deliveries on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());
  const start = (options: object = {}) => startBilling(options, { database: opened.database });

  test("every fixture is recorded, gets a 200, and runs each handler once", async () => {
    const seen: string[] = [];
    const handlers = eventTypes.map((type) => [handlerName(type), () => void seen.push(type)]);
    const { send, db } = await start({
      webhooks: {
        ...Object.fromEntries(handlers),
        onEvent: (event: { type: string }) => void seen.push(`all ${event.type}`),
      },
    });
    for (const name of fixtureNames())
      expect(await send(fixture(name)), name).toEqual({ status: 200, body: { received: true } });
    const types = fixtureNames().map((name) => fixture(name).type);
    expect(seen).toEqual(types.flatMap((type) => [type, `all ${type}`]));
    const rows = await db.findMany(deliveryTable, { limit: 200 });
    expect(rows).toHaveLength(76);
    expect(new Set(rows.map(({ outcome }) => outcome))).toEqual(new Set(["applied", "older", "same"]));
    expect(await db.count(handlerTable, { where: { state: "done" } })).toBe(152);
    const mirror = await mirrorOf(db);
    expect(Object.entries(mirror).filter(([, rows]) => rows.length === 0)).toEqual([]);
  });

  test("the mirror is the same after a rebuild", async () => {
    const { send, db, auth } = await start();
    for (const name of fixtureNames().reverse()) await send(fixture(name));
    const before = await mirrorOf(db);
    await db.remove(subscriptionTable, { where: {} });
    expect(await auth.api.rebuildBilling()).toEqual({ deliveries: 76, skipped: 0 });
    expect(await mirrorOf(db)).toEqual(before);
  });

  test("WEBH-05: one of 20 parallel deliveries with the same id takes effect, and the others get 200 or 503", async () => {
    let running = 0;
    const onEvent = vi.fn(async () => {
      running++;
      await new Promise((resolve) => setTimeout(resolve, 30));
    });
    const { send, db } = await start({ webhooks: { onEvent } });
    const replies = await Promise.all(Array.from({ length: 20 }, () => send(updated(), { id: "msg_1" })));
    expect(onEvent).toHaveBeenCalledTimes(1);
    expect(running).toBe(1);
    expect(await db.count(deliveryTable, {})).toBe(1);
    expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    const others = replies.filter(({ status }) => status !== 200).map(({ body }) => body.code);
    expect(new Set(others)).toEqual(new Set(others.length > 0 ? ["WEBHOOK_STILL_RUNNING"] : []));
    expect((await send(updated(), { id: "msg_1" })).status).toBe(200);
    expect(onEvent).toHaveBeenCalledTimes(1);
  });

  test("parallel deliveries about one entity keep the newest state", async () => {
    const { send, db } = await start();
    const bodies = Array.from({ length: 12 }, (_, at) => {
      const body = updated();
      body.data.modified_at = `2025-07-01T00:00:00.0000${String(at).padStart(2, "0")}Z`;
      body.data.amount = at;
      return body;
    });
    const replies = await Promise.all(bodies.map((body) => send(body)));
    expect(replies.map(({ status }) => status)).toEqual(bodies.map(() => 200));
    expect(await db.findMany(subscriptionTable, { limit: 9 })).toMatchObject([{ amount: 11 }]);
  });
});

describe("deliveries one at a time", () => {
  test("WEBH-04: a delivery with a repeated id gets 200 and does nothing", async () => {
    const onEvent = vi.fn();
    const { send, db, clock } = await startBilling({ webhooks: { onEvent } });
    await send(updated(), { id: "msg_1" });
    const before = await mirrorOf(db);
    clock.advance(200);
    const other = updated();
    other.data.status = "unpaid";
    other.data.modified_at = "2029-01-01T00:00:00Z";
    expect((await send(other, { id: "msg_1" })).status).toBe(200);
    expect(await mirrorOf(db)).toEqual(before);
    expect(onEvent).toHaveBeenCalledTimes(1);
  });

  test("WEBH-06: a failed handler causes a 500, the retry runs only that handler, and the mirror isn't affected", async () => {
    let isDown = true;
    const calls: string[] = [];
    const { send, db } = await startBilling({
      webhooks: {
        onSubscriptionUpdated: () => void calls.push("typed"),
        onEvent: (_: unknown, { attempt }: { attempt: number }) => {
          calls.push(`all ${attempt}`);
          if (isDown) throw new Error("down");
        },
      },
    });
    const first = await send(updated(), { id: "msg_1" });
    expect([first.status, first.body.code]).toEqual([500, "WEBHOOK_HANDLER_FAILED"]);
    expect(first.body.message).not.toContain("down");
    expect(await db.count(subscriptionTable, {})).toBe(1);
    expect(await db.findMany(handlerTable, { orderBy: [{ column: "handler" }], limit: 9 })).toMatchObject([
      { handler: "onEvent", state: "open", lastError: "down" },
      { handler: "onSubscriptionUpdated", state: "done" },
    ]);
    expect((await send(updated(), { id: "msg_1" })).status).toBe(500);
    isDown = false;
    expect((await send(updated(), { id: "msg_1" })).status).toBe(200);
    expect((await send(updated(), { id: "msg_1" })).status).toBe(200);
    expect(calls).toEqual(["typed", "all 1", "all 2", "all 3"]);
  });

  test("WEBH-16: a handler whose process died runs again after its lease, and not before", async () => {
    const onEvent = vi.fn();
    const { send, db, clock } = await startBilling({ webhooks: { onEvent } });
    await send(updated(), { id: "msg_1" });
    // The state that a process leaves if it dies while a handler runs.
    const leaseUntil = new Date(clock.now().getTime() + 60_000);
    await db.update(handlerTable, { where: {}, set: { state: "running", leaseUntil } });
    expect((await send(updated(), { id: "msg_1" })).body.code).toBe("WEBHOOK_STILL_RUNNING");
    clock.advance(61);
    const replies = await Promise.all([1, 2, 3].map(() => send(updated(), { id: "msg_1" })));
    expect(replies.map(({ status }) => status)).toContain(200);
    expect(onEvent).toHaveBeenCalledTimes(2);
  });

  test("WEBH-07: an older state that arrives after a newer one is ignored", async () => {
    const { send, db } = await startBilling();
    const revoked = fixture("subscription.revoked");
    await send(revoked);
    const [stored] = await db.findMany(subscriptionTable, { limit: 9 });
    const older = fixture("subscription.revoked");
    older.type = "subscription.updated";
    older.data.status = "active";
    older.data.modified_at = revoked.data.modified_at.replace(/(\.\d+)?Z$/, "Z").replace(/:\d\dZ/, ":00Z");
    expect(older.data.modified_at < revoked.data.modified_at).toBe(true);
    await send(older);
    expect(await db.findMany(subscriptionTable, { limit: 9 })).toEqual([stored]);
    expect(await db.count(deliveryTable, { where: { outcome: "older" } })).toBe(1);
  });

  test("sends at most the queries that it declares", async () => {
    const statements: StatementInfo[] = [];
    const database = memoryAdapter({ onStatement: (statement) => void statements.push(statement) });
    const handlers = { onSubscriptionUpdated: () => {}, onEvent: () => {} };
    const { send, auth } = await startBilling({ webhooks: handlers }, { database });
    const body = fixture("subscription.updated-metered");
    body.data.discount = fixture("order.paid-subscription-create").data.discount;
    statements.length = 0;
    await send(body);
    const own = statements.filter(({ kind }) => kind !== "transaction");
    expect(own.length).toBe(auth.$context.extensions.endpoints.receiveWebhook?.queryBudget);
  });

  test("C7: redeliver runs failed handlers again, with the event type's handler before onEvent", async () => {
    let isDown = true;
    const calls: string[] = [];
    const handler = (name: string) => () => {
      calls.push(name);
      if (isDown) throw new Error("down");
    };
    const webhooks = { onCustomerCreated: handler("typed"), onEvent: handler("all") };
    const { send, auth } = await startBilling({ webhooks });
    const body = fixture("customer.created");
    for (let attempt = 0; attempt < 11; attempt++) expect((await send(body, { id: "msg_1" })).status).toBe(500);
    calls.length = 0;
    const call = { body: { deliveryId: "msg_1" } };
    expect(await auth.api.billing.redeliver(call)).toMatchObject({ failed: ["onCustomerCreated", "onEvent"] });
    isDown = false;
    expect(await auth.api.billing.redeliver(call)).toEqual({ outcome: "applied", failed: [], running: [] });
    await auth.api.billing.redeliver(call);
    expect(calls).toEqual(["typed", "all", "typed", "all"]);
  });
});

test("WEBH-11: events from another seller are recorded, but run no handler and change nothing", async () => {
  const onEvent = vi.fn();
  const { send, db } = await startBilling({ sellerId: "another", webhooks: { onEvent } });
  for (const name of fixtureNames()) expect((await send(fixture(name))).status).toBe(200);
  expect(Object.values(await mirrorOf(db)).flat()).toEqual([]);
  expect(await db.count(deliveryTable, { where: { outcome: "foreign" } })).toBe(76);
  expect(onEvent).not.toHaveBeenCalled();
  const own = await startBilling({ sellerId: fixture("organization.updated").data.id });
  for (const name of fixtureNames()) await own.send(fixture(name));
  expect(await own.db.count(deliveryTable, { where: { outcome: "foreign" } })).toBe(0);
});

test("WEBH-12: the app doesn't start without a secret or with invalid options, which the error names", async () => {
  await expect(startBilling({ secret: undefined as never })).rejects.toThrow("billing.secret");
  await expect(startBilling({ secret: "" })).rejects.toThrow("webhook secret");
  await expect(startBilling({ webhooks: { onOrderPayed: () => {} } as never })).rejects.toThrow("onOrderPayed");
  await expect(startBilling({ webhooks: { onOrderPaid: 1 } as never })).rejects.toThrow("onOrderPaid");
  await expect(startBilling({ webhooks: { handlerTimeout: 0 } })).rejects.toThrow("handlerTimeout");
});

test("WEBH-13: a short secret logs a warning at start, and still works", async () => {
  const lines: string[] = [];
  const logger = { level: "warn", log: (_: string, message: string) => void lines.push(message) } as const;
  await startBilling({ secret: "short" }, { logger });
  expect(lines.filter((line) => line.startsWith("billing.secret"))).toHaveLength(1);
  expect(lines.join()).not.toContain('"short"');
});

test("a handler that hangs is aborted after its timeout, and the retry runs it again", async () => {
  const aborted: unknown[] = [];
  let hangs = true;
  const { send } = await startBilling({
    webhooks: {
      handlerTimeout: 0.03,
      onEvent: (_, { signal }) => {
        if (!hangs) return;
        signal.addEventListener("abort", () => aborted.push(signal.reason));
        return new Promise(() => {});
      },
    },
  });
  expect((await send(updated(), { id: "msg_1" })).status).toBe(500);
  expect(aborted).toHaveLength(1);
  hangs = false;
  expect((await send(updated(), { id: "msg_1" })).status).toBe(200);
});

test("an illegal transition is applied, recorded, and reported", async () => {
  const lines: string[] = [];
  const logger = { log: (level: string, message: string) => void lines.push(`${level} ${message}`) };
  const { send, db } = await startBilling({}, { logger });
  const first = fixture("refund.updated-failed");
  await send(first);
  const then = fixture("refund.updated-failed");
  then.data.status = "pending";
  then.data.modified_at = "2029-01-01T00:00:00Z";
  expect((await send(then)).status).toBe(200);
  const rows = await db.findMany(deliveryTable, { limit: 9 });
  expect(rows.flatMap(({ illegal }) => illegal)).toEqual([
    { of: "refund", id: first.data.id, from: "failed", to: "pending" },
  ]);
  expect(lines.filter((line) => line.includes("shouldn't be possible"))).toHaveLength(1);
});
