import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { startBilling } from "../../test/app.ts";
import { deliveryOf, fixture } from "../../test/platform.ts";
import { deliveryTable } from "../deliveries/table.ts";

const updated = () => fixture("subscription.updated-renewed");

describe("rejected deliveries", () => {
  test("WEBH-01 to WEBH-03: get 400 with a different code for each reason, and aren't recorded", async () => {
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

  test("WEBH-09: a body over the limit gets 413, a gzip bomb isn't unpacked, and a slow body is abandoned", async () => {
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
    ["not an object", "[]"],
    ["an object without a type", '{"data":{}}'],
    [
      "JSON nested ten thousand deep",
      JSON.stringify(updated()).replace("{", `{"a":${"[".repeat(10_000)}"\\u0000"${"]".repeat(10_000)},`),
    ],
  ])("WEBH-10: a body that's %s gets 400 without details, even if it's signed correctly", async (_, body) => {
    const { send, db } = await startBilling();
    const { status, body: answer } = await send(body);
    expect(status).toBe(400);
    expect(["BAD_REQUEST", "WEBHOOK_INVALID_PAYLOAD"]).toContain(answer.code);
    expect(Object.keys(answer).sort()).toEqual(["code", "message"]);
    expect(await db.count(deliveryTable, {})).toBe(0);
  });

  test("WEBH-15: deliveries don't use a session, a GET gets 404, and a form gets 415", async () => {
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

  test("signed deliveries aren't rate limited", async () => {
    const { send } = await startBilling({}, { rateLimit: { enabled: true, window: 60, max: 3 } });
    const replies = await Promise.all(Array.from({ length: 20 }, () => send(fixture("refund.created"))));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  });
});
