import { sessionTable, tokenTable, userTable } from "@latchkey/core/plugin";
import { testPassword } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";
import { startTwoFactor } from "../../test/app.ts";
import { twoFactorTable } from "../tables.ts";

const password = testPassword;

describe("a sign-in with a second factor", () => {
  test("TFA-01: creates no session of any kind after the password", async () => {
    const app = await startTwoFactor({ session: { cookieCache: { enabled: true } } });
    await app.enrolled();
    const sessions = await app.auth.$context.db.count(sessionTable, {});
    const browser = app.browser();
    const { status, body, setCookies } = await browser.signIn("ann@example.com");
    expect([status, body]).toEqual([200, { twoFactorRedirect: true, twoFactorMethods: ["totp", "otp"] }]);
    expect(setCookies.map((line) => line.split("=")[0])).toEqual(["latchkey.two_factor"]);
    expect(setCookies[0]).toMatch(/Max-Age=600.*HttpOnly/);
    expect(await app.auth.$context.db.count(sessionTable, {})).toBe(sessions);
    expect((await browser.get("/get-session")).body).toBeNull();
    const challenge = decodeURIComponent(browser.cookies.get("latchkey.two_factor") as string);
    const secret = challenge.slice(0, challenge.lastIndexOf("."));
    const asBearer = { authorization: `Bearer ${secret}` };
    expect((await app.browser().get("/list-sessions", asBearer)).status).toBe(401);
    const asSession = app.browser();
    asSession.cookies.set("latchkey.session_token", browser.cookies.get("latchkey.two_factor") as string);
    expect((await asSession.get("/list-sessions")).status).toBe(401);
  });

  test("ends the browser's previous session at the first step", async () => {
    const app = await startTwoFactor({ session: { cookieCache: { enabled: true } } });
    const { browser } = await app.enrolled();
    const { setCookies } = await browser.signIn("ann@example.com");
    for (const name of ["session_token", "session_data"]) {
      expect(setCookies.some((line) => line.startsWith(`latchkey.${name}=;`) && line.includes("Max-Age=0"))).toBe(true);
    }
    expect(await app.auth.$context.db.count(sessionTable, {})).toBe(0);
  });

  test("creates the session after the correct code, with both proofs and the options from the first step", async () => {
    const app = await startTwoFactor();
    const { secret } = await app.enrolled();
    const phone = await app.challenged("ann@example.com", { rememberMe: false });
    const firstStep = app.clock.now().getTime();
    app.clock.advance(60);
    const { status, body, setCookies } = await phone.post("/two-factor/verify-totp", { code: ` ${app.code(secret)} ` });
    expect([status, body]).toMatchObject([200, { token: expect.any(String), user: { twoFactorEnabled: true } }]);
    expect(setCookies.find((line) => line.startsWith("latchkey.two_factor="))).toContain("Max-Age=0");
    expect(phone.cookies.has("latchkey.dont_remember")).toBe(true);
    const [row] = await app.auth.$context.db.findMany(sessionTable, { where: { remembered: false }, limit: 1 });
    expect(row?.proofs).toEqual({
      password: firstStep,
      "two-factor": firstStep + 60_000,
      "two-factor:app": firstStep + 60_000,
    });
    expect((await app.browser().get("/list-sessions", { authorization: `Bearer ${body.token}` })).status).toBe(200);
  });

  test("ENUM-10: reveals that there's a second factor only after the correct password", async () => {
    const app = await startTwoFactor();
    await app.enrolled();
    await app.browser().signUp("bob@example.com");
    const wrong = async (email: string) => {
      const { status, body, setCookies } = await app.browser().signIn(email, "not the password");
      return [status, body, setCookies];
    };
    expect(await wrong("ann@example.com")).toEqual(await wrong("bob@example.com"));
    expect(await wrong("nobody@example.com")).toEqual(await wrong("ann@example.com"));
  });

  test("TFA-03: still needs the second factor after a password reset", async () => {
    const app = await startTwoFactor();
    await app.enrolled("ann@example.com", true);
    const browser = app.browser();
    await browser.post("/forget-password", { email: "ann@example.com" });
    const { token } = await app.box.next("sendResetPassword");
    const newPassword = "an even better password";
    const { body, setCookies } = await browser.post("/reset-password", { newPassword, token });
    expect([body, setCookies]).toEqual([{ status: true }, []]);
    expect((await browser.signIn("ann@example.com", newPassword)).body).toMatchObject({ twoFactorRedirect: true });
  });

  test("TFA-04: ends after five wrong codes, so that even the correct code is rejected", async () => {
    const app = await startTwoFactor();
    const { secret, backupCodes } = await app.enrolled();
    const phone = await app.challenged();
    for (let tries = 0; tries < 5; tries++) {
      const { status, body } = await phone.post("/two-factor/verify-totp", { code: app.wrong(secret) });
      expect([status, body.code]).toEqual([401, "INVALID_CODE"]);
    }
    const cookie = phone.cookies.get("latchkey.two_factor") as string;
    for (const [path, code] of [
      ["totp", app.code(secret)],
      ["backup-code", backupCodes[0]],
    ]) {
      phone.cookies.set("latchkey.two_factor", cookie);
      const { status, body } = await phone.post(`/two-factor/verify-${path}`, { code });
      expect([status, body.code]).toEqual([400, "TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE"]);
      expect(phone.cookies.has("latchkey.two_factor")).toBe(false);
    }
    const anew = await app.challenged();
    expect((await anew.post("/two-factor/verify-totp", { code: app.code(secret) })).status).toBe(200);
  });

  test("TFA-05: wrong codes count across challenges and addresses, the lockout grows, and the owner is notified", async () => {
    const app = await startTwoFactor();
    const { secret } = await app.enrolled();
    let address = 0;
    const guess = async (code: string) => {
      const browser = app.browser(`198.51.100.${++address}`);
      await browser.signIn("ann@example.com");
      return browser.post("/two-factor/verify-totp", { code });
    };
    const wrongs = async (count: number) => {
      for (let at = 0; at < count; at++) expect((await guess(app.wrong(secret))).body.code).toBe("INVALID_CODE");
    };
    const lockedFor = async (): Promise<number> => {
      const { status, body, headers } = await guess(app.code(secret));
      expect([status, body.code]).toEqual([429, "ACCOUNT_TEMPORARILY_LOCKED"]);
      return Number(headers.get("retry-after"));
    };
    await wrongs(10);
    expect(await lockedFor()).toBe(900);
    const told = await app.box.next("sendLocked");
    expect([told.to, told.mail.until]).toEqual(["ann@example.com", new Date(app.clock.now().getTime() + 900_000)]);
    app.clock.advance(900);
    await wrongs(5);
    expect(await lockedFor()).toBe(1800);
    app.clock.advance(1800);
    await wrongs(5);
    expect(await lockedFor()).toBe(3600);
    app.clock.advance(3600);
    expect((await guess(app.code(secret))).status).toBe(200);
    app.clock.advance(60);
    await wrongs(9);
    expect((await guess(app.code(secret))).status).toBe(200);
  });

  test("TFA-06: isn't blocked by requests without the correct password, or by wrong codes in a session", async () => {
    const app = await startTwoFactor();
    const { browser, secret } = await app.enrolled();
    for (let tries = 0; tries < 30; tries++) {
      const outside = app.browser();
      await outside.signIn("ann@example.com", "not the password");
      await outside.post("/two-factor/verify-totp", { code: app.wrong(secret) });
    }
    for (let tries = 0; tries < 10; tries++) {
      expect((await browser.post("/two-factor/verify-totp", { code: app.wrong(secret) })).body.code).toBe(
        "INVALID_CODE",
      );
    }
    expect((await browser.post("/two-factor/verify-totp", { code: app.code(secret) })).status).toBe(429);
    const phone = await app.challenged();
    expect((await phone.post("/two-factor/verify-totp", { code: app.code(secret) })).status).toBe(200);
  });

  test("TFA-07, TFA-08: accepts a code once, even one step early or late, and then no older code", async () => {
    const app = await startTwoFactor();
    const { secret } = await app.enrolled();
    const give = async (code: string) =>
      (await (await app.challenged()).post("/two-factor/verify-totp", { code })).status;
    expect(await give(app.code(secret, -2))).toBe(401);
    expect(await give(app.code(secret, 2))).toBe(401);
    expect(await give(app.code(secret, -1))).toBe(200);
    expect(await give(app.code(secret, -1))).toBe(401);
    const ahead = app.code(secret, 1);
    expect(await give(ahead)).toBe(200);
    expect(await give(app.code(secret))).toBe(401);
    app.clock.advance(30);
    expect(await give(ahead)).toBe(401);
    app.clock.advance(30);
    expect(await give(app.code(secret))).toBe(200);
  });

  test("TFA-07: the code that confirmed the app can't also sign in", async () => {
    const app = await startTwoFactor();
    const ann = app.browser();
    await ann.signUp("ann@example.com");
    const { body } = await ann.post("/two-factor/enable", { password });
    const code = app.code(new URL(String(body.totpURI)).searchParams.get("secret") as string);
    expect((await ann.post("/two-factor/verify-totp", { code })).status).toBe(200);
    expect((await (await app.challenged()).post("/two-factor/verify-totp", { code })).status).toBe(401);
  });

  test("TFA-11: a challenge works for one user, one session, and one browser, for ten minutes", async () => {
    const app = await startTwoFactor();
    const ann = await app.enrolled();
    const bob = await app.enrolled("bob@example.com");
    const phone = await app.challenged();
    expect((await phone.post("/two-factor/verify-totp", { code: app.code(bob.secret) })).body.code).toBe(
      "INVALID_CODE",
    );
    const foreign = await phone.post("/two-factor/verify-backup-code", { code: bob.backupCodes[0] });
    expect(foreign.body.code).toBe("INVALID_BACKUP_CODE");
    const replayed = app.browser();
    for (const [name, value] of phone.cookies) replayed.cookies.set(name, value);
    expect((await phone.post("/two-factor/verify-totp", { code: app.code(ann.secret) })).status).toBe(200);
    app.clock.advance(30);
    const again = await replayed.post("/two-factor/verify-totp", { code: app.code(ann.secret) });
    expect([again.status, again.body.code]).toEqual([401, "INVALID_TWO_FACTOR_COOKIE"]);

    const late = await app.challenged();
    app.clock.advance(600);
    expect((await late.post("/two-factor/verify-totp", { code: app.code(ann.secret) })).body.code).toBe(
      "INVALID_TWO_FACTOR_COOKIE",
    );
    const forged = app.browser();
    forged.cookies.set("latchkey.two_factor", "abc.def");
    for (const browser of [forged, app.browser()]) {
      expect((await browser.post("/two-factor/verify-totp", { code: app.code(ann.secret) })).body.code).toBe(
        "INVALID_TWO_FACTOR_COOKIE",
      );
    }
  });

  test("TFA-11: a challenge ends when the user's password or factors change", async () => {
    const app = await startTwoFactor();
    const { browser, backupCodes } = await app.enrolled();
    const newPassword = "an even better password";
    const before = await app.challenged();
    await browser.post("/change-password", { currentPassword: password, newPassword });
    expect((await before.post("/two-factor/verify-backup-code", { code: backupCodes[0] })).body.code).toBe(
      "INVALID_TWO_FACTOR_COOKIE",
    );
    await browser.post("/change-password", { currentPassword: newPassword, newPassword: password });
    // The challenge would be rejected even if its row were kept, because the user's epoch has changed.
    const kept = await app.challenged();
    const { db } = app.auth.$context;
    await db.increment(userTable, { where: { email: "ann@example.com" }, column: "epoch" });
    expect((await kept.post("/two-factor/verify-backup-code", { code: backupCodes[0] })).body.code).toBe(
      "INVALID_TWO_FACTOR_COOKIE",
    );
    expect(await db.count(tokenTable, { where: { kind: "two-factor-challenge" } })).toBe(1);
  });

  test("TFA-16: no user passes if 2FA is enabled without a row or without any factor", async () => {
    const app = await startTwoFactor();
    const { secret } = await app.enrolled();
    const { db } = app.auth.$context;
    await db.update(twoFactorTable, { where: {}, set: { secret: null } });
    const halfRow = app.browser();
    expect((await halfRow.signIn("ann@example.com")).body).toEqual({
      twoFactorRedirect: true,
      twoFactorMethods: ["otp"],
    });
    expect((await halfRow.post("/two-factor/verify-totp", { code: app.code(secret) })).body.code).toBe(
      "TOTP_NOT_ENABLED",
    );
    await db.remove(twoFactorTable, { where: {} });
    const noRow = app.browser();
    expect((await noRow.signIn("ann@example.com")).body).toEqual({
      twoFactorRedirect: true,
      twoFactorMethods: ["otp"],
    });
    expect((await noRow.get("/get-session")).body).toBeNull();
    // The user's other factor still works.
    await noRow.post("/two-factor/send-otp");
    const { mail } = await app.box.next("sendOTP");
    expect((await noRow.post("/two-factor/verify-otp", { code: mail.code })).status).toBe(200);

    const without = await startTwoFactor({}, { otpOptions: { sendOTP: undefined } as never });
    await without.enrolled();
    await without.auth.$context.db.remove(twoFactorTable, { where: {} });
    const nothing = without.browser();
    expect((await nothing.signIn("ann@example.com")).body).toEqual({ twoFactorRedirect: true, twoFactorMethods: [] });
    expect((await nothing.get("/get-session")).body).toBeNull();
  });

  test.each(["12345", "1234567", "１２３４５６", "١٢٣٤٥٦", "", "abcdef", "12 34"])(
    "TFA-18: %j isn't a code, and is rejected before it's compared",
    async (code) => {
      const app = await startTwoFactor();
      await app.enrolled();
      const phone = await app.challenged();
      for (const path of ["/two-factor/verify-totp", "/two-factor/verify-otp", "/two-factor/verify-backup-code"]) {
        const { status, body } = await phone.post(path, { code });
        expect([status, body.code]).toEqual([400, "VALIDATION_ERROR"]);
      }
      expect(await app.auth.$context.db.findMany(tokenTable, { limit: 9 })).toMatchObject([{ attempts: 0 }]);
    },
  );

  test("CSRF: a foreign page can't finish a sign-in or request a code", async () => {
    const app = await startTwoFactor();
    const { secret } = await app.enrolled();
    const phone = await app.challenged();
    for (const path of ["/two-factor/verify-totp", "/two-factor/send-otp"]) {
      const { status } = await phone.post(path, { code: app.code(secret) }, { origin: "https://evil.test" });
      expect(status).toBe(403);
    }
  });
});
