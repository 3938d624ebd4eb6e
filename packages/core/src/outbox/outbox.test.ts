import { createMailbox, mailOptions, outboxEmpty, startAuth } from "@latchkey/test-kit";
import { describe, expect, test, vi } from "vitest";
import type { OutboxHandler } from "../kernel/context.ts";
import { definePlugin } from "../plugin/plugin.ts";
import { outboxTable } from "../tables/outbox.ts";
import { deliverDueMessages } from "./run.ts";
import { createMessage, encryptMessage, storeMessage } from "./store.ts";

async function start(handler: OutboxHandler, options: object = {}) {
  const app = await startAuth({ plugins: [definePlugin({ id: "post", outbox: { letter: handler } })], ...options });
  const { $context } = app.auth;
  const put = async (text: string) => storeMessage($context.db, $context, createMessage($context, "letter", text));
  return { ...app, context: $context, put };
}

describe("the scheduler", () => {
  test("a failed delivery is retried automatically, even if other messages are delivered in between", async () => {
    const seen: string[] = [];
    let isDown = true;
    const { put, clock, auth } = await start(async (text) => {
      seen.push(String(text));
      if (isDown && text === "first") throw new Error("down");
    });
    await put("first");
    await vi.waitFor(() => expect(seen).toEqual(["first"]), { timeout: 2000 });
    isDown = false;
    await put("second");
    await vi.waitFor(() => expect(seen).toEqual(["first", "second"]), { timeout: 2000 });
    // By the app's clock, the retry is now due. The run scheduled by the next message will find it.
    clock.advance(11);
    await put("third");
    await vi.waitFor(() => expect([...seen].sort()).toEqual(["first", "first", "second", "third"]), { timeout: 2000 });
    await outboxEmpty(auth);
  });

  test("all messages are delivered without another trigger, even if they don't fit in one round", async () => {
    const seen = new Set<string>();
    const { put, auth } = await start(async (text) => void seen.add(String(text)));
    await Promise.all(Array.from({ length: 120 }, (_, at) => put(String(at))));
    await outboxEmpty(auth);
    expect(seen.size).toBe(120);
  });
});

describe("a receiver that's slow or down", () => {
  const receiverOf = (text: unknown): string => String(text).slice(0, 1);

  test("doesn't delay other receivers' messages, however many of its own are pending", async () => {
    const seen: string[] = [];
    let release = (): void => undefined;
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    const handler = async (text: unknown): Promise<void> => {
      seen.push(String(text));
      if (String(text).startsWith("a")) await isReleased;
    };
    const { context } = await start(Object.assign(handler, { receiverOf }));
    const { db } = context;
    const row = (text: string) => {
      const now = context.now();
      return { ...createMessage(context, "letter", text), attempts: 0, dueAt: now, createdAt: now };
    };
    await db.insertMany(
      outboxTable,
      Array.from({ length: 120 }, (_, at) => row(`a${at}`)),
    );
    await db.insertMany(outboxTable, ["b", "c"].map(row));
    const running = deliverDueMessages(context);
    await vi.waitFor(() => expect(seen.filter((text) => !text.startsWith("a")).sort()).toEqual(["b", "c"]));
    expect(seen).toHaveLength(3);
    release();
    await running;
  });

  test("delays its other messages without counting an attempt", async () => {
    const seen: string[] = [];
    const handler = async (text: unknown): Promise<void> => {
      seen.push(String(text));
      throw new Error("down");
    };
    const { context } = await start(Object.assign(handler, { receiverOf }));
    const now = context.now();
    const rows = ["a1", "a2", "a3"].map((text) => createMessage(context, "letter", text));
    await context.db.insertMany(
      outboxTable,
      rows.map((row) => ({ ...row, attempts: 0, dueAt: now, createdAt: now })),
    );
    await deliverDueMessages(context);
    await deliverDueMessages(context);
    expect(seen).toHaveLength(1);
    const stored = await context.db.findMany(outboxTable, { limit: 9 });
    expect(stored.map(({ attempts }) => attempts).sort()).toEqual([0, 0, 1]);
    expect(stored.every(({ dueAt }) => dueAt !== null && dueAt > now)).toBe(true);
  });
});

