// @vitest-environment jsdom

import { testPassword } from "@latchkey/test-kit";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { findDialog, queryDialog } from "../../test/dialogs.ts";
import { installPasskeys, plugins, startPasskeySite } from "../../test/passkeys.tsx";
import { type Visit, watchScreens } from "../../test/site.tsx";
import { AccountSecurity } from "../account/security.tsx";
import { SignIn } from "../sign-in/sign-in.tsx";
import { SignUp } from "../sign-up/sign-up.tsx";
import { en } from "../texts/en.ts";
import { fillCount } from "../texts/texts.ts";
import { twoFactorEn } from "../two-factor/texts.ts";
import { TwoFactorStep } from "../two-factor/two-factor-step.tsx";
import { PasskeyNudge } from "./passkey-nudge.tsx";
import { passkeyEn as texts } from "./texts.ts";

watchScreens();

const field = (label: string): HTMLInputElement => screen.getByLabelText(label);
const press = (name: string): HTMLElement => screen.getByRole("button", { name });
const email = async ({ client }: Visit): Promise<string | undefined> => (await client.getSession()).data?.user.email;
const passkeysOf = (visit: Visit) => visit.browser.get<readonly unknown[]>("/passkey/list-user-passkeys");

/** Ann signs up, adds a passkey, and returns on the same device, signed out. */
async function visitWithPasskey() {
  const user = installPasskeys();
  const site = await startPasskeySite();
  const before = site.visit();
  await before.browser.signUp("ann@example.com");
  await before.client.$fetch("/get-session", { method: "GET" });
  const adding = before.show(<PasskeyNudge onDone={() => {}} />, { plugins });
  await adding.person.click(await screen.findByRole("button", { name: texts.nudge.add }));
  await waitFor(() => expect(user.device.passkeys).toHaveLength(1));
  await waitFor(async () => expect((await passkeysOf(before)).body).toHaveLength(1));
  adding.unmount();
  return { user, site, visit: site.visit() };
}

test("the button signs in, even after a canceled dialog, which isn't shown as an error", async () => {
  const { user, visit } = await visitWithPasskey();
  const { person } = visit.show(<SignIn />, { plugins });
  user.cancels = true;
  await person.click(press(texts.signIn.button));
  const note = await screen.findByText(texts.errors.AUTH_CANCELLED ?? "");
  // Nothing has failed, so it isn't red.
  expect(note.closest(".lk-alert-warning")).not.toBeNull();
  user.cancels = false;
  await person.click(press(texts.signIn.button));
  await waitFor(() => expect(visit.went).toEqual(["/"]));
  expect(await email(visit)).toBe("ann@example.com");
});

test("the email field offers passkeys, even after a failed attempt with the button", async () => {
  const { user, visit } = await visitWithPasskey();
  const { person } = visit.show(<SignIn />, { plugins });
  expect(field(en.email).autocomplete).toBe("username webauthn");
  await waitFor(() => expect(user.pick).toBeDefined());
  user.cancels = true;
  await person.click(press(texts.signIn.button));
  await screen.findByText(texts.errors.AUTH_CANCELLED ?? "");
  await waitFor(() => expect(user.pick).toBeDefined());
  user.pick?.();
  await waitFor(() => expect(visit.went).toEqual(["/"]));
});

test("leaving the page ends the passkey offer", async () => {
  const { user, visit } = await visitWithPasskey();
  const { unmount } = visit.show(<SignIn />, { plugins });
  await waitFor(() => expect(user.pick).toBeDefined());
  unmount();
  await waitFor(() => expect(user.pick).toBeUndefined());
});

test("a passkey that the server doesn't know shows an error", async () => {
  const { visit } = await visitWithPasskey();
  const other = (await startPasskeySite()).visit();
  const { person } = other.show(<SignIn />, { plugins });
  await person.click(press(texts.signIn.button));
  expect((await screen.findByRole("alert")).textContent).toBe(texts.errors.PASSKEY_NOT_FOUND);
  expect(visit.went).toEqual([]);
});

test("a browser without passkeys doesn't show the button", async () => {
  const visit = (await startPasskeySite()).visit();
  visit.show(<SignIn />, { plugins });
  expect(screen.queryByRole("button", { name: texts.signIn.button })).toBeNull();
});

test("users can sign up with a passkey instead of a password", async () => {
  const user = installPasskeys();
  const visit = (await startPasskeySite({ signUp: "email" })).visit();
  const { person } = visit.show(<SignUp />, { plugins });
  await person.click(press(texts.signUp.button));
  await person.type(field(en.name), "Ann Example");
  await person.type(field(en.email), "ann@example.com{Enter}");
  await waitFor(() => expect(visit.went).toEqual(["/"]));
  expect(user.device.passkeys).toHaveLength(1);
  expect((await visit.client.getSession()).data?.user).toMatchObject({ name: "Ann Example", email: "ann@example.com" });
});

