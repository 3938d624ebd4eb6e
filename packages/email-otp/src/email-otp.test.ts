import { outboxTable, tokenTable, userTable } from "@latchkey/core/plugin";
import { createMailbox, mailOptions, outboxEmpty, startAuth, type TestBrowser, testOrigin } from "@latchkey/test-kit";
import { quickDatabases } from "@latchkey/test-kit/databases";
import { twoFactor } from "@latchkey/two-factor";
import { describe, expect, test } from "vitest";
import type { EmailOtpOptions } from "./options.ts";
import { emailOTP } from "./plugin.ts";

const email = "ann@example.com";
const password = "a few words in a row";
const other = (code: string) => (code === "123456" ? "654321" : "123456");
const outcome = ({ status, body }: { status: number; body: Record<string, unknown> }) => [status, body.code];

async function start(options: Partial<EmailOtpOptions> = {}, app: object = {}) {
  const box = createMailbox();
  const mails = mailOptions(box);
  const send = box.sender("code", ({ email: to }) => String(to));
  const plugins = [emailOTP({ sendVerificationOTP: send, changeEmail: { enabled: true }, ...options }), twoFactor()];
  const started = await startAuth({ ...mails, plugins, ...app } as never);
  const ask = async (browser: TestBrowser, to = email, type = "sign-in") => {
    const { status, body } = await browser.post("/email-otp/send-verification-otp", { email: to, type });
    expect([status, body]).toEqual([200, { success: true }]);
  };
  const code = async (browser: TestBrowser, to = email, type = "sign-in") => {
    await ask(browser, to, type);
    return String((await box.next("code", to)).mail.otp);
  };
  const signIn = (browser: TestBrowser, otp: unknown, to = email, more: object = {}) =>
    browser.post("/sign-in/email-otp", { email: to, otp, ...more });
  const session = async (browser: TestBrowser) =>
    (await browser.get<{ user: { email: string } } | null>("/get-session")).body?.user.email ?? null;
  return { ...started, box, ask, code, signIn, session };
}

