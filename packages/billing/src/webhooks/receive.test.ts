import { gzipSync } from "node:zlib";
import { memoryAdapter, type StatementInfo } from "@latchkey/core/database";
import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { mirrorOf, startBilling } from "../../test/app.ts";
import { deliveryOf, fixture, fixtureNames } from "../../test/platform.ts";
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

  test("every fixture is applied, recorded and answered with 200, each handler once", async () => {
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

  test("WEBH-05: of 20 parallel deliveries of one id one has the effect; the others are 200 or 503", async () => {
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

  test("parallel deliveries of many events about one entity leave the newest", async () => {
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

describe("one delivery after the other", () => {
  test("WEBH-04: the same id again is answered with 200, and does nothing", async () => {
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

  test("WEBH-06: a handler that fails is a 500; the retry runs it alone, and its effects on the mirror stay", async () => {
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

  test("WEBH-16: a handler whose process died is run again once its lease is over, and not before", async () => {
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

  test("WEBH-07: an older state after a newer one stays out, to the microsecond", async () => {
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

  test("costs at most the statements that it declares", async () => {
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
});

describe("what is refused", () => {
  test("WEBH-01 to WEBH-03: each reason by its code, with 400, and nothing is recorded", async () => {
    const { send, db, clock } = await startBilling();
    const late = new Date(clock.now().getTime() - 301_000);
    const early = new Date(clock.now().getTime() + 301_000);
    const other = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
    const replies = [
      await send(updated(), { headers: { "webhook-id": "" } }),
      await send(updated(), { secret: other }),
      await send(updated(), { now: late }),
      await send(updated(), { now: early }),
    ];
    expect(replies.map(({ status, body }) => [status, body.code])).toEqual([
      [400, "WEBHOOK_MISSING_HEADERS"],
      [400, "WEBHOOK_NO_MATCHING_SIGNATURE"],
      [400, "WEBHOOK_TIMESTAMP_TOO_OLD"],
      [400, "WEBHOOK_TIMESTAMP_TOO_NEW"],
    ]);
    expect(await db.count(deliveryTable, {})).toBe(0);
  });

  test("WEBH-09: a body above the bound is a 413, a gzip bomb is not unpacked, a slow body is left", async () => {
    const { send, auth, clock } = await startBilling({ webhooks: { bodyLimit: 10_000, bodyTimeout: 0.05 } });
    expect((await send("x".repeat(10_001))).status).toBe(413);
    const bomb = gzipSync(Buffer.alloc(5_000_000, 0x20));
    const packed = await send(bomb, { headers: { "content-encoding": "gzip" } });
    expect([packed.status, packed.body.code]).toEqual([400, "BAD_REQUEST"]);
    const { headers } = deliveryOf("{}", { now: clock.now() });
    const slow = new Request("http://app.test/api/auth/billing/webhooks", {
      method: "POST",
      headers,
      body: new ReadableStream({ pull: () => new Promise(() => {}) }),
      duplex: "half",
    } as RequestInit);
    expect((await auth.handler(slow)).status).toBe(400);
  });

  test.each([
    ["not JSON", "{"],
    ["not UTF-8", Uint8Array.of(0x7b, 0xff, 0x7d)],
    ["no object", "[]"],
    ["no type", '{"data":{}}'],
    [
      "JSON nested ten thousand deep",
      JSON.stringify(updated()).replace("{", `{"a":${"[".repeat(10_000)}"\\u0000"${"]".repeat(10_000)},`),
    ],
  ])("WEBH-10: %s is a 400 with a fixed text, though well signed", async (_, body) => {
    const { send, db } = await startBilling();
    const { status, body: answer } = await send(body);
    expect(status).toBe(400);
    expect(["BAD_REQUEST", "WEBHOOK_INVALID_PAYLOAD"]).toContain(answer.code);
    expect(Object.keys(answer).sort()).toEqual(["code", "message"]);
    expect(await db.count(deliveryTable, {})).toBe(0);
  });

  test.each([
    ["without its entity", { type: "order.paid", data: {} }],
    ["with a value of another kind", { ...updated(), data: { ...updated().data, amount: "12" } }],
    ["with a time that is none", { ...updated(), timestamp: "yesterday" }],
  ])("C3: a known type %s is a 202, recorded with the reason, and applied by a later version", async (_, body) => {
    const onEvent = vi.fn();
    const { send, db, auth } = await startBilling({ webhooks: { onEvent } });
    expect(await send(body, { id: "msg_1" })).toEqual({ status: 202, body: { received: true } });
    expect((await send(body, { id: "msg_1" })).status).toBe(202);
    expect(onEvent).not.toHaveBeenCalled();
    const [row] = await db.findMany(deliveryTable, { limit: 9 });
    expect(row).toMatchObject({ id: "msg_1", type: body.type, outcome: "unreadable" });
    expect(row?.issues?.length).toBeGreaterThan(0);
    expect(Object.values(await mirrorOf(db)).flat()).toEqual([]);
    expect(await auth.api.redeliver({ body: { deliveryId: "msg_1" } })).toMatchObject({ outcome: "unreadable" });

    // What a version that can read it would find.
    await db.update(deliveryTable, { where: { id: "msg_1" }, set: { body: JSON.stringify(updated()) } });
    expect(await auth.api.rebuildBilling()).toEqual({ deliveries: 1, skipped: 0 });
    expect(await db.count(subscriptionTable, {})).toBe(1);
    expect(await db.findMany(deliveryTable, { limit: 9 })).toMatchObject([{ outcome: "applied", issues: [] }]);
  });

  test("C3: what could not be read runs its handlers when it is delivered again by a version that can", async () => {
    const onEvent = vi.fn();
    const { send, db, auth } = await startBilling({ webhooks: { onEvent } });
    await send({ ...updated(), data: {} }, { id: "msg_1" });
    await db.update(deliveryTable, { where: { id: "msg_1" }, set: { body: JSON.stringify(updated()) } });
    const again = () => auth.api.redeliver({ body: { deliveryId: "msg_1" } });
    const reports = await Promise.all([again(), again()]);
    expect(reports.map(({ outcome }) => outcome)).toContain("applied");
    expect(onEvent).toHaveBeenCalledTimes(1);
    expect(await again()).toEqual({ outcome: "applied", failed: [], running: [] });
    expect(onEvent).toHaveBeenCalledTimes(1);
    await expect(auth.api.redeliver({ body: { deliveryId: "x" } })).rejects.toMatchObject({
      code: "DELIVERY_NOT_FOUND",
    });
  });

  test("C7: a handler that failed for good is run again by redeliver, the type's own before onEvent", async () => {
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

  test("WEBH-15: a session is not looked at, a GET is not there, a form is a 415", async () => {
    const { send, auth, browser, clock } = await startBilling();
    const person = browser();
    await person.signUp("ann@example.com");
    const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    expect((await send(updated(), { headers: { cookie, origin: "https://evil.test" } })).status).toBe(200);
    const unsigned = await person.post("/billing/webhooks", updated());
    expect([unsigned.status, unsigned.body.code]).toEqual([400, "WEBHOOK_MISSING_HEADERS"]);
    expect((await person.get("/billing/webhooks")).status).toBe(404);
    const form = deliveryOf(updated(), { now: clock.now() });
    form.headers.set("content-type", "application/x-www-form-urlencoded");
    expect((await auth.handler(form)).status).toBe(415);
  });

  test("no rate limit stands in the way of a burst", async () => {
    const { send } = await startBilling({}, { rateLimit: { enabled: true, window: 60, max: 3 } });
    const replies = await Promise.all(Array.from({ length: 20 }, () => send(fixture("refund.created"))));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  });
});

describe("what is new to this version", () => {
  test("WEBH-10: an unknown type is recorded, handed to onEvent, and changes nothing", async () => {
    const onEvent = vi.fn();
    const { send, db } = await startBilling({ webhooks: { onEvent } });
    const body = { type: "customer_seat.assigned", timestamp: "2026-01-01T00:00:00Z", data: { id: "x" } };
    expect((await send(body)).status).toBe(200);
    expect(onEvent).toHaveBeenCalledWith(body, expect.objectContaining({ outcome: "unknown" }));
    expect(await db.findMany(deliveryTable, { limit: 9 })).toMatchObject([{ type: body.type, outcome: "unknown" }]);
    expect(Object.values(await mirrorOf(db)).flat()).toEqual([]);
  });

  test("WEBH-10: unknown members and extra keys are applied and reported; extra keys stay out of the mirror", async () => {
    const { send, db } = await startBilling();
    const body = updated();
    body.data.status = "paused";
    body.data.surprise = "a key that came later";
    body.data.product.prices[0].surprise = 1;
    body.data.metadata = { note: "half \ud800 and nul \u0000" };
    expect((await send(body)).status).toBe(200);
    const [row] = await db.findMany(subscriptionTable, { limit: 9 });
    expect(row).toMatchObject({ status: "paused", metadata: { note: "half \ufffd and nul \ufffd" } });
    expect(JSON.stringify(await mirrorOf(db))).not.toContain("surprise");
    const [delivery] = await db.findMany(deliveryTable, { limit: 9 });
    expect(delivery?.unknown).toEqual([{ of: "subscription status", member: "paused" }]);
    expect(delivery?.body).toContain("surprise");
  });

  test("of two keys with one name the last counts, as in every JSON parser here", async () => {
    const { send, db } = await startBilling();
    const text = JSON.stringify(updated()).replace('"amount":', '"amount":1,"amount":');
    expect((await send(text)).status).toBe(200);
    expect(await db.findMany(subscriptionTable, { limit: 9 })).toMatchObject([{ amount: updated().data.amount }]);
  });
});

test("WEBH-11: events of another seller are recorded, run no handler and change nothing", async () => {
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

test("WEBH-12: without a secret it does not start, and options that make no sense are named", async () => {
  await expect(startBilling({ secret: undefined as never })).rejects.toThrow("billing.secret");
  await expect(startBilling({ secret: "" })).rejects.toThrow("webhook secret");
  await expect(startBilling({ webhooks: { onOrderPayed: () => {} } as never })).rejects.toThrow("onOrderPayed");
  await expect(startBilling({ webhooks: { onOrderPaid: 1 } as never })).rejects.toThrow("onOrderPaid");
  await expect(startBilling({ webhooks: { handlerTimeout: 0 } })).rejects.toThrow("handlerTimeout");
});

test("WEBH-13: a short secret is told of at the start, and refuses nothing", async () => {
  const lines: string[] = [];
  const logger = { level: "warn", log: (_: string, message: string) => void lines.push(message) } as const;
  await startBilling({ secret: "short" }, { logger });
  expect(lines.filter((line) => line.startsWith("billing.secret"))).toHaveLength(1);
  expect(lines.join()).not.toContain('"short"');
});

test("a handler that hangs is left after its time, told so, and run again by the retry", async () => {
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

test("an illegal move is applied, recorded and reported", async () => {
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
  expect(lines.filter((line) => line.includes("should not be possible"))).toHaveLength(1);
});
