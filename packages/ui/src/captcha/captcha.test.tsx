// @vitest-environment jsdom

import { captcha } from "@latchkey/captcha";
import { emailOTP } from "@latchkey/email-otp";
import { passkey } from "@latchkey/passkey";
import { passkeyClient } from "@latchkey/passkey/client";
import { phoneNumber } from "@latchkey/phone-number";
import { createMailbox, type SignUpResponse, testPassword } from "@latchkey/test-kit";
import { screen, waitFor, within } from "@testing-library/react";
import type { ReactElement } from "react";
import { afterEach, expect, test } from "vitest";
import { type CaptchaService, startService } from "../../test/captcha.ts";
import { installPasskeys } from "../../test/passkeys.tsx";
import { type Site, startSite, type Visit, watchScreens } from "../../test/site.tsx";
import { AccountSecurity } from "../account/security.tsx";
import { passkeyUi } from "../passkey/plugin.tsx";
import { passkeyEn } from "../passkey/texts.ts";
import { ForgotPassword } from "../password-recovery/forgot-password.tsx";
import { phoneNumberUi } from "../phone-number/plugin.tsx";
import { phoneNumberEn } from "../phone-number/texts.ts";
import { SignIn } from "../sign-in/sign-in.tsx";
import { SignUp } from "../sign-up/sign-up.tsx";
import { en } from "../texts/en.ts";
import { fill } from "../texts/texts.ts";
import type { CaptchaProps } from "./captcha-field.tsx";
import { captchaUi } from "./plugin.ts";
import { captchaEn } from "./texts.ts";

watchScreens();

let service: CaptchaService;
afterEach(() => service.close());

let answers = 0;

/** A CAPTCHA widget that returns a valid response when pressed. */
function Widget({ onSolved }: CaptchaProps): ReactElement {
  const solve = (): void => {
    const answer = `answer-${++answers}`;
    service.solved.add(answer);
    onSolved(answer);
  };
  return (
    <button type="button" onClick={solve}>
      I am a person
    </button>
  );
}

const plugins = [captchaUi({ Captcha: Widget })];

const server = captcha({ provider: "cloudflare-turnstile", secretKey: "the secret half" });

async function visitSite(): Promise<Visit> {
  return (await startGuardedSite()).visit();
}

async function startGuardedSite(): Promise<Site> {
  service = await startService();
  return startSite({
    plugins: [server],
    fetch: service.fetch,
    emailAndPassword: { enabled: true, sendResetPassword: async () => {} },
  });
}

const type = (visit: ReturnType<Visit["show"]>, label: string, text: string): Promise<void> =>
  visit.person.type(screen.getByLabelText(label), text);
const press = (visit: ReturnType<Visit["show"]>, name: string): Promise<void> =>
  visit.person.click(screen.getByRole("button", { name }));

test("sign-up and sign-in show a new CAPTCHA each time, and an error if it isn't solved", async () => {
  const visit = await visitSite();
  const signUp = visit.show(<SignUp />, { plugins });
  await type(signUp, en.name, "Ann");
  await type(signUp, en.email, "ann@example.com");
  await type(signUp, en.password, testPassword);
  await press(signUp, en.signUp.submit);
  await screen.findByText(captchaEn.errors.MISSING_RESPONSE ?? "");
  await press(signUp, "I am a person");
  await press(signUp, en.signUp.submit);
  await waitFor(() => expect(visit.went).toEqual(["/"]));
  signUp.unmount();

  const signIn = visit.show(<SignIn />, { plugins });
  await type(signIn, en.email, "ann@example.com");
  await type(signIn, en.password, "not the password");
  await press(signIn, "I am a person");
  await press(signIn, en.signIn.submit);
  await screen.findByText(en.errors.INVALID_EMAIL_OR_PASSWORD ?? "");
  // The response is used up, even with a wrong password.
  await press(signIn, en.signIn.submit);
  await screen.findByText(captchaEn.errors.MISSING_RESPONSE ?? "");
  const password = screen.getByLabelText(en.password);
  await signIn.person.clear(password);
  await signIn.person.type(password, testPassword);
  await press(signIn, "I am a person");
  await press(signIn, en.signIn.submit);
  await waitFor(() => expect(visit.went).toEqual(["/", "/"]));
  expect(new Set(service.asked).size).toBe(service.asked.length);
});