test("if someone is signed in, signing up with a passkey says to sign out first and creates no passkey", async () => {
  const user = installPasskeys();
  const visit = (await startPasskeySite({ signUp: "email" })).visit();
  await visit.browser.signUp("ann@example.com");
  const { person } = visit.show(<SignUp />, { plugins });
  await person.click(press(texts.signUp.button));
  await waitFor(() => expect(visit.answered).toContain("/get-session"));
  await person.type(field(en.name), "Bob Example");
  await person.type(field(en.email), "bob@example.com{Enter}");
  await screen.findByText(texts.errors.SIGNED_IN ?? "");
  expect(user.device.passkeys).toEqual([]);
});

test("after a sign-in with a password, the page suggests a passkey, but not for 30 days after Not now", async () => {
  installPasskeys();
  const site = await startPasskeySite();
  await site.browser().signUp("ann@example.com");
  const signIn = async (): Promise<Visit> => {
    const visit = site.visit();
    const { person } = visit.show(<SignIn />, { plugins });
    await person.type(field(en.email), "ann@example.com");
    await person.type(field(en.password), `${testPassword}{Enter}`);
    await waitFor(() => expect(visit.answered).toContain("/sign-in/email"));
    return Object.assign(visit, { person });
  };
  const first = await signIn();
  (await screen.findByRole("button", { name: texts.nudge.later })).click();
  await waitFor(() => expect(first.went).toEqual(["/"]));
  cleanup();
  const second = await signIn();
  await waitFor(() => expect(second.went).toEqual(["/"]));
  cleanup();
  const now = Date.now();
  vi.spyOn(Date, "now").mockImplementation(() => now + 31 * 86_400_000);
  const later = site.visit();
  await later.browser.post("/sign-in/email", { email: "ann@example.com", password: testPassword });
  later.show(<PasskeyNudge onDone={() => {}} />, { plugins });
  await screen.findByRole("button", { name: texts.nudge.add });
});

test("the page doesn't suggest a passkey to users who have one", async () => {
  const { visit } = await visitWithPasskey();
  await visit.browser.post("/sign-in/email", { email: "ann@example.com", password: testPassword });
  const done = vi.fn();
  visit.show(<PasskeyNudge onDone={done} />, { plugins });
  await waitFor(() => expect(done).toHaveBeenCalledOnce());
});

test("if the browser claims to add passkeys automatically but doesn't respond, the page still suggests one", async () => {
  const user = installPasskeys();
  user.hangs = true;
  Object.assign(PublicKeyCredential, { getClientCapabilities: async () => ({ conditionalCreate: true }) });
  const visit = (await startPasskeySite()).visit();
  await visit.browser.signUp("ann@example.com");
  await visit.client.getSession();
  visit.show(<PasskeyNudge onDone={() => {}} />, { plugins });
  await screen.findByRole("button", { name: texts.nudge.add }, { timeout: 10_000 });
  user.hangs = false;
  cleanup();
  const done = vi.fn();
  visit.show(<PasskeyNudge onDone={done} />, { plugins });
  await waitFor(() => expect(done).toHaveBeenCalledOnce());
  expect((await passkeysOf(visit)).body).toHaveLength(1);
});

test("a passkey works as a second factor, with other methods below it", async () => {
  const user = installPasskeys();
  const site = await startPasskeySite({ secondFactor: "required" });
  const before = site.visit();
  await before.browser.signUp("ann@example.com");
  const adding = before.show(<PasskeyNudge onDone={() => {}} />, { plugins });
  await adding.person.click(await screen.findByRole("button", { name: texts.nudge.add }));
  await waitFor(async () => expect((await passkeysOf(before)).body).toHaveLength(1));
  adding.unmount();
  const visit = site.visit();
  const challenge = await visit.browser.post("/sign-in/email", { email: "ann@example.com", password: testPassword });
  expect(challenge.body).toMatchObject({ twoFactorRedirect: true, twoFactorMethods: ["passkey"] });
  const { person } = visit.show(<TwoFactorStep />, { plugins });
  user.cancels = true;
  await person.click(await screen.findByRole("button", { name: texts.secondFactor.submit }));
  await screen.findByText(texts.errors.AUTH_CANCELLED ?? "");
  // Without an authenticator app or email codes, there are no backup codes.
  expect(screen.queryByRole("button", { name: twoFactorEn.step.useBackup })).toBeNull();
  user.cancels = false;
  await person.click(press(texts.secondFactor.submit));
  await waitFor(() => expect(visit.went).toEqual(["/"]));
  expect(await email(visit)).toBe("ann@example.com");
});

