// @vitest-environment jsdom

import { twoFactorErrors } from "@latchkey/two-factor";
import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { findDialog, queryDialog } from "../../test/dialogs.ts";
import { watchScreens } from "../../test/site.tsx";
import { confirm, enabled, plugins, setUp, startTwoFactorSite } from "../../test/two-factor.tsx";
import { en } from "../texts/en.ts";
import { fill, fillCount } from "../texts/texts.ts";
import { twoFactorEn as texts } from "./texts.ts";
import { TwoFactorSettings } from "./two-factor-settings.tsx";

history.replaceState(null, "", "/account");

watchScreens();
afterEach(() => vi.useRealTimers());

const { settings, enroll, backupCodes, devices, step } = texts;
const button = (name: string): HTMLElement => screen.getByRole("button", { name });
const newCodes = `${settings.newCodes} (${settings.backupCodes})`;
const setUpName = (label: string): string => `${settings.setUp} (${label})`;

test("sets up an authenticator app in steps, and 2FA is on after the first valid code", async () => {
  const site = await startTwoFactorSite();
  const { person, unmount } = site.visit.show(<TwoFactorSettings />, { plugins });
  await person.click(await screen.findByRole("button", { name: setUpName(settings.totp) }));
  await confirm(person, settings.continue);
  const dialog = within(await findDialog());
  await dialog.findByRole("img", { name: enroll.qrLabel });
  expect(document.activeElement).toBe(dialog.getByRole("heading", { name: settings.turnOnTotp }));
  const key = dialog.getByText(/^[A-Z2-7]{32,}$/).textContent ?? "";
  await person.click(dialog.getByRole("button", { name: settings.continue }));
  const field = dialog.getByLabelText(enroll.code);
  expect(document.activeElement).toBe(field);
  await person.type(field, "000000");
  await dialog.findByText(texts.errors.INVALID_CODE ?? "");
  expect([document.activeElement, await enabled(site.visit)]).toEqual([field, false]);
  await person.clear(field);
  await person.type(field, site.codeOf(key));
  await dialog.findByText(enroll.done);
  expect(document.activeElement).toBe(dialog.getByRole("heading", { name: backupCodes.title }));
  expect(await enabled(site.visit)).toBe(true);
  const codes = dialog.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect([codes.length, new Set(codes).size]).toEqual([10, 10]);
  // The codes can't be shown again, so the dialog stays open until they're saved.
  await person.keyboard("{Escape}");
  await person.click(dialog.getByRole("button", { name: backupCodes.saved }));
  expect(queryDialog()).not.toBeNull();
  await person.click(dialog.getByRole("button", { name: backupCodes.copy }));
  expect(await navigator.clipboard.readText()).toBe(codes.join("\n"));
  await person.click(dialog.getByRole("button", { name: backupCodes.saved }));
  await waitFor(() => expect(queryDialog()).toBeNull());
  const menu = button(fill(settings.manage, { name: settings.totp }));
  await waitFor(() => expect(document.activeElement).toBe(menu));
  expect(screen.getAllByText(settings.on)).toHaveLength(2);
  expect(screen.getByText(fillCount(en, settings.codesLeft, 10))).toBeTruthy();
  unmount();
});

test("sets up email codes, and another code can be requested after 30 seconds", async () => {
  const site = await startTwoFactorSite();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  const { person } = site.visit.show(<TwoFactorSettings />, { plugins });
  await person.click(await screen.findByRole("button", { name: setUpName(settings.otp) }));
  await confirm(person, settings.continue);
  const dialog = within(await findDialog());
  await dialog.findByLabelText(enroll.code);
  await site.sentCode();
  expect(dialog.getByRole("button", { name: /\d+ s$/ }).getAttribute("aria-disabled")).toBe("true");
  for (let second = 0; second < 31; second++) await act(() => vi.advanceTimersByTimeAsync(1000));
  await person.click(dialog.getByRole("button", { name: step.sendAgain }));
  await dialog.findByText(step.sent);
  await dialog.findByRole("button", { name: /\d+ s$/ });
  vi.useRealTimers();
  await person.type(dialog.getByLabelText(enroll.code), await site.sentCode());
  await dialog.findByText(enroll.done);
  expect(await enabled(site.visit)).toBe(true);
});

