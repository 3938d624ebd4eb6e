import { anonymous } from "@latchkey/anonymous";
import { userTable } from "@latchkey/core/plugin";
import { outboxEmpty, type TestBrowser, type TestReply, testPassword } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";
import { number, numberAt, startPhone } from "../test/app.ts";
import { parsePhoneNumber } from "./numbers.ts";
import { resolvePhoneNumber } from "./options.ts";
import { phoneNumber } from "./plugin.ts";

const email = "ann@example.com";
const outcome = ({ status, body }: TestReply): string => `${status} ${(body as { code?: string }).code ?? ""}`.trim();
const verify = (browser: TestBrowser, code: string, more: object = {}, phone = number) =>
  browser.post<{ token: string | null; user: Record<string, unknown> }>("/phone-number/verify", {
    phoneNumber: phone,
    code,
    ...more,
  });

describe("a code by text", () => {
  test("signs up with a placeholder email, and signs in to the same account later", async () => {
    const { browser, code, user, clock } = await startPhone(
      {},
      { emailAndPassword: { requireEmailVerification: true } },
    );
    const person = browser();
    const { status, body } = await verify(person, await code(person));
    expect([status, body]).toMatchObject([
      200,
      { status: true, token: expect.any(String), user: { phoneNumber: number, phoneNumberVerified: true, name: "" } },
    ]);
    const id = String(body.user.id);
    expect((await user(id))?.email).toBe(`${id.toLowerCase()}@phone.placeholder.invalid`);
    expect(body.user).not.toHaveProperty("phoneVerifiedEmail");
    clock.advance(61);
    const other = browser();
    expect((await verify(other, await code(other))).body.user.id).toBe(id);
    expect((await other.get("/get-session")).body).toMatchObject({ user: { id, phoneNumber: number } });
  });

  test("names and fields of new users come from the app and the call", async () => {
    const additionalFields = { city: { type: "string", input: true } } as const;
    const signUpOnVerification = {
      getTempEmail: (phone: string) => `${phone.slice(1)}@Phones.example.com`,
      getTempName: (phone: string) => phone,
    };
    const { browser, code } = await startPhone({ signUpOnVerification }, { user: { additionalFields } });
    const person = browser();
    const { body } = await verify(person, await code(person), { city: "Bern" });
    expect(body.user).toMatchObject({ name: number, city: "Bern", email: "447400123456@phones.example.com" });
  });

  test("makes a guest a user, who keeps their id", async () => {
    const { browser, code } = await startPhone({}, {}, [anonymous()]);
    const person = browser();
    const { id } = (await person.post<{ user: { id: string } }>("/sign-in/anonymous")).body.user;
    const { body } = await verify(person, await code(person));
    expect(body.user).toMatchObject({ id, phoneNumber: number, isAnonymous: false });
  });

  test("doesn't sign in if that's not asked for", async () => {
    const { browser, code } = await startPhone();
    const person = browser();
    const { status, body } = await verify(person, await code(person), { disableSession: true });
    expect([status, body.token, person.cookies.has("latchkey.session_token")]).toEqual([200, null, false]);
    expect((await person.get("/get-session")).body).toBeNull();
  });

  test("isn't sent to strangers where sign-up is off, and they can't tell", async () => {
    const { browser, box, auth } = await startPhone({ signUpOnVerification: undefined as never });
    const person = browser();
    const sent = await person.post("/phone-number/send-otp", { phoneNumber: number });
    await outboxEmpty(auth);
    expect([outcome(sent), sent.body, box.mails]).toEqual(["200", { message: "code sent" }, []]);
    expect(outcome(await verify(person, "123456"))).toBe("400 INVALID_OTP");
  });

  test("is 501 without a sender", async () => {
    const { browser } = await startPhone({ sendOTP: undefined as never, sendPasswordResetOTP: undefined as never });
    const replies = [
      await browser().post("/phone-number/send-otp", { phoneNumber: number }),
      await browser().post("/phone-number/request-password-reset", { phoneNumber: number }),
    ];
    expect(replies.map(outcome)).toEqual(["501 SEND_OTP_NOT_IMPLEMENTED", "501 SEND_OTP_NOT_IMPLEMENTED"]);
  });
});

