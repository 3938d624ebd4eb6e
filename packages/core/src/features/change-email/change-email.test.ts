import { outboxEmpty, startAuth, testPassword } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";
import { pathOf, startChangeEmail as start } from "../../../test/change-email-app.ts";
import { tokenTable } from "../../tables/token.ts";
import { userTable } from "../../tables/user.ts";

const better = "an even better password";

describe("while the email is unverified", () => {
  test("it changes immediately, the new email gets a verification link, and the cookie cache is updated", async () => {
    const { ann, box, user, code } = await start({ session: { cookieCache: { enabled: true } } } as never, false);
    await ann.get("/get-session");
    expect(await code({ newEmail: "NEW@example.com", callbackURL: "/settings" })).toEqual([200, undefined]);
    expect(await user()).toMatchObject({ email: "new@example.com", emailVerified: false, provenEmail: null });
    expect((await ann.get("/get-session")).body).toMatchObject({ user: { email: "new@example.com" } });
    const mail = await box.next("sendVerificationEmail");
    expect(mail.to).toBe("new@example.com");
    expect((await ann.get(pathOf(mail.url))).headers.get("location")).toBe("http://app.test/settings");
    expect((await user()).emailVerified).toBe(true);
    expect(box.mails.map(({ sender }) => sender)).toEqual(["sendVerificationEmail"]);
  });
});

describe("once the email is verified", () => {
  test("it changes after the user confirms by email, and the new email must be verified", async () => {
    const { ann, box, user, code } = await start();
    expect(await code({ newEmail: "new@example.com", callbackURL: "/settings" })).toEqual([200, undefined]);
    const ask = await box.next("sendChangeEmailConfirmation");
    expect([ask.to, ask.mail.newEmail]).toEqual(["ann@example.com", "new@example.com"]);
    expect((await user()).email).toBe("ann@example.com");

    const opened = await ann.get(pathOf(ask.url));
    expect(opened.headers.get("location")).toBe("http://app.test/settings");
    expect(opened.setCookies.join()).toContain("session_token=");
    expect(await user()).toMatchObject({
      email: "new@example.com",
      emailVerified: false,
      provenEmail: "ann@example.com",
    });

    const told = await box.next("sendEmailChanged");
    expect([told.to, told.mail.newEmail]).toEqual(["ann@example.com", "new@example.com"]);
    const proof = await box.next("sendVerificationEmail");
    expect(proof.to).toBe("new@example.com");
    await ann.get(pathOf(proof.url));
    expect(await user()).toMatchObject({ email: "new@example.com", emailVerified: true, provenEmail: null });
  });

  test("without a callback, the link returns the updated user", async () => {
    const { browser, box, code } = await start();
    await code({ newEmail: "new@example.com" });
    const { token } = await box.next("sendChangeEmailConfirmation");
    const { body } = await browser().get(`/verify-email?token=${token}`);
    expect(body).toMatchObject({ status: true, user: { email: "new@example.com", emailVerified: false } });
    expect((await browser().get(`/verify-email?token=${token}`)).body).toMatchObject({ code: "INVALID_TOKEN" });
  });

  test("verifyNewFirst: the email changes only after the old email approves and the new email is verified", async () => {
    const { ann, box, user, code } = await start({ changeEmail: { verifyNewFirst: true } });
    await code({ newEmail: "new@example.com" });
    await ann.get(pathOf((await box.next("sendChangeEmailConfirmation")).url));
    expect((await user()).email).toBe("ann@example.com");
    const proof = await box.next("sendVerificationEmail");
    expect(proof.to).toBe("new@example.com");
    await ann.get(pathOf(proof.url));
    expect(await user()).toMatchObject({ email: "new@example.com", emailVerified: true, provenEmail: null });
    expect((await box.next("sendEmailChanged")).to).toBe("ann@example.com");
  });

  test("another signed-in user can't open the links", async () => {
    const { browser, box, user, code } = await start();
    await code({ newEmail: "new@example.com" });
    const { token } = await box.next("sendChangeEmailConfirmation");
    const bob = browser();
    await bob.signUp("bob@example.com");
    expect((await bob.get(`/verify-email?token=${token}`)).body).toMatchObject({ code: "INVALID_USER" });
    expect((await user()).email).toBe("ann@example.com");
  });

  test("only the newest request's link works", async () => {
    const { ann, box, user, code } = await start();
    await code({ newEmail: "one@example.com" });
    const first = await box.next("sendChangeEmailConfirmation");
    await code({ newEmail: "two@example.com" });
    const second = await box.next("sendChangeEmailConfirmation");
    expect((await ann.get(`/verify-email?token=${first.token}`)).status).toBe(401);
    await ann.get(`/verify-email?token=${second.token}`);
    expect((await user()).email).toBe("two@example.com");
  });
});

