import { admin } from "@latchkey/admin";
import { type Capabilities, memoryAdapter } from "@latchkey/core";
import type { StatementInfo } from "@latchkey/core/database";
import {
  auditTable,
  consumePendingSignIn,
  createSession,
  definePlugin,
  defineUntypedEndpoint,
  readPendingSignIn,
  resumeSignIn,
  userTable,
} from "@latchkey/core/plugin";
import { outboxEmpty } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";
import { startTwoFactor } from "../../test/app.ts";

const said = ({ status, body }: { readonly status: number; readonly body: unknown }): string =>
  `${status} ${(body as { code?: string } | null)?.code ?? ""}`.trim();

test("the page gets the pending sign-in's methods, expiry, and remaining attempts", async () => {
  const app = await startTwoFactor();
  const { secret } = await app.enrolled();
  const browser = await app.challenged();
  const expiresAt = new Date(app.clock.now().getTime() + 600_000).toISOString();
  const pending = async () => (await browser.get("/pending-sign-in")).body;
  expect(await pending()).toEqual({ methods: ["totp", "otp"], expiresAt, attemptsLeft: 5 });
  expect((await browser.get("/two-factor/pending")).body).toEqual(await pending());
  await browser.post("/two-factor/verify-totp", { code: app.wrong(secret) });
  expect(await pending()).toMatchObject({ attemptsLeft: 4 });
  expect((await browser.post("/two-factor/verify-totp", { code: app.code(secret) })).status).toBe(200);
  expect(await pending()).toBeNull();
});

test("signing out ends this browser's pending sign-in, even for a copy of its cookie, but no other browser's", async () => {
  const app = await startTwoFactor();
  const { secret } = await app.enrolled();
  const [browser, other] = [await app.challenged(), await app.challenged()];
  const copy = app.browser();
  for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
  expect((await browser.post("/sign-out")).status).toBe(200);
  expect(browser.cookies.has("latchkey.two_factor")).toBe(false);
  const verify = (one: typeof browser) => one.post("/two-factor/verify-totp", { code: app.code(secret) });
  expect([(await verify(copy)).status, (await verify(other)).status]).toEqual([401, 200]);
});

test("the response is null instead of an error without a cookie, with a forged one, after expiry, or after too many wrong codes", async () => {
  const app = await startTwoFactor();
  const { secret, browser: signedIn } = await app.enrolled();
  for (const browser of [app.browser(), signedIn]) {
    const { status, body } = await browser.get("/two-factor/pending");
    expect([status, body]).toEqual([200, null]);
  }
  const forged = await app.browser().get("/pending-sign-in", { cookie: "latchkey.two_factor=abc.def" });
  expect([forged.status, forged.body]).toEqual([200, null]);
  const tired = await app.challenged();
  for (let wrong = 0; wrong < 5; wrong++) await tired.post("/two-factor/verify-totp", { code: app.wrong(secret) });
  expect((await tired.get("/pending-sign-in")).body).toBeNull();
  const late = await app.challenged();
  app.clock.advance(601);
  expect((await late.get("/pending-sign-in")).body).toBeNull();
});

test("disabling one name for the call disables the other", async () => {
  const app = await startTwoFactor({ disabledPaths: ["/two-factor/pending"] });
  for (const path of ["/pending-sign-in", "/two-factor/pending"])
    expect((await app.browser().get(path)).status).toBe(404);
});

test("the capabilities list the factors, except those that are off or disabled", async () => {
  const partOf = async (options: object = {}, pluginOptions: object = {}) => {
    const app = await startTwoFactor(options, pluginOptions);
    return ((await app.auth.api.capabilities()) as Capabilities).plugins["two-factor"];
  };
  expect(await partOf()).toEqual({
    totp: { digits: 6, period: 30 },
    otp: { digits: 6, expiresIn: 180, fallback: true },
    trustFor: 2_592_000,
    backupCode: { length: 11 },
  });
  expect(await partOf({}, { totpOptions: { disable: true } })).toMatchObject({ totp: null });
  expect(await partOf({ disabledPaths: ["/two-factor/verify-totp"] })).toMatchObject({ totp: null });
  expect(await partOf({ disabledPaths: ["/two-factor/send-otp"] })).toMatchObject({ otp: null });
  const app = await startTwoFactor();
  const { backupCodes } = await app.enrolled();
  expect(backupCodes[0]).toHaveLength(11);
});

test("the account's state has the user's factors and the number of backup codes left", async () => {
  const app = await startTwoFactor();
  const stranger = app.browser();
  await stranger.signUp("bob@example.com");
  expect((await stranger.get("/account-state")).body).toMatchObject({ twoFactor: null });
  const { browser, backupCodes } = await app.enrolled();
  const factors = async () => (await browser.get("/account-state")).body.twoFactor;
  expect(await factors()).toEqual({ methods: ["totp", "otp"], backupCodes: 10 });
  await browser.post("/two-factor/verify-backup-code", { code: backupCodes[0] });
  expect(await factors()).toEqual({ methods: ["totp", "otp"], backupCodes: 9 });
});