describe("the caller's number", () => {
  test("is added with a code that this session asked for, and removed again", async () => {
    const { browser, code, user } = await startPhone();
    const person = browser();
    const { id } = (await person.signUp(email)).body.user;
    const { status, body } = await verify(person, await code(person), { updatePhoneNumber: true });
    expect([status, body]).toMatchObject([200, { token: expect.any(String), user: { id, phoneNumber: number } }]);
    expect((await person.get("/get-session")).body).toMatchObject({ user: { phoneNumber: number } });
    expect(outcome(await person.post("/update-user", { phoneNumber: "+447400123457" }))).toBe(
      "400 PHONE_NUMBER_CANNOT_BE_UPDATED",
    );
    expect(outcome(await person.post("/update-user", { phoneNumber: null }))).toBe("200");
    expect(await user(id)).toMatchObject({ phoneNumber: null, phoneNumberVerified: null, name: "ann" });
    expect((await person.get("/get-session")).body).toMatchObject({ user: { phoneNumber: null } });
  });

  test("stays if it's the last way to sign in", async () => {
    const { person, user } = await startPhone();
    const { browser, id } = await person();
    expect(outcome(await browser.post("/update-user", { phoneNumber: null }))).toBe(
      "400 CANNOT_REMOVE_LAST_SIGN_IN_METHOD",
    );
    expect((await user(id))?.phoneNumber).toBe(number);
  });

  test("needs a session with a recent proof", async () => {
    const { browser, code, clock } = await startPhone();
    const person = browser();
    expect(outcome(await verify(browser(), "123456", { updatePhoneNumber: true }))).toBe("401 UNAUTHORIZED");
    await person.signUp(email);
    clock.advance(2 * 86_400);
    expect(outcome(await verify(person, await code(person), { updatePhoneNumber: true }))).toBe(
      "403 SESSION_NOT_FRESH",
    );
    expect(outcome(await person.post("/update-user", { phoneNumber: null }))).toBe("403 SESSION_NOT_FRESH");
  });

  test("of another user is refused", async () => {
    const { browser, code, person } = await startPhone();
    await person();
    const bob = browser();
    await bob.signUp("bob@example.com");
    expect(outcome(await verify(bob, await code(bob), { updatePhoneNumber: true }))).toBe("400 PHONE_NUMBER_EXIST");
  });

  test("proves the present session and makes no new one", async () => {
    const { person, code, auth } = await startPhone();
    const { browser, id } = await person();
    const before = browser.cookies.get("latchkey.session_token");
    expect(outcome(await verify(browser, await code(browser)))).toBe("200");
    expect(browser.cookies.get("latchkey.session_token")).toBe(before);
    expect(await auth.$context.db.count({ name: "session", columns: {} }, { where: { userId: id } as never })).toBe(1);
  });

  test("that was planted on an unverified email goes when the owner resets the password", async () => {
    const { browser, code, box, user } = await startPhone();
    const attacker = browser();
    const { id } = (await attacker.signUp(email)).body.user;
    await verify(attacker, await code(attacker), { updatePhoneNumber: true });
    await browser().post("/forget-password", { email });
    const { token } = await box.next("sendResetPassword");
    expect(outcome(await browser().post("/reset-password", { newPassword: "a few other words", token }))).toBe("200");
    expect(await user(id)).toMatchObject({ phoneNumber: null, phoneNumberVerified: null });
  });
});

describe("a password", () => {
  test("signs in with the number", async () => {
    const { browser, code } = await startPhone();
    const person = browser();
    await person.signUp(email);
    await verify(person, await code(person), { updatePhoneNumber: true });
    const signIn = (phone: string, password: string) =>
      browser().post("/sign-in/phone-number", { phoneNumber: phone, password });
    const done = await signIn("+44 7400 123456", testPassword);
    expect([outcome(done), done.body]).toMatchObject(["200", { token: expect.any(String), user: { email } }]);
    expect(outcome(await signIn(number, "wrong password"))).toBe("401 INVALID_PHONE_NUMBER_OR_PASSWORD");
    expect(outcome(await signIn("+447400123457", testPassword))).toBe("401 INVALID_PHONE_NUMBER_OR_PASSWORD");
    expect(outcome(await signIn("12", testPassword))).toBe("400 INVALID_PHONE_NUMBER");
  });

  test("is reset with a code, which ends all sessions", async () => {
    const { person, browser, box } = await startPhone();
    const { browser: own } = await person();
    const stranger = browser();
    expect((await stranger.post("/phone-number/request-password-reset", { phoneNumber: number })).body).toEqual({
      status: true,
    });
    const otp = String((await box.next("sendPasswordResetOTP", number)).mail.code);
    const reset = (newPassword: string) =>
      stranger.post("/phone-number/reset-password", { phoneNumber: number, otp, newPassword });
    expect(outcome(await reset("short"))).toBe("400 PASSWORD_TOO_SHORT");
    expect(outcome(await verify(stranger, otp))).toBe("400 OTP_NOT_FOUND");
    expect(outcome(await reset("a few other words"))).toBe("200");
    expect(outcome(await reset("a few other words"))).toBe("400 OTP_NOT_FOUND");
    expect((await own.get("/get-session")).body).toBeNull();
    const body = { phoneNumber: number, password: "a few other words" };
    expect(outcome(await browser().post("/sign-in/phone-number", body))).toBe("200");
  });
});

