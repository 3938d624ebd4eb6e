/** Tests better-auth's own client plugins for magic links and email codes against our server plugins. */

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAuth, memoryAdapter } from "@latchkey/core";
import { emailOTP } from "@latchkey/email-otp";
import { magicLink } from "@latchkey/magic-link";
import { toNodeHandler } from "@latchkey/node";
import { createMailbox, mailOptions } from "@latchkey/test-kit";
import { twoFactor } from "@latchkey/two-factor";
import { createAuthClient } from "better-auth/client";
import { emailOTPClient, magicLinkClient, twoFactorClient } from "better-auth/client/plugins";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cookieFetch } from "./client.ts";

const email = "ann@example.com";
const password = "a few words in a row";

describe("better-auth's client for links and codes", () => {
  const box = createMailbox();
  const toEmail = ({ email: to }: Readonly<Record<string, unknown>>) => String(to);
  let server: Server;
  let origin: string;
  let redirects = 0;

  const connect = () =>
    createAuthClient({
      baseURL: origin,
      fetchOptions: { customFetchImpl: cookieFetch(origin, fetch).fetch },
      plugins: [magicLinkClient(), emailOTPClient(), twoFactorClient({ onTwoFactorRedirect: () => void redirects++ })],
    });
  const code = async (to = email) => String((await box.next("code", to)).mail.otp);

  beforeAll(async () => {
    server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const auth = createAuth({
      ...mailOptions(box),
      baseURL: origin,
      secret: "Rt6wYp3nXk9mVb2qZc8sLh5dJf7gAe4U",
      database: memoryAdapter(),
      logger: { disabled: true },
      plugins: [
        magicLink({ sendMagicLink: box.sender("link", toEmail) }),
        emailOTP({
          sendVerificationOTP: box.sender("code", toEmail),
          changeEmail: { enabled: true, verifyCurrentEmail: false },
        }),
        twoFactor(),
      ],
    });
    server.on("request", toNodeHandler(auth));
  });
  afterAll(() => server.close());

  test("step 4: a link signs in once", async () => {
    const ann = connect();
    const asked = await ann.signIn.magicLink({ email, name: "Ann", callbackURL: "/home" });
    expect(asked.data).toEqual({ status: true });
    const { token } = await box.next("link");
    const { data } = await ann.magicLink.verify({ query: { token } });
    expect([data?.token, data?.user.email, data?.session.userId]).toEqual([expect.any(String), email, data?.user.id]);
    expect((await ann.magicLink.verify({ query: { token } })).error).toMatchObject({
      status: 401,
      code: "INVALID_TOKEN",
    });
    expect((await ann.getSession()).data?.user.name).toBe("Ann");
  });

  test("step 5: codes to sign in, check, reset, verify, and change", async () => {
    const ann = connect();
    const sent = await ann.emailOtp.sendVerificationOtp({ email, type: "sign-in" });
    expect(sent.data).toEqual({ success: true });
    const otp = await code();
    expect((await ann.emailOtp.checkVerificationOtp({ email, type: "sign-in", otp })).data).toEqual({ success: true });
    const wrong = await ann.signIn.emailOtp({ email, otp: otp === "123456" ? "654321" : "123456" });
    expect(wrong.error).toMatchObject({ status: 400, code: "INVALID_OTP", message: "Invalid OTP" });
    expect((await ann.signIn.emailOtp({ email, otp })).data?.user.email).toBe(email);
    await ann.emailOtp.sendVerificationOtp({ email, type: "email-verification" });
    expect((await ann.emailOtp.verifyEmail({ email, otp: await code() })).data).toMatchObject({
      status: true,
      token: null,
    });
    await ann.emailOtp.requestEmailChange({ newEmail: "new@example.com" });
    expect(
      (await ann.emailOtp.changeEmail({ newEmail: "new@example.com", otp: await code("new@example.com") })).data,
    ).toEqual({
      success: true,
    });
    const lost = connect();
    await lost.emailOtp.requestPasswordReset({ email: "new@example.com" });
    const reset = { email: "new@example.com", otp: await code("new@example.com"), password };
    expect((await lost.emailOtp.resetPassword(reset)).data).toEqual({ success: true });
    expect((await lost.signIn.email({ email: "new@example.com", password })).data?.user.email).toBe("new@example.com");
  });

  test("step 9: for a user with a second factor, both sign-in methods ask for it", async () => {
    const bob = connect();
    const to = "bob@example.com";
    await bob.emailOtp.sendVerificationOtp({ email: to, type: "sign-in" });
    await bob.signIn.emailOtp({ email: to, otp: await code(to) });
    const enabled = (await bob.$fetch("/two-factor/enable", { method: "POST", body: {} })) as {
      data: { totpURI: string };
    };
    const secret = Secret.fromBase32(new URL(enabled.data.totpURI).searchParams.get("secret") ?? "");
    expect((await bob.twoFactor.verifyTotp({ code: new TOTP({ secret }).generate() })).error).toBeNull();
    const phone = connect();
    await phone.emailOtp.sendVerificationOtp({ email: to, type: "sign-in" });
    const byCode = await phone.signIn.emailOtp({ email: to, otp: await code(to) });
    expect(byCode.data).toMatchObject({ twoFactorRedirect: true, twoFactorMethods: ["totp"] });
    await phone.signIn.magicLink({ email: to });
    const byLink = await phone.magicLink.verify({ query: { token: (await box.next("link", to)).token } });
    expect(byLink.data).toMatchObject({ twoFactorRedirect: true });
    expect(redirects).toBe(2);
  });
});
