// @vitest-environment jsdom

import { testPassword } from "@latchkey/test-kit";
import { username, usernameErrors } from "@latchkey/username";
import { screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { startSite, type Visit, watchScreens } from "../../test/site.tsx";
import { AccountProfile } from "../account/profile.tsx";
import { SignIn } from "../sign-in/sign-in.tsx";
import { SignUp } from "../sign-up/sign-up.tsx";
import { en } from "../texts/en.ts";
import { fill } from "../texts/texts.ts";
import { usernameUi } from "./plugin.ts";
import { usernameEn } from "./texts.ts";

watchScreens();

const plugins = [usernameUi()];
const field = (label: string): HTMLInputElement => screen.getByLabelText(label);
/** The label on the sign-up page. */
const ownLabel = fill(en.optional, { label: usernameEn.label });

/** A visit to a site where Bob has the username "bob". */
async function visitSite(): Promise<Visit> {
  const site = await startSite({ plugins: [username()] });
  const bob = { name: "Bob", email: "bob@example.com", password: testPassword, username: "bob" };
  await site.browser().post("/sign-up/email", bob);
  return site.visit();
}

async function signUp(person: UserEvent, name: string): Promise<void> {
  await person.type(field(en.name), "Ann");
  await person.type(field(en.email), "ann@example.com");
  await person.type(field(en.password), testPassword);
  await person.type(field(ownLabel), name);
  await person.click(screen.getByRole("button", { name: en.signUp.submit }));
}

test("users can choose a username at sign-up", async () => {
  const visit = await visitSite();
  const { person } = visit.show(<SignUp />, { plugins });
  await signUp(person, "Ann_1");
  await waitFor(() => expect(visit.went).toEqual(["/"]));
  expect((await visit.client.getSession()).data?.user).toMatchObject({ username: "ann_1", displayUsername: "Ann_1" });
});

test("the username is optional", async () => {
  const visit = await visitSite();
  const { person } = visit.show(<SignUp />, { plugins });
  await signUp(person, " ");
  await waitFor(() => expect(visit.went).toEqual(["/"]));
  expect((await visit.client.getSession()).data?.user).toMatchObject({ username: null });
});

test("while typing, the field shows whether the username is available", async () => {
  const visit = await visitSite();
  const { person } = visit.show(<SignUp />, { plugins });
  const leave = (name: string) => person.type(field(ownLabel), name);
  await leave("bob");
  await screen.findByText(usernameEn.errors.USERNAME_IS_ALREADY_TAKEN ?? "");
  await leave("by");
  await screen.findByText(usernameEn.available);
  await person.clear(field(ownLabel));
  await leave("a b!");
  await screen.findByText(usernameEn.errors.INVALID_USERNAME ?? "");
});

test("a username that has since been taken shows an error at its field", async () => {
  const visit = await visitSite();
  const { person } = visit.show(<SignUp />, { plugins });
  const answer = visit.hold("/is-username-available");
  await signUp(person, "bob");
  await screen.findByText(usernameEn.errors.USERNAME_IS_ALREADY_TAKEN ?? "");
  expect(field(ownLabel)).toBe(document.activeElement);
  answer();
});

test.each(["BOB", "bob@example.com"])("%s signs in", async (typed) => {
  const visit = await visitSite();
  const { person } = visit.show(<SignIn />, { plugins });
  await person.type(field(usernameEn.emailOrUsername), typed);
  await person.type(field(en.password), testPassword);
  await person.click(screen.getByRole("button", { name: en.signIn.submit }));
  await waitFor(() => expect(visit.went).toEqual(["/"]));
  expect((await visit.client.getSession()).data?.user.email).toBe("bob@example.com");
});

test("without /sign-in/email, the field accepts only usernames", async () => {
  const site = await startSite({ plugins: [username()], disabledPaths: ["/sign-in/email"] });
  const bob = { name: "Bob", email: "bob@example.com", password: testPassword, username: "bob" };
  await site.browser().post("/sign-up/email", bob);
  const visit = site.visit();
  const { person } = visit.show(<SignIn email="bob@example.com" />, { plugins });
  const name = await screen.findByLabelText<HTMLInputElement>(usernameEn.label);
  expect(name.value).toBe("");
  await person.type(name, "bob@example.com");
  await person.type(field(en.password), testPassword);
  await person.click(screen.getByRole("button", { name: en.signIn.submit }));
  await screen.findByText(usernameEn.errors.INVALID_USERNAME ?? "");
  expect(name).toBe(document.activeElement);
  await person.clear(name);
  await person.type(name, "bob");
  await person.click(screen.getByRole("button", { name: en.signIn.submit }));
  await waitFor(() => expect(visit.went).toEqual(["/"]));
  expect(visit.asked).not.toContain("/sign-in/email");
});

test("a wrong password doesn't reveal whether the username exists, and an invalid username shows an error at the field", async () => {
  const visit = await visitSite();
  const { person } = visit.show(<SignIn />, { plugins });
  await person.type(field(usernameEn.emailOrUsername), "bob");
  await person.type(field(en.password), "not the password");
  await person.click(screen.getByRole("button", { name: en.signIn.submit }));
  expect((await screen.findByRole("alert")).textContent).toBe(usernameEn.errors.INVALID_USERNAME_OR_PASSWORD);
  await person.type(field(usernameEn.emailOrUsername), "!");
  await person.click(screen.getByRole("button", { name: en.signIn.submit }));
  await waitFor(() => expect(field(usernameEn.emailOrUsername).getAttribute("aria-invalid")).toBe("true"));
});

test("the username can be changed in its row, and is shown as typed", async () => {
  const visit = await visitSite();
  await visit.client.signIn.email({ email: "bob@example.com", password: testPassword });
  const { person } = visit.show(<AccountProfile />, { plugins });
  const edit = (): Promise<HTMLElement> =>
    screen.findByRole("button", { name: fill(en.editField, { name: usernameEn.label }) });
  await person.click(await edit());
  expect(field(usernameEn.label).value).toBe("bob");
  await screen.findByText(fill(usernameEn.hint, { min: "3", max: "30" }));
  await person.clear(field(usernameEn.label));
  await person.type(field(usernameEn.label), "bobBY");
  await screen.findByText(usernameEn.available);
  await person.keyboard("{Enter}");
  await screen.findByText("bobBY");
  expect((await visit.client.getSession()).data?.user).toMatchObject({ username: "bobby", displayUsername: "bobBY" });
  expect(visit.asked.filter((path) => path === "/is-username-available")).toHaveLength(1);
});

test("users can change the case of their username without a check", async () => {
  const visit = await visitSite();
  await visit.client.signIn.email({ email: "bob@example.com", password: testPassword });
  const { person } = visit.show(<AccountProfile />, { plugins });
  await person.click(await screen.findByRole("button", { name: fill(en.editField, { name: usernameEn.label }) }));
  await person.clear(field(usernameEn.label));
  await person.type(field(usernameEn.label), "Bob{Enter}");
  await screen.findByText("Bob", { selector: ".lk-row bdi" });
  await waitFor(async () =>
    expect((await visit.client.getSession()).data?.user).toMatchObject({ displayUsername: "Bob" }),
  );
  expect(visit.asked).not.toContain("/is-username-available");
});

test("a user without a username can add one", async () => {
  const visit = await visitSite();
  await visit.browser.signUp("ann@example.com");
  const { person } = visit.show(<AccountProfile />, { plugins });
  await person.click(await screen.findByRole("button", { name: `${en.account.add} (${usernameEn.label})` }));
  await person.type(field(usernameEn.label), "bob");
  await screen.findByText(usernameEn.errors.USERNAME_IS_ALREADY_TAKEN ?? "");
  await person.clear(field(usernameEn.label));
  await person.type(field(usernameEn.label), "ann{Enter}");
  await waitFor(async () => expect((await visit.client.getSession()).data?.user).toMatchObject({ username: "ann" }));
});

test("every error has a text", () => {
  const said = { ...en.errors, ...usernameEn.errors };
  expect(Object.keys(usernameErrors).filter((code) => !Object.hasOwn(said, code))).toEqual([]);
});
