/**
 * All of better-auth's client plugins for signing in without a password, together in Chromium, against one app with all
 * of ours. The other files test each plugin's responses in more detail.
 */

import { anonymous } from "@latchkey/anonymous";
import { createAuth, memoryAdapter } from "@latchkey/core";
import { emailOTP } from "@latchkey/email-otp";
import { lastLoginMethod } from "@latchkey/last-login-method";
import { magicLink } from "@latchkey/magic-link";
import { multiSession } from "@latchkey/multi-session";
import { oneTimeToken } from "@latchkey/one-time-token";
import { passkey } from "@latchkey/passkey";
import { phoneNumber } from "@latchkey/phone-number";
import { createMailbox, mailOptions } from "@latchkey/test-kit";
import { twoFactor } from "@latchkey/two-factor";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ClientPage, isWithoutChromium, openClientPage } from "./chromium.ts";

const code = `
  import { passkeyClient } from "@better-auth/passkey/client";
  import { createAuthClient } from "better-auth/client";
  import {
    anonymousClient, emailOTPClient, lastLoginMethodClient, magicLinkClient, multiSessionClient, oneTimeTokenClient,
    phoneNumberClient, twoFactorClient,
  } from "better-auth/client/plugins";
  window.redirects = 0;
  window.peer = createAuthClient({
    baseURL: location.origin + "/api/auth",
    plugins: [
      passkeyClient(), magicLinkClient(), emailOTPClient(), phoneNumberClient(), anonymousClient(), multiSessionClient(),
      lastLoginMethodClient(), oneTimeTokenClient(), twoFactorClient({ onTwoFactorRedirect: () => void window.redirects++ }),
    ],
  });
  // A component that lists passkeys.
  window.peer.useListPasskeys.subscribe(({ data }) => { window.listed = data?.map(({ name }) => name) ?? null; });
`;

const password = "a few words in a row";
const number = "+12015550123";

