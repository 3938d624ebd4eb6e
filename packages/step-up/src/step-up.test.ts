import { admin } from "@latchkey/admin";
import { sessionTable, userTable } from "@latchkey/core/plugin";
import { testPassword } from "@latchkey/test-kit";
import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startStepUp } from "../test/app.ts";
import { stepUp } from "./plugin.ts";

const oneDay = 86_400;
const levels = async (browser: { get: (path: string) => Promise<{ body: unknown }> }) =>
  (await browser.get("/assurance")).body as {
    acr: string;
    amr: string[];
    can: string[];
    proofs: Record<string, string>;
  };

test("a session's assurance changes with the second factor", async () => {
  const { enrolled, browser, code } = await startStepUp();
  const { browser: ann, secret } = await enrolled();
  expect(await levels(ann)).toMatchObject({ acr: "aal2", amr: ["pwd", "otp", "mfa"], can: ["password", "two-factor"] });
  const other = browser();
  await other.signUp("bob@example.com");
  expect(await levels(other)).toMatchObject({ acr: "aal1", amr: ["pwd"], can: ["password"] });
  expect((await browser().get("/assurance")).status).toBe(401);
  expect(secret).not.toBe("");
  expect(code(secret)).toMatch(/^\d{6}$/);
});

test("a sensitive call requires a second factor from the last day, from users who have one", async () => {
  const { enrolled, clock, code } = await startStepUp();
  const { browser: ann, secret } = await enrolled();
  clock.advance(oneDay);
  const refused = await ann.post("/change-email", { newEmail: "new@example.com", currentPassword: testPassword });
  expect([refused.status, refused.body]).toMatchObject([
    403,
    { code: "SESSION_NOT_FRESH", proof: ["two-factor"], acr: "aal2", maxAge: oneDay },
  ]);
  expect((await ann.post("/two-factor/disable", { password: testPassword })).status).toBe(403);
  expect((await ann.post("/two-factor/verify-totp", { code: code(secret) })).status).toBe(200);
  expect((await ann.post("/two-factor/disable", { password: testPassword })).status).toBe(200);
});

test("the app's own route can require a level, with the same error", async () => {
  const { auth, enrolled, clock, code } = await startStepUp();
  const { browser: ann, secret } = await enrolled();
  const requirement = { acr: "aal2", maxAge: 300 } as const;
  const ask = () => auth.api.requireAssurance({ headers: ann.headers(), body: requirement });
  expect(await ask()).toMatchObject({ acr: "aal2", authTime: expect.any(Date) });
  clock.advance(301);
  await expect(ask()).rejects.toMatchObject({ code: "SESSION_NOT_FRESH", details: { acr: "aal2", maxAge: 300 } });
  await ann.post("/two-factor/verify-totp", { code: code(secret) });
  expect(await ask()).toMatchObject({ acr: "aal2" });
  const headers = new Headers();
  await expect(auth.api.requireAssurance({ headers, body: requirement })).rejects.toMatchObject({
    code: "UNAUTHORIZED",
  });
});

test("STEP-01: refreshing a session or updating the user leaves the proofs unchanged", async () => {
  const { browser, clock } = await startStepUp({}, { session: { updateAge: 60 } });
  const ann = browser();
  await ann.signUp("ann@example.com");
  const before = (await levels(ann)).proofs;
  clock.advance(3600);
  await ann.get("/get-session");
  await ann.post("/update-user", { name: "Anna" });
  expect((await levels(ann)).proofs).toEqual(before);
});

test("STEP-02: a code from another user's factor doesn't prove anything", async () => {
  const { enrolled, clock, code } = await startStepUp();
  const { browser: ann } = await enrolled();
  const bob = await enrolled("bob@example.com");
  clock.advance(oneDay);
  const wrong = await ann.post("/two-factor/verify-totp", { code: code(bob.secret) });
  expect(wrong.status).toBe(401);
  expect((await ann.post("/two-factor/disable", { password: testPassword })).status).toBe(403);
});

test("STEP-03: an admin who impersonates a user can't prove the user's factors", async () => {
  const { auth, browser, enrolled, code } = await startStepUp({}, {}, [admin()]);
  const { browser: ann, secret } = await enrolled();
  const root = browser();
  const { user } = (await root.signUp("root@example.com")).body;
  await auth.$context.db.update(userTable, { where: { id: user.id }, set: { role: "admin" } as never });
  const annId = ((await ann.get("/get-session")).body as { user: { id: string } }).user.id;
  expect((await root.post("/admin/impersonate-user", { userId: annId })).status).toBe(200);
  expect((await root.post("/two-factor/verify-totp", { code: code(secret) })).status).toBe(403);
  expect(await levels(root)).toMatchObject({ acr: null, amr: [] });
});

test("STEP-05: proofs are read from the database, not from the cookie cache", async () => {
  const { auth, enrolled } = await startStepUp({}, { session: { cookieCache: { enabled: true, maxAge: 300 } } });
  const { browser: ann } = await enrolled();
  await ann.get("/get-session");
  await auth.$context.db.update(sessionTable, { where: {}, set: { proofs: {} } });
  const body = { acr: "aal2" } as const;
  await expect(auth.api.requireAssurance({ headers: ann.headers(), body })).rejects.toMatchObject({
    code: "SESSION_NOT_FRESH",
  });
});

