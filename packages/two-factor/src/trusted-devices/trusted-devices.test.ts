import { sessionTable, tokenTable } from "@latchkey/core/plugin";
import { type TestBrowser, testPassword } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";
import { type Enrolled, startTwoFactor, type TwoFactorApp } from "../../test/app.ts";

const password = testPassword;
const cookie = "latchkey.trust_device";

async function start(options: object = {}) {
  const app = await startTwoFactor(options);
  const ann = await app.enrolled("ann@example.com", true);
  return { app, ann, laptop: await trusted(app, ann) };
}

/** Returns a browser whose device is trusted. */
async function trusted(app: TwoFactorApp, { secret, email }: Enrolled): Promise<TestBrowser> {
  const browser = await app.challenged(email);
  app.clock.advance(60);
  const { status } = await browser.post("/two-factor/verify-totp", { code: app.code(secret), trustDevice: true });
  expect(status).toBe(200);
  return browser;
}

const isAsked = async (browser: TestBrowser, email = "ann@example.com", withPassword = password): Promise<boolean> => {
  const { body } = await browser.signIn(email, withPassword);
  return (body as object as { twoFactorRedirect?: boolean }).twoFactorRedirect === true;
};

describe("a trusted device", () => {
  test("isn't asked for the second factor for 30 days after each sign-in", async () => {
    const { app, laptop } = await start();
    expect(await isAsked(app.browser())).toBe(true);
    for (let weeks = 0; weeks < 8; weeks++) {
      app.clock.advance(7 * 86_400);
      expect(await isAsked(laptop)).toBe(false);
    }
    app.clock.advance(30 * 86_400);
    expect(await isAsked(laptop)).toBe(true);
  });

  test("is recognized by a separate cookie, and its sign-ins have no proof of a second factor", async () => {
    const { app, laptop } = await start();
    const { setCookies } = await laptop.signIn("ann@example.com");
    expect(setCookies.find((line) => line.startsWith(`${cookie}=`))).toMatch(
      /Max-Age=2592000; Path=\/; HttpOnly|HttpOnly/,
    );
    const rows = await app.auth.$context.db.findMany(sessionTable, {
      orderBy: [{ column: "createdAt", direction: "desc" }],
      limit: 1,
    });
    expect(Object.keys(rows[0]?.proofs ?? {})).toEqual(["password"]);
  });

  test("TFA-13: its cookie changes with each use, and the previous one no longer works", async () => {
    const { app, laptop } = await start();
    const stolen = app.browser();
    stolen.cookies.set(cookie, laptop.cookies.get(cookie) as string);
    expect(await isAsked(laptop)).toBe(false);
    expect(await isAsked(stolen)).toBe(true);
    expect(await isAsked(laptop)).toBe(false);
    const db = JSON.stringify(await app.auth.$context.db.findMany(tokenTable, { limit: 50 }));
    const secret = decodeURIComponent(laptop.cookies.get(cookie) as string).split(".")[0] as string;
    expect(secret).toHaveLength(32);
    expect(db).not.toContain(secret);
  });

  test("TFA-13: is trusted only for the user who chose to trust it", async () => {
    const { app, laptop } = await start();
    await app.enrolled("bob@example.com");
    expect(await isAsked(laptop, "bob@example.com")).toBe(true);
    expect(await isAsked(laptop)).toBe(false);
  });

  const newPassword = "an even better password";
  test.each<[string, (app: TwoFactorApp, ann: Enrolled) => Promise<void>, string?]>([
    [
      "changing the password",
      async (_, { browser }) =>
        void (await browser.post("/change-password", { currentPassword: password, newPassword })),
      newPassword,
    ],
    [
      "resetting the password",
      async (app) => {
        await app.browser().post("/forget-password", { email: "ann@example.com" });
        const { token } = await app.box.next("sendResetPassword");
        await app.browser().post("/reset-password", { newPassword, token });
      },
      newPassword,
    ],
    [
      "enrolling another app",
      async (app, { browser }) => {
        const { body } = await browser.post("/two-factor/enable", { password });
        const secret = new URL(String(body.totpURI)).searchParams.get("secret") as string;
        expect((await browser.post("/two-factor/verify-totp", { code: app.code(secret) })).status).toBe(200);
      },
    ],
    [
      "disabling 2FA and enabling it again",
      async (app, { browser }) => {
        await browser.post("/two-factor/disable", { password });
        const { body } = await browser.post("/two-factor/enable", { password });
        const secret = new URL(String(body.totpURI)).searchParams.get("secret") as string;
        expect((await browser.post("/two-factor/verify-totp", { code: app.code(secret) })).status).toBe(200);
      },
    ],
    [
      "forgetting all devices",
      async (_, { browser }) => void (await browser.post("/two-factor/revoke-trusted-devices")),
    ],
  ])("TFA-13: %s ends its trust", async (_, change, withPassword) => {
    const { app, ann, laptop } = await start();
    // The browser keeps the cookie, but its device is no longer trusted.
    const kept = laptop.cookies.get(cookie) as string;
    await change(app, ann);
    laptop.cookies.set(cookie, kept);
    expect(await isAsked(laptop, "ann@example.com", withPassword)).toBe(true);
    // A reset also ended the session that sends the request.
    const { status, body } = await ann.browser.get("/two-factor/list-trusted-devices");
    expect(status === 401 ? [] : body).toEqual([]);
  });

  test("TFA-13: loses its cookie when 2FA is disabled", async () => {
    const { laptop } = await start();
    await laptop.post("/two-factor/disable", { password });
    expect(laptop.cookies.has(cookie)).toBe(false);
  });
});

