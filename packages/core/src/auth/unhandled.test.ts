import { createMailbox, mailOptions, outboxEmpty, startAuth } from "@latchkey/test-kit";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DatabaseUnavailable } from "../database/errors.ts";
import { memoryAdapter } from "../database/memory/adapter.ts";
import { definePlugin } from "../plugin/plugin.ts";

/** Unhandled rejections. The test runner fails on them anyway, but this list shows their reasons. */
const unhandled: unknown[] = [];
const note = (reason: unknown): void => void unhandled.push(reason);
beforeEach(() => {
  unhandled.length = 0;
  process.on("unhandledRejection", note);
});
afterEach(() => void process.off("unhandledRejection", note));

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 300));
const email = "ann@example.com";

test("FAULT-13: an error after the response is logged, and never becomes an unhandled rejection", async () => {
  const lines: string[] = [];
  const box = createMailbox();
  const ways: (() => Promise<void>)[] = [
    () => Promise.reject(new Error("refused")),
    () => Promise.reject(undefined),
    () => {
      throw new Error("thrown");
    },
    () => Promise.reject("text"),
  ];
  const boom = async (): Promise<never> => {
    throw new Error("a hook is broken");
  };
  const broken = definePlugin({
    id: "broken",
    tableHooks: [
      { table: "user", operation: "create", afterCommit: boom, onFailure: boom },
      { table: "session", operation: "create", afterCommit: boom },
    ],
    observe: () => {
      throw new Error("an observer is broken");
    },
  });
  const mails = mailOptions(box);
  const { auth, browser, clock } = await startAuth({
    ...mails,
    emailVerification: { ...mails.emailVerification, sendOnSignUp: true, afterEmailVerification: boom },
    emailAndPassword: { ...mails.emailAndPassword, onPasswordReset: boom },
    plugins: [broken],
    logger: { level: "error", log: (_level: unknown, message: string) => void lines.push(message) },
  } as never);
  for (const way of ways) {
    box.fail = way;
    const person = browser();
    await person.signUp(email);
    await person.post("/forget-password", { email });
    await person.post("/send-verification-email", { email });
    clock.advance(3600);
    await auth.api.deliverOutbox();
  }
  const waited: Promise<unknown>[] = [];
  await auth.handler(
    new Request("http://app.test/api/auth/forget-password", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email }),
    }),
    { waitUntil: (work) => void waited.push(work) },
  );
  expect(waited.length).toBeGreaterThan(0);
  await expect(Promise.all(waited)).resolves.toBeDefined();
  await settled();
  expect(unhandled).toEqual([]);
  expect(lines.filter((line) => line === "An outbox message could not be delivered").length).toBeGreaterThan(5);
});

test("FAULT-13: a database that disconnects after the response doesn't cause an unhandled rejection either", async () => {
  const memory = memoryAdapter();
  let isGone = false;
  const gone = () => Promise.reject(new DatabaseUnavailable({ cause: new Error("gone") }));
  const database: typeof memory = {
    ...memory,
    connect(schema) {
      const db = memory.connect(schema);
      const guarded = Object.entries(db).map(([name, value]) => [
        name,
        typeof value === "function"
          ? (...given: never[]) => (isGone ? gone() : (value as (...all: never[]) => unknown)(...given))
          : value,
      ]);
      return Object.fromEntries(guarded) as typeof db;
    },
  };
  const box = createMailbox();
  const lines: string[] = [];
  const mails = mailOptions(box);
  const { auth, browser, clock } = await startAuth({
    ...mails,
    emailVerification: { ...mails.emailVerification, sendOnSignUp: true },
    database,
    logger: { level: "error", log: (_level: unknown, message: string) => void lines.push(message) },
  } as never);
  // The database fails during delivery, so the outbox can neither delete nor postpone the message.
  box.fail = async () => {
    isGone = true;
    throw new Error("the network is gone");
  };
  await browser().signUp(email);
  await settled();
  expect((await browser().signIn(email)).status).toBe(503);
  expect(unhandled).toEqual([]);
  expect(lines).toContain("An outbox message could not be postponed");
  isGone = false;
  box.fail = null;
  clock.advance(3600);
  await auth.api.deliverOutbox();
  await outboxEmpty(auth);
  expect(box.mails.map(({ to }) => to)).toEqual([email]);
});
