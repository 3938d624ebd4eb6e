import { auditTable, tokenTable } from "@latchkey/core/plugin";
import { testPassword } from "@latchkey/test-kit";
import { expect, test } from "vitest";
import { startTwoFactor } from "../../test/app.ts";
import { backupCodeTable, twoFactorTable } from "../tables.ts";

test("the app can reset a lost second factor, which removes all factors, ends sessions, and leaves only the password", async () => {
  const app = await startTwoFactor();
  const { browser, userId } = await app.enrolled();
  const halfway = await app.challenged();
  const { db } = app.auth.$context;

  expect(await app.auth.api.resetTwoFactor({ body: { userId } })).toEqual({ status: true });

  const left = [twoFactorTable, backupCodeTable, tokenTable].map((table) => db.count(table as never, {}));
  expect(await Promise.all(left)).toEqual([0, 0, 0]);
  expect((await browser.get("/get-session")).body).toBeNull();
  expect((await halfway.post("/two-factor/verify-backup-code", { code: "aaaaa-bbbbb" })).status).toBe(401);
  expect((await app.browser().signIn("ann@example.com", testPassword)).body.token).toEqual(expect.any(String));
  expect(await db.findMany(auditTable, { where: { action: "two-factor.reset" }, limit: 9 })).toMatchObject([
    { userId, actorId: null },
  ]);
});

test("a reset has no effect for a user without a second factor, or over HTTP", async () => {
  const app = await startTwoFactor();
  const { browser, userId } = await app.enrolled();
  const ask = (id: string): Promise<unknown> => app.auth.api.resetTwoFactor({ body: { userId: id } });
  await expect(ask("nobody")).rejects.toMatchObject({ code: "TWO_FACTOR_NOT_ENABLED" });
  expect((await browser.post("/two-factor/reset", { userId })).status).toBe(404);
  expect((await app.user()).twoFactorEnabled).toBe(true);
  await ask(userId);
  await expect(ask(userId)).rejects.toMatchObject({ code: "TWO_FACTOR_NOT_ENABLED" });
});

test("one of many concurrent requests succeeds", async () => {
  const app = await startTwoFactor();
  const { userId } = await app.enrolled();
  const done = await Promise.allSettled(
    Array.from({ length: 20 }, () => app.auth.api.resetTwoFactor({ body: { userId } })),
  );
  expect(done.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await app.auth.$context.db.count(auditTable, { where: { action: "two-factor.reset" } })).toBe(1);
});
