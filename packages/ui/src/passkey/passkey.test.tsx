// @vitest-environment jsdom

import { testPassword } from "@latchkey/test-kit";
import { cleanup, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { installPasskeys, plugins, startPasskeySite } from "../../test/passkeys.tsx";
import { type Visit, watchScreens } from "../../test/site.tsx";
import { SignIn } from "../sign-in/sign-in.tsx";
import { SignUp } from "../sign-up/sign-up.tsx";
import { en } from "../texts/en.ts";
import { twoFactorEn } from "../two-factor/texts.ts";
import { TwoFactorStep } from "../two-factor/two-factor-step.tsx";
import { PasskeyNudge } from "./passkey-nudge.tsx";
import { passkeyEn as texts } from "./texts.ts";

watchScreens();

const field = (label: string): HTMLInputElement => screen.getByLabelText(label);
const press = (name: string): HTMLElement => screen.getByRole("button", { name });
const email = async ({ client }: Visit): Promise<string | undefined> => (await client.getSession()).data?.user.email;
const passkeysOf = (visit: Visit) => visit.browser.get<readonly unknown[]>("/passkey/list-user-passkeys");

/** Ann signs up and adds a passkey, and comes back with the same device, signed out. */
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

test("the button signs in, after a canceled dialog too, which is only mentioned", async () => {
  const { user, visit } = await visitWithPasskey();
  const { person } = visit.show(<SignIn />, { plugins });
  user.cancels = true;
  await person.click(press(texts.signIn.button));
  expect((await screen.findByRole("alert")).textContent).toBe(texts.errors.AUTH_CANCELLED);
  user.cancels = false;
  await person.click(press(texts.signIn.button));
  await waitFor(() => expect(visit.went).toEqual(["/"]));
  expect(await email(visit)).toBe("ann@example.com");
});

test("the email field offers passkeys, also again after the button was used in vain", async () => {
  const { user, visit } = await visitWithPasskey();
  const { person } = visit.show(<SignIn />, { plugins });
  expect(field(en.email).autocomplete).toBe("username webauthn");
  await waitFor(() => expect(user.pick).toBeDefined());
  user.cancels = true;
  await person.click(press(texts.signIn.button));
  await screen.findByRole("alert");
  await waitFor(() => expect(user.pick).toBeDefined());
  user.pick?.();
  await waitFor(() => expect(visit.went).toEqual(["/"]));
});

test("leaving the page ends the offer", async () => {
  const { user, visit } = await visitWithPasskey();
  const { unmount } = visit.show(<SignIn />, { plugins });
  await waitFor(() => expect(user.pick).toBeDefined());
  unmount();
  await waitFor(() => expect(user.pick).toBeUndefined());
});

test("a passkey that was removed from the server shows an error", async () => {
  const { visit } = await visitWithPasskey();
  const other = (await startPasskeySite()).visit();
  const { person } = other.show(<SignIn />, { plugins });
  await person.click(press(texts.signIn.button));
  expect((await screen.findByRole("alert")).textContent).toBe(texts.errors.PASSKEY_NOT_FOUND);
  expect(visit.went).toEqual([]);
});

test("a browser without passkeys doesn't see the button", async () => {
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

test("after a sign-in with a password, the page asks for a passkey, and not again for 30 days after Not now", async () => {
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

test("the page doesn't ask users who have a passkey already", async () => {
  const { visit } = await visitWithPasskey();
  await visit.browser.post("/sign-in/email", { email: "ann@example.com", password: testPassword });
  const done = vi.fn();
  visit.show(<PasskeyNudge onDone={done} />, { plugins });
  await waitFor(() => expect(done).toHaveBeenCalledOnce());
});

test("a browser that says it adds passkeys by itself, but doesn't answer, holds no one up", async () => {
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

test("a passkey is a second factor, with the others below", async () => {
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
  expect((await screen.findByRole("alert")).textContent).toBe(texts.errors.AUTH_CANCELLED);
  // Without an app or emailed codes, there are no backup codes either.
  expect(screen.queryByRole("button", { name: twoFactorEn.step.useBackup })).toBeNull();
  user.cancels = false;
  await person.click(press(texts.secondFactor.submit));
  await waitFor(() => expect(visit.went).toEqual(["/"]));
  expect(await email(visit)).toBe("ann@example.com");
});
