import { anonymous } from "@latchkey/anonymous";
import { outboxEmpty, testPassword } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";
import { number, outcome, startPhone, verify } from "../test/app.ts";
import { phoneNumber } from "./plugin.ts";

const email = "ann@example.com";

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

  test("doesn't show who has the number without signing in, because they may have a second factor", async () => {
    const { browser, code, clock, person: signUp } = await startPhone();
    const { browser: owner } = await signUp();
    const person = browser();
    const { status, body } = await verify(person, await code(person), { disableSession: true });
    expect([status, body]).toEqual([200, { status: true, token: null, user: null }]);
    clock.advance(61);
    // The owner, who is signed in, still sees their own profile.
    const own = await verify(owner, await code(owner), { disableSession: true });
    expect(own.body.user).toMatchObject({ phoneNumber: number });
  });

  test("isn't sent to strangers if sign-up is off, and they can't tell", async () => {
    const { browser, box, auth } = await startPhone({ signUpOnVerification: undefined as never });
    const person = browser();
    const sent = await person.post("/phone-number/send-otp", { phoneNumber: number });
    await outboxEmpty(auth);
    expect([outcome(sent), sent.body, box.mails]).toEqual(["200", { message: "code sent" }, []]);
    expect(outcome(await verify(person, "123456"))).toBe("400 INVALID_OTP");
  });

  test("gets a 501 without a sender", async () => {
    const { browser } = await startPhone({ sendOTP: undefined as never, sendPasswordResetOTP: undefined as never });
    const replies = [
      await browser().post("/phone-number/send-otp", { phoneNumber: number }),
      await browser().post("/phone-number/request-password-reset", { phoneNumber: number }),
    ];
    expect(replies.map(outcome)).toEqual(["501 SEND_OTP_NOT_IMPLEMENTED", "501 SEND_OTP_NOT_IMPLEMENTED"]);
  });
});

describe("the caller's number", () => {
  test("is added with a code requested in this session, and removed again", async () => {
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

  test("can't be removed if it's the last sign-in method", async () => {
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

  test("is rejected if another user has it", async () => {
    const { browser, code, person } = await startPhone();
    await person();
    const bob = browser();
    await bob.signUp("bob@example.com");
    expect(outcome(await verify(bob, await code(bob), { updatePhoneNumber: true }))).toBe("400 PHONE_NUMBER_EXIST");
  });

  test("adds a proof to the current session instead of creating one", async () => {
    const { person, code, auth } = await startPhone();
    const { browser, id } = await person();
    const before = browser.cookies.get("latchkey.session_token");
    expect(outcome(await verify(browser, await code(browser)))).toBe("200");
    expect(browser.cookies.get("latchkey.session_token")).toBe(before);
    expect(await auth.$context.db.count({ name: "session", columns: {} }, { where: { userId: id } as never })).toBe(1);
  });

  test("that was planted on an unverified email is removed when the owner resets the password", async () => {
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

test("the capabilities describe what phone numbers can do", async () => {
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
])("rejects invalid options by name: %o", (options, message) => {
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

test("test numbers are rejected in production", () => {
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = "production";
  try {
    expect(() => phoneNumber({ countries: ["GB"], testNumbers: { [number]: "123456" } })).toThrow(/in production/);
  } finally {
    process.env.NODE_ENV = before;
  }
});
