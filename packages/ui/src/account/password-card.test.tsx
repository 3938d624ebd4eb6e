// @vitest-environment jsdom

import { type TestBrowser, testPassword } from "@latchkey/test-kit";
import { screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { startSite, type Visit, watchScreens } from "../../test/site.tsx";
import { en } from "../texts/en.ts";
import { PasswordCard } from "./password-card.tsx";

watchScreens();

async function visitAsAnn(): Promise<{ visit: Visit; phone: TestBrowser }> {
  const site = await startSite();
  const [visit, phone] = [site.visit(), site.browser()];
  await visit.browser.signUp("ann@example.com");
  await phone.signIn("ann@example.com");
  return { visit, phone };
}

const field = (label: string): Promise<HTMLInputElement> => screen.findByLabelText(label);
const isSignedIn = async (device: TestBrowser): Promise<boolean> => (await device.get("/get-session")).body !== null;

async function fill(person: UserEvent, current: string, next: string): Promise<void> {
  await person.type(await field("Current password"), current);
  await person.type(await field("New password"), next);
}

test("the password is changed, other devices are signed out, and the fields are empty again", async () => {
  const { visit, phone } = await visitAsAnn();
  const { person } = visit.show(<PasswordCard />);
  await fill(person, testPassword, "a brand new password{Enter}");
  const done = await screen.findByRole("status");
  expect(done.textContent).toBe("Your password is changed, and all other devices are signed out.");
  await waitFor(() => expect(document.activeElement).toBe(done));
  expect([(await field("Current password")).value, (await field("New password")).value]).toEqual(["", ""]);
  expect([await isSignedIn(visit.browser), await isSignedIn(phone)]).toEqual([true, false]);
  expect((await phone.signIn("ann@example.com", "a brand new password")).status).toBe(200);
});

test("whoever does not want that leaves the other devices signed in", async () => {
  const { visit, phone } = await visitAsAnn();
  const { person } = visit.show(<PasswordCard />);
  await person.click(await screen.findByLabelText("Sign out other devices"));
  await fill(person, testPassword, "a brand new password{Enter}");
  expect((await screen.findByRole("status")).textContent).toBe("Your password is changed.");
  expect(await isSignedIn(phone)).toBe(true);
});

test("a wrong password and a short new one are said at their fields, which get the focus; nothing is lost", async () => {
  const { visit } = await visitAsAnn();
  const { person } = visit.show(<PasswordCard />);
  await fill(person, "not the password", "a brand new password{Enter}");
  const wrong = await screen.findByText(en.errors.INVALID_PASSWORD ?? "");
  expect((await field("Current password")).getAttribute("aria-describedby")).toBe(wrong.id);
  expect(document.activeElement).toBe(await field("Current password"));
  await person.clear(await field("New password"));
  await person.type(await field("New password"), "short{Enter}");
  await screen.findByText(en.errors.PASSWORD_TOO_SHORT ?? "");
  expect(document.activeElement).toBe(await field("New password"));
  expect((await field("Current password")).value).toBe("not the password");
});

test("password managers are told whose password it is", async () => {
  const { visit } = await visitAsAnn();
  const { container } = visit.show(<PasswordCard />);
  expect((await field("Current password")).autocomplete).toBe("current-password");
  expect((await field("New password")).autocomplete).toBe("new-password");
  const hint = container.querySelector<HTMLInputElement>('[autocomplete="username"]');
  expect([hint?.value, hint?.hidden]).toEqual(["ann@example.com", true]);
});

test("whoever does not know the current one is led to the mail", async () => {
  const { visit } = await visitAsAnn();
  visit.show(<PasswordCard />);
  const link = await screen.findByRole("link", { name: "Forgot your password?" });
  expect(link.getAttribute("href")).toBe("/forgot-password");
});
