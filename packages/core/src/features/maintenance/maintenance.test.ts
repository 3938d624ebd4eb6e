import { startAuth } from "@latchkey/test-kit";
import { expect, test } from "vitest";
import { createMessage, encryptMessage, storeMessage } from "../../outbox/store.ts";
import { definePlugin } from "../../plugin/plugin.ts";
import { outboxTable } from "../../tables/outbox.ts";
import { rateLimitTable } from "../../tables/rate-limit.ts";
import { sessionTable } from "../../tables/session.ts";

test("only expired rows are removed", async () => {
  const { auth, browser, clock } = await startAuth({ rateLimit: { enabled: true, storage: "database" } });
  await browser().signUp("old@example.com");
  clock.advance(8 * 86_400);
  await browser().signUp("new@example.com");
  // A sign-up creates two counts: one for the client and one for the email.
  expect(await auth.api.removeExpired()).toEqual({
    sessions: 1,
    rateLimits: 2,
    tokens: 0,
    messages: 0,
    auditEntries: 0,
    jobs: {},
  });
  const { db } = auth.$context;
  expect([await db.count(sessionTable, {}), await db.count(rateLimitTable, {})]).toEqual([1, 2]);
});

test("a failed job doesn't stop the other jobs or the cleanup, and the call reports the failure", async () => {
  let runs = 0;
  const jobs = definePlugin({
    id: "jobs",
    maintenanceJobs: {
      broken: async () => {
        throw new Error("closed");
      },
      working: async () => ++runs,
    },
  });
  const { auth, browser, clock } = await startAuth({ plugins: [jobs] });
  await browser().signUp("old@example.com");
  clock.advance(8 * 86_400);
  await expect(auth.api.removeExpired()).rejects.toThrow();
  expect([runs, await auth.$context.db.count(sessionTable, {})]).toEqual([1, 0]);
});

test("a message is encrypted at rest, delivered once even by concurrent runs, and dropped after ten attempts", async () => {
  const seen: unknown[] = [];
  let broken = true;
  const courier = definePlugin({
    id: "courier",
    outbox: {
      "courier.note": async (payload) => {
        if (broken) throw new Error("closed");
        seen.push(payload);
      },
    },
  });
  const { auth, clock } = await startAuth({ plugins: [courier] });
  const { $context: context } = auth;
  await storeMessage(context.db, context, await encryptMessage(context, "courier.note", { link: "planted-link" }));
  expect((await context.db.findMany(outboxTable, { limit: 9 }))[0]?.payload).not.toContain("planted-link");
  broken = false;
  const reports = await Promise.all(Array.from({ length: 10 }, () => auth.api.deliverOutbox()));
  expect(reports.reduce((sum, { delivered }) => sum + delivered, 0)).toBe(1);
  expect(seen).toEqual([{ link: "planted-link" }]);

  broken = true;
  await storeMessage(context.db, context, createMessage(context, "courier.note", { second: true }));
  for (let i = 0; i < 12; i++) {
    await auth.api.deliverOutbox();
    clock.advance(3600);
  }
  expect((await context.db.findMany(outboxTable, { limit: 9 }))[0]).toMatchObject({
    attempts: 10,
    dueAt: null,
    lastError: "closed",
  });
});

test("a message without a delivery handler stays in the outbox, and its error says why", async () => {
  const { auth } = await startAuth();
  const { $context: context } = auth;
  await storeMessage(context.db, context, createMessage(context, "unknown", {}));
  expect(await auth.api.deliverOutbox()).toEqual({ delivered: 0, failed: 1 });
  expect((await context.db.findMany(outboxTable, { limit: 9 }))[0]?.lastError).toContain("unknown");
});