describe("the list of trusted devices", () => {
  test("has browsers, addresses, and times, and marks the current device", async () => {
    const { app, ann, laptop } = await start();
    app.clock.advance(60);
    const phone = await trusted(app, ann);
    const { body } = await laptop.get<Record<string, unknown>[]>("/two-factor/list-trusted-devices");
    expect(body.map(({ current }) => current)).toEqual([false, true]);
    expect(body[1]).toEqual({
      id: expect.any(String),
      current: true,
      createdAt: expect.any(String),
      lastUsedAt: expect.any(String),
      expiresAt: expect.any(String),
      ipAddress: "203.0.113.7",
      userAgent: null,
    });
    app.clock.advance(60);
    await laptop.signIn("ann@example.com");
    const [first] = (await phone.get<Record<string, unknown>[]>("/two-factor/list-trusted-devices")).body;
    expect([first?.id, first?.current]).toEqual([body[1]?.id, false]);
    expect(Number(new Date(first?.lastUsedAt as string))).toBeGreaterThan(Number(new Date(first?.createdAt as string)));
  });

  test("affects only the user's own devices, and a removed device is asked for the second factor again", async () => {
    const { app, ann, laptop } = await start();
    const bob = await app.enrolled("bob@example.com");
    const bobs = await trusted(app, bob);
    const [device] = (await ann.browser.get<{ id: string }[]>("/two-factor/list-trusted-devices")).body;
    const [foreign] = (await bobs.get<{ id: string }[]>("/two-factor/list-trusted-devices")).body;
    const revoke = (id: unknown) => ann.browser.post("/two-factor/revoke-trusted-device", { id });
    expect((await revoke(foreign?.id)).body).toEqual({ status: true });
    expect(await isAsked(bobs, "bob@example.com")).toBe(false);
    expect((await revoke(device?.id)).body).toEqual({ status: true });
    expect(await isAsked(laptop)).toBe(true);
    expect((await revoke(undefined)).body.code).toBe("VALIDATION_ERROR");
    expect((await app.browser().get("/two-factor/list-trusted-devices")).status).toBe(401);
    expect((await app.browser().post("/two-factor/revoke-trusted-device", { id: device?.id })).status).toBe(401);
  });
});
