import { accountTable, auditTable, sessionTable, tokenTable } from "@latchkey/core/plugin";
import { outboxEmpty, testPassword, testSecret } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";
import { startTwoFactor } from "../../test/app.ts";
import { twoFactor } from "../plugin.ts";
import { backupCodeTable, twoFactorTable } from "../tables.ts";

const password = testPassword;

describe("enrolling an authenticator app", () => {
  test("needs the password, returns the URI and backup codes, and takes effect after the first correct code", async () => {
    const { browser, code, clock, user } = await startTwoFactor({ appName: "My App" });
    const ann = browser();
    await ann.signUp("ann@example.com");
    const { status, body } = await ann.post<{ method: string; totpURI: string; backupCodes: string[] }>(
      "/two-factor/enable",
      { password },
    );
    expect([status, body.method]).toEqual([200, "totp"]);
    expect(body.totpURI).toMatch(
      /^otpauth:\/\/totp\/My%20App:ann%40example\.com\?secret=[A-Z2-7]{32}&issuer=My%20App&digits=6&period=30$/,
    );
    expect(new Set(body.backupCodes).size).toBe(10);
    for (const one of body.backupCodes) expect(one).toMatch(/^[A-Za-z0-9]{5}-[A-Za-z0-9]{5}$/);
    expect((await user()).twoFactorEnabled).toBe(false);

    const secret = new URL(body.totpURI).searchParams.get("secret") as string;
    const before = ann.cookies.get("latchkey.session_token");
    const confirmed = await ann.post("/two-factor/verify-totp", { code: code(secret) });
    expect([confirmed.status, confirmed.body]).toMatchObject([
      200,
      { token: expect.any(String), user: { email: "ann@example.com", twoFactorEnabled: true } },
    ]);
    expect(ann.cookies.get("latchkey.session_token")).not.toBe(before);
    expect((await ann.get("/get-session")).body).toMatchObject({ user: { twoFactorEnabled: true } });
    clock.advance(60);
    expect((await browser().signIn("ann@example.com")).body).toEqual({
      twoFactorRedirect: true,
      twoFactorMethods: ["totp", "otp"],
    });
  });

  test("the app can set an issuer; a colon is rejected, because it would split the label", async () => {
    const { browser } = await startTwoFactor();
    const ann = browser();
    await ann.signUp("ann@example.com");
    const { body } = await ann.post("/two-factor/enable", { password, issuer: "Work" });
    expect(body.totpURI).toContain("totp/Work:ann%40example.com?");
    expect((await ann.post("/two-factor/enable", { password, issuer: "a:b" })).body.code).toBe("VALIDATION_ERROR");
  });

  test("TFA-15: an unconfirmed enrollment isn't required at sign-in, and a new start replaces it", async () => {
    const { browser, code, auth, clock, user } = await startTwoFactor();
    const ann = browser();
    await ann.signUp("ann@example.com");
    const secretOf = async () => {
      const { body } = await ann.post("/two-factor/enable", { password });
      return new URL(String(body.totpURI)).searchParams.get("secret") as string;
    };
    const [first, second] = [await secretOf(), await secretOf()];
    expect(await auth.$context.db.count(backupCodeTable, {})).toBe(10);
    expect((await browser().signIn("ann@example.com")).body).toMatchObject({ token: expect.any(String) });
    expect((await ann.post("/two-factor/verify-totp", { code: code(first) })).body.code).toBe("INVALID_CODE");
    expect((await user()).twoFactorEnabled).toBe(false);
    clock.advance(60);
    expect((await ann.post("/two-factor/verify-totp", { code: code(second) })).status).toBe(200);
  });

  test("again keeps the old app and backup codes valid until the first code from the new app", async () => {
    const app = await startTwoFactor();
    const { browser, secret, backupCodes } = await app.enrolled();
    const { body } = await browser.post<{ totpURI: string; backupCodes: string[] }>("/two-factor/enable", { password });
    const next = new URL(body.totpURI).searchParams.get("secret") as string;

    const meanwhile = await app.challenged();
    expect((await meanwhile.post("/two-factor/verify-totp", { code: app.code(next) })).body.code).toBe("INVALID_CODE");
    expect((await meanwhile.post("/two-factor/verify-totp", { code: app.code(secret) })).status).toBe(200);
    const byCode = await app.challenged();
    expect((await byCode.post("/two-factor/verify-backup-code", { code: body.backupCodes[0] })).status).toBe(401);
    expect((await byCode.post("/two-factor/verify-backup-code", { code: backupCodes[0] })).status).toBe(200);

    expect((await browser.post("/two-factor/verify-totp", { code: app.code(next) })).status).toBe(200);
    app.clock.advance(60);
    const after = await app.challenged();
    expect((await after.post("/two-factor/verify-totp", { code: app.code(secret) })).status).toBe(401);
    expect((await after.post("/two-factor/verify-backup-code", { code: backupCodes[1] })).status).toBe(401);
    expect((await after.post("/two-factor/verify-backup-code", { code: body.backupCodes[0] })).status).toBe(200);
    expect(await app.auth.$context.db.count(backupCodeTable, {})).toBe(9);
  });

  test("TFA-10, TFA-19: secrets are encrypted, backup codes are hashed, and later responses don't contain them", async () => {
    const app = await startTwoFactor({ session: { cookieCache: { enabled: true } } });
    const { browser, secret, backupCodes } = await app.enrolled();
    const { db } = app.auth.$context;
    const dump = JSON.stringify([
      await db.findMany(twoFactorTable, { limit: 10 }),
      await db.findMany(tokenTable, { limit: 10 }),
    ]);
    expect(dump).not.toContain(secret);
    expect(dump).toMatch(/"secret":"v1\./);
    const rows = await db.findMany(backupCodeTable, { limit: 10 });
    for (const { lookup } of rows) expect(lookup).toHaveLength(3);
    const answers = await Promise.all(
      ["/get-session", "/list-sessions", "/list-accounts", "/two-factor/list-trusted-devices"].map((path) =>
        browser.get(path),
      ),
    );
    const told = JSON.stringify(answers.map(({ status, body, setCookies }) => [status, body, setCookies]));
    for (const hidden of [secret, backupCodes[0] as string, "pendingSecret", '"secret"', '"lookup"']) {
      expect(told).not.toContain(hidden);
    }
  });

  test("TFA-10: a backup code is stored with a slow hash, like a password", async () => {
    const app = await startTwoFactor({ emailAndPassword: { password: undefined } });
    await app.enrolled();
    const [row] = await app.auth.$context.db.findMany(backupCodeTable, { limit: 1 });
    expect(row?.hash).toMatch(/^\$(argon2id|scrypt)\$/);
  });

  test("TFA-17: clients can't set the flag for two-factor authentication", async () => {
    const { browser } = await startTwoFactor();
    const ann = browser();
    const account = { name: "Ann", email: "ann@example.com", password };
    for (const twoFactorEnabled of [true, false]) {
      const signUp = await ann.post("/sign-up/email", { ...account, twoFactorEnabled });
      expect([signUp.status, signUp.body.code]).toEqual([400, "FIELD_NOT_ALLOWED"]);
    }
    await ann.signUp(account.email);
    const update = await ann.post("/update-user", { twoFactorEnabled: true });
    expect([update.status, update.body.code]).toEqual([400, "FIELD_NOT_ALLOWED"]);
    expect((await ann.post("/update-user", { secret: "x", backupCodes: [] })).body.code).toBe("NO_FIELDS_TO_UPDATE");
  });
});

describe("only the owner can view or change 2FA settings", () => {
  const calls = [
    "/two-factor/enable",
    "/two-factor/disable",
    "/two-factor/get-totp-uri",
    "/two-factor/generate-backup-codes",
  ];

  test.each(calls)("TFA-14: %s needs a session and the password", async (path) => {
    const app = await startTwoFactor();
    const { browser } = await app.enrolled();
    expect((await app.browser().post(path, { password })).status).toBe(401);
    for (const body of [{}, { password: "" }, { password: "wrong" }]) {
      const { status, body: answer } = await browser.post(path, body);
      expect([status, answer.code]).toEqual([400, "INVALID_PASSWORD"]);
    }
    expect((await browser.post(path, { password: 5 })).body.code).toBe("VALIDATION_ERROR");
    const done = await browser.post(path, { password });
    expect(done.status).toBe(200);
  });

  test.each(calls)("TFA-14: %s needs a recent proof from a user without a password", async (path) => {
    const app = await startTwoFactor({ session: { expiresIn: 2_592_000, updateAge: 86_400 } });
    const { browser, userId, secret } = await app.enrolled();
    await app.auth.$context.db.remove(accountTable, { where: { userId } });
    app.clock.advance(2 * 86_400);
    // Using the session extends it but doesn't prove anything.
    await browser.get("/get-session");
    const stale = await browser.post(path, {});
    expect([stale.status, stale.body.code]).toEqual([403, "SESSION_NOT_FRESH"]);
    expect(stale.body.proof).toContain("two-factor");
    expect((await browser.post("/two-factor/verify-totp", { code: app.code(secret) })).status).toBe(200);
    expect((await browser.post(path, {})).status).toBe(200);
  });

  test.each(["/two-factor/disable", "/two-factor/generate-backup-codes"])(
    "TFA-14: the old token is invalid after %s",
    async (path) => {
      const app = await startTwoFactor();
      const { browser } = await app.enrolled();
      const stolen = app.browser();
      for (const [name, value] of browser.cookies) stolen.cookies.set(name, value);
      expect((await stolen.get("/list-sessions")).status).toBe(200);
      await browser.post(path, { password });
      expect((await stolen.get("/list-sessions")).status).toBe(401);
      expect((await browser.get("/list-sessions")).status).toBe(200);
    },
  );

  test("a caller that isn't a browser gets its new token", async () => {
    const app = await startTwoFactor();
    await app.enrolled();
    const phone = await app.challenged();
    await phone.post("/two-factor/send-otp");
    const { mail } = await app.box.next("sendOTP");
    const { token } = (await phone.post<{ token: string }>("/two-factor/verify-otp", { code: mail.code })).body;
    const bare = app.browser();
    const bearer = { authorization: `Bearer ${token}` };
    const made = await bare.post("/two-factor/generate-backup-codes", { password }, bearer);
    expect(made.body).toMatchObject({ status: true, token: expect.any(String), backupCodes: expect.any(Array) });
    expect((await bare.post("/two-factor/disable", { password }, bearer)).status).toBe(401);
    const next = { authorization: `Bearer ${made.body.token}` };
    expect((await bare.post("/two-factor/disable", { password }, next)).body).toMatchObject({
      token: expect.any(String),
    });
  });
});

describe("after enrolling", () => {
  test("disabling 2FA removes everything, and a sign-in then needs only the password", async () => {
    const app = await startTwoFactor();
    const { browser } = await app.enrolled();
    const { db } = app.auth.$context;
    await app.challenged();
    expect((await browser.post("/two-factor/disable", { password })).body).toEqual({ status: true });
    expect([
      await db.count(twoFactorTable, {}),
      await db.count(backupCodeTable, {}),
      await db.count(tokenTable, {}),
    ]).toEqual([0, 0, 0]);
    expect((await app.user()).twoFactorEnabled).toBe(false);
    expect((await app.browser().signIn("ann@example.com")).body).toMatchObject({ token: expect.any(String) });
  });

  test("the URI for the authenticator app in use can be shown again", async () => {
    const app = await startTwoFactor();
    const { browser, secret } = await app.enrolled();
    await browser.post("/two-factor/enable", { password });
    const { body } = await browser.post("/two-factor/get-totp-uri", { password });
    expect(body.totpURI).toContain(`secret=${secret}&`);
    const bob = app.browser();
    await bob.signUp("bob@example.com");
    expect((await bob.post("/two-factor/get-totp-uri", { password })).body.code).toBe("TOTP_NOT_ENABLED");
    expect((await bob.post("/two-factor/generate-backup-codes", { password })).body.code).toBe(
      "TWO_FACTOR_NOT_ENABLED",
    );
  });

  test("new backup codes replace the old ones, and the server can count the remaining codes but can't read them", async () => {
    const app = await startTwoFactor();
    const { browser, backupCodes, userId } = await app.enrolled();
    const look = () => app.auth.api.viewBackupCodes({ body: { userId } });
    expect(await look()).toEqual({ status: true, remaining: 10 });
    const { body } = await browser.post<{ backupCodes: string[] }>("/two-factor/generate-backup-codes", { password });
    expect(body).toMatchObject({ status: true });
    const phone = await app.challenged();
    expect((await phone.post("/two-factor/verify-backup-code", { code: backupCodes[0] })).body.code).toBe(
      "INVALID_BACKUP_CODE",
    );
    expect((await phone.post("/two-factor/verify-backup-code", { code: body.backupCodes[0] })).status).toBe(200);
    expect(await look()).toEqual({ status: true, remaining: 9 });
    expect((await browser.post("/two-factor/view-backup-codes", { userId })).status).toBe(404);
    await expect(app.auth.api.viewBackupCodes({ body: { userId: "nobody" } })).rejects.toThrow("aren't enabled");
  });

  test("the server can return the code that an app shows now", async () => {
    const app = await startTwoFactor();
    const { secret, browser } = await app.enrolled();
    expect(await app.auth.api.generateTOTP({ body: { secret } })).toEqual({ code: app.code(secret) });
    expect((await browser.post("/two-factor/generate-totp", { secret })).status).toBe(404);
  });

  test("a secret encrypted with an older key works, and is re-encrypted with the current key when it's used", async () => {
    const app = await startTwoFactor();
    const { secret, backupCodes } = await app.enrolled();
    const { db } = app.auth.$context;
    const sealed = async () => (await db.findMany(twoFactorTable, { limit: 1 }))[0]?.secret as string;
    const newer = "Xq7Lw2Zr9Kd4Tn6Vb8Mc1Hj3Ps5Gf0Ya";
    const rotated = await startTwoFactor({
      database: { dialect: "memory", connect: () => db },
      secrets: [newer, testSecret],
      secret: undefined,
    });
    rotated.clock.set(app.clock.now());
    const before = await sealed();
    const phone = await rotated.challenged();
    expect((await phone.post("/two-factor/verify-totp", { code: app.code(secret) })).status).toBe(200);
    expect(rotated.auth.$context.keys.encryption("two-factor").isCurrent(before)).toBe(false);
    expect(rotated.auth.$context.keys.encryption("two-factor").isCurrent(await sealed())).toBe(true);
    const other = await rotated.challenged();
    expect((await other.post("/two-factor/verify-backup-code", { code: backupCodes[0] })).status).toBe(200);
  });

  test("actions are recorded, with the actor", async () => {
    const app = await startTwoFactor();
    const { browser, userId } = await app.enrolled();
    await browser.post("/two-factor/disable", { password });
    await outboxEmpty(app.auth);
    const rows = await app.auth.$context.db.findMany(auditTable, { where: { userId }, limit: 50 });
    expect(rows.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["two-factor.begin", "two-factor.enable", "two-factor.disable"]),
    );
    expect(await app.auth.$context.db.count(sessionTable, {})).toBe(1);
  });
});

test.each([
  [{ otpOptions: { digits: 5 } }, "otpOptions.digits is 5"],
  [{ otpOptions: { expiresIn: 5 } }, "otpOptions.expiresIn is 5"],
  [{ totpOptions: { digits: 7 } }, "totpOptions.digits is 7"],
  [{ totpOptions: { period: 1 } }, "totpOptions.period is 1"],
  [{ lockOptions: { maxFailures: 1000 } }, "lockOptions.maxFailures is 1000"],
  [{ trustDeviceMaxAge: -1 }, "trustDeviceMaxAge is -1"],
  [{ issuer: "a:b" }, "twoFactor.issuer contains a colon"],
  [{ totpOptions: { disable: true } }, "has no second factor"],
])("%j fails at startup, and the error names the option", (options, message) => {
  expect(() => twoFactor(options)).toThrow(message);
});