describe("PHONE-01: text pumping", () => {
  const ask = async (browser: TestBrowser, phone: string) =>
    outcome(await browser.post("/phone-number/send-otp", { phoneNumber: phone }));

  test("stops at a number's limits: one a minute, three an hour, six a day", async () => {
    const { browser, box, auth, clock } = await startPhone({ limits: { clientPerHour: 1000, rangePerHour: 1000 } });
    const sent: number[] = [];
    for (let at = 0; at < 20; at++) {
      expect(await ask(browser(`198.51.100.${at}`), number)).toBe("200");
      await outboxEmpty(auth);
      clock.advance(30);
    }
    sent.push(box.mails.length);
    for (let at = 0; at < 8; at++) {
      clock.advance(3600);
      await ask(browser(`198.51.101.${at}`), number);
      await outboxEmpty(auth);
    }
    sent.push(box.mails.length);
    expect(sent).toEqual([3, 6]);
  });

  test("from one client stops after three numbers, with the same response", async () => {
    const { browser, box, auth } = await startPhone();
    for (let at = 0; at < 20; at++) expect(await ask(browser(), numberAt(at))).toBe("200");
    await outboxEmpty(auth);
    expect(box.mails).toHaveLength(3);
  });

  test("of a range stops after five numbers, from however many clients", async () => {
    const { browser, box, auth } = await startPhone();
    for (let at = 0; at < 20; at++) {
      expect(await ask(browser(`198.51.100.${at}`), `+44740012${String(3400 + at)}`)).toBe("200");
    }
    await outboxEmpty(auth);
    expect(box.mails).toHaveLength(5);
  });

  test("of a country pauses the country once, and other countries go on", async () => {
    const paused: string[] = [];
    const { browser, box, auth } = await startPhone({
      limits: { countries: { US: 10 } },
      onCountryPaused: (country) => void paused.push(country),
    });
    for (let at = 0; at < 100; at++) await ask(browser(`198.51.100.${at}`), numberAt(at));
    await outboxEmpty(auth);
    expect([box.mails.length, paused]).toEqual([10, ["US"]]);
    await ask(browser("198.51.101.1"), number);
    await box.next("sendOTP", number);
    const rows = await auth.$context.db.findMany({ name: "audit", columns: {} }, { limit: 10 });
    expect(rows).toMatchObject([{ action: "phone.pause" }]);
  });

  test("a code that's entered gives its place back", async () => {
    const { browser, code, clock } = await startPhone();
    for (let at = 0; at < 8; at++) {
      const person = browser();
      expect(outcome(await verify(person, await code(person, numberAt(at)), {}, numberAt(at)))).toBe("200");
    }
    clock.advance(1);
  });
});

const settings = resolvePhoneNumber({ countries: "all", defaultCountry: "GB" });

test.each([
  ["premium", "+19005551234"],
  ["shared cost", "+448433001234"],
  ["VoIP", "+445600123456"],
  ["personal", "+447012345678"],
  ["satellite", "+870772001234"],
  ["landline", "+442079460958"],
  ["toll free", "+18002345678"],
])("PHONE-02: a %s number is refused, and nothing is sent", async (_, phone) => {
  expect(parsePhoneNumber(phone, settings)).toBeNull();
  const { browser, box, auth } = await startPhone({ countries: "all" });
  expect(outcome(await browser().post("/phone-number/send-otp", { phoneNumber: phone }))).toBe(
    "400 INVALID_PHONE_NUMBER",
  );
  await outboxEmpty(auth);
  expect(box.mails).toEqual([]);
});

