import { outboxTable, tokenTable } from "@latchkey/core/plugin";
import { outboxEmpty, testOrigin } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";
import { email, otherCode, outcome, password, startCodes } from "../test/app.ts";
import { emailOTP } from "./plugin.ts";

describe("signing in with a code", () => {
  test("EOTP-10: browsers that signed in with an email before it was verified get no separate attempts", async () => {
    const { browser, ask, signIn, auth } = await startCodes();
    await browser().signUp(email, "the planter's password");
    const failures = () => auth.$context.db.count(tokenTable, { where: { kind: "code-failures" } });
    for (let round = 0; round < 3; round++) {
      const planter = browser();
      await ask(planter);
      expect((await planter.signIn(email, "the planter's password")).status).toBe(200);
      await planter.post("/sign-out", {});
      await signIn(planter, "000000");
    }
    expect(await failures()).toBe(1);
  });

  test("creates a user, and signs in the next time", async () => {
    const { browser, code, signIn, session, auth } = await startCodes();
    const ann = browser();
    const { status, body } = await signIn(ann, await code(ann), email, { name: "Ann" });
    expect([status, body]).toMatchObject([
      200,
      { token: expect.any(String), user: { name: "Ann", emailVerified: true } },
    ]);
    const phone = browser();
    expect((await signIn(phone, await code(phone))).status).toBe(200);
    expect([await session(phone), await auth.$context.db.count({ name: "user", columns: {} } as never, {})]).toEqual([
      email,
      1,
    ]);
  });

  test("EOTP-05: requested in a browser, it doesn't work without its cookie; a program needs no cookies at all", async () => {
    const { browser, code, signIn, box, auth } = await startCodes();
    const otp = await code(browser());
    expect(outcome(await signIn(browser(), otp))).toEqual([400, "INVALID_OTP"]);
    const program = (path: string, sent: object) =>
      auth.handler(
        new Request(`${testOrigin}/api/auth${path}`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(sent),
        }),
      );
    expect((await program("/sign-in/email-otp", { email, otp })).status).toBe(400);
    await program("/email-otp/send-verification-otp", { email, type: "sign-in" });
    const own = String((await box.next("code")).mail.otp);
    expect(outcome(await signIn(browser(), own))).toEqual([400, "INVALID_OTP"]);
    expect((await program("/sign-in/email-otp", { email, otp: own })).status).toBe(200);
  });

  test("EOTP-03: a code of another type or email doesn't work, and doesn't use an attempt of the right one", async () => {
    const { browser, code, signIn } = await startCodes();
    const ann = browser();
    await browser().signUp(email);
    const otp = await code(ann);
    for (let round = 0; round < 6; round++) {
      expect(outcome(await ann.post("/email-otp/verify-email", { email, otp }))).toEqual([400, "INVALID_OTP"]);
      expect(outcome(await signIn(ann, otp, "bob@example.com"))).toEqual([400, "INVALID_OTP"]);
    }
    expect((await signIn(ann, otp)).status).toBe(200);
  });

  test("EOTP-11: spaces are removed; other formats are rejected without using an attempt", async () => {
    const { browser, code, signIn } = await startCodes();
    const ann = browser();
    const otp = await code(ann);
    for (const typed of ["１２３４５６", [otp], "x".repeat(10_000), "", 123456]) {
      for (let round = 0; round < 2; round++) expect((await signIn(ann, typed)).status).toBe(400);
    }
    expect((await signIn(ann, `${otp.slice(0, 3)} ${otp.slice(3)}`)).status).toBe(200);
  });

  test("EOTP-08: unknown emails and disabled sign-up get the same response, but no email", async () => {
    const { browser, ask, signIn, box, auth } = await startCodes({ disableSignUp: true });
    const stranger = browser();
    await ask(stranger, "nobody@example.com");
    await ask(stranger, "nobody@example.com", "forget-password");
    await ask(stranger, "nobody@example.com", "email-verification");
    await outboxEmpty(auth);
    expect(box.mails).toEqual([]);
    for (const [path, more] of [
      ["/sign-in/email-otp", {}],
      ["/email-otp/verify-email", {}],
      ["/email-otp/reset-password", { password }],
    ] as const) {
      const wrong = await stranger.post(path, { email: "nobody@example.com", otp: "123456", ...more });
      expect([path, ...outcome(wrong)]).toEqual([path, 400, "INVALID_OTP"]);
    }
    expect(outcome(await signIn(stranger, "000000"))).toEqual([400, "INVALID_OTP"]);
  });

  test("five wrong attempts end a code, and an old one has expired", async () => {
    const { browser, code, signIn, clock } = await startCodes();
    const ann = browser();
    const otp = await code(ann);
    for (let round = 0; round < 5; round++)
      expect(outcome(await signIn(ann, otherCode(otp)))).toEqual([400, "INVALID_OTP"]);
    expect(outcome(await signIn(ann, otp))).toEqual([403, "TOO_MANY_ATTEMPTS"]);
    const phone = browser();
    const late = await code(phone);
    clock.advance(300);
    expect(outcome(await signIn(phone, late))).toEqual([400, "OTP_EXPIRED"]);
  });

  test("EOTP-14: no row and no message contains the code in plain text", async () => {
    const { browser, code, box, auth, ask } = await startCodes();
    const otp = await code(browser());
    box.fail = async () => {
      throw new Error("down");
    };
    await ask(browser());
    const { db } = auth.$context;
    const rows = [await db.findMany(tokenTable, { limit: 9 }), await db.findMany(outboxTable, { limit: 9 })];
    expect(JSON.stringify(rows)).not.toContain(otp);
    box.fail = null;
  });

  test("a field that clients can't set uses an attempt, but not the code", async () => {
    const user = { additionalFields: { level: { type: "string", input: false } } };
    const { browser, code, signIn } = await startCodes({}, { user });
    const ann = browser();
    const otp = await code(ann);
    expect(outcome(await signIn(ann, otp, email, { level: "gold" }))).toEqual([400, "FIELD_NOT_ALLOWED"]);
    expect((await signIn(ann, otp)).status).toBe(200);
  });
});

