import { accountTable, sessionTable, userTable } from "@latchkey/core/plugin";
import { type TestReply, testPassword } from "@latchkey/test-kit";
import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { twoFactor } from "@latchkey/two-factor";
import { HOTP, Secret } from "otpauth";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { number, numberAt, startPhone } from "../test/app.ts";

const outcome = ({ status, body }: TestReply): string => `${status} ${(body as { code?: string }).code ?? ""}`.trim();
const times = <T>(count: number, one: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => one(at)));

describe.each(quickDatabases)("on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  test("PHONE-06: one of two users who verify one number concurrently gets it", async () => {
    const app = await startPhone({}, { database: opened.database });
    const people = [];
    for (const at of [1, 2]) {
      const browser = app.browser();
      await browser.signUp(`ann-${at}@example.com`);
      people.push({ browser, body: { phoneNumber: number, updatePhoneNumber: true, code: await app.code(browser) } });
      app.clock.advance(61);
    }
    const replies = await Promise.all(people.map(({ browser, body }) => browser.post("/phone-number/verify", body)));
    expect(replies.map(outcome).sort()).toEqual(["200", "400 PHONE_NUMBER_EXIST"]);
    expect(await app.auth.$context.db.count(userTable, { where: { phoneNumber: number } as never })).toBe(1);
  });

  test("PHONE-07: five of 200 guesses are checked, and the right code works once in 20 attempts", async () => {
    const app = await startPhone({}, { database: opened.database });
    const { db } = app.auth.$context;
    const guesser = app.browser();
    const right = await app.code(guesser);
    const wrong = right === "000000" ? "000001" : "000000";
    const guesses = await times(200, () => guesser.post("/phone-number/verify", { phoneNumber: number, code: wrong }));
    const count = (one: string): number => guesses.filter((reply) => outcome(reply) === one).length;
    expect([count("400 INVALID_OTP"), count("403 TOO_MANY_ATTEMPTS")]).toEqual([5, 195]);
    expect(outcome(await guesser.post("/phone-number/verify", { phoneNumber: number, code: right }))).toBe(
      "403 TOO_MANY_ATTEMPTS",
    );
    const owner = app.browser();
    const code = await app.code(owner, numberAt(1));
    const replies = await times(20, () => owner.post("/phone-number/verify", { phoneNumber: numberAt(1), code }));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect([await db.count(userTable, {}), await db.count(sessionTable, {})]).toEqual([1, 1]);
  });

  test("PHONE-08: known and unknown numbers get the same responses with the same queries", async () => {
    const app = await startPhone({ signUpOnVerification: undefined as never }, { database: opened.database });
    const owner = app.browser();
    await owner.signUp("ann@example.com");
    const added = await owner.post("/phone-number/verify", {
      phoneNumber: number,
      updatePhoneNumber: true,
      code: await app.code(owner),
    });
    expect(added.status).toBe(200);
    app.clock.advance(61);
    const seen = [];
    for (const phoneNumber of [number, "+447400999999"]) {
      const browser = app.browser(phoneNumber === number ? "198.51.100.1" : "198.51.100.2");
      const calls: readonly (readonly [string, object])[] = [
        ["/phone-number/send-otp", { phoneNumber }],
        ["/phone-number/verify", { phoneNumber, code: "1" }],
        ["/sign-in/phone-number", { phoneNumber, password: "wrong password" }],
        ["/phone-number/request-password-reset", { phoneNumber }],
      ];
      for (const [path, body] of calls) {
        opened.statements.length = 0;
        const reply = await browser.post(path, body);
        // What's delivered afterward isn't part of the response.
        const sent = opened.statements.filter(({ table }) => !["outbox", "audit"].includes(table ?? ""));
        seen.push([phoneNumber === number, path, outcome(reply), sent.filter(({ kind }) => kind === "write").length]);
      }
    }
    expect(seen.filter(([isKnown]) => isKnown).map(([, ...rest]) => rest)).toEqual(
      seen.filter(([isKnown]) => !isKnown).map(([, ...rest]) => rest),
    );
  });

  test("PHONE-11: 20 codes entered concurrently give back exactly their attempts", async () => {
    const limits = { clientPerHour: 20, countryPerHour: 20 };
    const app = await startPhone({ limits }, { database: opened.database, rateLimit: { storage: "database" } });
    const people = [];
    for (let at = 0; at < 20; at++) {
      const browser = app.browser();
      people.push({ browser, phoneNumber: numberAt(at), code: await app.code(browser, numberAt(at)) });
    }
    const full = await app.browser().post("/phone-number/send-otp", { phoneNumber: numberAt(50) });
    expect([outcome(full), app.box.mails.length]).toEqual(["200", 20]);
    const done = await Promise.all(
      people.map(({ browser, phoneNumber, code }) => browser.post("/phone-number/verify", { phoneNumber, code })),
    );
    expect(done.map(({ status }) => status)).toEqual(done.map(() => 200));
    for (let at = 100; at < 120; at++) await app.code(app.browser(), numberAt(at));
    await app.browser().post("/phone-number/send-otp", { phoneNumber: numberAt(150) });
    expect(app.box.mails).toHaveLength(40);
  });

  test("every call sends at most the queries it declares", async () => {
    const app = await startPhone({}, { database: opened.database });
    const { endpoints } = app.auth.$context.extensions;
    const owner = app.browser();
    const counted = async (id: string, work: () => Promise<TestReply>): Promise<void> => {
      opened.statements.length = 0;
      const { status } = await work();
      const sent = opened.statements.filter(
        ({ kind, table }) => kind !== "transaction" && !["audit", "outbox", "rateLimit"].includes(table ?? ""),
      );
      expect([id, status]).toEqual([id, 200]);
      expect(sent.length, `${id}: ${sent.map(({ text }) => text).join("; ")}`).toBeLessThanOrEqual(
        endpoints[id]?.queryBudget ?? 0,
      );
    };
    await counted("sendPhoneNumberOTP", () => owner.post("/phone-number/send-otp", { phoneNumber: number }));
    const code = String((await app.box.next("sendOTP")).mail.code);
    await counted("verifyPhoneNumber", () => owner.post("/phone-number/verify", { phoneNumber: number, code }));
    app.clock.advance(61);
    const other = app.browser();
    await counted("requestPasswordResetPhoneNumber", () =>
      other.post("/phone-number/request-password-reset", { phoneNumber: number }),
    );
    const otp = String((await app.box.next("sendPasswordResetOTP")).mail.code);
    const reset = { phoneNumber: number, otp, newPassword: testPassword };
    await counted("resetPasswordPhoneNumber", () => other.post("/phone-number/reset-password", reset));
    await counted("signInPhoneNumber", () =>
      other.post("/sign-in/phone-number", { phoneNumber: number, password: testPassword }),
    );
    expect(await app.auth.$context.db.count(accountTable, {})).toBe(1);
  });
});

