import { widen } from "@latchkey/core/database";
import { type UserRow, userTable } from "@latchkey/core/plugin";
import { emailOTP } from "@latchkey/email-otp";
import { oneTimeToken } from "@latchkey/one-time-token";
import { phoneNumber } from "@latchkey/phone-number";
import { createMailbox, testOrigin, testPassword } from "@latchkey/test-kit";
import { twoFactor } from "@latchkey/two-factor";
import { expect, test } from "vitest";
import { startStepUp } from "../test/app.ts";
import { stepUp } from "./plugin.ts";

const oneDay = 86_400;
const refused = [403, { code: "SESSION_NOT_FRESH", proof: ["two-factor"], acr: "aal2" }];

/** A user with a second factor who has since confirmed their password, but not the second factor. */
async function startWithPassword() {
  const box = createMailbox();
  const app = await startStepUp(
    {},
    {
      plugins: [
        // These plugins are listed first, so that their hooks run first.
        phoneNumber({ countries: "all", sendOTP: box.sender("text", () => "phone") as never }),
        emailOTP({
          sendVerificationOTP: box.sender("code", ({ email }) => String(email)) as never,
          changeEmail: { enabled: true, verifyCurrentEmail: false },
        }),
        stepUp(),
        twoFactor(),
      ],
    },
  );
  const { browser: ann, secret } = await app.enrolled();
  app.clock.advance(oneDay);
  expect((await ann.post("/verify-password", { password: testPassword })).status).toBe(200);
  const proveSecondFactor = async () =>
    expect((await ann.post("/two-factor/verify-totp", { code: app.code(secret) })).status).toBe(200);
  return { ...app, box, ann, proveSecondFactor };
}

test("changing the email with codes requires the second factor from users who have one", async () => {
  const { ann, box, proveSecondFactor } = await startWithPassword();
  const newEmail = "new@example.com";
  for (const [path, body] of [
    ["request-email-change", { newEmail }],
    ["change-email", { newEmail, otp: "123456" }],
  ] as const) {
    const { status, body: answer } = await ann.post(`/email-otp/${path}`, body);
    expect([path, status, answer]).toMatchObject([path, ...refused]);
  }
  await proveSecondFactor();
  expect((await ann.post("/email-otp/request-email-change", { newEmail })).status).toBe(200);
  const { otp } = (await box.next("code", newEmail)).mail;
  expect((await ann.post("/email-otp/change-email", { newEmail, otp })).status).toBe(200);
});

test("adding and removing a phone number requires the second factor from users who have one", async () => {
  const { ann, box, auth, proveSecondFactor } = await startWithPassword();
  const number = "+447400123456";
  await ann.post("/phone-number/send-otp", { phoneNumber: number });
  const { code } = (await box.next("text", "phone")).mail;
  const add = () => ann.post("/phone-number/verify", { phoneNumber: number, code, updatePhoneNumber: true });
  const remove = () => ann.post("/update-user", { phoneNumber: null });
  const users = widen<UserRow & { phoneNumber: string | null; phoneNumberVerified: boolean | null }>(userTable);
  const where = { email: "ann@example.com" };
  const stored = async () => (await auth.$context.db.findOne(users, { where }))?.phoneNumber;
  const added = await add();
  expect([added.status, added.body]).toMatchObject(refused);
  await auth.$context.db.update(users, { where, set: { phoneNumber: number, phoneNumberVerified: true } });
  const removed = await remove();
  expect([removed.status, removed.body]).toMatchObject(refused);
  expect(await stored()).toBe(number);
  expect((await ann.post("/update-user", { name: "Ann" })).status).toBe(200);
  await proveSecondFactor();
  expect((await remove()).status).toBe(200);
  expect(await stored()).toBeNull();
  expect((await add()).status).toBe(200);
});

test("STEP-04: a session that was copied to another browser can't use the original session's proof for a single-use action", async () => {
  const { auth, browser, enrolled, clock } = await startStepUp({}, {}, [oneTimeToken()]);
  const { browser: ann } = await enrolled();
  const elsewhere = browser();
  const { token } = (await ann.get<{ token: string }>("/one-time-token/generate", { origin: testOrigin })).body;
  expect((await elsewhere.post("/one-time-token/verify", { token })).status).toBe(200);
  const transfer = (by: typeof ann) =>
    auth.api.requireAssurance({ headers: by.headers(), body: { acr: "aal2", singleUse: "transfer" } });
  await expect(transfer(elsewhere)).rejects.toMatchObject({ code: "SESSION_NOT_FRESH" });
  expect(await auth.api.requireAssurance({ headers: elsewhere.headers(), body: { acr: "aal2" } })).toBeTruthy();
  expect(await transfer(ann)).toMatchObject({ acr: "aal2" });
  clock.advance(1);
  await elsewhere.post("/verify-password", { password: testPassword });
  const own = { headers: elsewhere.headers(), body: { factors: ["password"], singleUse: "transfer" } };
  expect(await auth.api.requireAssurance(own)).toHaveProperty("proofs.password");
});

test("STEP-01: using up a proof doesn't make a copied session fresher", async () => {
  const { auth, browser, enrolled, clock } = await startStepUp({}, {}, [oneTimeToken()]);
  const { browser: ann } = await enrolled();
  const provenAt = (await ann.get<{ session: { updatedAt: string } }>("/get-session")).body.session.updatedAt;
  clock.advance(3600);
  await auth.api.requireAssurance({ headers: ann.headers(), body: { acr: "aal2", singleUse: "transfer" } });
  const elsewhere = browser();
  const { token } = (await ann.get<{ token: string }>("/one-time-token/generate", { origin: testOrigin })).body;
  const { body } = await elsewhere.post<{ session: { updatedAt: string } }>("/one-time-token/verify", { token });
  expect(body.session.updatedAt).toBe(provenAt);
});