test("signing up with a passkey sends the CAPTCHA response with the first call, and requires a new one after a canceled prompt", async () => {
  const user = installPasskeys();
  service = await startService();
  const visit = (
    await startSite(
      {
        plugins: [passkey({ signUp: "email" }), server],
        fetch: service.fetch,
      },
      [passkeyClient()],
    )
  ).visit();
  const signUp = visit.show(<SignUp />, { plugins: [...plugins, passkeyUi()] });
  await press(signUp, passkeyEn.signUp.button);
  await type(signUp, en.name, "Ann");
  await type(signUp, en.email, "ann@example.com");
  await press(signUp, passkeyEn.signUp.submit);
  await screen.findByText(captchaEn.errors.MISSING_RESPONSE ?? "");
  user.cancels = true;
  await press(signUp, "I am a person");
  await press(signUp, passkeyEn.signUp.submit);
  await screen.findByText(passkeyEn.errors.AUTH_CANCELLED ?? "");
  user.cancels = false;
  await press(signUp, "I am a person");
  await press(signUp, passkeyEn.signUp.submit);
  await waitFor(() => expect(visit.went).toEqual(["/"]));
  expect([service.asked.length, new Set(service.asked).size]).toEqual([2, 2]);
  expect((await visit.client.getSession()).data?.user.email).toBe("ann@example.com");
});

test("requesting a password reset also shows a CAPTCHA", async () => {
  const visit = await visitSite();
  const forgot = visit.show(<ForgotPassword />, { plugins });
  await type(forgot, en.email, "ann@example.com");
  await press(forgot, en.forgotPassword.submit);
  await screen.findByText(captchaEn.errors.MISSING_RESPONSE ?? "");
  await press(forgot, "I am a person");
  await press(forgot, en.forgotPassword.submit);
  await screen.findByText(en.forgotPassword.sentTitle);
});

test("users without a password must solve a CAPTCHA to get a link for setting one", async () => {
  const site = await startGuardedSite();
  const visit = site.visit();
  service.solved.add("answer");
  const person = { name: "Ann", email: "ann@example.com", password: testPassword };
  const headers = { "x-captcha-response": "answer" };
  const { user } = (await visit.browser.post<SignUpResponse>("/sign-up/email", person, headers)).body;
  await site.removePassword(user.id);
  const shown = visit.show(<AccountSecurity />, { plugins });
  const own = en.changePassword;
  const name = fill(en.fieldAction, { action: own.set, name: en.password });
  await shown.person.click(await screen.findByRole("button", { name }));
  await press(shown, own.setSubmit);
  await screen.findByText(captchaEn.errors.MISSING_RESPONSE ?? "");
  await press(shown, "I am a person");
  await press(shown, own.setSubmit);
  await screen.findByText(fill(own.setSent, { email: "ann@example.com" }));
});

test("the dialogs for adding a phone number and confirming with an email code show a CAPTCHA", async () => {
  service = await startService();
  const box = createMailbox();
  const sendOTP = box.sender("text", ({ phoneNumber: to }) => String(to)) as never;
  const sendVerificationOTP = box.sender("code", ({ email }) => String(email)) as never;
  let now = Date.now() - 172_800_000;
  const site = await startSite({
    clock: () => new Date(now),
    user: { changeEmail: { enabled: true } },
    plugins: [server, phoneNumber({ countries: ["GB"], sendOTP }), emailOTP({ sendVerificationOTP })],
    fetch: service.fetch,
  });
  const visit = site.visit();
  const answer = `answer-${++answers}`;
  service.solved.add(answer);
  const person = { name: "Ann", email: "ann@example.com", password: testPassword };
  const signedUp = await visit.browser.post<SignUpResponse>("/sign-up/email", person, { "x-captcha-response": answer });
  const { label, settings } = phoneNumberEn;
  const shown = visit.show(<AccountSecurity />, { plugins: [...plugins, phoneNumberUi()] });
  await shown.person.click(await screen.findByRole("button", { name: `${settings.add} (${label})` }));
  await type(shown, label, "+447400123456");
  await press(shown, settings.send);
  await screen.findByText(captchaEn.errors.MISSING_RESPONSE ?? "");
  await press(shown, "I am a person");
  await press(shown, settings.send);
  await screen.findByLabelText(settings.code);
  expect((await box.next("text", "+447400123456")).mail.code).toMatch(/^\d{6}$/);

  const { id } = signedUp.body.user;
  await site.removePassword(id);
  await site.proveLongAgo(id, "email");
  now = Date.now();
  shown.unmount();
  const again = visit.show(<span />, { plugins });
  void visit.client.changeEmail({ newEmail: "anna@example.com" });
  const dialog = within(await screen.findByRole("dialog", { name: en.proof.title }));
  await again.person.click(await dialog.findByRole("button", { name: "I am a person" }));
  await again.person.click(await dialog.findByRole("button", { name: en.proof.emailSend }));
  await dialog.findByLabelText(en.proof.code);
  expect(dialog.queryByRole("button", { name: "I am a person" })).toBeNull();
  expect((await box.next("code", "ann@example.com")).mail.otp).toMatch(/^\d{6}$/);
});
