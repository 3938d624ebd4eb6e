import { sessionTable, tokenTable, userTable } from "@latchkey/core/plugin";
import { type TestBrowser, testPassword } from "@latchkey/test-kit";
import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startTwoFactor, type TwoFactorApp } from "../test/app.ts";
import { backupCodeTable, type TwoFactorRow, twoFactorTable } from "./tables.ts";

const ann = "ann@example.com";
const better = "an even better password";
const pathOf = (url: string): string => url.replace("http://app.test/api/auth", "");

async function isAsked(app: TwoFactorApp, password: string): Promise<boolean> {
  return (await app.browser().post("/sign-in/email", { email: ann, password })).body.twoFactorRedirect === true;
}

async function openLink(app: TwoFactorApp, browser: TestBrowser): Promise<void> {
  await app.browser().post("/send-verification-email", { email: ann });
  await browser.get(pathOf((await app.box.next("sendVerificationEmail")).url));
}

const enable = {
  async "an authenticator app"(app: TwoFactorApp, browser: TestBrowser): Promise<void> {
    const { body } = await browser.post<{ totpURI: string }>("/two-factor/enable", { password: testPassword });
    const secret = new URL(body.totpURI).searchParams.get("secret") as string;
    expect((await browser.post("/two-factor/verify-totp", { code: app.code(secret) })).status).toBe(200);
  },
  async "sent codes"(app: TwoFactorApp, browser: TestBrowser): Promise<void> {
    await browser.post("/two-factor/enable", { password: testPassword, method: "otp" });
    await browser.post("/two-factor/send-otp");
    const { code } = (await app.box.next("sendOTP")).mail;
    expect((await browser.post("/two-factor/verify-otp", { code })).status).toBe(200);
  },
};