test("STEP-06: proofs and levels in a body or a header are ignored", async () => {
  const { browser } = await startStepUp();
  const ann = browser();
  const forged = { proofs: { "two-factor": 9e15 }, acr: "aal2", amr: ["mfa"] };
  await ann.post("/sign-up/email", { email: "ann@example.com", name: "Ann", password: testPassword });
  await ann.post("/update-user", forged);
  await ann.post("/update-session", forged);
  await ann.post("/sign-in/email", { email: "ann@example.com", password: testPassword, ...forged }, { acr: "aal2" });
  expect(await levels(ann)).toMatchObject({ acr: "aal1", amr: ["pwd"] });
});

test("STEP-08: finishing a sign-in with the second factor keeps the password proof's time", async () => {
  const { enrolled, browser, clock, code } = await startStepUp();
  const { secret } = await enrolled();
  const ann = browser();
  await ann.signIn("ann@example.com");
  const signedInAt = clock.now().getTime();
  clock.advance(120);
  expect((await ann.post("/two-factor/verify-totp", { code: code(secret) })).status).toBe(200);
  const { proofs } = await levels(ann);
  expect(Date.parse(proofs.password as string)).toBe(signedInAt);
  expect(Date.parse(proofs["two-factor"] as string)).toBe(signedInAt + 120_000);
});

test("STEP-09: turning 2FA off removes its proof and ends the user's other sessions", async () => {
  const { enrolled, browser, clock, code } = await startStepUp();
  const { browser: ann, secret } = await enrolled();
  const other = browser();
  await other.signIn("ann@example.com");
  await other.post("/two-factor/verify-totp", { code: code(secret) });
  expect((await levels(other)).acr).toBe("aal2");
  clock.advance(60);
  expect((await ann.post("/two-factor/disable", { password: testPassword })).status).toBe(200);
  expect(await levels(ann)).toMatchObject({ acr: "aal1", amr: ["pwd"] });
  expect((await other.get("/assurance")).status).toBe(401);
});

test("REC-01, REC-03: a reset through the mailbox creates no session, and blocks email changes during the cooldown", async () => {
  const { auth, browser, reset, clock, box } = await startStepUp({ recoveryCooldown: oneDay });
  const ann = browser();
  await ann.signUp("ann@example.com");
  await ann.post("/send-verification-email", { email: "ann@example.com" });
  const { url } = await box.next("sendVerificationEmail");
  await ann.get(url.replace("http://app.test/api/auth", ""));
  expect(await reset("ann@example.com", "another good password")).toBe(200);
  expect(await auth.$context.db.count(sessionTable, {})).toBe(0);
  const thief = browser();
  expect((await thief.signIn("ann@example.com", "another good password")).status).toBe(200);
  const change = { newEmail: "thief@example.com", currentPassword: "another good password" };
  const refused = await thief.post("/change-email", change);
  expect([refused.status, refused.body]).toMatchObject([403, { code: "ACCOUNT_RECENTLY_RECOVERED" }]);
  const until = Date.parse((refused.body as { until: string }).until);
  expect(until).toBe(clock.now().getTime() + oneDay * 1000);
  clock.advance(oneDay - 60);
  expect((await thief.post("/change-email", change)).status).toBe(403);
  clock.advance(60);
  expect((await thief.post("/change-email", change)).status).toBe(200);
});

test("REC-02: a second recovery doesn't shorten the cooldown", async () => {
  const { browser, reset, clock, box } = await startStepUp({ recoveryCooldown: oneDay });
  const ann = browser();
  await ann.signUp("ann@example.com");
  await ann.post("/send-verification-email", { email: "ann@example.com" });
  const { url } = await box.next("sendVerificationEmail");
  await ann.get(url.replace("http://app.test/api/auth", ""));
  await reset("ann@example.com", "another good password");
  clock.advance(oneDay - 10);
  await reset("ann@example.com", "a third good password");
  const browserAfter = browser();
  await browserAfter.signIn("ann@example.com", "a third good password");
  clock.advance(3600);
  const change = { newEmail: "new@example.com", currentPassword: "a third good password" };
  expect((await browserAfter.post("/change-email", change)).body.code).toBe("ACCOUNT_RECENTLY_RECOVERED");
});

test("invalid options fail, and the error names the option", () => {
  expect(() => stepUp({ recoveryCooldown: -1 })).toThrow("stepUp.recoveryCooldown");
  expect(() => stepUp({ sensitiveMaxAge: 1 })).toThrow("stepUp.sensitiveMaxAge");
  expect(() => stepUp({ resetPasswordURL: "//evil.test" })).toThrow("stepUp.resetPasswordURL");
  expect(() => stepUp({ recoveryHold: 1 } as never)).toThrow("stepUp.recoveryHold");
});

describe.each(quickDatabases)("on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  test("STEP-04: one of 20 concurrent actions that need the same unused proof succeeds", async () => {
    const { auth, enrolled } = await startStepUp({}, { database: opened.database });
    const { browser: ann } = await enrolled();
    const body = { acr: "aal2", singleUse: "transfer" } as const;
    const headers = ann.headers();
    const tries = await Promise.allSettled(
      Array.from({ length: 20 }, () => auth.api.requireAssurance({ headers, body })),
    );
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const codes = tries.flatMap((one) => (one.status === "rejected" ? [one.reason.code] : []));
    expect(new Set(codes)).toEqual(new Set(["SESSION_NOT_FRESH"]));
  });

  test("REC-04: one of several concurrent recoveries with the same link sets the password", async () => {
    const { browser, box } = await startStepUp({ recoveryCooldown: oneDay }, { database: opened.database });
    await browser().signUp("ann@example.com");
    await browser().post("/forget-password", { email: "ann@example.com" });
    const { token } = await box.next("sendResetPassword");
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        browser().post("/reset-password", { newPassword: `another good password ${at}`, token }),
      ),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});