describe("a session alone isn't enough to move an account to another mailbox", () => {
  test("TOK-13: the change needs the password or a recent proof, and using the session doesn't renew a proof", async () => {
    const { ann, clock, code } = await start();
    expect(await code({ newEmail: "a@example.com" })).toEqual([200, undefined]);
    clock.advance(1.5 * 86_400);
    await ann.get("/get-session");
    const { status, body } = await ann.post("/change-email", { newEmail: "b@example.com" });
    expect([status, body]).toMatchObject([403, { code: "SESSION_NOT_FRESH", proof: ["password"] }]);
    expect(await code({ newEmail: "b@example.com", currentPassword: "wrong" })).toEqual([400, "INVALID_PASSWORD"]);
    expect(await code({ newEmail: "b@example.com", currentPassword: testPassword })).toEqual([200, undefined]);
    await ann.post("/verify-password", { password: testPassword });
    expect(await code({ newEmail: "c@example.com" })).toEqual([200, undefined]);
  });

  test("TOK-13: until the new email is verified, reset emails go to the last verified one, whichever email is entered", async () => {
    const { ann, browser, box, code } = await start();
    await code({ newEmail: "typo@example.com" });
    await ann.get(pathOf((await box.next("sendChangeEmailConfirmation")).url));
    for (const email of ["typo@example.com", "ann@example.com"]) {
      await browser().post("/forget-password", { email });
      expect((await box.next("sendResetPassword")).to).toBe("ann@example.com");
    }
  });

  test("TOK-13: the old email can undo the change on a page with a button, because email clients open links automatically", async () => {
    const { ann, browser, box, user, code, db } = await start();
    await code({ newEmail: "new@example.com" });
    await ann.get(pathOf((await box.next("sendChangeEmailConfirmation")).url));
    const { url, token } = await box.next("sendEmailChanged");
    const page = await browser().get<string>(pathOf(url));
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(page.body).toContain('<form method="post" action="/api/auth/undo-email-change">');
    expect(page.headers.get("content-security-policy")).toContain("form-action 'self'");
    expect((await user()).email).toBe("new@example.com");

    // The same request that the form on that page sends.
    const form = new URLSearchParams({ token, callbackURL: "/" }).toString();
    const headers = {
      "content-type": "application/x-www-form-urlencoded",
      origin: "null",
      "sec-fetch-site": "same-origin",
    };
    const done = await browser().send<string>("/undo-email-change", { method: "POST", body: form, headers });
    expect(done.body).toContain("Your email is ann@example.com again");
    expect(await user()).toMatchObject({ email: "ann@example.com", emailVerified: true, provenEmail: null });
    expect((await ann.get("/get-session")).body).toBeNull();
    expect((await browser().signIn("ann@example.com")).status).toBe(401);
    expect(await db.count(tokenTable, {})).toBe(0);
    expect((await browser().get<string>(pathOf(url))).body).toContain("no longer valid");

    await browser().post("/forget-password", { email: "ann@example.com" });
    const reset = await box.next("sendResetPassword");
    await browser().post("/reset-password", { newPassword: better, token: reset.token });
    expect((await browser().signIn("ann@example.com", better)).status).toBe(200);
  });

  test("the undo link still works after an attacker verifies the new email and changes the password, and no one can take the old email", async () => {
    const { ann, browser, box, user, code } = await start();
    await code({ newEmail: "thief@example.com" });
    await ann.get(pathOf((await box.next("sendChangeEmailConfirmation")).url));
    const { token } = await box.next("sendEmailChanged");
    await ann.get(pathOf((await box.next("sendVerificationEmail")).url));
    await ann.post("/change-password", { currentPassword: testPassword, newPassword: better });
    // The old email is reserved, so no one can take it to prevent the undo.
    expect((await browser().signUp("ann@example.com")).status).toBe(422);
    const squatter = browser();
    await squatter.signUp("squatter@example.com");
    expect(await code({ newEmail: "ann@example.com" }, squatter)).toEqual([400, "COULDNT_UPDATE_YOUR_EMAIL"]);
    await browser().post("/undo-email-change", { token });
    expect((await user()).email).toBe("ann@example.com");
  });

  test("after seven days, the undo link has expired and the old email is available again", async () => {
    const { ann, browser, box, code, clock } = await start();
    await code({ newEmail: "new@example.com" });
    await ann.get(pathOf((await box.next("sendChangeEmailConfirmation")).url));
    const { token } = await box.next("sendEmailChanged");
    clock.advance(7 * 86_400);
    const late = await browser().post<string>("/undo-email-change", { token });
    expect(late.body).toContain("no longer valid");
    expect((await browser().signUp("ann@example.com")).status).toBe(200);
  });

  test.each([
    ["if users can reset their password", {}, true],
    ["unless the app sends no reset emails", { emailAndPassword: { enabled: true } }, false],
  ])("the undo page says that the password must be reset, %s", async (_, options, isExpected) => {
    const { ann, browser, box, code } = await start(options);
    await code({ newEmail: "new@example.com" });
    await ann.get(pathOf((await box.next("sendChangeEmailConfirmation")).url));
    const { body } = await browser().get<string>(pathOf((await box.next("sendEmailChanged")).url));
    expect(body).toContain("This signs you out on all devices");
    expect(body.includes("reset your password")).toBe(isExpected);
  });

  test("the undo page doesn't show anything that an attacker chose", async () => {
    const { browser } = await start();
    const { status } = await browser().get("/undo-email-change?token=x&callbackURL=https://evil.test");
    expect(status).toBe(403);
    const { body } = await browser().get<string>("/undo-email-change?token=%22%3E%3Cscript%3E");
    expect(body).not.toContain("<script>");
  });
});

