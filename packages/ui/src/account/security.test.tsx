// @vitest-environment jsdom

import { type TestBrowser, testPassword } from "@latchkey/test-kit";
import { screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { createMailbox } from "../../test/mailbox.ts";
import { startSite, type Visit, watchScreens } from "../../test/site.tsx";
import { en } from "../texts/en.ts";
import { fill, fillCount } from "../texts/texts.ts";
import { AccountSecurity } from "./security.tsx";

watchScreens();

const own = en.changePassword;

async function visitAsAnn(
  options: Parameters<typeof startSite>[0] = {},
): Promise<{ visit: Visit; phone: TestBrowser }> {
  const site = await startSite(options);
  const [visit, phone] = [site.visit(), site.browser()];
  await visit.browser.signUp("ann@example.com");
  await phone.signIn("ann@example.com");
  return { visit, phone };
}

const change = (): Promise<HTMLElement> => screen.findByRole("button", { name: `${own.change} (${en.password})` });
const field = (label: string): Promise<HTMLInputElement> => screen.findByLabelText(label);
const isSignedIn = async (device: TestBrowser): Promise<boolean> => (await device.get("/get-session")).body !== null;

async function fillIn(person: UserEvent, current: string, next: string): Promise<void> {
  await person.type(await field(en.currentPassword), current);
  await person.type(await field(en.newPassword), next);
}

test("the password is changed, other devices are signed out, and focus returns to the row", async () => {
  const { visit, phone } = await visitAsAnn();
  const { person } = visit.show(<AccountSecurity />);
  await person.click(await change());
  expect(document.activeElement).toBe(await field(en.currentPassword));
  await fillIn(person, testPassword, "a brand new password{Enter}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(async () => expect(document.activeElement).toBe(await change()));
  screen.getByText(own.doneEverywhere, { selector: ".lk-toast-text" });
  expect([await isSignedIn(visit.browser), await isSignedIn(phone)]).toEqual([true, false]);
  expect((await phone.signIn("ann@example.com", "a brand new password")).status).toBe(200);
});

test("the user can keep other devices signed in", async () => {
  const { visit, phone } = await visitAsAnn();
  const { person } = visit.show(<AccountSecurity />);
  await person.click(await change());
  await person.click(await field(own.signOutOthers));
  await fillIn(person, testPassword, "a brand new password{Enter}");
  await screen.findByText(own.done, { selector: ".lk-toast-text" });
  expect(await isSignedIn(phone)).toBe(true);
});

test("the new password is checked against the server's rules while typing, and a wrong current password keeps the input", async () => {
  const { visit } = await visitAsAnn();
  const { person } = visit.show(<AccountSecurity />);
  await person.click(await change());
  await screen.findByText(fillCount(en, en.signUp.passwordHint, 8));
  await person.type(await field(en.newPassword), "short");
  screen.getByText(fillCount(en, en.signUp.passwordShort, 3));
  await person.type(await field(en.newPassword), " no more");
  screen.getByText(en.signUp.passwordFits);
  await person.type(await field(en.currentPassword), "not the password{Enter}");
  await screen.findByText(en.errors.INVALID_PASSWORD as string);
  expect(document.activeElement).toBe(await field(en.currentPassword));
  expect((await field(en.newPassword)).value).toBe("short no more");
});

test("password managers can read the account's email", async () => {
  const { visit } = await visitAsAnn();
  const { person } = visit.show(<AccountSecurity />);
  await person.click(await change());
  expect((await field(en.currentPassword)).autocomplete).toBe("current-password");
  expect((await field(en.newPassword)).autocomplete).toBe("new-password");
  expect(document.querySelector<HTMLInputElement>('[autocomplete="username"]')?.value).toBe("ann@example.com");
});

/** Ann, who can only sign in with GitHub. */
async function visitWithoutPassword(options: Parameters<typeof startSite>[0]): Promise<Visit> {
  const keys = { clientId: "app", clientSecret: "secret" };
  const site = await startSite({ socialProviders: { github: keys }, ...options });
  const visit = site.visit();
  const { user } = (await visit.browser.signUp("ann@example.com")).body;
  await site.link(user.id, "github");
  const accounts = (await visit.client.listAccounts()).data ?? [];
  const password = accounts.find(({ providerId }) => providerId === "credential");
  await visit.client.unlinkAccount({ accountId: password?.id as string });
  return visit;
}

test("a user without a password can request a link to set one, without entering a current password", async () => {
  const mailbox = createMailbox();
  const visit = await visitWithoutPassword(mailbox.options);
  const { person } = visit.show(<AccountSecurity />);
  await screen.findByText(own.none);
  await person.click(screen.getByRole("button", { name: `${own.set} (${en.password})` }));
  await screen.findByText(fill(own.setText, { email: "ann@example.com" }));
  expect(screen.queryByLabelText(en.currentPassword)).toBeNull();
  await person.click(screen.getByRole("button", { name: own.setSubmit }));
  await screen.findByText(fill(own.setSent, { email: "ann@example.com" }));
  expect((await mailbox.arrival("reset")).to).toBe("ann@example.com");
});

test("without reset links, a user without a password only sees that no password is set", async () => {
  const visit = await visitWithoutPassword({});
  visit.show(<AccountSecurity />);
  await screen.findByText(own.setUnavailable);
  expect(screen.queryByRole("button", { name: new RegExp(en.password) })).toBeNull();
});

test("if the account state fails to load, it can be reloaded", async () => {
  const { visit } = await visitAsAnn();
  await visit.client.getSession();
  const release = visit.hold("/account-state");
  const { person } = visit.show(<AccountSecurity />);
  await waitFor(() => expect(visit.asked).toContain("/account-state"));
  await waitFor(() => expect(visit.answered).toContain("/list-sessions"));
  visit.isOffline = true;
  release();
  await screen.findByText(en.errors.NETWORK_ERROR as string);
  visit.isOffline = false;
  await person.click(screen.getByRole("button", { name: en.tryAgain }));
  await change();
});
