// @vitest-environment jsdom
// @vitest-environment-options { "url": "http://app.test/account" }

import { createMailbox, testPassword } from "@latchkey/test-kit";
import { type OneTimeCode, twoFactor, twoFactorErrors } from "@latchkey/two-factor";
import { twoFactorClient } from "@latchkey/two-factor/client";
import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { Secret, TOTP } from "otpauth";
import { afterEach, expect, test, vi } from "vitest";
import { findDialog, queryDialog } from "../../test/dialogs.ts";
import { startSite, type Visit, watchScreens } from "../../test/site.tsx";
import { SignIn } from "../sign-in/sign-in.tsx";
import { en } from "../texts/en.ts";
import { twoFactorUi } from "./plugin.tsx";
import { twoFactorEn as texts } from "./texts.ts";
import { TwoFactorCard } from "./two-factor-card.tsx";
import { TwoFactorStep } from "./two-factor-step.tsx";

watchScreens();
afterEach(() => history.replaceState(null, "", "/account"));

const plugins = [twoFactorUi()];
const { step, card, enrol, backupCodes, devices } = texts;
const button = (name: string): HTMLElement => screen.getByRole("button", { name });

async function start() {
  let now = Date.now();
  const box = createMailbox();
  const sendOTP = box.sender("sendOTP") as never;
  const site = await startSite({ clock: () => new Date(now), plugins: [twoFactor({ otpOptions: { sendOTP } })] }, [
    twoFactorClient(),
  ]);
  const visit = site.visit();
  await visit.browser.signUp("ann@example.com");
  return {
    visit,
    /** Another of Ann's devices. */
    otherVisit: () => site.visit(),
    sentCode: async () => ((await box.next("sendOTP")).mail as unknown as OneTimeCode).code,
    codeOf: (key: string) => new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: now }),
    /** A code works only once, so the next one is half a minute later. */
    wait: (seconds: number) => {
      now += seconds * 1000;
    },
  };
}

async function confirm(person: UserEvent, submit: string): Promise<void> {
  const dialog = await findDialog();
  await person.type(within(dialog).getByLabelText(en.password), testPassword);
  await person.click(within(dialog).getByRole("button", { name: submit }));
  await waitFor(() => expect(queryDialog()).toBeNull());
}

const enabled = async ({ client }: Visit) =>
  ((await client.getSession()).data?.user as { twoFactorEnabled?: boolean } | undefined)?.twoFactorEnabled;

/** Sets up an app and returns its key and the backup codes. */
async function setUp({ visit, codeOf }: Awaited<ReturnType<typeof start>>) {
  const { person, unmount } = visit.show(<TwoFactorCard />, { plugins });
  await person.click(await screen.findByRole("button", { name: card.turnOnTotp }));
  await confirm(person, card.goOn);
  await screen.findByRole("img", { name: enrol.qrLabel });
  const key = screen.getByText(/^[A-Z2-7]{32,}$/).textContent ?? "";
  expect(await enabled(visit)).toBe(false);
  await person.type(screen.getByLabelText(enrol.code), codeOf(key));
  const list = await screen.findByRole("region", { name: backupCodes.title });
  const codes = within(list)
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent ?? "");
  expect([codes.length, new Set(codes).size]).toEqual([10, 10]);
  await person.click(button(backupCodes.saved));
  return { key, codes, unmount };
}

async function signIn(visit: Visit): Promise<void> {
  const { person, unmount } = visit.show(<SignIn />, { plugins });
  await person.type(screen.getByLabelText(en.email), "ann@example.com");
  await person.type(screen.getByLabelText(en.password), testPassword);
  await person.click(button(en.signIn.submit));
  await waitFor(() => expect(visit.went).toEqual(["/two-factor?methods=totp%2Cotp"]));
  unmount();
  visit.went.length = 0;
}

test("an authenticator app is set up, and counts from its first code", async () => {
  const site = await start();
  await setUp(site);
  expect(await enabled(site.visit)).toBe(true);
  expect(screen.getByText(card.on)).toBeTruthy();
  expect(screen.queryByRole("button", { name: card.turnOnTotp })).toBeNull();
});

test("a wrong first code is said at its field, and the set-up can be left", async () => {
  const { visit } = await start();
  const { person } = visit.show(<TwoFactorCard />, { plugins });
  await person.click(await screen.findByRole("button", { name: card.turnOnTotp }));
  await confirm(person, card.goOn);
  await person.type(await screen.findByLabelText(enrol.code), "000000");
  await screen.findByText(texts.errors.INVALID_CODE ?? "");
  expect(document.activeElement).toBe(screen.getByLabelText(enrol.code));
  await person.click(button(en.cancel));
  expect([screen.queryByLabelText(enrol.code), await enabled(visit)]).toEqual([null, false]);
});

test("codes by mail are set up by the first of them", async () => {
  const { visit, sentCode } = await start();
  const { person } = visit.show(<TwoFactorCard />, { plugins });
  await person.click(await screen.findByRole("button", { name: card.turnOnOtp }));
  await confirm(person, card.goOn);
  await person.type(await screen.findByLabelText(enrol.code), await sentCode());
  await screen.findByRole("region", { name: backupCodes.title });
  expect(await enabled(visit)).toBe(true);
});

