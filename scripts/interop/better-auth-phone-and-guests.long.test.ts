/** Tests better-auth's own client plugins for phone numbers and guests against our server plugins. */

import { anonymous } from "@latchkey/anonymous";
import { createAuth, memoryAdapter } from "@latchkey/core";
import { type PhoneText, phoneNumber } from "@latchkey/phone-number";
import { createTestClock } from "@latchkey/test-kit";
import { createAuthClient } from "better-auth/client";
import { anonymousClient, phoneNumberClient } from "better-auth/client/plugins";
import { expect, test, vi } from "vitest";
import { cookieFetch } from "./client.ts";

const origin = "http://app.test";
const number = "+12015550123";
const password = "a few words in a row";

function start() {
  const texts: PhoneText[] = [];
  const resets: PhoneText[] = [];
  const clock = createTestClock();
  const auth = createAuth({
    baseURL: origin,
    secret: "Rt6wYp3nXk9mVb2qZc8sLh5dJf7gAe4U",
    database: memoryAdapter(),
    clock: clock.now,
    logger: { disabled: true },
    emailAndPassword: { enabled: true },
    plugins: [
      phoneNumber({
        countries: ["US"],
        sendOTP: (text) => void texts.push(text),
        sendPasswordResetOTP: (text) => void resets.push(text),
        signUpOnVerification: {},
      }),
      anonymous(),
    ],
  });
  const connect = () =>
    createAuthClient({
      baseURL: origin,
      fetchOptions: { customFetchImpl: cookieFetch(origin, (request) => auth.handler(request)).fetch },
      plugins: [phoneNumberClient(), anonymousClient()],
    });
  const last = async (box: readonly PhoneText[], count: number): Promise<string> => {
    await vi.waitFor(() => expect(box).toHaveLength(count));
    return box.at(-1)?.code ?? "";
  };
  return { connect, texts, resets, last, clock };
}

test("step 6: a user signs up with a phone number, resets the password, and signs in with it", async () => {
  const { connect, texts, resets, last, clock } = start();
  const ann = connect();
  const sent = await ann.phoneNumber.sendOtp({ phoneNumber: number });
  expect([sent.error, sent.data?.message]).toEqual([null, "code sent"]);
  const code = await last(texts, 1);
  const wrong = await ann.phoneNumber.verify({ phoneNumber: number, code: code === "123456" ? "654321" : "123456" });
  expect(wrong.error).toMatchObject({ status: 400, code: "INVALID_OTP", message: "Invalid OTP" });
  const verified = await ann.phoneNumber.verify({ phoneNumber: number, code });
  expect(verified.data).toMatchObject({ status: true, token: expect.any(String), user: { phoneNumber: number } });
  expect((await ann.getSession()).data?.user.phoneNumberVerified).toBe(true);

  // A phone number gets at most one text per minute.
  clock.advance(61);
  const lost = connect();
  expect((await lost.phoneNumber.requestPasswordReset({ phoneNumber: number })).data).toMatchObject({ status: true });
  const reset = { phoneNumber: number, otp: await last(resets, 1), newPassword: password };
  expect((await lost.phoneNumber.resetPassword(reset)).data).toMatchObject({ status: true });
  expect((await ann.getSession()).data).toBeNull();
  const signedIn = await lost.signIn.phoneNumber({ phoneNumber: number, password });
  expect(signedIn.data?.user.phoneNumber).toBe(number);
  const refused = await connect().signIn.phoneNumber({ phoneNumber: number, password: `${password}!` });
  expect(refused.error).toMatchObject({ status: 401, code: "INVALID_PHONE_NUMBER_OR_PASSWORD" });
});

test("step 8: a guest can't sign in as a guest again, but can sign up, and another guest deletes themselves", async () => {
  const { connect } = start();
  const ann = connect();
  const guest = await ann.signIn.anonymous();
  expect(guest.data?.user).toMatchObject({ name: "Anonymous", isAnonymous: true });
  expect((await ann.signIn.anonymous()).error).toMatchObject({
    status: 400,
    code: "ANONYMOUS_USERS_CANNOT_SIGN_IN_AGAIN_ANONYMOUSLY",
  });
  const joined = await ann.signUp.email({ name: "Ann", email: "ann@example.com", password });
  expect(joined.data?.user.email).toBe("ann@example.com");
  expect((await ann.getSession()).data?.user).toMatchObject({ id: guest.data?.user.id, isAnonymous: false });
  expect((await ann.deleteAnonymousUser()).error).toMatchObject({ status: 403, code: "USER_IS_NOT_ANONYMOUS" });

  const bob = connect();
  await bob.signIn.anonymous();
  expect((await bob.deleteAnonymousUser()).data).toEqual({ success: true });
  expect((await bob.getSession()).data).toBeNull();
});
