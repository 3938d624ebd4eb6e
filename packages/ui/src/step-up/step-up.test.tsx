// @vitest-environment jsdom

import type { Capabilities } from "@latchkey/client/capabilities";
import { passkey } from "@latchkey/passkey";
import { phoneNumber } from "@latchkey/phone-number";
import { stepUp } from "@latchkey/step-up";
import { stepUpClient } from "@latchkey/step-up/client";
import {
  type CreationOptions,
  createMailbox,
  createVirtualAuthenticator,
  testOrigin,
  testPassword,
} from "@latchkey/test-kit";
import { twoFactor } from "@latchkey/two-factor";
import { twoFactorClient } from "@latchkey/two-factor/client";
import { act, screen, waitFor, within } from "@testing-library/react";
import { StrictMode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { startSite, watchScreens } from "../../test/site.tsx";
import { AccountSecurity } from "../account/security.tsx";
import { phoneNumberUi } from "../phone-number/plugin.tsx";
import { phoneNumberEn } from "../phone-number/texts.ts";
import { en } from "../texts/en.ts";
import { fill } from "../texts/texts.ts";
import { twoFactorUi } from "../two-factor/plugin.tsx";
import { twoFactorEn } from "../two-factor/texts.ts";
import { NotMe } from "./not-me.tsx";
import { stepUpUi } from "./plugin.tsx";
import { stepUpEn } from "./texts.ts";

history.replaceState(null, "", "/account");

watchScreens();
afterEach(() => void vi.useRealTimers());

const { devices, cooldown, notMe } = stepUpEn;
const plugins = [stepUpUi()];
const credentials = { email: "ann@example.com", password: testPassword };

async function startAsAnn({ sendsMails = true, sendsResets = true } = {}) {
  const box = createMailbox();
  const sendNewSignIn = box.sender("newSignIn") as never;
  const sendResetPassword = box.sender("reset") as never;
  const site = await startSite(
    {
      emailAndPassword: { enabled: true, ...(sendsResets ? { sendResetPassword } : {}) },
      plugins: [stepUp({ recoveryCooldown: 86_400, ...(sendsMails ? { sendNewSignIn } : {}) })],
    },
    [stepUpClient()],
  );
  const visit = site.visit();
  const { user } = (await visit.browser.signUp(credentials.email)).body;
  const firefox = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" };
  const signInElsewhere = () => site.browser().post("/sign-in/email", credentials, firefox);
  return { site, visit, box, user, signInElsewhere };
}

const firefoxName = fill(en.sessions.device, { browser: "Firefox", system: "Linux" });
const rowOf = (device: string): HTMLElement =>
  screen.getByText(device, { selector: ".lk-list-title" }).closest("li") as HTMLElement;

test("sessions on recognized devices are marked, and a device can be forgotten without ending its session", async () => {
  const { visit, signInElsewhere } = await startAsAnn();
  await signInElsewhere();
  const { person } = visit.show(<AccountSecurity />, { plugins });
  await waitFor(() => expect(screen.getAllByText(devices.recognized)).toHaveLength(2));
  const name = fill(devices.forgetLabel, { device: firefoxName });
  await person.click(within(rowOf(firefoxName)).getByRole("button", { name }));
  await screen.findByText(devices.forgotten, { selector: ".lk-toast-text" });
  await waitFor(() => expect(screen.queryByRole("button", { name })).toBeNull());
  expect(screen.getAllByText(devices.recognized)).toHaveLength(1);
  within(rowOf(firefoxName)).getByRole("button", { name: fill(en.sessions.revokeLabel, { device: firefoxName }) });
  expect(document.activeElement).toBe(screen.getByRole("list", { name: en.sessions.title }));
});

test("a device that couldn't be forgotten stays recognized, with the error in its row", async () => {
  const { visit, signInElsewhere } = await startAsAnn();
  await signInElsewhere();
  const { person } = visit.show(<AccountSecurity />, { plugins });
  const button = await screen.findByRole("button", { name: fill(devices.forgetLabel, { device: firefoxName }) });
  visit.isOffline = true;
  await person.click(button);
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toBe(en.errors.NETWORK_ERROR);
  // The alert spans the row, instead of standing beside the row's button.
  expect(alert.closest(".lk-device-error")?.parentElement).toBe(rowOf(firefoxName));
  expect(screen.getAllByText(devices.recognized)).toHaveLength(2);
});

test("if the app sends no sign-in emails, no devices are marked", async () => {
  const { visit } = await startAsAnn({ sendsMails: false });
  visit.show(<AccountSecurity />, { plugins });
  await waitFor(() => expect(visit.answered).toContain("/list-sessions"));
  await screen.findByText(en.sessions.activeNow);
  expect(visit.asked).not.toContain("/devices/list");
});

test("after an account recovery, the section shows when sign-in methods can be changed again", async () => {
  const { site, visit, user } = await startAsAnn();
  visit.show(<AccountSecurity />, { plugins });
  await waitFor(() => expect(visit.answered).toContain("/account-state"));
  expect(screen.queryByText(cooldown.title)).toBeNull();
  await site.setUser(user.id, { recoveredAt: new Date() });
  const again = site.visit();
  await again.browser.post("/sign-in/email", credentials);
  again.show(<AccountSecurity />, { plugins });
  const notice = await screen.findByText(cooldown.title);
  const tomorrow = new Date(Date.now() + 86_400_000).toLocaleDateString("en", { dateStyle: "long" });
  expect(notice.parentElement?.textContent).toContain(tomorrow);
});

test("during the cooldown, the buttons that the server would reject are disabled, and the notice says why", async () => {
  const server = [
    stepUp({ recoveryCooldown: 86_400 }),
    phoneNumber({ countries: "all", sendOTP: async () => {} }),
    twoFactor({ otpOptions: { sendOTP: async () => {} } }),
  ];
  const site = await startSite({ plugins: server }, [twoFactorClient()]);
  const visit = site.visit();
  const { user } = (await visit.browser.signUp(credentials.email)).body;
  await site.setUser(user.id, { recoveredAt: new Date() });
  const again = site.visit();
  await again.browser.post("/sign-in/email", credentials);
  again.show(<AccountSecurity />, { plugins: [...plugins, phoneNumberUi(), twoFactorUi()] });
  const reason = (await screen.findByText(cooldown.title)).nextElementSibling;
  const { add } = phoneNumberEn.settings;
  const { setUp, totp, otp } = twoFactorEn.settings;
  const names = [`${add} (${phoneNumberEn.label})`, `${setUp} (${totp})`, `${setUp} (${otp})`];
  for (const name of names) {
    const button = await screen.findByRole("button", { name });
    expect(button.getAttribute("aria-disabled")).toBe("true");
    expect(button.getAttribute("aria-describedby")).toBe(reason?.id);
  }
  const changePassword = screen.getByRole("button", { name: `${en.changePassword.change} (${en.password})` });
  expect(changePassword.getAttribute("aria-disabled")).toBeNull();
});

/** Signs in with a password during a cooldown. */
async function duringCooldown(hasPasskey = false, canDelete = false) {
  const server = [
    stepUp({ recoveryCooldown: 86_400 }),
    passkey(),
    phoneNumber({ countries: "all", sendOTP: async () => {} }),
  ];
  const site = await startSite({ plugins: server, user: { deleteUser: { enabled: canDelete } } });
  const visit = site.visit();
  const { user } = (await visit.browser.signUp(credentials.email)).body;
  if (hasPasskey) {
    const sameOrigin = { "sec-fetch-site": "same-origin" };
    const { body } = await visit.browser.get<CreationOptions>("/passkey/generate-register-options", sameOrigin);
    const response = await createVirtualAuthenticator({ origin: testOrigin }).create(body);
    expect((await visit.browser.post("/passkey/verify-registration", { response })).status).toBe(200);
  }
  await site.setUser(user.id, { recoveredAt: new Date() });
  const again = site.visit();
  await again.browser.post("/sign-in/email", credentials);
  const addPhone = `${phoneNumberEn.settings.add} (${phoneNumberEn.label})`;
  return { visit: again, findAddPhone: () => screen.findByRole("button", { name: addPhone }) };
}

test("without a notice on the page, no buttons are disabled, because nothing would say why", async () => {
  const { visit, findAddPhone } = await duringCooldown();
  visit.show(<AccountSecurity />, { plugins: [phoneNumberUi()] });
  await waitFor(() => expect(visit.answered).toContain("/account-state"));
  await screen.findAllByText(en.sessions.activeNow);
  const button = await findAddPhone();
  expect(button.getAttribute("aria-disabled")).toBeNull();
  expect(button.getAttribute("aria-describedby")).toBeNull();
});

test("when the cooldown ends on an open page, the notice disappears and the buttons work", async () => {
  const { visit, findAddPhone } = await duringCooldown();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], shouldAdvanceTime: true });
  visit.show(<AccountSecurity />, { plugins: [...plugins, phoneNumberUi()] });
  await screen.findByText(cooldown.title);
  expect((await findAddPhone()).getAttribute("aria-disabled")).toBe("true");
  await act(() => vi.advanceTimersByTimeAsync(86_400_000));
  expect(screen.queryByText(cooldown.title)).toBeNull();
  expect((await findAddPhone()).getAttribute("aria-disabled")).toBeNull();
});

