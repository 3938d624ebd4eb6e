import { auditTable, sessionTable } from "@latchkey/core/plugin";
import { type TestBrowser, testPassword } from "@latchkey/test-kit";
import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startTwoFactor, type TwoFactorApp } from "../test/app.ts";
import { backupCodeTable, twoFactorTable } from "./tables.ts";

const ann = "ann@example.com";
const better = "an even better password";
const pathOf = (url: string): string => url.replace("http://app.test/api/auth", "");
async function isAsked(browser: TestBrowser, password: string): Promise<boolean> {
  const { body } = await browser.post("/sign-in/email", { email: ann, password });
  return body.twoFactorRedirect === true;
}

async function openLink(app: TwoFactorApp, browser: TestBrowser): Promise<void> {
  await app.browser().post("/send-verification-email", { email: ann });
  await browser.get(pathOf((await app.box.next("sendVerificationEmail")).url));
}

describe.each(quickDatabases)("factors and recoveries on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());
  const start = () => startTwoFactor({ database: opened.database });

  test.each(["before the email was verified", "after a scanner opened the link"])(
    "RECL-15: a factor that was planted %s doesn't lock out the mailbox's owner after a reset",
    async (when) => {
      const app = await start();
      const { db } = app.auth.$context;
      await app.enrolled();
      if (when.startsWith("after")) await openLink(app, app.browser());
      expect(await app.reset(better)).toBe(200);
      expect((await app.user()).twoFactorEnabled).toBe(false);
      expect([await db.count(twoFactorTable, {}), await db.count(backupCodeTable, {})]).toEqual([0, 0]);
      expect(await isAsked(app.browser(), better)).toBe(false);
      expect((await app.box.next("sendSecurityNotice")).mail.change).toBe("two-factor-enabled");
      expect((await app.box.next("sendSecurityNotice")).mail.change).toBe("two-factor-disabled");
      expect(await db.count(auditTable, { where: { action: "two-factor.disable" } })).toBe(1);
    },
  );

  test("RECL-16: a browser that was trusted before a recovery is asked for the second factor again", async () => {
    const app = await start();
    const { secret } = await app.enrolled(ann, true);
    const device = await app.challenged();
    await device.post("/two-factor/verify-totp", { code: app.code(secret), trustDevice: true });
    expect(await isAsked(device, testPassword)).toBe(false);
    expect(await app.reset(better)).toBe(200);
    expect(await isAsked(device, better)).toBe(true);
  });

  test("RECL-17, TFA-03: the mailbox owner's factor is required after every reset", async () => {
    const app = await start();
    await app.enrolled(ann, true);
    for (const password of [better, testPassword]) {
      expect(await app.reset(password)).toBe(200);
      expect(await isAsked(app.browser(), password)).toBe(true);
    }
  });

  test("RECL-17: a session is marked with the email through both sign-in steps, and marks a factor that's enrolled in it", async () => {
    const app = await start();
    const { db } = app.auth.$context;
    await app.browser().signUp(ann);
    await app.reset(better);
    const browser = app.browser();
    await browser.signIn(ann, better);
    const { body } = await browser.post<{ totpURI: string }>("/two-factor/enable", { password: better });
    const secret = new URL(body.totpURI).searchParams.get("secret") as string;
    await browser.post("/two-factor/verify-totp", { code: app.code(secret) });
    app.clock.advance(90);
    const phone = app.browser();
    await phone.signIn(ann, better);
    expect((await phone.post("/two-factor/verify-totp", { code: app.code(secret) })).status).toBe(200);
    for (const session of await db.findMany(sessionTable, { limit: 9 })) expect(session.verifiedEmail).toBe(ann);
    expect(await db.findMany(twoFactorTable, { limit: 9 })).toMatchObject([{ verifiedEmail: ann }]);
    expect(await app.reset(testPassword)).toBe(200);
    expect(await isAsked(app.browser(), testPassword)).toBe(true);
  });

  test("RECL-17: opening a verification link in the session that proved the factor marks it", async () => {
    const app = await start();
    const { db } = app.auth.$context;
    const { browser } = await app.enrolled();
    await openLink(app, browser);
    expect(await db.findMany(twoFactorTable, { limit: 9 })).toMatchObject([{ verifiedEmail: ann }]);
    expect((await app.user()).twoFactorEnabled).toBe(true);
    expect(await app.reset(better)).toBe(200);
    expect(await isAsked(app.browser(), better)).toBe(true);
  });

  test("RECL-17: opening a verification link in another browser doesn't remove the factor", async () => {
    const app = await start();
    await app.enrolled();
    const other = app.browser();
    await openLink(app, other);
    expect((await app.user()).emailVerified).toBe(true);
    expect(await isAsked(app.browser(), testPassword)).toBe(true);
  });

  test("RECL-06: factors stay when their owner changes their email", async () => {
    const app = await start();
    const { db } = app.auth.$context;
    const { browser } = await app.enrolled(ann, true);
    await browser.post("/change-email", { newEmail: "new@example.com", currentPassword: testPassword });
    await browser.get(pathOf((await app.box.next("sendChangeEmailConfirmation")).url));
    await browser.get(pathOf((await app.box.next("sendVerificationEmail")).url));
    expect(await db.findMany(twoFactorTable, { limit: 9 })).toMatchObject([{ verifiedEmail: "new@example.com" }]);
  });

  test("RECL-13: an enrollment that's confirmed during 20 concurrent resets is removed", async () => {
    const app = await start();
    const { db } = app.auth.$context;
    const attacker = app.browser();
    await attacker.signUp(ann);
    const { body } = await attacker.post<{ totpURI: string }>("/two-factor/enable", { password: testPassword });
    const secret = new URL(body.totpURI).searchParams.get("secret") as string;
    await app.browser().post("/forget-password", { email: ann });
    const { token } = await app.box.next("sendResetPassword");
    await Promise.all([
      attacker.post("/two-factor/verify-totp", { code: app.code(secret) }),
      ...Array.from({ length: 20 }, () => app.browser().post("/reset-password", { newPassword: better, token })),
    ]);
    expect((await app.user()).twoFactorEnabled).toBe(false);
    expect(await db.count(twoFactorTable, {})).toBe(0);
    expect((await app.browser().signIn(ann, better)).body.token).toEqual(expect.any(String));
  });

  test("RECL-18: a reset shortens a lockout that someone with the password caused, but keeps the count", async () => {
    const app = await start();
    const { secret } = await app.enrolled(ann, true);
    let address = 0;
    const guess = async (code: string, password: string) => {
      const browser = app.browser(`198.51.100.${++address}`);
      await browser.signIn(ann, password);
      return browser.post("/two-factor/verify-totp", { code });
    };
    const wrongs = async (count: number, password: string): Promise<void> => {
      for (let at = 0; at < count; at++) expect((await guess(app.wrong(secret), password)).status).toBe(401);
    };
    const lockedFor = async (password: string): Promise<number> => {
      const { status, headers } = await guess(app.code(secret), password);
      expect(status).toBe(429);
      return Number(headers.get("retry-after"));
    };
    await wrongs(10, testPassword);
    for (const duration of [900, 1800, 3600]) {
      expect(await lockedFor(testPassword)).toBe(duration);
      app.clock.advance(duration);
      await wrongs(5, testPassword);
    }
    expect(await lockedFor(testPassword)).toBe(7200);
    app.clock.advance(600);
    expect(await app.reset(better)).toBe(200);
    // 15 minutes since the last wrong code, minus 10 minutes that have passed.
    expect(await lockedFor(better)).toBe(300);
    app.clock.advance(300);
    await wrongs(4, better);
    // The fifth wrong code causes the longest lock so far, because the count continued.
    await wrongs(1, better);
    expect(await lockedFor(better)).toBe(14_400);
    expect(await app.reset(testPassword)).toBe(200);
    app.clock.advance(900);
    expect((await guess(app.code(secret), testPassword)).status).toBe(200);
  });
});
