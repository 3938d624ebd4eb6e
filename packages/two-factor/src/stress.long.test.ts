import { userTable } from "@latchkey/core/plugin";
import { type TestBrowser, testPassword } from "@latchkey/test-kit";
import { databases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startTwoFactor } from "../test/app.ts";
import { newTwoFactorRow } from "./row.ts";
import { backupCodeTable, twoFactorTable } from "./tables.ts";

describe.each(databases)("on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  test("TFA-16: enrolling, disabling, and entering codes concurrently in many browsers leaves a consistent state", async () => {
    const app = await startTwoFactor({ database: opened.database });
    const { db } = app.auth.$context;
    const first = app.browser();
    await first.signUp("ann@example.com");
    const browsers = [first, ...Array.from({ length: 5 }, () => app.browser())];
    for (const browser of browsers.slice(1)) expect((await browser.signIn("ann@example.com")).status).toBe(200);
    const password = testPassword;
    const enable = async (browser: TestBrowser) => {
      const begun = await browser.post<{ totpURI?: string }>("/two-factor/enable", { password });
      const secret = begun.body.totpURI && new URL(begun.body.totpURI).searchParams.get("secret");
      if (!secret) return [begun.status];
      return [begun.status, (await browser.post("/two-factor/verify-totp", { code: app.code(secret) })).status];
    };
    const post = async (browser: TestBrowser, path: string) => [
      (await browser.post(`/two-factor/${path}`, { password })).status,
    ];
    const statuses: number[] = [];
    for (let round = 0; round < 2; round++) {
      const [a, b, c, d, e, f] = browsers as [
        TestBrowser,
        TestBrowser,
        TestBrowser,
        TestBrowser,
        TestBrowser,
        TestBrowser,
      ];
      const all = await Promise.all([
        enable(a),
        enable(b),
        post(c, "disable"),
        post(d, "generate-backup-codes"),
        post(e, "send-otp"),
        post(f, "disable"),
      ]);
      statuses.push(...all.flat());
      const { twoFactorEnabled } = await app.user();
      const row = await db.findOne(twoFactorTable, { where: {} });
      if (twoFactorEnabled) {
        expect(row?.secret).not.toBeNull();
        expect(row?.codes).not.toBeNull();
        expect(await db.count(backupCodeTable, { where: { batch: row?.codes as string } })).toBe(10);
      }
      const batches = [row?.codes, row?.pendingCodes].filter((batch) => typeof batch === "string");
      const rows = await db.findMany(backupCodeTable, { limit: 100 });
      expect(rows.filter(({ batch }) => !batches.includes(batch))).toEqual([]);
      if (!twoFactorEnabled) expect(row?.secret ?? null).toBeNull();
    }
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
  });

  test("resending a code while it's checked, many times concurrently, creates one session and causes no error", async () => {
    const app = await startTwoFactor({ database: opened.database });
    await app.enrolled();
    const browser = await app.challenged();
    await browser.post("/two-factor/send-otp");
    const { mail } = await app.box.next("sendOTP");
    const cookie = browser.cookies.get("latchkey.two_factor") as string;
    const replies = await Promise.all(
      Array.from({ length: 16 }, (_, at) => {
        const copy = app.browser();
        copy.cookies.set("latchkey.two_factor", cookie);
        return at % 2 ? copy.post("/two-factor/send-otp") : copy.post("/two-factor/verify-otp", { code: mail.code });
      }),
    );
    expect(replies.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
    expect(replies.filter(({ body }) => "token" in (body as object)).length).toBeLessThanOrEqual(1);
  });

  test("disabling 2FA while an enrollment is being stored removes the whole enrollment", async () => {
    const app = await startTwoFactor({ database: opened.database });
    const browser = app.browser();
    const userId = (await browser.signUp("ann@example.com")).body.user.id;
    const { db } = app.auth.$context;
    const createdAt = new Date();
    let commit: () => void = () => {};
    const committing = new Promise<void>((resolve) => (commit = resolve));
    const enrollment = db.transaction(async (tx) => {
      await tx.lock(userTable, userId);
      await tx.insert(twoFactorTable, { ...newTwoFactorRow(userId, createdAt), pendingOtp: true, pendingCodes: "new" });
      await tx.insert(backupCodeTable, { id: "code", userId, batch: "new", lookup: "", hash: "", createdAt });
      await committing;
    });
    const disabling = browser.post("/two-factor/disable", { password: testPassword });
    // This is long enough to reach the user's locked row. If the database runs one transaction at a time, the call
    // waits for the transaction.
    await new Promise((resolve) => setTimeout(resolve, 1000));
    commit();
    await enrollment;
    expect((await disabling).status).toBe(200);
    expect([await db.count(twoFactorTable, {}), await db.count(backupCodeTable, {})]).toEqual([0, 0]);
  });
});