test("each call sends at most the queries it declares", async () => {
  const statements: StatementInfo[] = [];
  const database = memoryAdapter({ onStatement: (statement) => void statements.push(statement) });
  const app = await startTwoFactor({ database }, {}, [admin()]);
  const { userId } = await app.enrolled();
  const waiting = await app.challenged();
  const root = app.browser();
  const { user } = (await root.signUp("root@example.com")).body;
  await app.auth.$context.db.update(userTable, { where: { id: user.id }, set: { role: "admin" } as never });
  const count = async (id: string, work: () => Promise<{ status: number }>): Promise<void> => {
    await outboxEmpty(app.auth);
    statements.length = 0;
    expect((await work()).status).toBe(200);
    const sent = statements.filter(
      ({ kind, table }) => kind !== "transaction" && table !== "audit" && table !== "outbox",
    );
    const { queryBudget = 0 } = app.auth.$context.extensions.endpoints[id] ?? {};
    expect([id, sent.length > queryBudget, sent.length]).toEqual([id, false, sent.length]);
  };
  await count("pendingSignIn", () => waiting.get("/pending-sign-in"));
  await count("pendingTwoFactor", () => waiting.get("/two-factor/pending"));
  await count("resetUserTwoFactor", () => root.post("/admin/reset-user-two-factor", { userId }));
});

describe("an admin", () => {
  async function start() {
    const app = await startTwoFactor({}, {}, [admin()]);
    const ann = await app.enrolled();
    const root = app.browser();
    const { user } = (await root.signUp("root@example.com")).body;
    const { db } = app.auth.$context;
    await db.update(userTable, { where: { id: user.id }, set: { role: "admin" } as never });
    const reset = (userId = ann.userId, who = root) => who.post("/admin/reset-user-two-factor", { userId });
    return { ...app, ann, root, rootId: user.id as string, db, reset };
  }

  test("resets a user's second factors, with an entry in the audit log", async () => {
    const { ann, root, rootId, db, reset, user, browser } = await start();
    expect(said(await reset("nobody"))).toBe("404 USER_NOT_FOUND");
    expect(said(await reset())).toBe("200");
    expect((await user()).twoFactorEnabled).toBe(false);
    expect((await ann.browser.get("/get-session")).body).toBeNull();
    expect((await root.get("/get-session")).body).not.toBeNull();
    expect((await browser().signIn("ann@example.com")).body.token).toEqual(expect.any(String));
    expect(await db.findMany(auditTable, { where: { action: "two-factor.reset" }, limit: 9 })).toMatchObject([
      { actorId: rootId, userId: ann.userId },
    ]);
    expect(said(await reset())).toBe("400 TWO_FACTOR_NOT_ENABLED");
  });

  test("needs the permission, their own session, and a target without more permissions", async () => {
    const { ann, root, rootId, db, reset, user, browser } = await start();
    expect(said(await reset(ann.userId, browser()))).toBe("401 UNAUTHORIZED");
    const eve = browser();
    const eveId = (await eve.signUp("eve@example.com")).body.user.id;
    const refused = await reset(ann.userId, eve);
    expect(said(refused)).toBe("403 YOU_ARE_NOT_ALLOWED_TO_RESET_TWO_FACTOR");
    expect(refused.body).toMatchObject({ missingPermissions: ["user:reset-two-factor"] });
    await root.post("/admin/impersonate-user", { userId: eveId });
    expect(said(await reset())).toBe("403 NOT_ALLOWED_WHILE_IMPERSONATING");
    await root.post("/admin/stop-impersonating");
    await db.update(userTable, { where: { id: rootId }, set: { banned: true } as never });
    expect(said(await reset())).toBe("403 YOU_ARE_NOT_ALLOWED_TO_RESET_TWO_FACTOR");
    expect((await user()).twoFactorEnabled).toBe(true);
  });

  test("can reset their own factors only after a recent proof", async () => {
    const { root, rootId, clock, reset } = await start();
    clock.advance(86_400 + 60);
    expect(said(await reset(rootId, root))).toBe("403 SESSION_NOT_FRESH");
  });

  test("succeeds with only one of many concurrent requests", async () => {
    const { db, reset } = await start();
    const all = await Promise.all(Array.from({ length: 8 }, () => reset()));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await db.count(auditTable, { where: { action: "two-factor.reset" } })).toBe(1);
  });

  test.each([
    ["no plugin", []],
    ["a plugin whose function is undefined", [{ id: "other", missingAdminPermissions: undefined } as never]],
  ])("doesn't exist with %s that decides about admins", async (_, plugins) => {
    const app = await startTwoFactor({}, {}, plugins);
    const { browser, userId } = await app.enrolled();
    expect((await browser.post("/admin/reset-user-two-factor", { userId })).status).toBe(404);
  });
});

test("another plugin's factor is named in the challenge, and can finish the sign-in", async () => {
  const asked: unknown[] = [];
  const finish = defineUntypedEndpoint({
    method: "POST",
    path: "/finish",
    async handle(_: unknown, context) {
      const pending = await readPendingSignIn(context);
      if (!pending) return { finished: false };
      const created = await context.db.transaction(async (tx) => {
        if (!(await consumePendingSignIn(tx, context, pending))) return null;
        return createSession(context, resumeSignIn(context, pending.data, ["two-factor"]), tx);
      });
      return { finished: created?.kind === "session" };
    },
  });
  const keys = definePlugin({
    id: "keys",
    endpoints: { finish: finish as never },
    secondFactorMethods: (_, user) => {
      asked.push(user.proofs);
      return ["passkey"];
    },
  });
  const app = await startTwoFactor({}, {}, [keys]);
  await app.enrolled();
  const browser = await app.challenged();
  expect((await browser.get("/pending-sign-in")).body).toMatchObject({ methods: ["totp", "otp", "passkey"] });
  expect(asked).toEqual([{ password: expect.any(Number) }, { password: expect.any(Number) }]);
  const replies = await Promise.all([1, 2, 3].map(() => browser.post("/finish")));
  expect(replies.filter(({ body }) => body.finished === true)).toHaveLength(1);
  expect((await browser.get("/get-session")).body).toMatchObject({ user: { email: "ann@example.com" } });
});