describe("a kind of message with its own rules", () => {
  /** Stores messages that are due, without scheduling a run. */
  async function insert({ context }: Awaited<ReturnType<typeof start>>, texts: readonly string[], kind = "letter") {
    const now = context.now();
    const rows = texts.map((text) => ({
      ...createMessage(context, kind, text),
      attempts: 0,
      dueAt: now,
      createdAt: now,
    }));
    await context.db.insertMany(outboxTable, rows);
  }

  test("is retried after its own delays, and isn't retried after the last one", async () => {
    const times: number[] = [];
    const retryDelays = [5000, 300_000, 86_400_000];
    let now = (): Date => new Date(0);
    const handler = async (): Promise<void> => {
      times.push(now().getTime());
      throw new Error("down");
    };
    const app = await start(Object.assign(handler, { retryDelays, maxAttempts: 1 }));
    now = app.clock.now;
    await insert(app, ["a"]);
    for (const wait of [0, 5, 300, 86_400, 86_400]) {
      app.clock.advance(wait - 1);
      await deliverDueMessages(app.context);
      app.clock.advance(1);
      await deliverDueMessages(app.context);
    }
    expect(times.map((time, at) => time - (times[at - 1] ?? time))).toEqual([0, ...retryDelays]);
    expect((await app.context.db.findMany(outboxTable, { limit: 9 })).map(({ dueAt }) => dueAt)).toEqual([null]);
  });

  test("ends a delivery at its timeout", async () => {
    const handler = (_: unknown, __: unknown, { signal }: { readonly signal: AbortSignal }): Promise<void> =>
      new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    const app = await start(Object.assign(handler, { timeoutMs: 20 }));
    await insert(app, ["a"]);
    expect(await deliverDueMessages(app.context)).toEqual({ delivered: 0, failed: 1 });
    const [row] = await app.context.db.findMany(outboxTable, { limit: 9 });
    expect(row?.lastError).toContain("didn't respond within 20 ms");
  });

  test("never exceeds the limit for concurrent messages to a receiver, even in overlapping runs, and sends each message once", async () => {
    const seen: string[] = [];
    let [active, most] = [0, 0];
    const handler = async (text: unknown): Promise<void> => {
      seen.push(String(text));
      most = Math.max(most, ++active);
      await new Promise((resolve) => setTimeout(resolve, 5));
      active--;
    };
    const app = await start(Object.assign(handler, { receiverOf: () => "one", concurrencyPerReceiver: 4 }));
    const texts = Array.from({ length: 60 }, (_, at) => `a${at}`);
    await insert(app, texts.slice(0, 30));
    const first = deliverDueMessages(app.context);
    await vi.waitFor(() => expect(seen.length).toBeGreaterThan(0));
    await insert(app, texts.slice(30));
    await Promise.all([first, deliverDueMessages(app.context), deliverDueMessages(app.context)]);
    await vi.waitFor(() => expect(seen).toHaveLength(60), { timeout: 5000 });
    expect(seen.sort()).toEqual(texts.sort());
    expect(most).toBe(4);
  });

  test("doesn't delay other kinds, however many of its receivers are slow", async () => {
    let release = (): void => undefined;
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow: OutboxHandler = Object.assign(() => isReleased, { receiverOf: String, concurrency: 3 });
    const mails: string[] = [];
    const mail: OutboxHandler = async (text) => void mails.push(String(text));
    const other = definePlugin({ id: "mail", outbox: { mail } });
    const app = await start(slow, { plugins: [definePlugin({ id: "post", outbox: { letter: slow } }), other] });
    await insert(
      app,
      Array.from({ length: 40 }, (_, at) => String(at)),
    );
    await insert(app, ["hello"], "mail");
    const running = deliverDueMessages(app.context);
    await vi.waitFor(() => expect(mails).toEqual(["hello"]));
    release();
    await running;
  });
});

test("if two processes deliver concurrently, each message is delivered once", async () => {
  const seen: string[] = [];
  const { context, put } = await start(async (text) => void seen.push(String(text)));
  for (let at = 0; at < 10; at++) await put(String(at));
  await Promise.all([deliverDueMessages(context), deliverDueMessages(context), deliverDueMessages(context)]);
  expect(seen.sort()).toEqual(Array.from({ length: 10 }, (_, at) => String(at)));
});

test("a message is dropped after ten attempts, kept for a month for inspection, then removed", async () => {
  const { context, put, clock, auth } = await start(() => Promise.reject(new Error("never")));
  await put("lost");
  for (let tries = 0; tries < 12; tries++) {
    clock.advance(3601);
    await deliverDueMessages(context);
  }
  const [row] = await context.db.findMany(outboxTable, { limit: 9 });
  expect(row).toMatchObject({ attempts: 10, dueAt: null, lastError: "never" });
  clock.advance(29 * 86_400);
  expect((await auth.api.removeExpired()).messages).toBe(0);
  clock.advance(86_400);
  expect((await auth.api.removeExpired()).messages).toBe(1);
});

test("LOG-01: encrypted messages are unreadable in the table and delivered unchanged", async () => {
  const seen: unknown[] = [];
  const { context } = await start(async (letter) => void seen.push(letter));
  const message = await encryptMessage(context, "letter", { link: "https://app.test/?token=secret" });
  await storeMessage(context.db, context, message);
  const [row] = await context.db.findMany(outboxTable, { limit: 9 });
  expect(row?.payload).not.toContain("secret");
  await deliverDueMessages(context);
  expect(seen).toEqual([{ link: "https://app.test/?token=secret" }]);
});

test("waitUntil gets the delivery's promise for a request and for a server call", async () => {
  const box = createMailbox();
  const { auth } = await startAuth(mailOptions(box) as never);
  const kept: Promise<unknown>[] = [];
  const waitUntil = (work: Promise<unknown>): void => void kept.push(work);
  const body = { email: "ann@example.com", password: "correct horse battery", name: "Ann" };
  await auth.api.signUpEmail({ body });
  await auth.api.forgetPassword({ body: { email: body.email }, waitUntil });
  expect(kept).toHaveLength(1);
  await Promise.all(kept);
  expect(box.mails).toHaveLength(1);
  const request = new Request("http://app.test/api/auth/forget-password", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: body.email }),
  });
  await auth.handler(request, { waitUntil });
  await Promise.all(kept);
  expect(box.mails).toHaveLength(2);
});