describe("signing in with a code", () => {
  test("EOTP-10: browsers that signed in with an address before it was proven get no attempts of their own", async () => {
    const { browser, ask, signIn, auth } = await start();
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
    const { browser, code, signIn, session, auth } = await start();
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

  test("EOTP-05: asked in a browser it's none without its cookie; a program needs no cookies from end to end", async () => {
    const { browser, code, signIn, box, auth } = await start();
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

  test("EOTP-03: a code of another type or address is none, and costs the right one no attempt", async () => {
    const { browser, code, signIn } = await start();
    const ann = browser();
    await browser().signUp(email);
    const otp = await code(ann);
    for (let round = 0; round < 6; round++) {
      expect(outcome(await ann.post("/email-otp/verify-email", { email, otp }))).toEqual([400, "INVALID_OTP"]);
      expect(outcome(await signIn(ann, otp, "bob@example.com"))).toEqual([400, "INVALID_OTP"]);
    }
    expect((await signIn(ann, otp)).status).toBe(200);
  });

  test("EOTP-11: blanks are dropped; other forms are refused and cost nothing", async () => {
    const { browser, code, signIn } = await start();
    const ann = browser();
    const otp = await code(ann);
    for (const typed of ["１２３４５６", [otp], "x".repeat(10_000), "", 123456]) {
      for (let round = 0; round < 2; round++) expect((await signIn(ann, typed)).status).toBe(400);
    }
    expect((await signIn(ann, `${otp.slice(0, 3)} ${otp.slice(3)}`)).status).toBe(200);
  });

  test("EOTP-08: unknown addresses and sign-up off answer the same, and get no mail", async () => {
    const { browser, ask, signIn, box, auth } = await start({ disableSignUp: true });
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

  test("attempts: five wrong ones end a code; an old one is over", async () => {
    const { browser, code, signIn, clock } = await start();
    const ann = browser();
    const otp = await code(ann);
    for (let round = 0; round < 5; round++)
      expect(outcome(await signIn(ann, other(otp)))).toEqual([400, "INVALID_OTP"]);
    expect(outcome(await signIn(ann, otp))).toEqual([403, "TOO_MANY_ATTEMPTS"]);
    const phone = browser();
    const late = await code(phone);
    clock.advance(300);
    expect(outcome(await signIn(phone, late))).toEqual([400, "OTP_EXPIRED"]);
  });

  test("EOTP-14: the code is in no row and no message as it was sent", async () => {
    const { browser, code, box, auth, ask } = await start();
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

  test("a field that clients can't set costs an attempt and not the code", async () => {
    const user = { additionalFields: { level: { type: "string", input: false } } };
    const { browser, code, signIn } = await start({}, { user });
    const ann = browser();
    const otp = await code(ann);
    expect(outcome(await signIn(ann, otp, email, { level: "gold" }))).toEqual([400, "FIELD_NOT_ALLOWED"]);
    expect((await signIn(ann, otp)).status).toBe(200);
  });
});

describe("the other codes", () => {
  test("check leaves the code good", async () => {
    const { browser, code, signIn } = await start();
    const ann = browser();
    const otp = await code(ann);
    const check = (typed: string) =>
      ann.post("/email-otp/check-verification-otp", { email, type: "sign-in", otp: typed });
    expect((await check(otp)).body).toEqual({ success: true });
    expect(outcome(await check(other(otp)))).toEqual([400, "INVALID_OTP"]);
    expect((await signIn(ann, otp)).status).toBe(200);
  });

  test("verifying an address keeps the password, and a sign-up can send the code", async () => {
    const { browser, box } = await start({ sendVerificationOnSignUp: true });
    const ann = browser();
    await ann.signUp(email, password);
    const otp = String((await box.next("code")).mail.otp);
    const { body } = await ann.post("/email-otp/verify-email", { email, otp });
    expect(body).toMatchObject({ status: true, token: null, user: { emailVerified: true } });
    expect((await ann.get<{ user: object }>("/get-session")).body.user).toMatchObject({ emailVerified: true });
    expect((await browser().signIn(email, password)).status).toBe(200);
  });

  test("EOTP-13: a reset ends sessions, sets the password, and costs nothing for a weak one", async () => {
    const { browser, box, code, session } = await start();
    const planter = browser();
    await planter.signUp(email, "the planter's password");
    for (const path of ["/email-otp/request-password-reset", "/forget-password/email-otp"]) {
      const ann = browser();
      expect((await ann.post(path, { email })).body).toEqual({ success: true });
      const otp = String((await box.next("code", email)).mail.otp);
      for (let round = 0; round < 6; round++) {
        const weak = await ann.post("/email-otp/reset-password", { email, otp, password: "short" });
        expect(outcome(weak)).toEqual([400, "PASSWORD_TOO_SHORT"]);
      }
      expect((await ann.post("/email-otp/reset-password", { email, otp, password })).body).toEqual({ success: true });
      expect([await session(planter), await session(ann)]).toEqual([null, null]);
      expect((await ann.signIn(email, password)).status).toBe(200);
    }
    expect((await browser().signIn(email, "the planter's password")).status).toBe(401);
    expect(await code(browser())).toHaveLength(6);
  });

  test("EOTP-13: a code of someone who held the address resets no password of its owner", async () => {
    const { browser, box, code, signIn, auth } = await start();
    const thief = browser();
    await signIn(thief, await code(thief, "thief@example.com"), "thief@example.com");
    const { db } = auth.$context;
    // A change of email that the new mailbox hasn't agreed to.
    const held = { email, emailVerified: false, provenEmail: "thief@example.com" };
    await db.update(userTable, { where: { email: "thief@example.com" }, set: held });
    const ask = () => thief.post("/email-otp/request-password-reset", { email });
    await ask();
    const otp = String((await box.next("code", "thief@example.com")).mail.otp);
    const ann = browser();
    await signIn(ann, await code(ann));
    // Asked again, the same code isn't sent to its owner as if it were hers.
    const mails = () => box.mails.filter(({ mail }) => mail.type === "forget-password").length;
    const before = mails();
    await ask();
    await outboxEmpty(auth);
    expect(mails()).toBe(before);
    const stolen = await thief.post("/email-otp/reset-password", { email, otp, password });
    expect(outcome(stolen)).toEqual([400, "INVALID_OTP"]);
    expect((await browser().signIn(email, password)).status).toBe(401);
  });

  test("EOTP-12: a change needs both codes, goes to the address that was asked for, and not to a taken one", async () => {
    const { browser, code, signIn, box, session, auth } = await start();
    const ann = browser();
    await signIn(ann, await code(ann));
    const request = (more: object) => ann.post("/email-otp/request-email-change", more);
    expect(outcome(await request({ newEmail: "b@example.com" }))).toEqual([400, "INVALID_OTP"]);
    const agree = async () => code(ann, email, "email-verification");
    expect((await request({ newEmail: "b@example.com", otp: await agree() })).body).toEqual({ success: true });
    const forB = String((await box.next("code", "b@example.com")).mail.otp);
    await request({ newEmail: "c@example.com", otp: await agree() });
    await box.next("code", "c@example.com");
    const change = (newEmail: string, otp: string, by = ann) => by.post("/email-otp/change-email", { newEmail, otp });
    expect(outcome(await change("c@example.com", forB === "000000" ? "000001" : forB))).toEqual([400, "INVALID_OTP"]);
    const bob = browser();
    await bob.signUp("taken@example.com");
    expect((await request({ newEmail: "taken@example.com", otp: await agree() })).status).toBe(200);
    await outboxEmpty(auth);
    expect(box.mails.some(({ sender, to }) => sender === "code" && to === "taken@example.com")).toBe(false);
    expect((await change("b@example.com", forB)).body).toEqual({ success: true });
    expect(await session(ann)).toBe("b@example.com");
    await box.next("sendEmailChanged", email);
  });

  test("EOTP-12: an address that was taken in the meantime is refused", async () => {
    const { browser, code, signIn, box } = await start({ changeEmail: { enabled: true, verifyCurrentEmail: false } });
    const ann = browser();
    await signIn(ann, await code(ann));
    await ann.post("/email-otp/request-email-change", { newEmail: "b@example.com" });
    const otp = String((await box.next("code", "b@example.com")).mail.otp);
    await browser().signUp("b@example.com");
    const { status, body } = await ann.post("/email-otp/change-email", { newEmail: "b@example.com", otp });
    expect([status, body.code]).toEqual([400, "EMAIL_ALREADY_IN_USE"]);
  });

  test("the app's server has its own codes, which no browser can use", async () => {
    const { auth, browser, signIn } = await start();
    const api = auth.api as unknown as Record<string, (call: object) => Promise<unknown>>;
    const body = { email, type: "sign-in" };
    const otp = await api.createVerificationOTP?.({ body });
    expect(await api.getVerificationOTP?.({ body })).toEqual({ otp });
    expect(outcome(await signIn(browser(), otp))).toEqual([400, "INVALID_OTP"]);
    expect(await api.signInEmailOTP?.({ body: { email, otp } })).toMatchObject({ token: expect.any(String) });
    expect(await api.getVerificationOTP?.({ body })).toEqual({ otp: null });
    expect((await browser().post("/email-otp/create-verification-otp", body)).status).toBe(404);
  });

  test("a code for a change of address can't be asked for here", async () => {
    const { browser } = await start();
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
])("an option that can't work fails by name: %j", (options, named) => {
  expect(() => emailOTP({ sendVerificationOTP: () => {}, ...options } as never)).toThrow(named);
});

describe.each(quickDatabases)("on $name", ({ open }) => {
  test("EOTP-02: the right code by 20 at once makes one session", async () => {
    const { database, close } = await open();
    const { browser, code, signIn, auth } = await start({ allowedAttempts: 10 }, { database });
    const ann = browser();
    const otp = await code(ann);
    const replies = await Promise.all(Array.from({ length: 20 }, () => signIn(ann, otp)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const count = (name: string) => auth.$context.db.count({ name, columns: {} } as never, {});
    expect([await count("session"), await count("user")]).toEqual([1, 1]);
    await close();
  });

  test("EOTP-01: of 200 guesses from 50 addresses five are compared", async () => {
    const { database, close } = await open();
    const { browser, code, signIn } = await start({}, { database });
    const ann = browser();
    const otp = await code(ann);
    const guessers = Array.from({ length: 50 }, (_, at) => {
      const guesser = browser(`198.51.100.${at}`);
      for (const [name, value] of ann.cookies) guesser.cookies.set(name, value);
      return guesser;
    });
    const guess = (at: number) => signIn(guessers[at % 50] as TestBrowser, other(otp));
    const replies = await Promise.all(Array.from({ length: 200 }, (_, at) => guess(at)));
    expect(replies.filter(({ body }) => body.code === "INVALID_OTP")).toHaveLength(5);
    expect(outcome(await signIn(ann, otp))).toEqual([403, "TOO_MANY_ATTEMPTS"]);
    await close();
  });

  test("EOTP-09: an account that someone else set up with the address is the owner's alone", async () => {
    const { database, close } = await open();
    const { browser, code, signIn, session } = await start({}, { database });
    const planter = browser();
    await planter.signUp(email, "the planter's password");
    const ann = browser();
    expect((await signIn(ann, await code(ann))).status).toBe(200);
    expect([await session(ann), await session(planter)]).toEqual([email, null]);
    expect((await browser().signIn(email, "the planter's password")).status).toBe(401);
    await close();
  });

  test("EOTP-12: of two changes at once one is made", async () => {
    const { database, close } = await open();
    const changeEmail = { enabled: true, verifyCurrentEmail: false };
    const { browser, code, signIn, box, session } = await start({ changeEmail }, { database });
    const ann = browser();
    await signIn(ann, await code(ann));
    await ann.post("/email-otp/request-email-change", { newEmail: "b@example.com" });
    const otp = String((await box.next("code", "b@example.com")).mail.otp);
    const body = { newEmail: "b@example.com", otp };
    const replies = await Promise.all([1, 2].map(() => ann.post("/email-otp/change-email", body)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await session(ann)).toBe("b@example.com");
    await close();
  });
  test("every call costs at most the statements it declares", async () => {
    const { database, statements, close } = await open();
    const { browser, auth, box } = await start({}, { database });
    const deliveries = [
      "/email-otp/send-verification-otp",
      "/email-otp/request-password-reset",
      "/forget-password/email-otp",
      "/email-otp/request-email-change",
    ];
    const counted = async (path: string, work: () => Promise<{ status: number }>) => {
      statements.length = 0;
      const { status } = await work();
      const sent = statements.filter(
        ({ kind, table }) => kind !== "transaction" && !["audit", "outbox", "rateLimit"].includes(table ?? ""),
      ).length;
      const { queryBudget = 0 } =
        Object.values(auth.$context.extensions.endpoints).find((endpoint) => endpoint.path === path) ?? {};
      // The email may be prepared meanwhile, by an outbox that isn't counted.
      const prepared = deliveries.includes(path) ? 2 : 0;
      const allowed = queryBudget + prepared;
      expect([path, status < 400, Math.max(sent, allowed)]).toEqual([path, true, allowed]);
    };
    const call = async (one: TestBrowser, path: string, body: object) => {
      await outboxEmpty(auth);
      await counted(path, () => one.post(path, body));
    };
    const code = async (one: TestBrowser, type: string) => {
      await call(one, "/email-otp/send-verification-otp", { email, type });
      return String((await box.next("code", email)).mail.otp);
    };
    await browser().signUp(email);
    const ann = browser();
    await call(ann, "/email-otp/verify-email", { email, otp: await code(ann, "email-verification") });
    const otp = await code(ann, "sign-in");
    await call(ann, "/email-otp/check-verification-otp", { email, type: "sign-in", otp });
    await call(ann, "/sign-in/email-otp", { email, otp });
    await call(ann, "/sign-in/email-otp", { email, otp: await code(ann, "sign-in") });
    const agreed = await code(ann, "email-verification");
    await call(ann, "/email-otp/request-email-change", { newEmail: "b@example.com", otp: agreed });
    const changing = String((await box.next("code", "b@example.com")).mail.otp);
    await call(ann, "/email-otp/request-password-reset", { email });
    const reset = String((await box.next("code", email)).mail.otp);
    await call(browser(), "/forget-password/email-otp", { email });
    await call(ann, "/email-otp/change-email", { newEmail: "b@example.com", otp: changing });
    await call(ann, "/email-otp/request-password-reset", { email: "b@example.com" });
    const next = String((await box.next("code", "b@example.com")).mail.otp);
    expect(reset).toHaveLength(6);
    await call(ann, "/email-otp/reset-password", { email: "b@example.com", otp: next, password });
    await close();
  });
});
