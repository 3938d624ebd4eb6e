import { admin } from "@latchkey/admin";
import { auditTable, definePlugin, tokenTable, userTable } from "@latchkey/core/plugin";
import { type CreationOptions, testPassword } from "@latchkey/test-kit";
import { twoFactor } from "@latchkey/two-factor";
import { describe, expect, test } from "vitest";
import { outcome, type PasskeyApp, recover, signUpNameless, startPasskey } from "../../test/app.ts";
import { passkeyTable } from "../tables.ts";

const start = (options: object = {}) => startPasskey(options, { signUp: "without-email" });

const invalid = [401, "INVALID_BACKUP_CODE"];
const noChallenge = [400, "CHALLENGE_NOT_FOUND"];

/** The name of the signed-in user, or `null`. */
const signedIn = async (browser: { get(path: string): Promise<{ body: any }> }): Promise<unknown> =>
  (await browser.get("/get-session")).body?.user.name ?? null;

const optionsOf = (app: PasskeyApp, code: string | undefined, browser = app.browser()) =>
  browser.post<CreationOptions>("/passkey/generate-recovery-options", { code });

describe("backup codes", () => {
  test("are returned by a sign-up without an email, and only their hashes are stored", async () => {
    const app = await start();
    const { backupCodes } = await signUpNameless(app);
    expect(new Set(backupCodes).size).toBe(10);
    for (const code of backupCodes) expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{5}-){4}[0-9A-HJKMNP-TV-Z]{5}$/);
    const stored = JSON.stringify(await app.auth.$context.db.findMany(tokenTable, { where: {}, limit: 100 }));
    for (const code of backupCodes) {
      expect(stored).not.toContain(code);
      expect(stored).not.toContain(code.replaceAll("-", ""));
    }
    const mailed = await startPasskey({}, { signUp: "email" });
    const browser = mailed.browser();
    const path = "/passkey/generate-sign-up-options";
    const { body } = await browser.post<CreationOptions>(path, { name: "Ann", email: "ann@example.com" });
    const response = await mailed.device().create(body);
    const reply = await browser.post("/passkey/verify-registration", { response, createSession: true });
    expect(reply.body).toMatchObject({ user: { name: "Ann" } });
    expect(reply.body).not.toHaveProperty("backupCodes");
  });

  test("register a new passkey and sign in, which ends the other sessions and keeps the remaining codes valid", async () => {
    const app = await start({ emailAndPassword: { requireEmailVerification: true } });
    const { browser: lost, device: old, backupCodes, userId } = await signUpNameless(app);
    const [browser, device] = [app.browser(), app.device()];
    const reply = await recover(browser, device, backupCodes[0]?.toLowerCase().replaceAll("-", " "));
    expect([reply.status, reply.body]).toMatchObject([200, { user: { id: userId }, token: expect.any(String) }]);
    expect(await signedIn(browser)).toBe("Kim");
    expect(await signedIn(lost)).toBeNull();
    expect((await app.use(app.browser(), device)).status).toBe(200);
    // The user decides whether to remove the lost passkey, because they might find the device again.
    expect((await app.use(app.browser(), old)).status).toBe(200);
    expect(outcome(await recover(app.browser(), app.device(), backupCodes[0]))).toEqual(invalid);
    expect((await recover(app.browser(), app.device(), backupCodes[1])).status).toBe(200);
    const used = { where: { action: "passkey.backup-code.use", userId } };
    expect(await app.auth.$context.db.count(auditTable, used)).toBe(2);
  });

  test("work for users with 2FA, because the new passkey verifies the user", async () => {
    const app = await startPasskey({}, { signUp: "without-email" }, [twoFactor({ otpOptions: { sendOTP: () => {} } })]);
    const { backupCodes } = await signUpNameless(app);
    await app.auth.$context.db.update(userTable as never, { where: {}, set: { twoFactorEnabled: true } as never });
    const browser = app.browser();
    expect((await recover(browser, app.device(), backupCodes[0])).body).toMatchObject({ user: { name: "Kim" } });
    const wrong = await recover(app.browser(), app.device(), backupCodes[1], { userVerified: false });
    expect(outcome(wrong)).toEqual([400, "FAILED_TO_VERIFY_REGISTRATION"]);
    expect((await recover(app.browser(), app.device(), backupCodes[1])).status).toBe(200);
  });

  test("are counted in the account's state, except for used and replaced ones", async () => {
    const app = await start();
    const { browser, backupCodes } = await signUpNameless(app);
    const left = async () => (await browser.get<any>("/account-state")).body.passkeyBackupCodes;
    expect(await left()).toBe(10);
    await signUpNameless(app, "Lee");
    await recover(browser, app.device(), backupCodes[0]);
    expect(await left()).toBe(9);
    await browser.post("/passkey/generate-backup-codes", {});
    expect(await left()).toBe(10);
  });

  test("can be replaced with new ones after a recent sign-in, by users without an email", async () => {
    const app = await start();
    const { browser, device, backupCodes } = await signUpNameless(app);
    const path = "/passkey/generate-backup-codes";
    const fresh = await browser.post<{ backupCodes: string[] }>(path, {});
    expect(fresh.body.backupCodes).toHaveLength(10);
    expect(outcome(await optionsOf(app, backupCodes[0]))).toEqual(invalid);
    expect((await optionsOf(app, fresh.body.backupCodes[0])).status).toBe(200);
    app.clock.advance(25 * 3600);
    expect(outcome(await browser.post(path, {}))).toEqual([403, "SESSION_NOT_FRESH"]);
    await app.use(browser, device, {}, "proof");
    expect((await browser.post(path, {})).status).toBe(200);
    expect(outcome(await app.browser().post(path, {}))).toEqual([401, "UNAUTHORIZED"]);
    const ann = await app.person();
    expect(outcome(await ann.browser.post(path, {}))).toEqual([400, "BACKUP_CODES_NOT_ENABLED"]);
  });
});

