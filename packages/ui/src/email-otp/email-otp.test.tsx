// @vitest-environment jsdom

import { act, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { field, plugins, press, startPasswordlessSite } from "../../test/passwordless.tsx";
import { watchScreens } from "../../test/site.tsx";
import { SignIn } from "../sign-in/sign-in.tsx";
import { SignUp } from "../sign-up/sign-up.tsx";
import { en } from "../texts/en.ts";
import { fill } from "../texts/texts.ts";
import { emailOtpEn as texts } from "./texts.ts";

watchScreens();

const email = "ann@example.com";
const wrongFor = (code: string): string => (code === "000000" ? "111111" : "000000");

test("a code is sent to the typed email, a wrong code is cleared, and the last digit of the right code signs in", async () => {
  const site = await startPasswordlessSite();
  await site.browser().signUp(email);
  const visit = site.visit();
  const { person } = visit.show(<SignIn search="?redirectTo=/a%23b" />, { plugins });
  await person.type(field(en.email), email);
  await person.click(press(texts.signIn));
  await screen.findByRole("heading", { name: texts.title });
  expect(screen.getByText(email).tagName).toBe("BDI");
  const code = await site.sentCode(email);
  await person.type(field(en.codeStep.code), wrongFor(code));
  await screen.findByText(texts.errors.INVALID_OTP ?? "");
  await waitFor(() => expect(document.activeElement).toBe(field(en.codeStep.code)));
  expect(field(en.codeStep.code).value).toBe("");
  expect(field(en.codeStep.code).autocomplete).toBe("one-time-code");
  await person.type(field(en.codeStep.code), code);
  await waitFor(() => expect(visit.went).toEqual(["/a#b"]));
  expect((await visit.client.getSession()).data?.user.email).toBe(email);
});

test("a code that couldn't be checked stays in the field, and can be sent again", async () => {
  const site = await startPasswordlessSite();
  await site.browser().signUp(email);
  const visit = site.visit();
  const { person } = visit.show(<SignIn />, { plugins });
  await person.type(field(en.email), email);
  await person.click(press(texts.signIn));
  await screen.findByRole("heading", { name: texts.title });
  const code = await site.sentCode(email);
  visit.isOffline = true;
  await person.type(field(en.codeStep.code), code);
  await screen.findByText(en.errors.NETWORK_ERROR ?? "");
  expect(field(en.codeStep.code).value).toBe(code);
  visit.isOffline = false;
  await person.click(press(en.continue));
  await waitFor(() => expect(visit.went).toEqual(["/"]));
});

test("another code can be requested after the countdown, and one click switches to the password", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  try {
    const site = await startPasswordlessSite();
    const visit = site.visit();
    const { person } = visit.show(<SignIn />, { plugins });
    await person.type(field(en.email), email);
    await person.click(press(texts.signIn));
    const waiting = await screen.findByRole("button", { name: fill(en.codeStep.resendIn, { seconds: "30" }) });
    expect(waiting.getAttribute("aria-disabled")).toBe("true");
    for (let second = 0; second < 30; second++) await act(() => vi.advanceTimersByTimeAsync(1000));
    await person.click(press(en.codeStep.resend));
    await screen.findByText(en.codeStep.resent);
    expect(visit.asked.filter((path) => path === "/email-otp/send-verification-otp")).toHaveLength(2);
    await person.click(press(en.signIn.usePassword));
    expect(field(en.email).value).toBe(email);
    expect(field(en.password)).toBeTruthy();
  } finally {
    vi.useRealTimers();
  }
});

test("without a typed email, the button asks for an email first", async () => {
  const site = await startPasswordlessSite();
  const visit = site.visit();
  const { person } = visit.show(<SignIn />, { plugins });
  await person.click(press(texts.signIn));
  await person.type(await screen.findByLabelText(en.email), "ann{Enter}");
  await screen.findByText(en.errors.INVALID_EMAIL ?? "");
  await person.type(field(en.email), "@example.com{Enter}");
  await screen.findByRole("heading", { name: texts.title });
  await person.click(press(texts.change));
  expect(field(en.email).value).toBe(email);
});

test("without passwords, the sign-up page asks for the name, the email, and a code", async () => {
  const site = await startPasswordlessSite({ emailAndPassword: { enabled: false } });
  const visit = site.visit();
  const { person } = visit.show(<SignUp />, { plugins });
  expect(screen.queryByLabelText(en.password)).toBeNull();
  await person.type(field(en.name), "Ann Example");
  await person.type(field(en.email), `${email}{Enter}`);
  await screen.findByRole("heading", { name: texts.title });
  await person.type(field(en.codeStep.code), await site.sentCode(email));
  await waitFor(() => expect(visit.went).toEqual(["/"]));
  expect((await visit.client.getSession()).data?.user).toMatchObject({ name: "Ann Example", emailVerified: true });
});

test("with the email first, known and unknown emails get the same methods, and nothing is sent before the user chooses a method", async () => {
  const site = await startPasswordlessSite();
  await site.browser().signUp(email);
  const shown = [];
  for (const typed of [email, "no-one@example.com"]) {
    const visit = site.visit();
    const { person, unmount } = visit.show(<SignIn flow="identifier" />, { plugins });
    expect(screen.queryByRole("button", { name: texts.signIn })).toBeNull();
    await person.type(field(en.email), `${typed}{Enter}`);
    await screen.findByRole("button", { name: texts.signIn });
    shown.push(screen.getAllByRole("button").map(({ textContent }) => textContent));
    expect(visit.asked.filter((path) => !/get-session|device-sessions/.test(path))).toEqual([]);
    unmount();
  }
  expect(shown[0]).toEqual(shown[1]);
  expect(shown[0]).toContain(texts.signIn);
});

test("email codes aren't offered if the server lacks the plugin", async () => {
  const visit = (await startPasswordlessSite({ plugins: [] })).visit();
  visit.show(<SignIn />, { plugins: plugins.filter(({ id }) => id !== "multi-session") });
  expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(["", en.signIn.submit]);
});