describe("the other codes", () => {
  test("check keeps the code valid", async () => {
    const { browser, code, signIn } = await startCodes();
    const ann = browser();
    const otp = await code(ann);
    const check = (typed: string) =>
      ann.post("/email-otp/check-verification-otp", { email, type: "sign-in", otp: typed });
    expect((await check(otp)).body).toEqual({ success: true });
    expect(outcome(await check(otherCode(otp)))).toEqual([400, "INVALID_OTP"]);
    expect((await signIn(ann, otp)).status).toBe(200);
  });

  test("the app's server has its own codes, which no browser can use", async () => {
    const { auth, browser, signIn } = await startCodes();
    const api = auth.api as unknown as Record<string, (call: object) => Promise<unknown>>;
    const body = { email, type: "sign-in" };
    const otp = await api.createVerificationOTP?.({ body });
    expect(await api.getVerificationOTP?.({ body })).toEqual({ otp });
    expect(outcome(await signIn(browser(), otp))).toEqual([400, "INVALID_OTP"]);
    expect(await api.signInEmailOTP?.({ body: { email, otp } })).toMatchObject({ token: expect.any(String) });
    expect(await api.getVerificationOTP?.({ body })).toEqual({ otp: null });
    expect((await browser().post("/email-otp/create-verification-otp", body)).status).toBe(404);
  });

  test("a code for an email change can't be requested here", async () => {
    const { browser } = await startCodes();
    const answer = await browser().post("/email-otp/send-verification-otp", { email, type: "change-email" });
    expect(outcome(answer)).toEqual([400, "INVALID_OTP_TYPE"]);
  });
});

test.each([
  [{ sendVerificationOTP: undefined }, "emailOTP.sendVerificationOTP"],
  [{ otpLength: 4 }, "emailOTP.otpLength"],
  [{ expiresIn: 10 }, "emailOTP.expiresIn"],
  [{ allowedAttempts: 0 }, "emailOTP.allowedAttempts"],
  [{ storeOTP: "plain" }, "storeOTP"],
  [{ changeEmail: { enable: true } }, "enable"],
])("an invalid option fails by name: %j", (options, named) => {
  expect(() => emailOTP({ sendVerificationOTP: () => {}, ...options } as never)).toThrow(named);
});