describe("PKEY-24: a backup code", () => {
  test("alone starts no session, and changes nothing until there's a new passkey", async () => {
    const app = await start();
    const { browser: owner, backupCodes } = await signUpNameless(app);
    const browser = app.browser();
    const passkeys = await app.auth.$context.db.count(passkeyTable, {});
    const options = await optionsOf(app, backupCodes[0], browser);
    expect(options.status).toBe(200);
    expect([await signedIn(browser), await signedIn(owner)]).toEqual([null, "Kim"]);
    expect((await browser.get("/pending-sign-in")).body).toBeNull();
    expect(await app.auth.$context.db.count(passkeyTable, {})).toBe(passkeys);
    expect(Buffer.from(options.body.challenge, "base64url").toString("latin1")).not.toContain(
      backupCodes[0]?.replaceAll("-", ""),
    );
  });

  test("is rejected if it's made up, malformed, or another kind of code", async () => {
    const app = await start();
    const { backupCodes } = await signUpNameless(app);
    const made = "00000-00000-00000-00000-00000";
    expect(outcome(await optionsOf(app, made))).toEqual(invalid);
    const [code = ""] = backupCodes;
    const changed = (code[0] === "A" ? "B" : "A") + code.slice(1);
    expect(outcome(await optionsOf(app, changed))).toEqual(invalid);
    for (const malformed of ["", "x", code.slice(1), `${code}0`, "U".repeat(25), undefined]) {
      expect((await optionsOf(app, malformed)).status).toBe(400);
    }
  });

  test("doesn't work for a user who has verified an email, even if the code was entered before that", async () => {
    const app = await start();
    const { backupCodes, userId } = await signUpNameless(app);
    const browser = app.browser();
    const response = await app.device().create((await optionsOf(app, backupCodes[0], browser)).body);
    const set = { email: "kim@example.com", emailVerified: true };
    await app.auth.$context.db.update(userTable, { where: { id: userId }, set });
    expect(outcome(await optionsOf(app, backupCodes[0]))).toEqual(invalid);
    expect(outcome(await browser.post("/passkey/verify-recovery", { response }))).toEqual(invalid);
    expect(await app.auth.$context.db.count(passkeyTable, {})).toBe(1);
  });

  test("works after an unverified email was added, and removes that email and its links", async () => {
    const user = { changeEmail: { enabled: true } };
    const app = await start({ emailAndPassword: { enabled: true, requireEmailVerification: true }, user });
    const { browser: thief, backupCodes, userId } = await signUpNameless(app);
    expect((await thief.post("/change-email", { newEmail: "mallory@example.com" })).status).toBe(200);
    expect((await thief.get<any>("/account-state")).body.passkeyBackupCodes).toBeNull();
    const { box } = app;
    const link = new URL((await box.next("sendVerificationEmail")).mail.url as string);
    const browser = app.browser();
    expect((await recover(browser, app.device(), backupCodes[0])).status).toBe(200);
    expect((await browser.get<any>("/get-session")).body.user).toMatchObject({
      id: userId,
      email: `${userId}@passkey.placeholder.invalid`,
      emailVerified: false,
    });
    expect((await browser.get<any>("/account-state")).body.passkeyBackupCodes).toBe(9);
    await thief.get(`${link.pathname.replace("/api/auth", "")}${link.search}`);
    expect(await app.auth.$context.db.count(userTable, { where: { emailVerified: true } })).toBe(0);
    expect(await signedIn(thief)).toBeNull();
    expect(await signedIn(browser)).toBe("Kim");
  });

  test("takes precedence over an email change that was started on the lost device", async () => {
    let meanwhile = async (): Promise<unknown> => undefined;
    const pause = definePlugin({
      id: "pause",
      hooks: [{ on: ["changeEmail"], before: async () => void (await meanwhile()) }],
    });
    const app = await startPasskey({ user: { changeEmail: { enabled: true } } }, { signUp: "without-email" }, [pause]);
    const { browser: thief, backupCodes, userId } = await signUpNameless(app);
    const browser = app.browser();
    meanwhile = () => recover(browser, app.device(), backupCodes[0]);
    expect((await thief.post("/change-email", { newEmail: "mallory@example.com" })).status).toBe(400);
    expect((await browser.get<any>("/get-session")).body.user.email).toBe(`${userId}@passkey.placeholder.invalid`);
  });

  test("stays valid after a password change, because it can be the only way to recover the account", async () => {
    const app = await start();
    const { browser, backupCodes } = await signUpNameless(app);
    await app.auth.api.setPassword({ body: { newPassword: testPassword }, headers: browser.headers() });
    const change = { currentPassword: testPassword, newPassword: "another long password" };
    expect((await browser.post("/change-password", change)).status).toBe(200);
    expect((await recover(app.browser(), app.device(), backupCodes[0])).status).toBe(200);
  });

  test("doesn't sign in a banned user, and stays valid", async () => {
    const app = await startPasskey({}, { signUp: "without-email" }, [admin()]);
    const { backupCodes, userId } = await signUpNameless(app);
    const ban = (banned: boolean) =>
      app.auth.$context.db.update(userTable as never, { where: { id: userId }, set: { banned } as never });
    await ban(true);
    expect(outcome(await recover(app.browser(), app.device(), backupCodes[0]))).toEqual([403, "BANNED_USER"]);
    expect(await app.auth.$context.db.count(passkeyTable, {})).toBe(1);
    await ban(false);
    expect((await recover(app.browser(), app.device(), backupCodes[0])).status).toBe(200);
  });

  test("works once, only in the browser that entered it, and not for a sign-up or a sign-in", async () => {
    const app = await start();
    const { browser: owner, backupCodes } = await signUpNameless(app);
    const browser = app.browser();
    const { body } = await optionsOf(app, backupCodes[0], browser);
    const response = await app.device().create(body);
    const path = "/passkey/verify-recovery";
    expect(outcome(await app.browser().post(path, { response }))).toEqual(noChallenge);
    expect(outcome(await browser.post("/passkey/verify-registration", { response }))).toEqual(noChallenge);
    expect((await owner.post("/passkey/verify-registration", { response })).status).toBe(400);
    const signUp = await browser.post<CreationOptions>("/passkey/generate-sign-up-options", { name: "Eve" });
    const other = await app.device().create(signUp.body);
    expect(outcome(await browser.post(path, { response: other }))).toEqual(noChallenge);
    expect((await browser.post(path, { response })).status).toBe(200);
    expect(outcome(await browser.post(path, { response }))).toEqual(noChallenge);
    app.clock.advance(1);
    const late = await app.device().create((await optionsOf(app, backupCodes[1], browser)).body);
    app.clock.advance(301);
    expect(outcome(await browser.post(path, { response: late }))).toEqual(noChallenge);
  });

  test("stays valid if its recovery fails, such as with a passkey that's registered already", async () => {
    const app = await start();
    const { backupCodes, device, browser: owner } = await signUpNameless(app);
    const id = String(device.passkeys[0]?.id);
    expect(outcome(await recover(app.browser(), app.device(), backupCodes[0], { id }))).toEqual([
      400,
      "PREVIOUSLY_REGISTERED",
    ]);
    expect(await signedIn(owner)).toBe("Kim");
    expect((await recover(app.browser(), app.device(), backupCodes[0])).status).toBe(200);
  });

  test("can't be tried more than ten times a minute", async () => {
    const app = await start({ rateLimit: { enabled: true } });
    const statuses: number[] = [];
    for (let times = 0; times < 11; times++) {
      statuses.push((await optionsOf(app, "00000-00000-00000-00000-00000")).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
  });
});
