/** Email changes confirmed with a second factor, because the user lost access to the current mailbox. */

import type { Plugin } from "@latchkey/core";
import { type UserRow, userTable } from "@latchkey/core/plugin";
import { emailOTP } from "@latchkey/email-otp";
import { createMailbox, mailOptions, outboxEmpty, startAuth, testPassword } from "@latchkey/test-kit";
import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startStepUp } from "../test/app.ts";

const wish = { newEmail: "new@example.com", confirmWith: "second-factor" };
const notFresh = { code: "SESSION_NOT_FRESH", proof: ["two-factor"], acr: "aal2", maxAge: 600 };
const pathOf = (url: string): string => url.replace("http://app.test/api/auth", "");

/** A user with a verified email and a second factor, confirmed 90 seconds ago. */
async function start(changeEmail: object = {}, more: object = {}, plugins: readonly Plugin[] = []) {
  const box = createMailbox();
  const mails = mailOptions(box);
  const options = { secondFactorConfirms: true, ...changeEmail };
  const user = { ...mails.user, changeEmail: { ...mails.user.changeEmail, ...options } };
  const app = await startStepUp({}, { ...mails, user, ...more }, plugins);
  const { browser: ann, secret } = await app.enrolled();
  const { db } = app.auth.$context;
  await db.update(userTable, { where: {}, set: { emailVerified: true } });
  const row = async (): Promise<UserRow> => (await db.findMany(userTable, { limit: 1 }))[0] as UserRow;
  const prove = async (): Promise<void> => {
    app.clock.advance(30);
    expect((await ann.post("/two-factor/verify-totp", { code: app.code(secret) })).status).toBe(200);
  };
  const ask = async (fields: object = {}): Promise<readonly [number, unknown]> => {
    const { status, body } = await ann.post("/change-email", { ...wish, ...fields });
    return [status, body];
  };
  const sent = async (): Promise<unknown[]> => {
    await outboxEmpty(app.auth);
    return box.mails.filter(({ sender }) => /mail/i.test(sender)).map(({ sender, to }) => [sender, to]);
  };
  return { ...app, box, ann, secret, row, prove, ask, sent };
}

describe.each(quickDatabases)("on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  test("REC-06: one of 20 concurrent requests with one proof is confirmed", async () => {
    const { ann, box, auth, row } = await start({}, { database: opened.database });
    await outboxEmpty(auth);
    const emails = Array.from({ length: 20 }, (_, at) => `new${at}@example.com`);
    const replies = await Promise.all(emails.map((newEmail) => ann.post("/change-email", { ...wish, newEmail })));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    await outboxEmpty(auth);
    const links = box.mails.filter(({ sender }) => sender === "sendVerificationEmail");
    expect(links.map(({ to }) => to)).toEqual([emails[replies.findIndex(({ status }) => status === 200)]]);
    expect((await row()).email).toBe("ann@example.com");
  });

  test("the call sends at most the queries it declares", async () => {
    const { ann, auth } = await start({}, { database: opened.database });
    await outboxEmpty(auth);
    opened.statements.length = 0;
    expect((await ann.post("/change-email", wish)).status).toBe(200);
    await outboxEmpty(auth);
    const uncounted = ["audit", "outbox", "rateLimit"];
    const own = opened.statements.filter(
      ({ kind, table }) => kind !== "transaction" && !uncounted.includes(table ?? ""),
    );
    // The step-up plugin's hook reads the factors, and the email's link is created after the response.
    const declared = auth.$context.extensions.endpoints.changeEmail?.queryBudget ?? 0;
    expect(own.length).toBeLessThanOrEqual(declared + 2 + 4);
  });
});

test("REC-06: the new email replaces the lost one once it's verified, and the lost email can undo the change", async () => {
  const { ann, browser, box, row, ask, sent } = await start();
  expect(await ask()).toEqual([200, { status: true }]);
  expect(await sent()).toEqual([["sendVerificationEmail", "new@example.com"]]);
  expect((await row()).email).toBe("ann@example.com");
  await ann.get(pathOf((await box.next("sendVerificationEmail")).url));
  expect(await row()).toMatchObject({ email: "new@example.com", emailVerified: true, provenEmail: null });
  const { to, token } = await box.next("sendEmailChanged");
  expect(to).toBe("ann@example.com");
  expect((await browser().post<string>("/undo-email-change", { token })).body).toContain("ann@example.com again");
  expect((await row()).email).toBe("ann@example.com");
});

test("REC-06: the change needs a second factor that was confirmed in the last 10 minutes, and each proof works once", async () => {
  const { clock, ask, prove, sent } = await start();
  clock.advance(511);
  expect(await ask()).toEqual([403, expect.objectContaining(notFresh)]);
  expect(await ask({ currentPassword: testPassword })).toEqual([403, expect.objectContaining(notFresh)]);
  expect(await sent()).toEqual([]);
  await prove();
  expect((await ask())[0]).toBe(200);
  expect(await ask({ newEmail: "eve@example.com" })).toEqual([403, expect.objectContaining(notFresh)]);
  await prove();
  expect((await ask())[0]).toBe(200);
});

