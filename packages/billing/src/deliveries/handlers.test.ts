import { describe, expect, test, vi } from "vitest";
import { startBilling } from "../../test/app.ts";
import { fixture } from "../../test/platform.ts";
import { handlerTable } from "./table.ts";

const updated = () => fixture("subscription.updated-renewed");

describe("handler errors", () => {
  test.each([
    ["an error with a NUL character", new Error("bad \u0000 byte")],
    ["an error with half a surrogate pair", new Error("bad \ud83d half")],
    ["an error whose message is truncated within a surrogate pair", new Error(`${"x".repeat(998)}🧾🧾`)],
    ["a value that can't be converted to text", Object.create(null)],
    [
      "a value that throws when it's converted to text",
      {
        toString: () => {
          throw new Error("again");
        },
      },
    ],
    ["a symbol", Symbol("why")],
    ["undefined", undefined],
  ])("WEBH-06: a handler that throws %s doesn't stop other handlers, and is retried", async (_, thrown) => {
    const onEvent = vi.fn();
    let throws = true;
    const { send, db } = await startBilling({
      webhooks: {
        onSubscriptionUpdated() {
          if (throws) throw thrown;
        },
        onEvent,
      },
    });
    const first = await send(updated(), { id: "msg_1" });
    expect([first.status, first.body.code]).toEqual([500, "WEBHOOK_HANDLER_FAILED"]);
    expect(onEvent).toHaveBeenCalledTimes(1);
    const where = { handler: "onSubscriptionUpdated" };
    const [row] = await db.findMany(handlerTable, { where, limit: 1 });
    expect([row?.state, typeof row?.lastError]).toEqual(["open", "string"]);
    throws = false;
    expect((await send(updated(), { id: "msg_1" })).status).toBe(200);
    expect(onEvent).toHaveBeenCalledTimes(1);
  });
});

test("WEBH-05: two slow handlers aren't run twice by a concurrent delivery", async () => {
  const calls: string[] = [];
  const codes: unknown[] = [];
  const { send, clock } = await startBilling({
    webhooks: {
      handlerTimeout: 30,
      onSubscriptionUpdated() {
        calls.push("typed");
        clock.advance(30);
      },
      async onEvent() {
        calls.push("all");
        clock.advance(30);
        if (calls.length < 4) codes.push((await send(updated(), { id: "msg_1" })).body.code);
      },
    },
  });
  expect((await send(updated(), { id: "msg_1" })).status).toBe(200);
  expect(calls).toEqual(["typed", "all"]);
  expect(codes).toEqual(["WEBHOOK_STILL_RUNNING"]);
});
