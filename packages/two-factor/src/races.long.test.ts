import { sessionTable } from "@latchkey/core/plugin";
import { type TestBrowser, testPassword } from "@latchkey/test-kit";
import { databases, driverVariants, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startTwoFactor } from "../test/app.ts";
import { backupCodeTable, twoFactorTable } from "./tables.ts";

const password = testPassword;
const codesOf = (replies: readonly { status: number; body: object }[]): string[] =>
  replies.map(({ status, body }) => (status === 200 ? "ok" : `${status} ${(body as { code?: string }).code}`));
const count = (all: readonly string[], one: string): number => all.filter((other) => other === one).length;

describe.each(databases)("on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  const start = async (options: object = {}) => {
    const app = await startTwoFactor({ database: opened.database, ...options });
    const ann = await app.enrolled();
    const several = async (size: number): Promise<TestBrowser[]> => {
      const browsers: TestBrowser[] = [];
      for (let at = 0; at < size; at++) browsers.push(await app.challenged());
      return browsers;
    };
    const sessions = () => app.auth.$context.db.count(sessionTable, {});
    return { app, ann, several, sessions };
  };

  test("TFA-09: a backup code that 50 concurrent sign-ins use is accepted once", async () => {
    const { ann, several, sessions } = await start();
    const code = ann.backupCodes[0];
    const browsers = await several(50);
    const before = await sessions();
    const outcomes = codesOf(
      await Promise.all(browsers.map((browser) => browser.post("/two-factor/verify-backup-code", { code }))),
    );
    expect([count(outcomes, "ok"), (await sessions()) - before]).toEqual([1, 1]);
    for (const one of outcomes) {
      expect(["ok", "401 INVALID_BACKUP_CODE", "429 ACCOUNT_TEMPORARILY_LOCKED"]).toContain(one);
    }
  });

  test("TFA-09: 10 different concurrent backup codes are all accepted", async () => {
    const { app, ann, several, sessions } = await start();
    const browsers = await several(10);
    const before = await sessions();
    const replies = await Promise.all(
      browsers.map((browser, at) => browser.post("/two-factor/verify-backup-code", { code: ann.backupCodes[at] })),
    );
    expect([count(codesOf(replies), "ok"), (await sessions()) - before]).toEqual([10, 10]);
    expect(await app.auth.$context.db.count(backupCodeTable, {})).toBe(0);
  });

  test("TFA-07: an app code that's used 20 times concurrently is accepted once", async () => {
    const { app, ann, several, sessions } = await start();
    const browsers = await several(20);
    const before = await sessions();
    const code = app.code(ann.secret);
    const replies = await Promise.all(browsers.map((browser) => browser.post("/two-factor/verify-totp", { code })));
    expect([count(codesOf(replies), "ok"), (await sessions()) - before]).toEqual([1, 1]);
  });

  test("TFA-11: one challenge with 10 concurrent correct codes creates one session", async () => {
    const { app, ann, sessions } = await start();
    const browser = await app.challenged();
    const cookie = browser.cookies.get("latchkey.two_factor") as string;
    const before = await sessions();
    const replies = await Promise.all(
      ann.backupCodes.map((code) => {
        const copy = app.browser();
        copy.cookies.set("latchkey.two_factor", cookie);
        return copy.post("/two-factor/verify-backup-code", { code });
      }),
    );
    const outcomes = codesOf(replies);
    expect([count(outcomes, "ok"), count(outcomes, "401 INVALID_TWO_FACTOR_COOKIE")]).toEqual([1, 9]);
    expect((await sessions()) - before).toBe(1);
    // Only the winner's code is consumed.
    expect(await app.auth.$context.db.count(backupCodeTable, {})).toBe(9);
  });

  test("TFA-04: only five of 200 concurrent wrong codes for one challenge are checked", async () => {
    const { app, ann } = await start();
    const browser = await app.challenged();
    const cookie = browser.cookies.get("latchkey.two_factor") as string;
    const guess = () => {
      const copy = app.browser();
      copy.cookies.set("latchkey.two_factor", cookie);
      return copy.post("/two-factor/verify-totp", { code: app.wrong(ann.secret) });
    };
    const outcomes = codesOf(await Promise.all(Array.from({ length: 200 }, guess)));
    expect([count(outcomes, "401 INVALID_CODE"), count(outcomes, "400 TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE")]).toEqual([
      5, 195,
    ]);
    const [row] = await app.auth.$context.db.findMany(twoFactorTable, { limit: 1 });
    expect(row?.failedVerificationCount).toBe(5);
  });

  test("TFA-05: only ten of 200 concurrent wrong codes across 40 challenges are checked, and the account is locked", async () => {
    const { app, ann, several } = await start();
    const browsers = await several(40);
    const guesses = browsers.flatMap((browser) => {
      const cookie = browser.cookies.get("latchkey.two_factor") as string;
      return Array.from({ length: 5 }, () => {
        const copy = app.browser();
        copy.cookies.set("latchkey.two_factor", cookie);
        return copy;
      });
    });
    const code = app.wrong(ann.secret);
    const outcomes = codesOf(
      await Promise.all(guesses.map((browser) => browser.post("/two-factor/verify-totp", { code }))),
    );
    expect([count(outcomes, "401 INVALID_CODE"), count(outcomes, "429 ACCOUNT_TEMPORARILY_LOCKED")]).toEqual([10, 190]);
    const late = await app.challenged();
    const right = await late.post("/two-factor/verify-totp", { code: app.code(ann.secret) });
    expect([right.status, right.body.code]).toEqual([429, "ACCOUNT_TEMPORARILY_LOCKED"]);
    expect(await app.box.next("sendLocked")).toMatchObject({ to: "ann@example.com" });
    expect(app.box.mails.filter(({ sender }) => sender === "sendLocked")).toHaveLength(1);
  });

  test("TFA-12: a sent code that's used 20 times concurrently creates one session", async () => {
    const { app, sessions } = await start();
    const browser = await app.challenged();
    await browser.post("/two-factor/send-otp");
    const { mail } = await app.box.next("sendOTP");
    const cookie = browser.cookies.get("latchkey.two_factor") as string;
    const before = await sessions();
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => {
        const copy = app.browser();
        copy.cookies.set("latchkey.two_factor", cookie);
        return copy.post("/two-factor/verify-otp", { code: mail.code });
      }),
    );
    expect([count(codesOf(replies), "ok"), (await sessions()) - before]).toEqual([1, 1]);
  });

  test("TFA-13: one of 20 concurrent sign-ins with the same trust cookie is trusted", async () => {
    const { app, ann } = await start();
    const laptop = await app.challenged();
    await laptop.post("/two-factor/verify-totp", { code: app.code(ann.secret), trustDevice: true });
    const cookie = laptop.cookies.get("latchkey.trust_device") as string;
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => {
        const copy = app.browser();
        copy.cookies.set("latchkey.trust_device", cookie);
        return copy.signIn(ann.email);
      }),
    );
    expect(replies.filter(({ body }) => body.token !== undefined)).toHaveLength(1);
    expect(replies.filter(({ body }) => "twoFactorRedirect" in body)).toHaveLength(19);
  });

  test("enabling, confirming, and disabling concurrently leave a consistent user", async () => {
    const { app, ann } = await start();
    const { browser, secret } = ann;
    const phone = await app.challenged();
    const replies = await Promise.all([
      ...Array.from({ length: 3 }, () => browser.post("/two-factor/enable", { password })),
      phone.post("/two-factor/verify-totp", { code: app.code(secret) }),
      browser.post("/two-factor/disable", { password }),
      ...Array.from({ length: 3 }, () => browser.post("/two-factor/generate-backup-codes", { password })),
    ]);
    expect(replies.filter(({ status }) => status >= 500)).toEqual([]);
    const { db } = app.auth.$context;
    const [row] = await db.findMany(twoFactorTable, { limit: 2 });
    if ((await app.user()).twoFactorEnabled) expect(row?.secret).toEqual(expect.any(String));
    else expect(row?.secret ?? null).toBeNull();
  });

  test("every call sends at most the queries it declares, and a sign-in sends its documented number", async () => {
    // Notices are sent after the response, and read the user then.
    const { app, ann } = await start({ user: {} });
    const { browser } = ann;
    const { endpoints } = app.auth.$context.extensions;
    const cost = async (id: string, run: () => Promise<{ status: number }>, settled?: number): Promise<void> => {
      opened.statements.length = 0;
      const { status } = await run();
      const own = opened.statements.filter(
        ({ kind, table }) => kind !== "transaction" && table !== "audit" && table !== "outbox",
      );
      const most = settled ?? endpoints[id]?.queryBudget ?? -1;
      expect([id, status]).toEqual([id, 200]);
      expect(own.length, `${id}: ${own.map(({ text }) => text).join("\n")}`).toBeLessThanOrEqual(most);
      // The message with the code is sent after the response, and reads the user then.
      await new Promise((resolve) => setTimeout(resolve, 20));
    };
    const code = (): string => {
      app.clock.advance(30);
      return app.code(ann.secret);
    };
    const mariadb = app.auth.$context.db.dialect === "mysql" ? 2 : 0;
    await cost("signInEmail", () => app.browser().signIn(ann.email), 4);
    const phone = await app.challenged();
    await cost("verifyTOTP", () => phone.post("/two-factor/verify-totp", { code: code() }), 6 + mariadb);
    const laptop = await app.challenged();
    const trusting = { trustDevice: true };
    await cost("verifyTOTP", () => laptop.post("/two-factor/verify-totp", { code: code(), ...trusting }), 7 + mariadb);
    await cost("signInEmail", () => laptop.signIn(ann.email), 5);
    const byCode = await app.challenged();
    const backup = { code: ann.backupCodes[0] };
    await cost("verifyBackupCode", () => byCode.post("/two-factor/verify-backup-code", backup), 6 + mariadb);
    const sent = await app.challenged();
    await cost("sendTwoFactorOTP", () => sent.post("/two-factor/send-otp"));
    const { mail } = await app.box.next("sendOTP");
    await cost("verifyTwoFactorOTP", () => sent.post("/two-factor/verify-otp", { code: mail.code }), 6 + mariadb);
    await cost("listTrustedDevices", () => browser.get("/two-factor/list-trusted-devices"));
    const [device] = (await browser.get<{ id: string }[]>("/two-factor/list-trusted-devices")).body;
    await cost("revokeTrustedDevice", () => browser.post("/two-factor/revoke-trusted-device", { id: device?.id }));
    await cost("revokeTrustedDevices", () => browser.post("/two-factor/revoke-trusted-devices"));
    await cost("getTOTPURI", () => browser.post("/two-factor/get-totp-uri", { password }));
    await cost("generateBackupCodes", () => browser.post("/two-factor/generate-backup-codes", { password }));
    await cost("enableTwoFactor", () => browser.post("/two-factor/enable", { password }));
    await cost("verifyTOTP", () => browser.post("/two-factor/verify-totp", { code: code(), ...trusting }));
    await cost("enableTwoFactor", () => browser.post("/two-factor/enable", { password, method: "otp" }));
    await cost("sendTwoFactorOTP", () => browser.post("/two-factor/send-otp"));
    const own = (await app.box.next("sendOTP")).mail.code;
    await cost("verifyTwoFactorOTP", () => browser.post("/two-factor/verify-otp", { code: own, ...trusting }));
    await cost("disableTwoFactor", () => browser.post("/two-factor/disable", { password }));
  });
});

describe.each(driverVariants.filter(({ name }) => name.endsWith("one connection")))("on $name", ({ open }) => {
  test("FAULT-10: nothing inside a transaction needs a second connection", async () => {
    const opened = await open();
    const app = await startTwoFactor({ database: opened.database });
    const { browser, secret, backupCodes } = await app.enrolled();
    const phones = [await app.challenged(), await app.challenged(), await app.challenged()] as const;
    await phones[2].post("/two-factor/send-otp");
    const { mail } = await app.box.next("sendOTP");
    const replies = await Promise.all([
      phones[0].post("/two-factor/verify-totp", { code: app.code(secret), trustDevice: true }),
      phones[1].post("/two-factor/verify-backup-code", { code: backupCodes[0] }),
      phones[2].post("/two-factor/verify-otp", { code: mail.code }),
      browser.post("/two-factor/enable", { password }),
      browser.get("/two-factor/list-trusted-devices"),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await phones[0].signIn("ann@example.com")).body.token).toEqual(expect.any(String));
    expect((await browser.post("/two-factor/disable", { password })).status).toBe(200);
    await opened.close();
  });
});