test("PHONE-09: a second factor is still required after a code by text and after a reset", async () => {
  const app = await startPhone({}, {}, [twoFactor()]);
  const { browser, id } = await app.person();
  const other = app.browser();
  await other.post("/phone-number/request-password-reset", { phoneNumber: number });
  const otp = String((await app.box.next("sendPasswordResetOTP")).mail.code);
  await other.post("/phone-number/reset-password", { phoneNumber: number, otp, newPassword: testPassword });
  await browser.post("/sign-in/phone-number", { phoneNumber: number, password: testPassword });
  const { body } = await browser.post<{ totpURI: string }>("/two-factor/enable", { password: testPassword });
  const secret = Secret.fromBase32(new URL(body.totpURI).searchParams.get("secret") as string);
  const counter = Math.floor(app.clock.now().getTime() / 30_000);
  expect((await browser.post("/two-factor/verify-totp", { code: HOTP.generate({ secret, counter }) })).status).toBe(
    200,
  );
  app.clock.advance(90);
  const next = app.browser();
  const byText = await next.post("/phone-number/verify", { phoneNumber: number, code: await app.code(next) });
  const byPassword = await app.browser().post("/sign-in/phone-number", { phoneNumber: number, password: testPassword });
  expect([byText.body, byPassword.body]).toMatchObject([{ twoFactorRedirect: true }, { twoFactorRedirect: true }]);
  expect(await app.auth.$context.db.count(sessionTable, { where: { userId: id } })).toBe(1);
  // Removing the number ends a pending sign-in that was started with it.
  expect((await browser.post("/two-factor/get-totp-uri", { password: testPassword })).status).toBe(200);
  expect((await browser.post("/update-user", { phoneNumber: null })).status).toBe(200);
  const late = HOTP.generate({ secret, counter: Math.floor(app.clock.now().getTime() / 30_000) });
  expect((await next.post("/two-factor/verify-totp", { code: late })).status).toBe(401);
  expect((await browser.get<{ user: object }>("/get-session")).body.user).toMatchObject({ phoneNumber: null });
});