test("REC-06: a trusted device or a password alone doesn't count as a second factor", async () => {
  const { browser, code, secret, sent, clock } = await start();
  clock.advance(30);
  const trusted = browser();
  await trusted.signIn("ann@example.com");
  await trusted.post("/two-factor/verify-totp", { code: code(secret), trustDevice: true });
  await trusted.post("/sign-out");
  expect((await trusted.signIn("ann@example.com")).body.token).toEqual(expect.any(String));
  const { status, body } = await trusted.post("/change-email", { ...wish, currentPassword: testPassword });
  expect([status, body]).toMatchObject([403, { code: "SESSION_NOT_FRESH" }]);
  expect(await sent()).toEqual([]);
});

test("REC-06: a taken email is rejected before the proof is used up", async () => {
  const { browser, ask, sent } = await start();
  await browser().signUp("bob@example.com");
  expect(await ask({ newEmail: "bob@example.com" })).toEqual([
    400,
    expect.objectContaining({ code: "COULDNT_UPDATE_YOUR_EMAIL" }),
  ]);
  expect(await sent()).toEqual([]);
  expect((await ask())[0]).toBe(200);
});

test("REC-06: a cancellation or a recovery through the lost mailbox ends the pending change", async () => {
  const { ann, box, row, ask, prove } = await start();
  await ask();
  const first = await box.next("sendVerificationEmail");
  expect((await ann.post("/cancel-email-change")).status).toBe(200);
  await ann.get(pathOf(first.url));
  expect((await row()).email).toBe("ann@example.com");
  await prove();
  await ask();
  const second = await box.next("sendVerificationEmail");
  await ann.post("/forget-password", { email: "ann@example.com" });
  const { token } = await box.next("sendResetPassword");
  await ann.post("/reset-password", { newPassword: "an even better password", token });
  await ann.get(pathOf(second.url));
  expect((await row()).email).toBe("ann@example.com");
});

test("TOK-14: it's off unless the app enables it, and is used only on request", async () => {
  const off = await start({ secondFactorConfirms: false });
  expect(await off.ask()).toEqual([400, expect.objectContaining({ code: "CHANGE_EMAIL_DISABLED" })]);
  expect(await off.sent()).toEqual([]);
  const on = await start();
  expect((await on.ask({ confirmWith: undefined }))[0]).toBe(200);
  expect(await on.sent()).toEqual([["sendChangeEmailConfirmation", "ann@example.com"]]);
});

test("REC-06: with codes, a second factor replaces the code to the current email, with the same rules", async () => {
  const codes = createMailbox();
  const plugin = (secondFactorConfirms: boolean) =>
    emailOTP({
      sendVerificationOTP: codes.sender("code", ({ email }) => String(email)) as never,
      changeEmail: { enabled: true, secondFactorConfirms },
    });
  const request = "/email-otp/request-email-change";
  const { ann, row, clock, prove, ask } = await start({}, {}, [plugin(true)]);
  expect((await ann.post(request, { newEmail: "new@example.com" })).body).toMatchObject({ code: "INVALID_OTP" });
  clock.advance(511);
  expect((await ann.post(request, wish)).body).toMatchObject(notFresh);
  await prove();
  expect((await ann.post(request, wish)).status).toBe(200);
  // A link and a code can't be confirmed with the same proof.
  expect((await ask())[1]).toMatchObject(notFresh);
  const { otp } = (await codes.next("code", "new@example.com")).mail;
  const changed = await ann.post("/email-otp/change-email", { newEmail: "new@example.com", otp });
  expect([changed.status, changed.body]).toEqual([200, { success: true }]);
  expect(await row()).toMatchObject({ email: "new@example.com", emailVerified: true });
  const off = await start({}, {}, [plugin(false)]);
  expect((await off.ann.post(request, wish)).body).toMatchObject({ code: "CHANGE_EMAIL_DISABLED" });
  const unsafe = { secondFactorConfirms: false, sendEmailChanged: undefined };
  await expect(start(unsafe, {}, [plugin(true)])).rejects.toThrow("emailOTP.changeEmail.secondFactorConfirms");
});

test("it needs the step-up plugin and the emails that make it safe", async () => {
  const { user, ...mails } = mailOptions(createMailbox());
  const changeEmail = { ...user.changeEmail, secondFactorConfirms: true };
  await expect(startAuth({ ...mails, user: { ...user, changeEmail } })).rejects.toThrow(
    "@latchkey/step-up for user.changeEmail.secondFactorConfirms",
  );
  await expect(start({ sendEmailChanged: undefined })).rejects.toThrow("user.changeEmail.sendEmailChanged");
  await expect(start({}, { emailVerification: {} })).rejects.toThrow("emailVerification.sendVerificationEmail");
});
