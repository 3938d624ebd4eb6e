import { admin } from "@latchkey/admin";
import { userTable } from "@latchkey/core/plugin";
import { outboxEmpty, testPassword } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";
import { number, numberAt, outcome, startPhone, verify } from "../test/app.ts";

const email = "ann@example.com";

test("PHONE-04: an unverified number can't be set at sign-up", async () => {
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

test("STEP-03: an admin who impersonates a user can't prove the user's number", async () => {
  const { browser, code, person, auth } = await startPhone({}, {}, [admin()]);
  const { id } = await person();
  const root = browser();
  const { user } = (await root.signUp("root@example.com")).body;
  await auth.$context.db.update(userTable, { where: { id: user.id }, set: { role: "admin" } as never });
  expect((await root.post("/admin/impersonate-user", { userId: id })).status).toBe(200);
  expect(outcome(await verify(root, await code(root)))).toBe("403 NOT_ALLOWED_WHILE_IMPERSONATING");
});

test("PHONE-09: after a SIM swap, a text can't reset the password of an account with a verified email", async () => {
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
  test("signs in to an account with a verified email only in a browser where someone has signed in with it before", async () => {
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

  test("signs in anywhere if the app accepts the risk", async () => {
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

test("a number that someone else replaced the owner's with doesn't survive a recovery", async () => {
  const { browser, box, code, user, auth, clock } = await startPhone();
  const owner = browser();
  const { id } = (await owner.signUp(email)).body.user;
  expect(outcome(await verify(owner, await code(owner), { updatePhoneNumber: true }))).toBe("200");
  const thief = browser("198.51.100.9");
  await thief.signIn(email);
  const other = "+447400123457";
  const swapped = { phoneNumber: other, code: await code(thief, other), updatePhoneNumber: true };
  expect(outcome(await thief.post("/phone-number/verify", swapped))).toBe("200");
  // The owner has proven a number, and now the mailbox. The account's current number is a different one.
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