test("the notice suggests signing in with a passkey only to users who have one", async () => {
  for (const hasPasskey of [false, true]) {
    const { visit } = await duringCooldown(hasPasskey);
    const { unmount } = visit.show(<AccountSecurity />, { plugins });
    const notice = (await screen.findByText(cooldown.title)).nextElementSibling?.textContent;
    expect(notice?.includes("sign in with a passkey")).toBe(hasPasskey);
    unmount();
  }
});

test("the notice names account deletion only if users can delete their account", async () => {
  for (const canDelete of [false, true]) {
    const { visit } = await duringCooldown(false, canDelete);
    const { unmount } = visit.show(<AccountSecurity />, { plugins });
    const notice = (await screen.findByText(cooldown.title)).nextElementSibling?.textContent;
    expect(notice?.includes("delete your account")).toBe(canDelete);
    unmount();
  }
});

test("the page linked from the email signs out all devices only after a click", async () => {
  const { site, visit, box, signInElsewhere } = await startAsAnn();
  await signInElsewhere();
  const { token } = await box.next("newSignIn");
  const stranger = site.visit();
  const { person, unmount } = stranger.show(
    <StrictMode>
      <NotMe search={`?token=${token}`} />
    </StrictMode>,
    { plugins },
  );
  await screen.findByRole("heading", { name: notMe.title });
  expect(screen.getByRole("link", { name: notMe.wasMe }).getAttribute("href")).toBe("/");
  expect(stranger.asked).not.toContain("/devices/report");
  await person.click(screen.getByRole("button", { name: notMe.submit }));
  const heading = await screen.findByRole("heading", { name: notMe.doneTitle });
  expect(document.activeElement).toBe(heading);
  screen.getByText(notMe.doneWithEmail);
  expect((await visit.browser.get("/get-session")).body).toBeNull();
  unmount();
  const second = stranger.show(<NotMe search={`?token=${token}`} />, { plugins });
  await second.person.click(await screen.findByRole("button", { name: notMe.submit }));
  await screen.findByRole("heading", { name: notMe.invalidTitle });
});