test("a user without a password sees the QR code right away, and the proof dialog asks if the server wants a proof", async () => {
  const site = await startTwoFactorSite();
  await site.removePassword();
  const { person } = site.visit.show(<TwoFactorSettings />, { plugins });
  const start = await screen.findByRole("button", { name: setUpName(settings.totp) });
  site.visit.isOffline = true;
  await person.click(start);
  expect((await screen.findByRole("alert")).textContent).toBe(en.errors.NETWORK_ERROR);
  site.visit.isOffline = false;
  await person.click(start);
  const dialog = within(await findDialog());
  await dialog.findByRole("img", { name: enroll.qrLabel });
  expect(screen.queryByRole("alert")).toBeNull();
  const key = dialog.getByText(/^[A-Z2-7]{32,}$/).textContent ?? "";
  await person.click(dialog.getByRole("button", { name: settings.continue }));
  await person.type(dialog.getByLabelText(enroll.code), site.codeOf(key));
  await dialog.findByText(enroll.done);
  await person.click(dialog.getByRole("button", { name: backupCodes.copy }));
  await person.click(dialog.getByRole("button", { name: backupCodes.saved }));
  const menu = button(fill(settings.manage, { name: settings.totp }));
  await waitFor(() => expect(document.activeElement).toBe(menu));

  site.wait(2 * 86_400);
  await person.click(menu);
  await person.click(await screen.findByRole("menuitem", { name: settings.anotherDevice }));
  await screen.findByRole("dialog", { name: en.proof.title });
  await person.type(await screen.findByLabelText(step.code), site.codeOf(key));
  await screen.findByRole("dialog", { name: settings.anotherDevice });
  await screen.findByRole("img", { name: enroll.qrLabel });
});

test("backup codes can be downloaded and printed", async () => {
  const site = await startTwoFactorSite();
  await setUp(site);
  const { person } = site.visit.show(<p />, { plugins });
  const saved: Blob[] = [];
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: (blob: Blob) => saved.push(blob), revokeObjectURL() {} }));
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
  const printed = vi.fn();
  vi.stubGlobal("print", printed);
  await person.click(button(newCodes));
  await confirm(person, settings.newCodes);
  const dialog = within(await findDialog());
  await dialog.findByRole("heading", { name: backupCodes.title });
  await person.click(dialog.getByRole("button", { name: backupCodes.print }));
  expect(printed).toHaveBeenCalledOnce();
  await person.click(dialog.getByRole("button", { name: backupCodes.download }));
  const codes = dialog.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(saved[0]?.size).toBe(`${fill(backupCodes.fileHeading, { site: "app.test" })}\n\n${codes.join("\n")}\n`.length);
  await person.click(dialog.getByRole("button", { name: backupCodes.saved }));
  await waitFor(() => expect(document.activeElement).toBe(button(newCodes)));
});

test("few remaining backup codes show a warning", async () => {
  const site = await startTwoFactorSite();
  const { codes, unmount } = await setUp(site);
  unmount();
  for (const code of codes.slice(0, 7)) await site.spendBackupCode(code);
  site.visit.show(<TwoFactorSettings />, { plugins });
  const left = await screen.findByText(fillCount(en, settings.codesLeft, 3));
  expect(left.className).toContain("lk-status-warning");
}, 30_000);

