// @vitest-environment jsdom

import { testPassword } from "@latchkey/test-kit";
import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { type Visit, watchScreens } from "../../test/site.tsx";
import { plugins, setUp, startTwoFactorSite, type TwoFactorSite } from "../../test/two-factor.tsx";
import { SignIn } from "../sign-in/sign-in.tsx";
import { en } from "../texts/en.ts";
import { fill, fillCount } from "../texts/texts.ts";
import type { TwoFactorClient } from "./client.ts";
import { duration } from "./duration.ts";
import { twoFactorEn as texts } from "./texts.ts";
import { TwoFactorStep } from "./two-factor-step.tsx";

history.replaceState(null, "", "/two-factor");

watchScreens();
afterEach(() => history.replaceState(null, "", "/two-factor"));

const { step } = texts;
const button = (name: string): HTMLElement => screen.getByRole("button", { name });
const trust = fill(step.trust, { time: duration(2_592_000, "en") });

/** Ann has an authenticator app, and starts signing in on another device. */
async function startStep(options: Parameters<typeof startTwoFactorSite>[0] = {}, auth: object = {}) {
  const site = await startTwoFactorSite(options, auth);
  const { key, codes, unmount } = await setUp(site);
  unmount();
  site.wait(30);
  return { site, key, codes, phone: await pause(site) };
}

async function pause(site: TwoFactorSite): Promise<Visit> {
  const visit = site.otherVisit();
  await visit.client.signIn.email({ email: "ann@example.com", password: testPassword });
  return visit;
}

const show = (visit: Visit, search = "") => visit.show(<TwoFactorStep search={search} />, { plugins });
const field = (label = step.code): Promise<HTMLInputElement> => screen.findByLabelText<HTMLInputElement>(label);

test("the code's last digit signs in, and the checkbox above it trusts the device", async () => {
  const { site, key, phone } = await startStep();
  const { person } = show(phone);
  const input = await field();
  expect(document.activeElement).toBe(input);
  const box = screen.getByLabelText(trust);
  expect(box.compareDocumentPosition(input) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  await person.click(box);
  await person.type(input, site.codeOf(key));
  await waitFor(() => expect(phone.went).toEqual(["/"]));
  expect(screen.queryByText(step.expiredTitle)).toBeNull();
  await phone.client.signOut();
  const again = await phone.client.signIn.email({ email: "ann@example.com", password: testPassword });
  expect(again.data?.token).toEqual(expect.any(String));
});

test("the sign-in page opens this page and keeps the destination", async () => {
  const { site, key } = await startStep();
  const phone = site.otherVisit();
  history.replaceState(null, "", "/sign-in?redirectTo=%2Freports%3Fyear%3D2026");
  const { person, unmount } = phone.show(<SignIn />, { plugins });
  await person.type(await screen.findByLabelText(en.email), "ann@example.com");
  await person.type(screen.getByLabelText(en.password), testPassword);
  await person.click(button(en.signIn.submit));
  await waitFor(() => expect(phone.went).toEqual(["/two-factor?redirectTo=%2Freports%3Fyear%3D2026"]));
  unmount();
  const { person: ann } = show(phone, "?redirectTo=%2Freports%3Fyear%3D2026");
  const input = await field();
  expect(screen.getByRole("link", { name: step.toSignIn }).getAttribute("href")).toBe(
    "/sign-in?redirectTo=%2Freports%3Fyear%3D2026",
  );
  await ann.type(input, site.codeOf(key));
  await waitFor(() => expect(phone.went.at(-1)).toBe("/reports?year=2026"));
});

test("after a provider sign-in, the user goes to this page, and the previous page is the destination", async () => {
  const site = await startTwoFactorSite();
  history.replaceState(null, "", "/welcome?tab=1&twoFactorRedirect=true");
  site.visit.show(<p>the app</p>, { plugins });
  await waitFor(() => expect(site.visit.went).toEqual(["/two-factor?redirectTo=%2Fwelcome%3Ftab%3D1"]));
  expect(location.search).toBe("?tab=1");
});

test("without a pending sign-in, the page shows a message and a link to the sign-in page", async () => {
  const site = await startTwoFactorSite();
  const phone = site.otherVisit();
  const { person } = show(phone, "?redirectTo=%2Freports");
  const heading = await screen.findByRole("heading", { name: step.expiredTitle });
  expect(document.activeElement).toBe(heading);
  expect(screen.queryByRole("textbox")).toBeNull();
  await person.click(button(step.startAgain));
  expect(phone.went).toEqual(["/sign-in?redirectTo=%2Freports"]);
});

test("when the user returns, the page notices that the sign-in has expired", async () => {
  const { site, phone } = await startStep();
  show(phone);
  await field();
  site.wait(601);
  document.dispatchEvent(new Event("visibilitychange"));
  await screen.findByRole("heading", { name: step.expiredTitle });
});

test("a wrong code clears the field, keeps focus, and says how many attempts are left", async () => {
  const { phone } = await startStep();
  const { person } = show(phone);
  const input = await field();
  await person.click(screen.getByLabelText(trust));
  for (const left of [4, 3, 2, 1]) {
    await person.type(input, "000000");
    await screen.findByText(fillCount(en, step.attemptsLeft, left));
    await screen.findByText(texts.errors.INVALID_CODE ?? "");
    await waitFor(() => expect([input.value, document.activeElement]).toEqual(["", input]));
  }
  expect(screen.getByLabelText<HTMLInputElement>(trust).checked).toBe(true);
  await person.type(input, "000000");
  const heading = await screen.findByRole("heading", { name: step.expiredTitle });
  expect(document.activeElement).toBe(heading);
});

test("an email code is sent on request, and a backup code works too", async () => {
  const { site, phone, codes } = await startStep();
  const { person, unmount } = show(phone);
  await field();
  await person.click(button(step.otherMethods));
  await person.click(button(step.useOtp));
  await screen.findByText(step.sent, { selector: ".lk-subtitle" });
  // Another code can only be requested after 30 seconds, even if the user chooses the method again.
  const wait = await screen.findByRole("button", { name: /\d+ s$/ });
  expect(wait.textContent).toBe(fill(step.sendAgainIn, { seconds: "30" }));
  expect(wait.getAttribute("aria-disabled")).toBe("true");
  await person.click(wait);
  await person.click(button(step.otherMethods));
  await person.click(button(step.useTotp));
  await person.click(button(step.otherMethods));
  await person.click(button(step.useOtp));
  expect(phone.asked.filter((path) => path === "/two-factor/send-otp")).toHaveLength(1);
  await person.type(await field(), await site.sentCode());
  await waitFor(() => expect(phone.went).toEqual(["/"]));
  unmount();

  const tablet = await pause(site);
  const { person: ann } = show(tablet);
  await field();
  await ann.click(button(step.otherMethods));
  await ann.click(button(step.useBackup));
  const input = await field(step.backupCode);
  expect(document.activeElement).toBe(input);
  await ann.paste(`${codes[0]}\n`);
  await waitFor(() => expect(tablet.went).toEqual(["/"]));
});

test("an email code is requested before it can be entered, and the field is still there after a reload", async () => {
  const site = await startTwoFactorSite();
  const { client, browser } = site.visit;
  await (client as unknown as TwoFactorClient).twoFactor.enable({ method: "otp", password: testPassword });
  await browser.post("/two-factor/send-otp", {});
  await browser.post("/two-factor/verify-otp", { code: await site.sentCode() });
  site.wait(30);
  const phone = await pause(site);
  const { person, unmount } = show(phone);
  const send = await screen.findByRole("button", { name: step.send });
  expect(send.className).toContain("lk-button-primary");
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: step.title }));
  expect(screen.queryByLabelText(step.code)).toBeNull();
  expect(screen.queryByRole("button", { name: step.submit })).toBeNull();
  phone.isOffline = true;
  await person.click(send);
  await screen.findByText(en.errors.NETWORK_ERROR ?? "");
  expect(screen.queryByLabelText(step.code)).toBeNull();
  phone.isOffline = false;
  await person.click(send);
  const input = await field();
  expect(document.activeElement).toBe(input);
  const code = await site.sentCode();
  unmount();
  const { person: ann, unmount: leave } = show(phone);
  await ann.type(await field(), code);
  await waitFor(() => expect(phone.went).toEqual(["/"]));
  leave();
  // The next sign-in needs another code.
  site.wait(30);
  const tablet = await pause(site);
  show(tablet);
  await screen.findByRole("button", { name: step.send });
  expect(screen.queryByLabelText(step.code)).toBeNull();
});