test("signing in takes a code of the app; a trusted device is asked no more, until it is forgotten", async () => {
  const site = await start();
  const { key, unmount } = await setUp(site);
  unmount();
  site.wait(30);
  const phone = site.otherVisit();
  await signIn(phone);
  const { person, unmount: leave } = phone.show(<TwoFactorStep search="?methods=totp,otp" />, { plugins });
  await person.click(screen.getByLabelText(step.trust));
  await person.type(screen.getByLabelText(step.code), site.codeOf(key));
  await waitFor(() => expect(phone.went).toEqual(["/"]));
  leave();
  await phone.client.signOut();
  const again = await phone.client.signIn.email({ email: "ann@example.com", password: testPassword });
  expect(again.data?.token).toEqual(expect.any(String));

  const { person: ann } = phone.show(<TwoFactorCard />, { plugins });
  const list = await screen.findByRole("region", { name: devices.title });
  expect(within(list).getByText(devices.current)).toBeTruthy();
  await ann.click(within(list).getByRole("button", { name: /^Forget/ }));
  await waitFor(() => expect(screen.queryByRole("region", { name: devices.title })).toBeNull());
  await phone.client.signOut();
  const asked = await phone.client.signIn.email({ email: "ann@example.com", password: testPassword });
  expect(asked.data?.token).toBeUndefined();
});

test("a code by mail, or a backup code, does as well", async () => {
  const site = await start();
  const { codes, unmount } = await setUp(site);
  unmount();
  const phone = site.otherVisit();
  await signIn(phone);
  const { person, unmount: leave } = phone.show(<TwoFactorStep search="?methods=totp,otp" />, { plugins });
  await person.click(button(step.useOtp));
  await person.click(button(step.send));
  await screen.findByText(step.sent);
  await person.type(screen.getByLabelText(step.code), await site.sentCode());
  await waitFor(() => expect(phone.went).toEqual(["/"]));
  leave();

  const tablet = site.otherVisit();
  await signIn(tablet);
  const { person: ann } = tablet.show(<TwoFactorStep search="?methods=totp,otp" />, { plugins });
  await ann.click(button(step.useBackup));
  await ann.click(screen.getByLabelText(step.backupCode));
  await ann.paste(`${codes[0]}\n`);
  await waitFor(() => expect(tablet.went).toEqual(["/"]));
});

test("after too many wrong codes it begins anew", async () => {
  const site = await start();
  const { unmount } = await setUp(site);
  unmount();
  const phone = site.otherVisit();
  await signIn(phone);
  const { person } = phone.show(<TwoFactorStep search="?methods=totp" />, { plugins });
  const field = screen.getByLabelText<HTMLInputElement>(step.code);
  for (const code of ["000001", "000002", "000003", "000004", "000005"]) {
    await person.clear(field);
    await person.type(field, code);
    await screen.findByText(texts.errors.INVALID_CODE ?? "");
  }
  await person.clear(field);
  await person.type(field, "000006");
  await screen.findByText(texts.errors.TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE ?? "");
  expect(button(step.submit).getAttribute("aria-disabled")).toBe("true");
  expect(screen.getByRole("link", { name: step.startAgain }).getAttribute("href")).toBe("/sign-in");
});

test("it is turned off with the password, and new backup codes come with it too", async () => {
  const site = await start();
  const { codes } = await setUp(site);
  const person = site.visit.show(<p />).person;
  await person.click(button(card.newCodes));
  await confirm(person, card.newCodes);
  const list = await screen.findByRole("region", { name: backupCodes.title });
  expect(list.textContent).not.toContain(codes[0]);
  await person.click(button(backupCodes.saved));
  await person.click(button(card.anotherDevice));
  await confirm(person, card.goOn);
  await screen.findByRole("img", { name: enrol.qrLabel });
  await person.click(button(card.turnOff));
  await confirm(person, card.turnOff);
  await screen.findByText(card.turnedOff);
  expect(await enabled(site.visit)).toBe(false);
});

test("backup codes can be copied and kept in a file", async () => {
  const site = await start();
  const { person } = site.visit.show(<TwoFactorCard />, { plugins });
  const saved: Blob[] = [];
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: (blob: Blob) => saved.push(blob), revokeObjectURL() {} }));
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
  await person.click(await screen.findByRole("button", { name: card.turnOnOtp }));
  await confirm(person, card.goOn);
  await person.type(await screen.findByLabelText(enrol.code), await site.sentCode());
  const list = await screen.findByRole("region", { name: backupCodes.title });
  const codes = within(list)
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);
  await person.click(button(backupCodes.copy));
  expect(await navigator.clipboard.readText()).toBe(codes.join("\n"));
  await person.click(button(backupCodes.download));
  expect(saved[0]?.size).toBe(`Backup codes for app.test\n\n${codes.join("\n")}\n`.length);
});

test("whoever comes back from a provider half signed in is led to the second step", async () => {
  const { visit } = await start();
  history.replaceState(null, "", "/welcome?twoFactorRedirect=true");
  visit.show(<p>the app</p>, { plugins });
  await waitFor(() => expect(visit.went).toEqual(["/two-factor"]));
});

test("every refusal has a sentence", () => {
  expect(Object.keys(twoFactorErrors).filter((code) => !Object.hasOwn(texts.errors, code))).toEqual([]);
});