test("a user without an email saves the backup codes, and signs in with one after losing the passkey", async () => {
  const user = installPasskeys();
  const site = await startPasskeySite({ signUp: "without-email" });
  const visit = site.visit();
  const { person } = visit.show(<SignUp />, { plugins });
  await person.click(await screen.findByRole("button", { name: texts.signUp.button }));
  expect(screen.queryByLabelText(en.email)).toBeNull();
  await person.type(field(en.name), "Ann Example{Enter}");
  await screen.findByText(texts.backupCodes.title);
  const codes = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(codes).toHaveLength(10);
  await person.click(press(texts.backupCodes.saved));
  expect(visit.went).toEqual([]);
  await person.click(press(texts.backupCodes.copy));
  await person.click(press(texts.backupCodes.saved));
  await waitFor(() => expect(visit.went).toEqual(["/"]));
  const id = (await visit.client.getSession()).data?.user.id;
  cleanup();

  user.device.passkeys.length = 0;
  const elsewhere = site.visit();
  const back = elsewhere.show(<SignIn />, { plugins });
  await back.person.click(await screen.findByRole("button", { name: texts.recovery.button }));
  await back.person.type(field(texts.recovery.code), `${"A".repeat(25)}{Enter}`);
  await screen.findByText(texts.errors.INVALID_BACKUP_CODE ?? "");
  expect(document.activeElement).toBe(field(texts.recovery.code));
  await back.person.clear(field(texts.recovery.code));
  await back.person.type(field(texts.recovery.code), `${codes[0]}{Enter}`);
  await waitFor(() => expect(elsewhere.went).toEqual(["/"]));
  expect((await elsewhere.client.getSession()).data?.user.id).toBe(id);
  expect(user.device.passkeys).toHaveLength(1);
  expect((await visit.browser.get("/get-session")).body).toBeNull();
});

test("a user without an email can replace the backup codes on the account page, and a user with an email has no such row", async () => {
  installPasskeys();
  const site = await startPasskeySite({ signUp: "without-email" });
  const visit = site.visit();
  const { person } = visit.show(<SignUp />, { plugins });
  await person.click(await screen.findByRole("button", { name: texts.signUp.button }));
  await person.type(field(en.name), "Ann Example{Enter}");
  await screen.findByText(texts.backupCodes.title);
  const codesOf = (items: readonly HTMLElement[]): unknown[] => items.map(({ textContent }) => textContent);
  const old = codesOf(screen.getAllByRole("listitem"));
  cleanup();

  const { settings, backupCodes } = texts;
  const account = visit.show(<AccountSecurity />, { plugins });
  await screen.findByText(fillCount(en, settings.codesLeft, 10));
  const opener = press(`${settings.newCodes} (${settings.backupCodes})`);
  await account.person.click(opener);
  const dialog = within(await findDialog());
  dialog.getByText(settings.newCodesText);
  await account.person.click(dialog.getByRole("button", { name: settings.newCodes }));
  await dialog.findByText(backupCodes.title);
  const codes = codesOf(dialog.getAllByRole("listitem"));
  expect([codes.length, codes.some((code) => old.includes(code))]).toEqual([10, false]);
  await account.person.keyboard("{Escape}");
  await account.person.click(dialog.getByRole("button", { name: backupCodes.saved }));
  expect(queryDialog()).not.toBeNull();
  await account.person.click(dialog.getByRole("button", { name: backupCodes.copy }));
  await account.person.click(dialog.getByRole("button", { name: backupCodes.saved }));
  await waitFor(() => expect(queryDialog()).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(opener));
  const path = "/passkey/generate-recovery-options";
  expect((await site.browser().post(path, { code: old[0] })).status).toBe(401);
  expect((await site.browser().post(path, { code: codes[0] })).status).toBe(200);
  cleanup();

  const other = site.visit();
  await other.browser.signUp("ann@example.com");
  other.show(<AccountSecurity />, { plugins });
  await screen.findByText(settings.title);
  await waitFor(() => expect(other.answered).toContain("/account-state"));
  expect(screen.queryByText(settings.backupCodes)).toBeNull();
});

test("a user who added an email in the meantime can only close the dialog for new backup codes", async () => {
  installPasskeys();
  const site = await startPasskeySite({ signUp: "without-email" });
  const visit = site.visit();
  const { person } = visit.show(<SignUp />, { plugins });
  await person.click(await screen.findByRole("button", { name: texts.signUp.button }));
  await person.type(field(en.name), "Ann Example{Enter}");
  await screen.findByText(texts.backupCodes.title);
  cleanup();
  const { settings } = texts;
  const account = visit.show(<AccountSecurity />, { plugins });
  await account.person.click(
    await screen.findByRole("button", { name: `${settings.newCodes} (${settings.backupCodes})` }),
  );
  const { data } = await visit.client.getSession();
  await site.setUser(data?.user.id ?? "", { email: "ann@example.com" });
  const dialog = within(await findDialog());
  await account.person.click(dialog.getByRole("button", { name: settings.newCodes }));
  await dialog.findByText(texts.errors.BACKUP_CODES_NOT_ENABLED ?? "");
  const [close, ...others] = dialog.getAllByRole("button");
  expect([close?.textContent, others]).toEqual([en.close, []]);
  expect(document.activeElement).toBe(close);
  await account.person.click(close as HTMLElement);
  await waitFor(() => expect(queryDialog()).toBeNull());
});

test("an app whose users have emails doesn't offer backup codes for passkeys", async () => {
  installPasskeys();
  const visit = (await startPasskeySite()).visit();
  visit.show(<SignIn />, { plugins });
  await screen.findByRole("button", { name: texts.signIn.button });
  expect(screen.queryByRole("button", { name: texts.recovery.button })).toBeNull();
});