test("the server determines the code length and how long a device is trusted", async () => {
  const { site, key, phone } = await startStep({ totpOptions: { digits: 8 }, trustDeviceMaxAge: 43_200 });
  const { person } = show(phone);
  const input = await field();
  expect(screen.getByText(fill(step.codeHint, { digits: "8" }))).toBeTruthy();
  expect(screen.getByLabelText(fill(step.trust, { time: duration(43_200, "en") }))).toBeTruthy();
  await person.type(input, site.codeOf(key));
  await waitFor(() => expect(phone.went).toEqual(["/"]));
});

test("the field takes six digits if the server returns neither capabilities nor the pending sign-in", async () => {
  const { site, key, phone } = await startStep({}, { disabledPaths: ["/capabilities", "/pending-sign-in"] });
  const { person } = show(phone);
  const input = await field();
  await person.type(input, "000000");
  await screen.findByText(texts.errors.INVALID_CODE ?? "");
  expect(screen.queryByText(/left/)).toBeNull();
  await waitFor(() => expect(input.value).toBe(""));
  await person.type(input, site.codeOf(key));
  await waitFor(() => expect(phone.went).toEqual(["/"]));
});

test("a code can be requested again after half a minute", async () => {
  const { phone } = await startStep();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  try {
    const { person } = show(phone);
    await field();
    await person.click(button(step.otherMethods));
    await person.click(button(step.useOtp));
    await screen.findByRole("button", { name: /\d+ s$/ });
    for (let second = 0; second < 31; second++) await act(() => vi.advanceTimersByTimeAsync(1000));
    await person.click(button(step.sendAgain));
    await screen.findByRole("button", { name: /\d+ s$/ });
    expect(phone.asked.filter((path) => path === "/two-factor/send-otp")).toHaveLength(2);
  } finally {
    vi.useRealTimers();
  }
});

test("if the server can't be reached, the request can be retried", async () => {
  const { phone } = await startStep();
  await phone.client.capabilities();
  phone.isOffline = true;
  const { person } = show(phone);
  await screen.findByText(en.errors.NETWORK_ERROR ?? "");
  phone.isOffline = false;
  await person.click(button(en.tryAgain));
  await field();
});

test("durations use the largest exact unit", () => {
  expect([86_400, 2_592_000, 5400, 90].map((seconds) => duration(seconds, "en"))).toEqual([
    "1 day",
    "30 days",
    "90 minutes",
    "90 seconds",
  ]);
});
