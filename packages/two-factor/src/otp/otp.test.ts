import { outboxTable, tokenTable } from "@latchkey/core/plugin";
import { outboxEmpty, testPassword } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";
import { startTwoFactor, type TwoFactorApp } from "../../test/app.ts";

const password = testPassword;

async function sent({ box }: TwoFactorApp, browser: { post(path: string): Promise<{ status: number }> }) {
  expect((await browser.post("/two-factor/send-otp")).status).toBe(200);
  return (await box.next("sendOTP")).mail as { code: string; otp: string; expiresInMinutes: number };
}

describe("a sent code", () => {
  test("signs in, and is passed to the sender with all data that an email needs", async () => {
    const app = await startTwoFactor();
    await app.enrolled();
    const phone = await app.challenged();
    expect((await phone.post("/two-factor/send-otp")).body).toEqual({ status: true });
    const { to, mail } = await app.box.next("sendOTP");
    expect(to).toBe("ann@example.com");
    expect(mail).toMatchObject({ code: expect.stringMatching(/^\d{6}$/), otp: mail.code, expiresInMinutes: 3 });
    const { status, body } = await phone.post("/two-factor/verify-otp", { code: mail.code });
    expect([status, body]).toMatchObject([200, { token: expect.any(String), user: { email: "ann@example.com" } }]);
  });

  test("TFA-12: works once within three minutes, only if it's the newest, and only for the challenge that requested it", async () => {
    const app = await startTwoFactor();
    await app.enrolled();
    const give = async (browser: Awaited<ReturnType<typeof app.challenged>>, code: string) => {
      const { status, body } = await browser.post("/two-factor/verify-otp", { code });
      return [status, body.code];
    };
    const phone = await app.challenged();
    const older = await sent(app, phone);
    const newer = await sent(app, phone);
    if (older.code !== newer.code) expect(await give(phone, older.code)).toEqual([401, "INVALID_CODE"]);
    const other = await app.challenged();
    expect(await give(other, newer.code)).toEqual([400, "OTP_HAS_EXPIRED"]);
    await sent(app, other);
    expect(await give(other, newer.code)).toEqual([401, "INVALID_CODE"]);
    const stolen = phone.cookies.get("latchkey.two_factor") as string;
    expect(await give(phone, newer.code)).toEqual([200, undefined]);
    other.cookies.set("latchkey.two_factor", stolen);
    expect(await give(other, newer.code)).toEqual([401, "INVALID_TWO_FACTOR_COOKIE"]);
    const late = await app.challenged();
    const last = await sent(app, late);
    app.clock.advance(180);
    expect(await give(late, last.code)).toEqual([400, "OTP_HAS_EXPIRED"]);
  });

  test("ends the challenge after five wrong ones, but attempts before one was sent aren't counted", async () => {
    const app = await startTwoFactor();
    await app.enrolled();
    const phone = await app.challenged();
    for (let tries = 0; tries < 7; tries++) {
      expect((await phone.post("/two-factor/verify-otp", { code: "123456" })).body.code).toBe("OTP_HAS_EXPIRED");
    }
    const { code } = await sent(app, phone);
    const wrong = code === "123456" ? "654321" : "123456";
    for (let tries = 0; tries < 5; tries++) {
      expect((await phone.post("/two-factor/verify-otp", { code: wrong })).body.code).toBe("INVALID_CODE");
    }
    const { status, body } = await phone.post("/two-factor/verify-otp", { code });
    expect([status, body.code]).toEqual([400, "TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE"]);
  });

  test("isn't stored readably: it's encrypted in the outbox, and its digest includes the browser's secret", async () => {
    const app = await startTwoFactor();
    await app.enrolled();
    app.box.fail = async () => {
      throw new Error("The mail server is down.");
    };
    const phone = await app.challenged();
    expect((await phone.post("/two-factor/send-otp")).status).toBe(200);
    const { db } = app.auth.$context;
    const [message] = await db.findMany(outboxTable, { limit: 5 });
    expect([message?.kind, message?.payload.startsWith("v1.")]).toEqual(["mail.two-factor-code", true]);
    const rows = await db.findMany(tokenTable, { where: { kind: "two-factor-sent-code" }, limit: 5 });
    expect(rows).toMatchObject([{ value: {}, identifier: expect.stringMatching(/^[\w-]{43}$/) }]);
    app.box.fail = null;
  });

  test("isn't sent to a stranger, or if the app has no function to send it", async () => {
    const app = await startTwoFactor();
    const nobody = await app.browser().post("/two-factor/send-otp");
    expect([nobody.status, nobody.body.code]).toEqual([401, "INVALID_TWO_FACTOR_COOKIE"]);
    const bob = app.browser();
    await bob.signUp("bob@example.com");
    expect((await bob.post("/two-factor/send-otp")).body.code).toBe("TWO_FACTOR_NOT_ENABLED");
    const without = await startTwoFactor({}, { otpOptions: { sendOTP: undefined } as never });
    await without.enrolled();
    const phone = await without.challenged();
    expect((await phone.post("/two-factor/send-otp")).body.code).toBe("OTP_NOT_CONFIGURED");
    await outboxEmpty(app.auth);
    expect(app.box.mails.filter(({ sender }) => sender === "sendOTP")).toEqual([]);
  });

  test("is limited to ten per hour, without an error", async () => {
    const limited = { enabled: true, customRules: { "/two-factor/send-otp": false, "/two-factor/enable": false } };
    const app = await startTwoFactor({ rateLimit: limited });
    await app.enrolled();
    const phone = await app.challenged();
    for (let times = 0; times < 14; times++) expect((await phone.post("/two-factor/send-otp")).status).toBe(200);
    await outboxEmpty(app.auth);
    expect(app.box.mails.filter(({ sender }) => sender === "sendOTP")).toHaveLength(10);
  });

  test("can still be sent to the owner for a sign-in after a stolen session has used up its own limit", async () => {
    const limited = { enabled: true, customRules: { "/two-factor/send-otp": false, "/two-factor/enable": false } };
    const app = await startTwoFactor({ rateLimit: limited });
    const { browser: stolen } = await app.enrolled();
    for (let times = 0; times < 14; times++) expect((await stolen.post("/two-factor/send-otp")).status).toBe(200);
    await outboxEmpty(app.auth);
    const mails = app.box.mails.length;
    const owner = await app.challenged();
    await owner.post("/two-factor/send-otp");
    await outboxEmpty(app.auth);
    expect(app.box.mails.slice(mails).map(({ sender }) => sender)).toEqual(["sendOTP"]);
  });
});