test("the menu can show the QR code again and turn off 2FA", async () => {
  const site = await startTwoFactorSite();
  await setUp(site);
  const { person } = site.visit.show(<p />, { plugins });
  const menu = fill(settings.manage, { name: settings.totp });
  await person.click(button(menu));
  await person.click(await screen.findByRole("menuitem", { name: settings.anotherDevice }));
  await confirm(person, settings.continue);
  await within(await findDialog()).findByRole("img", { name: enroll.qrLabel });
  await person.click(button(settings.done));
  await waitFor(() => expect(document.activeElement).toBe(button(menu)));
  await person.click(button(menu));
  await person.click(await screen.findByRole("menuitem", { name: settings.turnOffItem }));
  expect((await screen.findByRole("alertdialog")).textContent).toContain(settings.turnOffTitle);
  await confirm(person, settings.turnOff);
  await waitFor(() => expect(queryDialog()).toBeNull());
  await waitFor(() => expect(screen.getAllByText(settings.off)).toHaveLength(2));
  expect(await enabled(site.visit)).toBe(false);
  await waitFor(() => expect(document.activeElement).toBe(button(setUpName(settings.totp))));
});

test("only offers methods that the server supports", async () => {
  const site = await startTwoFactorSite({ otpOptions: {} });
  site.visit.show(<TwoFactorSettings />, { plugins });
  await screen.findByText(settings.totp);
  expect(screen.queryByText(settings.otp)).toBeNull();
});

test("renders nothing for a server without two-factor authentication", async () => {
  const site = await startTwoFactorSite(null);
  site.visit.show(<TwoFactorSettings />, { plugins });
  await waitFor(() => expect(site.visit.answered).toContain("/get-session"));
  await site.visit.client.getSession();
  expect(screen.queryByText(settings.title)).toBeNull();
});

test("trusted devices can be removed one by one or all at once, and focus stays in the list", async () => {
  const site = await startTwoFactorSite();
  const { key, unmount } = await setUp(site);
  unmount();
  for (const _ of [1, 2, 3]) await site.trustDevice(key);
  const { person } = site.visit.show(<TwoFactorSettings />, { plugins });
  const list = await screen.findByRole("region", { name: devices.title });
  const buttons = () => within(list).queryAllByRole("button", { name: /^Remove (?!all)/ });
  expect(buttons()).toHaveLength(3);
  const release = site.visit.hold("/two-factor/revoke-trusted-device");
  await person.click(buttons()[0] as HTMLElement);
  expect(buttons()).toHaveLength(2);
  expect(document.activeElement).toBe(buttons()[0]);
  release();
  await waitFor(() => expect(site.visit.answered).toContain("/two-factor/revoke-trusted-device"));
  await person.click(within(list).getByRole("button", { name: devices.revokeAll }));
  await person.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: devices.revokeAll }));
  await waitFor(() => expect(screen.queryByRole("region", { name: devices.title })).toBeNull());
  await waitFor(() => expect(document.activeElement).not.toBe(document.body));
}, 30_000);

test("a trusted device that couldn't be removed reappears with an error and has focus", async () => {
  const site = await startTwoFactorSite();
  const { key, unmount } = await setUp(site);
  unmount();
  await site.trustDevice(key);
  const { person } = site.visit.show(<TwoFactorSettings />, { plugins });
  const remove = await screen.findByRole("button", { name: /^Remove / });
  site.visit.isOffline = true;
  await person.click(remove);
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toBe(en.errors.NETWORK_ERROR);
  const row = within(alert.closest("li") as HTMLElement);
  const again = row.getByRole("button", { name: /^Remove / });
  await waitFor(() => expect(document.activeElement).toBe(again));
  site.visit.isOffline = false;
  await person.click(again);
  await waitFor(() => expect(site.visit.answered).toContain("/two-factor/revoke-trusted-device"));
  expect(screen.queryByRole("region", { name: devices.title })).toBeNull();
}, 30_000);

test("every error has a text", () => {
  expect(Object.keys(twoFactorErrors).filter((code) => !Object.hasOwn(texts.errors, code))).toEqual([]);
});