test("PHONE-02: a country that the app doesn't list is refused", async () => {
  const { browser } = await startPhone();
  expect(outcome(await browser().post("/phone-number/send-otp", { phoneNumber: "+4915123456789" }))).toBe(
    "400 INVALID_PHONE_NUMBER",
  );
});

test("PHONE-03: one number in ten spellings is one number; an extension is refused", () => {
  const spellings = [
    "+447400123456",
    "+44 7400 123456",
    "+44 (0)7400 123456",
    "tel:+44-7400-123-456",
    "+٤٤٧٤٠٠١٢٣٤٥٦",
    "＋447400123456",
    "+44.7400.123456",
    "07400 123456",
    " +44 7400\u00a0123456 ",
    "TEL:+447400123456",
  ];
  expect(spellings.map((text) => parsePhoneNumber(text, settings)?.number)).toEqual(spellings.map(() => number));
  const refused = ["+447400123456 ext. 5", "+447400123456;ext=5", "+447400123456#5", "call +447400123456", "", "+44"];
  expect(refused.map((text) => parsePhoneNumber(text, settings))).toEqual(refused.map(() => null));
  expect(parsePhoneNumber("07400 123456", { ...settings, defaultCountry: null })).toBeNull();
});

test("PHONE-04: a number that no code proves can't be set at sign-up", async () => {
  const { browser } = await startPhone();
  const body = { name: "Ann", email, password: testPassword };
  expect(outcome(await browser().post("/sign-up/email", { ...body, phoneNumber: number }))).toBe(
    "400 FIELD_NOT_ALLOWED",
  );
  expect(outcome(await browser().post("/sign-up/email", { ...body, phoneNumberVerified: true }))).toBe(
    "400 FIELD_NOT_ALLOWED",
  );
});

test("PHONE-05: a code works only in the session or browser that asked for it", async () => {
  const { browser, code } = await startPhone();
  const person = browser();
  const beforeSignIn = await code(person);
  await person.signUp(email);
  expect(outcome(await verify(person, beforeSignIn, { updatePhoneNumber: true }))).toBe("400 OTP_NOT_FOUND");
  const [ann, bob] = [browser(), browser()];
  await ann.signUp("ann2@example.com");
  await bob.signUp("bob@example.com");
  const ofAnn = await code(ann, numberAt(1));
  expect(outcome(await verify(bob, ofAnn, { updatePhoneNumber: true }, numberAt(1)))).toBe("400 OTP_NOT_FOUND");
  expect(outcome(await verify(browser(), ofAnn, {}, numberAt(1)))).toBe("400 OTP_NOT_FOUND");
  expect(outcome(await verify(ann, ofAnn, { updatePhoneNumber: true }, numberAt(1)))).toBe("200");
});

test("PHONE-09: after a SIM swap, a text resets no password of an account with a verified email", async () => {
  const { browser, code, box, auth } = await startPhone();
  const person = browser();
  const { id } = (await person.signUp(email)).body.user;
  await verify(person, await code(person), { updatePhoneNumber: true });
  await auth.$context.db.update(userTable, { where: { id }, set: { emailVerified: true } });
  const thief = browser("198.51.100.9");
  expect(outcome(await thief.post("/phone-number/request-password-reset", { phoneNumber: number }))).toBe("200");
  await outboxEmpty(auth);
  expect(box.mails.filter(({ sender }) => sender === "sendPasswordResetOTP")).toEqual([]);
});

test("PHONE-10: a sender that throws changes no response, and is tried again while the code is valid", async () => {
  const { browser, box, auth, clock } = await startPhone();
  let calls = 0;
  box.fail = async () => {
    calls++;
    throw new Error("The gateway is down.");
  };
  expect(outcome(await browser().post("/phone-number/send-otp", { phoneNumber: number }))).toBe("200");
  for (let at = 0; at < 3; at++) {
    clock.advance(120);
    await auth.api.deliverOutbox();
  }
  expect(calls).toBeGreaterThan(1);
  const tried = calls;
  clock.advance(3600);
  await auth.api.deliverOutbox();
  expect(calls).toBe(tried);
});