describe("as the enrolled factor", () => {
  test("takes effect after the first code, and returns backup codes", async () => {
    const app = await startTwoFactor();
    const ann = app.browser();
    await ann.signUp("ann@example.com");
    const { body } = await ann.post<{ backupCodes: string[] }>("/two-factor/enable", { password, method: "otp" });
    expect(body).toEqual({ method: "otp", backupCodes: expect.any(Array) });
    expect((await app.user()).twoFactorEnabled).toBe(false);
    expect((await app.browser().signIn("ann@example.com")).body).toMatchObject({ token: expect.any(String) });
    const { code } = await sent(app, ann);
    const stolen = app.browser();
    for (const [name, value] of ann.cookies) stolen.cookies.set(name, value);
    const confirmed = await ann.post("/two-factor/verify-otp", { code });
    expect([confirmed.status, confirmed.body]).toMatchObject([200, { user: { twoFactorEnabled: true } }]);
    expect((await stolen.get("/list-sessions")).status).toBe(401);
    const phone = app.browser();
    expect((await phone.signIn("ann@example.com")).body).toEqual({
      twoFactorRedirect: true,
      twoFactorMethods: ["otp"],
    });
    expect((await phone.post("/two-factor/verify-backup-code", { code: body.backupCodes[0] })).status).toBe(200);
  });

  test("reauthenticates a signed-in user and makes the session fresh", async () => {
    const app = await startTwoFactor();
    const { browser } = await app.enrolled();
    app.clock.advance(2 * 86_400);
    const before = browser.cookies.get("latchkey.session_token");
    const { code } = await sent(app, browser);
    expect((await browser.post("/two-factor/verify-otp", { code })).status).toBe(200);
    expect(browser.cookies.get("latchkey.session_token")).toBe(before);
    expect((await browser.post("/two-factor/verify-otp", { code })).body.code).toBe("OTP_HAS_EXPIRED");
    const { body } = await browser.get<{ session: { updatedAt: string } }>("/get-session");
    expect(new Date(body.session.updatedAt)).toEqual(app.clock.now());
  });

  test("TFA-20: an app can prevent sent codes from replacing an authenticator app", async () => {
    const app = await startTwoFactor({}, { otpOptions: { fallback: false } });
    const { browser } = await app.enrolled();
    const phone = app.browser();
    expect((await phone.signIn("ann@example.com")).body).toEqual({
      twoFactorRedirect: true,
      twoFactorMethods: ["totp"],
    });
    expect((await phone.post("/two-factor/send-otp")).body.code).toBe("OTP_NOT_CONFIGURED");
    // Users who want both can enable it while signed in.
    await browser.post("/two-factor/enable", { password, method: "otp" });
    const { code } = await sent(app, browser);
    expect((await browser.post("/two-factor/verify-otp", { code })).status).toBe(200);
    expect((await app.browser().signIn("ann@example.com")).body).toMatchObject({ twoFactorMethods: ["totp", "otp"] });
  });
});
