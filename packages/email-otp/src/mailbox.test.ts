import { definePlugin, sessionTable, userTable } from "@latchkey/core/plugin";
import { createMailbox, outboxEmpty, startAuth } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";
import { email, outcome, password, startCodes } from "../test/app.ts";
import { emailOTP } from "./plugin.ts";

describe("verifying an email and resetting a password", () => {
  test("verifying an email keeps the password, and a sign-up can send the code", async () => {
    const { browser, box } = await startCodes({ sendVerificationOnSignUp: true });
    const ann = browser();
    await ann.signUp(email, password);
    const otp = String((await box.next("code")).mail.otp);
    const { body } = await ann.post("/email-otp/verify-email", { email, otp });
    expect(body).toMatchObject({ status: true, token: null, user: { emailVerified: true } });
    expect((await ann.get<{ user: object }>("/get-session")).body.user).toMatchObject({ emailVerified: true });
    expect((await browser().signIn(email, password)).status).toBe(200);
  });

  test("EOTP-13: a reset ends sessions and sets the password, and a weak password doesn't use an attempt", async () => {
    const { browser, box, code, session } = await startCodes();
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

  test("EOTP-13: a previous owner's code can't reset the password of the email's current owner", async () => {
    const { browser, box, code, signIn, auth } = await startCodes();
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
    // If the thief asks again, the code isn't sent to Ann as if she had requested it.
    const mails = () => box.mails.filter(({ mail }) => mail.type === "forget-password").length;
    const before = mails();
    await ask();
    await outboxEmpty(auth);
    expect(mails()).toBe(before);
    const stolen = await thief.post("/email-otp/reset-password", { email, otp, password });
    expect(outcome(stolen)).toEqual([400, "INVALID_OTP"]);
    expect((await browser().signIn(email, password)).status).toBe(401);
  });
});

describe("changing the email", () => {
  test("EOTP-12: a change needs both codes, and applies only to the requested email, unless that's taken", async () => {
    const { browser, code, signIn, box, session, auth } = await startCodes();
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

  test("EOTP-12: an email that has been taken since then is rejected", async () => {
    const { browser, code, signIn, box } = await startCodes({
      changeEmail: { enabled: true, verifyCurrentEmail: false },
    });
    const ann = browser();
    await signIn(ann, await code(ann));
    await ann.post("/email-otp/request-email-change", { newEmail: "b@example.com" });
    const otp = String((await box.next("code", "b@example.com")).mail.otp);
    await browser().signUp("b@example.com");
    const { status, body } = await ann.post("/email-otp/change-email", { newEmail: "b@example.com", otp });
    expect([status, body.code]).toEqual([400, "EMAIL_ALREADY_IN_USE"]);
  });

  test("EOTP-12: a change is rejected if its session ends while the request runs", async () => {
    const box = createMailbox();
    let meanwhile = async (): Promise<unknown> => undefined;
    const pause = definePlugin({
      id: "pause",
      hooks: [{ on: ["changeEmailEmailOTP"], before: async () => void (await meanwhile()) }],
    });
    const send = box.sender("code", ({ email: to }) => String(to));
    const changeEmail = { enabled: true, verifyCurrentEmail: false };
    const plugins = [emailOTP({ sendVerificationOTP: send as never, changeEmail }), pause];
    const { auth, browser } = await startAuth({ plugins } as never);
    const ann = browser();
    await ann.signUp(email);
    await ann.post("/email-otp/request-email-change", { newEmail: "b@example.com" });
    const { otp } = (await box.next("code", "b@example.com")).mail;
    meanwhile = () => auth.$context.db.remove(sessionTable, { where: {} });
    const { status } = await ann.post("/email-otp/change-email", { newEmail: "b@example.com", otp });
    expect(status).toBe(400);
    expect(await auth.$context.db.count(userTable, { where: { email } })).toBe(1);
  });
});