describe.each(quickDatabases)("ownership of factors on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  async function start() {
    const app = await startTwoFactor({ database: opened.database });
    const { db } = app.auth.$context;
    const row = async (): Promise<TwoFactorRow | undefined> => (await db.findMany(twoFactorTable, { limit: 2 }))[0];
    /** Signs in with a sent code instead of the app's. */
    const signInBySentCode = async (): Promise<TestBrowser> => {
      const browser = await app.challenged();
      await browser.post("/two-factor/send-otp");
      const { code } = (await app.box.next("sendOTP")).mail;
      expect((await browser.post("/two-factor/verify-otp", { code })).status).toBe(200);
      return browser;
    };
    /** A thief with the session and the password changes the email. @returns the token that undoes it */
    const move = async (thief: TestBrowser): Promise<string> => {
      await thief.post("/change-email", { newEmail: "thief@example.com", currentPassword: testPassword });
      await app.browser().get(pathOf((await app.box.next("sendChangeEmailConfirmation")).url));
      return (await app.box.next("sendEmailChanged")).token;
    };
    const undo = async (token: string): Promise<void> => {
      const { body } = await app.browser().post<string>("/undo-email-change", { token });
      expect(body).toContain(`Your email is ${ann} again`);
    };
    return { app, db, row, signInBySentCode, move, undo };
  }

  /** The owner, and a thief with the owner's password, whose session is also marked with the owner's email. */
  async function robbed(app: TwoFactorApp) {
    const owner = app.browser();
    await owner.signUp(ann);
    await openLink(app, owner);
    const thief = app.browser();
    await thief.signIn(ann);
    app.clock.advance(60);
    return { owner, thief };
  }

  test.each(["an authenticator app", "sent codes"] as const)(
    "RECL-21: undoing an email change removes %s that an attacker has enrolled since",
    async (what) => {
      const { app, db, row, move, undo } = await start();
      const { thief } = await robbed(app);
      const token = await move(thief);
      app.clock.advance(60);
      await enable[what](app, thief);
      // A stolen session is marked with the owner's email, and so is a factor enrolled in it.
      expect(await row()).toMatchObject({ verifiedEmail: ann });
      await undo(token);
      expect([await row(), await db.count(backupCodeTable, {})]).toEqual([undefined, 0]);
      expect((await app.user()).twoFactorEnabled).toBe(false);
      expect(await app.reset(better)).toBe(200);
      expect(await isAsked(app, better)).toBe(false);
    },
  );

  test("RECL-21: undoing an email change removes an authenticator app that replaced the owner's after the change", async () => {
    const { app, row, move, undo } = await start();
    const { owner } = await robbed(app);
    await enable["an authenticator app"](app, owner);
    app.clock.advance(60);
    const token = await move(owner);
    app.clock.advance(60);
    await enable["an authenticator app"](app, owner);
    expect(await row()).toMatchObject({ verifiedEmail: ann });
    await undo(token);
    expect(await row()).toBeUndefined();
  });

  test("RECL-21: undoing an email change removes an earlier factor that only the change itself marked", async () => {
    const { app, row, undo } = await start();
    const { browser: attacker } = await app.enrolled();
    await openLink(app, app.browser());
    expect(await row()).toMatchObject({ verifiedEmail: null });
    await attacker.post("/change-email", { newEmail: "thief@example.com", currentPassword: testPassword });
    // The attacker has temporary access to the owner's mailbox.
    await attacker.get(pathOf((await app.box.next("sendChangeEmailConfirmation")).url));
    expect(await row()).toMatchObject({ verifiedEmail: ann });
    await undo((await app.box.next("sendEmailChanged")).token);
    expect(await row()).toBeUndefined();
  });

  test("RECL-21: undoing an email change keeps the owner's earlier factor, but removes an enrollment that an attacker has started since", async () => {
    const { app, db, row, move, undo } = await start();
    const { owner } = await robbed(app);
    await enable["an authenticator app"](app, owner);
    const { secret, codes } = (await row()) as TwoFactorRow;
    app.clock.advance(60);
    const token = await move(owner);
    app.clock.advance(60);
    await owner.post("/two-factor/enable", { password: testPassword });
    expect((await row())?.pendingSecret).toEqual(expect.any(String));
    await undo(token);
    expect(await row()).toMatchObject({ secret, codes, pendingSecret: null, pendingCodes: null, verifiedEmail: ann });
    expect(await db.count(backupCodeTable, { where: { batch: { ne: codes as string } } })).toBe(0);
    expect(await app.reset(better)).toBe(200);
    expect(await isAsked(app, better)).toBe(true);
  });

  test("RECL-21: undoing an email change removes backup codes that an attacker has created since", async () => {
    const { app, db, move, undo } = await start();
    const { owner } = await robbed(app);
    await enable["an authenticator app"](app, owner);
    app.clock.advance(60);
    const token = await move(owner);
    app.clock.advance(60);
    const made = await owner.post("/two-factor/generate-backup-codes", { password: testPassword });
    expect(made.status).toBe(200);
    await undo(token);
    expect(await db.count(backupCodeTable, {})).toBe(0);
  });

  test("RECL-22: a recovery removes an enrollment that someone else started", async () => {
    const { app, db, row } = await start();
    const { secret } = await app.enrolled(ann, true);
    const before = (await row()) as TwoFactorRow;
    const attacker = app.browser();
    await attacker.signIn(ann);
    await attacker.post("/two-factor/verify-totp", { code: app.code(secret) });
    app.clock.advance(90);
    const begun = await attacker.post("/two-factor/enable", { password: testPassword });
    expect(begun.status).toBe(200);
    expect(await db.count(backupCodeTable, {})).toBe(20);
    expect(await app.reset(better)).toBe(200);
    const pending = { pendingSecret: null, pendingOtp: false, pendingCodes: null };
    expect(await row()).toMatchObject({ secret: before.secret, codes: before.codes, ...pending });
    expect(await db.count(backupCodeTable, {})).toBe(10);
    expect(await isAsked(app, better)).toBe(true);
  });

  test("RECL-24: a sent code or a backup code doesn't mark an authenticator app that someone else enrolled", async () => {
    const { app, row, signInBySentCode } = await start();
    const { backupCodes } = await app.enrolled();
    await openLink(app, await signInBySentCode());
    expect(await row()).toMatchObject({ verifiedEmail: null });
    await app.auth.$context.db.update(userTable, { where: { email: ann }, set: { emailVerified: false } });
    const byBackupCode = await app.challenged();
    await byBackupCode.post("/two-factor/verify-backup-code", { code: backupCodes[0] });
    await openLink(app, byBackupCode);
    expect(await row()).toMatchObject({ verifiedEmail: null });
    expect(await app.reset(better)).toBe(200);
    expect([await row(), await isAsked(app, better)]).toEqual([undefined, false]);
  });

  test("RECL-24: enrolling sent codes in addition to someone else's authenticator app doesn't mark the app", async () => {
    const { app, row, signInBySentCode } = await start();
    await app.enrolled();
    const owner = await signInBySentCode();
    await openLink(app, owner);
    await enable["sent codes"](app, owner);
    expect(await row()).toMatchObject({ otp: true, verifiedEmail: null });
    expect(await app.reset(better)).toBe(200);
    expect(await isAsked(app, better)).toBe(false);
  });

  test("RECL-24: a sent code marks the second factor if sent codes are the only method", async () => {
    const { app, row } = await start();
    const owner = app.browser();
    await owner.signUp(ann);
    await enable["sent codes"](app, owner);
    await openLink(app, owner);
    expect(await row()).toMatchObject({ otp: true, secret: null, verifiedEmail: ann });
    expect(await app.reset(better)).toBe(200);
    expect(await isAsked(app, better)).toBe(true);
  });

  test("an error names the factor, but not the kind of code that proved it", async () => {
    const { app } = await start();
    const { browser } = await app.enrolled();
    app.clock.advance(2 * 86_400);
    const { body } = await browser.post<{ proof?: string[] }>("/delete-user", {});
    expect(body.proof ?? []).not.toContain("two-factor:app");
    const [{ proofs } = { proofs: null }] = await app.auth.$context.db.findMany(sessionTable, { limit: 1 });
    expect(Object.keys(proofs ?? {}).sort()).toEqual(["password", "two-factor", "two-factor:app"]);
  });

  test.each(["a backup code", "a sent code"])(
    "TFA-21: %s that's used while the session is locked out isn't consumed",
    async (which) => {
      let meanwhile: (() => Promise<unknown>) | null = null;
      const verify = async ({ hash, password }: { hash: string; password: string }): Promise<boolean> => {
        const run = meanwhile;
        meanwhile = null;
        await run?.();
        return hash === `plain:${password}`;
      };
      const hash = async (password: string): Promise<string> => `plain:${password}`;
      const app = await startTwoFactor({
        database: opened.database,
        emailAndPassword: { password: { hash, verify } },
      });
      const { db } = app.auth.$context;
      const { browser, secret, backupCodes } = await app.enrolled();
      const wrong = () => browser.post("/two-factor/verify-totp", { code: app.wrong(secret) });
      for (let at = 0; at < 9; at++) expect((await wrong()).status).toBe(401);
      await browser.post("/two-factor/send-otp");
      const { code } = (await app.box.next("sendOTP")).mail;
      if (which === "a sent code") await wrong();
      else meanwhile = wrong;
      const reply =
        which === "a sent code"
          ? await browser.post("/two-factor/verify-otp", { code })
          : await browser.post("/two-factor/verify-backup-code", { code: backupCodes[0] });
      expect([reply.status, reply.body.code]).toEqual([429, "ACCOUNT_TEMPORARILY_LOCKED"]);
      expect(await db.count(backupCodeTable, {})).toBe(10);
      expect(await db.count(tokenTable, { where: { kind: "two-factor-sent-code" } })).toBe(1);
    },
  );

  test.each(["a reset", "the end of the session"])(
    "RECL-23: an enrollment isn't started if %s runs while its backup codes are hashed",
    async (what) => {
      let meanwhile: (() => Promise<unknown>) | null = null;
      const hash = async (password: string): Promise<string> => {
        const run = meanwhile;
        meanwhile = null;
        await run?.();
        return `plain:${password}`;
      };
      const verify = async ({ hash, password }: { hash: string; password: string }): Promise<boolean> =>
        hash === `plain:${password}`;
      const password = { hash, verify };
      // Keep the sessions, so that only the user's epoch shows the reset.
      const emailAndPassword = { password, revokeSessionsOnPasswordReset: false };
      const app = await startTwoFactor({ database: opened.database, emailAndPassword });
      const { db } = app.auth.$context;
      const browser = app.browser();
      await browser.signUp(ann);
      await openLink(app, browser);
      meanwhile = async () => {
        if (what === "a reset") return app.reset(better);
        return db.remove(sessionTable, { where: { verifiedEmail: ann } });
      };
      const begun = await browser.post("/two-factor/enable", { password: testPassword });
      expect([begun.status, begun.body.code]).toEqual([401, "UNAUTHORIZED"]);
      expect(await db.count(sessionTable, {})).toBe(what === "a reset" ? 1 : 0);
      expect([await db.count(twoFactorTable, {}), await db.count(backupCodeTable, {})]).toEqual([0, 0]);
    },
  );
});