describe("PHONE-12: a recycled number", () => {
  test("signs in to an account with a verified email only where someone has signed in with it before", async () => {
    const { browser, code, auth, clock } = await startPhone();
    const person = browser();
    const { id } = (await person.signUp(email)).body.user;
    await verify(person, await code(person), { updatePhoneNumber: true });
    await auth.$context.db.update(userTable, { where: { id }, set: { emailVerified: true } });
    clock.advance(61);
    const next = browser("198.51.100.9");
    expect(outcome(await verify(next, await code(next)))).toBe("403 VERIFIED_EMAIL_REQUIRED");
    expect((await next.get("/get-session")).body).toBeNull();
    const body = { phoneNumber: number, password: testPassword };
    expect(outcome(await next.post("/sign-in/phone-number", body))).toBe("200");
    await next.post("/sign-out");
    clock.advance(61);
    expect(outcome(await verify(next, await code(next)))).toBe("200");
  });

  test("signs in wherever the app accepts the risk", async () => {
    const { browser, code, auth, clock } = await startPhone({ signInWithVerifiedEmail: true });
    const person = browser();
    const { id } = (await person.signUp(email)).body.user;
    await verify(person, await code(person), { updatePhoneNumber: true });
    await auth.$context.db.update(userTable, { where: { id }, set: { emailVerified: true } });
    clock.advance(61);
    const next = browser("198.51.100.9");
    expect((await verify(next, await code(next))).body.user.id).toBe(id);
  });
});

test("screens learn what phone numbers can do", async () => {
  const { auth } = await startPhone({ otpLength: 8, defaultCountry: "GB" });
  expect(auth.$context.capabilities).toMatchObject({
    signIn: { phone: { digits: 8 } },
    plugins: { "phone-number": { signUp: true, reset: true, defaultCountry: "GB" } },
  });
});

test.each([
  [{}, /phoneNumber\.countries is missing/],
  [{ countries: [] }, /phoneNumber\.countries is missing/],
  [{ countries: ["UK"] }, /phoneNumber\.countries has "UK"/],
  [{ countries: "all", otpLenght: 6 }, /phoneNumber\.otpLenght/],
  [{ countries: "all", otpLength: 4 }, /phoneNumber\.otpLength/],
  [{ countries: "all", limits: { perHour: 1 } }, /phoneNumber\.limits\.perHour/],
  [{ countries: ["GB"], testNumbers: { "+12133734253": "123456" } }, /testNumbers has "\+12133734253"/],
  [{ countries: ["GB"], testNumbers: { [number]: "12" } }, /must have 6 digits/],
])("a wrong option is named: %o", (options, message) => {
  expect(() => phoneNumber(options as never)).toThrow(message);
});

test("a test number has a fixed code, and no text is sent for it", async () => {
  const { browser, box, auth } = await startPhone({ testNumbers: { [number]: "123456" } });
  const person = browser();
  await person.post("/phone-number/send-otp", { phoneNumber: number });
  expect(outcome(await verify(person, "654321"))).toBe("400 INVALID_OTP");
  expect(outcome(await verify(person, "123456"))).toBe("200");
  await outboxEmpty(auth);
  expect(box.mails).toEqual([]);
});

test("test numbers are refused in production", () => {
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = "production";
  try {
    expect(() => phoneNumber({ countries: ["GB"], testNumbers: { [number]: "123456" } })).toThrow(/in production/);
  } finally {
    process.env.NODE_ENV = before;
  }
});

test("a number that someone else put in the place of the owner's doesn't survive a recovery", async () => {
  const { browser, box, code, user, auth, clock } = await startPhone();
  const owner = browser();
  const { id } = (await owner.signUp(email)).body.user;
  expect(outcome(await verify(owner, await code(owner), { updatePhoneNumber: true }))).toBe("200");
  const thief = browser("198.51.100.9");
  await thief.signIn(email);
  const other = "+447400123457";
  const swapped = { phoneNumber: other, code: await code(thief, other), updatePhoneNumber: true };
  expect(outcome(await thief.post("/phone-number/verify", swapped))).toBe("200");
  // The owner has proven a number, and now the mailbox. The account's number is another one.
  await owner.post("/send-verification-email", { email });
  const { token: link } = await box.next("sendVerificationEmail", email);
  await owner.get(`/verify-email?token=${link}`);
  expect(await user(id)).toMatchObject({ emailVerified: true, phoneNumber: other, phoneVerifiedEmail: null });
  clock.advance(61);
  await owner.post("/request-password-reset", { email, redirectTo: "/" });
  const { token } = await box.next("sendResetPassword");
  await owner.post("/reset-password", { token, newPassword: "an even better password" });
  await outboxEmpty(auth);
  expect((await user(id))?.phoneNumber).toBeNull();
});