test("invalid requests are rejected", async () => {
  const { browser, code, box, auth } = await start();
  await browser().signUp("bob@example.com");
  expect(await code({ newEmail: "ann@example.com" })).toEqual([400, "EMAIL_IS_THE_SAME"]);
  expect(await code({ newEmail: "ANN@example.com" })).toEqual([400, "EMAIL_IS_THE_SAME"]);
  expect(await code({ newEmail: "bob@example.com" })).toEqual([400, "COULDNT_UPDATE_YOUR_EMAIL"]);
  expect(await code({ newEmail: "a@x.test,b@x.test" })).toEqual([400, "INVALID_EMAIL"]);
  expect(await code({ newEmail: 7 })).toEqual([400, "VALIDATION_ERROR"]);
  expect(await code({ newEmail: "n@x.test", callbackURL: "//evil.test" })).toEqual([403, "INVALID_CALLBACK_URL"]);
  expect(await code({ newEmail: "n@x.test" }, browser())).toEqual([401, "UNAUTHORIZED"]);
  await outboxEmpty(auth);
  expect(box.mails).toEqual([]);

  const off = await startAuth();
  const eve = off.browser();
  await eve.signUp("eve@example.com");
  expect(await code({ newEmail: "n@x.test" }, eve)).toEqual([400, "CHANGE_EMAIL_DISABLED"]);

  const mute = await start({ changeEmail: { sendChangeEmailConfirmation: undefined as never } });
  expect(await mute.code({ newEmail: "n@x.test" })).toEqual([400, "VERIFICATION_EMAIL_NOT_ENABLED"]);
});

test("verifyNewFirst without verification emails fails at startup, and the error names both options", async () => {
  const options = { user: { changeEmail: { enabled: true, verifyNewFirst: true } } } as const;
  await expect(startAuth(options)).rejects.toThrow("user.changeEmail.verifyNewFirst requires emailVerification");
});

test("ENUM-08: if sign-up hides whether an email is taken, so does changing the email", async () => {
  const required = { emailAndPassword: { enabled: true, requireEmailVerification: true } };
  const { auth, browser, db, box } = await start(required);
  await db.update(userTable, { where: {}, set: { emailVerified: true } });
  await browser().signUp("bob@example.com");
  const ann = browser();
  await ann.signIn("ann@example.com");
  const answers: unknown[] = [];
  for (const newEmail of ["bob@example.com", "free@example.com"]) {
    const { status, body, headers } = await ann.post("/change-email", { newEmail });
    answers.push([status, body, [...headers]]);
  }
  expect(answers[0]).toEqual(answers[1]);
  await outboxEmpty(auth);
  const asked = box.mails.filter(({ sender }) => sender === "sendChangeEmailConfirmation");
  // Both emails go to the requester's own mailbox. The link for the taken email won't change anything.
  expect(asked.map(({ to, mail }) => [to, mail.newEmail])).toEqual([
    ["ann@example.com", "bob@example.com"],
    ["ann@example.com", "free@example.com"],
  ]);
});

test("TOK-12: of two concurrent requests, one for a victim's email, verifying one email never verifies the other", async () => {
  const { ann, box, user, code } = await start({}, false);
  await code({ newEmail: "mine@example.com" });
  const mine = await box.next("sendVerificationEmail");
  await code({ newEmail: "victim@example.com" });
  expect((await ann.get(`/verify-email?token=${mine.token}`)).status).toBe(401);
  expect(await user()).toMatchObject({ email: "victim@example.com", emailVerified: false });
});

test("TOK-15: an account recovery through the mailbox cancels a pending change", async () => {
  const { ann, browser, box, code, user } = await start();
  await code({ newEmail: "thief@example.com" });
  const pending = await box.next("sendChangeEmailConfirmation");
  await browser().post("/forget-password", { email: "ann@example.com" });
  const { token } = await box.next("sendResetPassword");
  await browser().post("/reset-password", { newPassword: better, token });
  expect((await ann.get(`/verify-email?token=${pending.token}`)).status).toBe(401);
  expect((await user()).email).toBe("ann@example.com");
});
