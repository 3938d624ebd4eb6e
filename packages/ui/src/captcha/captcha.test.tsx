// @vitest-environment jsdom

import { captcha } from "@latchkey/captcha";
import { testPassword } from "@latchkey/test-kit";
import { screen, waitFor } from "@testing-library/react";
import type { ReactElement } from "react";
import { afterEach, expect, test } from "vitest";
import { type CaptchaService, startService } from "../../test/captcha.ts";
import { startSite, type Visit, watchScreens } from "../../test/site.tsx";
import { ForgotPassword } from "../password-recovery/forgot-password.tsx";
import { SignIn } from "../sign-in/sign-in.tsx";
import { SignUp } from "../sign-up/sign-up.tsx";
import { en } from "../texts/en.ts";
import type { CaptchaProps } from "./captcha-field.tsx";
import { captchaUi } from "./plugin.ts";
import { captchaEn } from "./texts.ts";

watchScreens();

let service: CaptchaService;
afterEach(() => service.close());

let answers = 0;

/** A widget that returns a valid response when pressed. */
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

async function visitSite(): Promise<Visit> {
  service = await startService();
  const site = await startSite({
    plugins: [captcha({ provider: "cloudflare-turnstile", secretKey: "the secret half" })],
    fetch: service.fetch,
    emailAndPassword: { enabled: true, sendResetPassword: async () => {} },
  });
  return site.visit();
}

const type = (visit: ReturnType<Visit["show"]>, label: string, text: string): Promise<void> =>
  visit.person.type(screen.getByLabelText(label), text);
const press = (visit: ReturnType<Visit["show"]>, name: string): Promise<void> =>
  visit.person.click(screen.getByRole("button", { name }));

test("signing up and in asks for it, each time anew, and says what is missing", async () => {
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

test("asking for a new password asks for it too", async () => {
  const visit = await visitSite();
  const forgot = visit.show(<ForgotPassword />, { plugins });
  await type(forgot, en.email, "ann@example.com");
  await press(forgot, en.forgotPassword.submit);
  await screen.findByText(captchaEn.errors.MISSING_RESPONSE ?? "");
  await press(forgot, "I am a person");
  await press(forgot, en.forgotPassword.submit);
  await screen.findByText(en.forgotPassword.sentTitle);
});