describe.skipIf(isWithoutChromium)("better-auth's client with all plugins, in Chromium", () => {
  const box = createMailbox();
  const to = (field: string) => (mail: Readonly<Record<string, unknown>>) => String(mail[field]);
  let opened: ClientPage;
  /** How far the server's clock is ahead, in milliseconds. */
  let ahead = 0;
  const passMinute = () => {
    ahead += 61_000;
  };

  beforeAll(async () => {
    opened = await openClientPage(code, async (baseURL) =>
      createAuth({
        ...mailOptions(box),
        baseURL,
        secret: "Rt6wYp3nXk9mVb2qZc8sLh5dJf7gAe4U",
        database: memoryAdapter(),
        clock: () => new Date(Date.now() + ahead),
        logger: { disabled: true },
        emailAndPassword: { enabled: true },
        // The name that better-auth's client reads.
        advanced: { cookiePrefix: "better-auth" },
        plugins: [
          passkey({ userVerification: { signIn: "preferred" } }),
          magicLink({ sendMagicLink: box.sender("link", to("email")) }),
          emailOTP({
            sendVerificationOTP: box.sender("code", to("email")),
            changeEmail: { enabled: true, verifyCurrentEmail: false },
          }),
          phoneNumber({
            countries: ["US"],
            sendOTP: box.sender("text", to("phoneNumber")),
            sendPasswordResetOTP: box.sender("reset", to("phoneNumber")),
            signUpOnVerification: {},
          }),
          anonymous(),
          multiSession(),
          lastLoginMethod(),
          oneTimeToken(),
          twoFactor(),
        ],
      }),
    );
  });
  afterAll(() => opened?.close());

  /** Calls better-auth's client in the page. Dates arrive as `Date`. */
  const call = (name: string, input?: object) =>
    opened.run<any>(`peer.${name}(${input === undefined ? "" : JSON.stringify(input)})`);
  const currentUser = async () => (await call("getSession")).data?.user ?? null;
  const emailed = async (email: string) => String((await box.next("code", email)).mail.otp);
  const texted = async (sender: string) => String((await box.next(sender, number)).mail.code);
  const listed = (names: readonly string[] | null) =>
    expect.poll(() => opened.run("window.listed"), { message: "useListPasskeys" }).toEqual(names);
  const email = "ann@example.com";

  test("steps 1 to 3: a passkey is added, listed, used to sign in, renamed, and deleted, and the list follows", async () => {
    const authenticator = await opened.addAuthenticator();
    expect((await call("signUp.email", { name: "Ann", email, password })).error).toBeNull();
    const added = await call("passkey.addPasskey", { name: "Laptop" });
    expect(added.error).toBeNull();
    const { data } = await call("passkey.listUserPasskeys");
    expect(data).toMatchObject([{ id: added.data.id, name: "Laptop", createdAt: expect.any(Date) }]);
    await listed(["Laptop"]);
    await call("signOut");
    const signedIn = await call("signIn.passkey");
    expect(signedIn).toMatchObject({ error: null, data: { session: {}, user: { email } } });
    await call("signOut");
    expect(await call("signIn.passkey", { autoFill: true })).toMatchObject({ error: null, data: { user: { email } } });
    await listed(["Laptop"]);
    await call("passkey.updatePasskey", { id: added.data.id, name: "Phone" });
    await listed(["Phone"]);
    await call("passkey.deletePasskey", { id: added.data.id });
    await listed([]);
    await opened.devtools.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId: authenticator });
    await call("signOut");
  });

  test("step 4: a link signs in, once", async () => {
    expect((await call("signIn.magicLink", { email, callbackURL: "/home" })).data).toEqual({ status: true });
    const { token } = await box.next("link");
    const { data } = await call("magicLink.verify", { query: { token } });
    expect(data).toMatchObject({ token: expect.any(String), user: { email }, session: {} });
    expect((await call("magicLink.verify", { query: { token } })).error).toMatchObject({ code: "INVALID_TOKEN" });
    await call("signOut");
  });

  test("step 5: codes by email sign in, verify, change the email, and reset the password", async () => {
    await call("emailOtp.sendVerificationOtp", { email, type: "sign-in" });
    const otp = await emailed(email);
    expect((await call("emailOtp.checkVerificationOtp", { email, type: "sign-in", otp })).data).toEqual({
      success: true,
    });
    expect((await call("signIn.emailOtp", { email, otp })).data).toMatchObject({ user: { email } });
    await call("emailOtp.sendVerificationOtp", { email, type: "email-verification" });
    expect((await call("emailOtp.verifyEmail", { email, otp: await emailed(email) })).data).toMatchObject({
      status: true,
    });
    const newEmail = "anna@example.com";
    await call("emailOtp.requestEmailChange", { newEmail });
    const changed = await call("emailOtp.changeEmail", { newEmail, otp: await emailed(newEmail) });
    expect([changed.data, (await currentUser()).email]).toEqual([{ success: true }, newEmail]);
    await call("signOut");
    await call("emailOtp.requestPasswordReset", { email: newEmail });
    const reset = { email: newEmail, otp: await emailed(newEmail), password: `${password}!` };
    expect((await call("emailOtp.resetPassword", reset)).data).toEqual({ success: true });
    expect((await call("signIn.email", { email: newEmail, password: `${password}!` })).error).toBeNull();
    await call("signOut");
  });

  test("step 6: a code by text signs up, resets the password, and the password signs in", async () => {
    expect((await call("phoneNumber.sendOtp", { phoneNumber: number })).data).toEqual({ message: "code sent" });
    const verified = await call("phoneNumber.verify", { phoneNumber: number, code: await texted("text") });
    expect(verified.data).toMatchObject({ status: true, user: { phoneNumber: number } });
    await call("signOut");
    passMinute();
    await call("phoneNumber.requestPasswordReset", { phoneNumber: number });
    const reset = { phoneNumber: number, otp: await texted("reset"), newPassword: password };
    expect((await call("phoneNumber.resetPassword", reset)).data).toMatchObject({ status: true });
    const signedIn = await call("signIn.phoneNumber", { phoneNumber: number, password });
    expect([signedIn.error, (await currentUser()).phoneNumber]).toEqual([null, number]);
    await call("signOut");
  });

  test("step 7: the browser's accounts are listed, switched, and signed out of", async () => {
    for (const name of ["cleo", "dan"]) {
      await call("signUp.email", { name, email: `${name}@example.com`, password });
    }
    const { data } = await call("multiSession.listDeviceSessions");
    expect(data.map(({ user }: { user: { name: string } }) => user.name)).toEqual(["dan", "cleo"]);
    const sessionToken = data[1].session.token;
    expect((await call("multiSession.setActive", { sessionToken })).data).toMatchObject({ user: { name: "cleo" } });
    expect((await currentUser()).name).toBe("cleo");
    expect((await call("multiSession.revoke", { sessionToken })).data).toEqual({ status: true });
    expect((await currentUser()).name).toBe("dan");
    await call("signOut");
    expect(await currentUser()).toBeNull();
  });

  test("step 8: a guest signs up or deletes themselves, a token transfers the session, and the last method is known", async () => {
    const guest = await call("signIn.anonymous");
    expect(guest.data).toMatchObject({ user: { isAnonymous: true } });
    expect((await call("signIn.anonymous")).error).toMatchObject({ status: 400 });
    await call("signUp.email", { name: "Eve", email: "eve@example.com", password });
    expect(await currentUser()).toMatchObject({ id: guest.data.user.id, name: "Eve", isAnonymous: false });
    expect(await opened.run("peer.getLastUsedLoginMethod()")).toBe("email");
    const { token } = (await call("oneTimeToken.generate")).data;
    expect((await call("oneTimeToken.verify", { token })).data).toMatchObject({ user: { name: "Eve" }, session: {} });
    expect((await call("oneTimeToken.verify", { token })).error).toMatchObject({ status: 400 });
    await call("signOut");
    await call("signIn.anonymous");
    expect((await call("deleteAnonymousUser")).data).toEqual({ success: true });
    expect(await currentUser()).toBeNull();
  });

  test("step 9: every sign-in method asks for the second factor, except a passkey that has verified its user", async () => {
    const enable = async () => {
      const enabled = await call("twoFactor.enable", { password });
      const secret = Secret.fromBase32(new URL(enabled.data.totpURI).searchParams.get("secret") ?? "");
      const totp = () => new TOTP({ secret }).generate({ timestamp: Date.now() + ahead });
      expect((await call("twoFactor.verifyTotp", { code: totp() })).error).toBeNull();
      return totp;
    };
    const redirected = async (way: () => Promise<{ data: unknown; error: unknown }>) => {
      await call("signOut");
      // Otherwise, the passkey would complete an earlier sign-in that still waits for its second factor.
      await opened.page.context().clearCookies();
      const before = await opened.run<number>("redirects");
      const { data, error } = await way();
      expect([error, data]).toEqual([null, expect.objectContaining({ twoFactorRedirect: true })]);
      expect([await opened.run("redirects"), await currentUser()]).toEqual([before + 1, null]);
    };
    const fay = "fay@example.com";
    await call("signUp.email", { name: "Fay", email: fay, password });
    await call("emailOtp.sendVerificationOtp", { email: fay, type: "email-verification" });
    await call("emailOtp.verifyEmail", { email: fay, otp: await emailed(fay) });
    await enable();
    await redirected(async () => {
      await call("emailOtp.sendVerificationOtp", { email: fay, type: "sign-in" });
      return call("signIn.emailOtp", { email: fay, otp: await emailed(fay) });
    });
    await redirected(async () => {
      await call("signIn.magicLink", { email: fay });
      return call("magicLink.verify", { query: { token: (await box.next("link", fay)).token } });
    });

    await opened.page.context().clearCookies();
    expect((await call("signIn.phoneNumber", { phoneNumber: number, password })).error).toBeNull();
    const totp = await enable();
    const authenticatorId = await opened.addAuthenticator();
    expect((await call("passkey.addPasskey", { name: "Key" })).error).toBeNull();
    passMinute();
    await redirected(async () => {
      await call("phoneNumber.sendOtp", { phoneNumber: number });
      return call("phoneNumber.verify", { phoneNumber: number, code: await texted("text") });
    });
    await redirected(() => call("signIn.phoneNumber", { phoneNumber: number, password }));
    const omitVerification = (isBadUV: boolean) =>
      opened.devtools.send("WebAuthn.setResponseOverrideBits", { authenticatorId, isBadUV });
    await omitVerification(true);
    await redirected(() => call("signIn.passkey"));
    passMinute();
    expect((await call("twoFactor.verifyTotp", { code: totp() })).error).toBeNull();
    expect(await currentUser()).toMatchObject({ phoneNumber: number });

    await omitVerification(false);
    await call("signOut");
    const before = await opened.run<number>("redirects");
    expect((await call("signIn.passkey")).data).toMatchObject({ user: { phoneNumber: number } });
    expect(await opened.run("redirects")).toBe(before);
  });
});