test("if no reset link was emailed, the page asks the user to change the password, by a reset if the server has them", async () => {
  for (const hasResets of [true, false]) {
    const { site, visit, box, signInElsewhere } = await startAsAnn({ sendsResets: false });
    await signInElsewhere();
    const { token } = await box.next("newSignIn");
    const described = (await site.browser().get<Capabilities>("/capabilities")).body;
    const capabilities = { ...described, password: described.password && { ...described.password, reset: hasResets } };
    const { person, unmount } = site.visit().show(<NotMe search={`?token=${token}`} />, { plugins, capabilities });
    await screen.findByText(hasResets ? notMe.text : notMe.textWithoutReset);
    await person.click(screen.getByRole("button", { name: notMe.submit }));
    await screen.findByRole("heading", { name: notMe.signedOutTitle });
    screen.getByText(hasResets ? notMe.resetText : notMe.changeText);
    const expected = hasResets ? ["/forgot-password", "/sign-in"] : ["/sign-in"];
    expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual(expected);
    expect((await visit.browser.get("/get-session")).body).toBeNull();
    unmount();
  }
});

test("without a token, the page says that the link isn't valid", async () => {
  const { site } = await startAsAnn();
  site.visit().show(<NotMe search="" />, { plugins });
  await screen.findByRole("heading", { name: notMe.invalidTitle });
});

test("an invalid link's page suggests resetting the password only if the server has password resets", async () => {
  for (const sendsResets of [true, false]) {
    const { site } = await startAsAnn({ sendsResets });
    const { unmount } = site.visit().show(<NotMe search="" />, { plugins });
    const link = await screen.findByRole("link");
    screen.getByText(sendsResets ? notMe.invalidText : notMe.invalidTextWithoutReset);
    expect(link.getAttribute("href")).toBe(sendsResets ? "/forgot-password" : "/sign-in");
    unmount();
  }
});
