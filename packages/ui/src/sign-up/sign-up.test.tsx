// @vitest-environment jsdom

import { testPassword } from "@latchkey/test-kit";
import { screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { createMailbox, openLink } from "../../test/mailbox.ts";
import { startSite, watchScreens } from "../../test/site.tsx";
import { en } from "../texts/en.ts";
import { fillCount, fill as fillText } from "../texts/texts.ts";
import { SignUp } from "./sign-up.tsx";

watchScreens();

const field = (label: string): HTMLInputElement => screen.getByLabelText(label);
const submit = (): HTMLElement => screen.getByRole("button", { name: en.signUp.submit });

async function fill(person: UserEvent, name: string, email: string, password: string): Promise<void> {
  await person.type(field(en.name), name);
  await person.type(field(en.email), email);
  await person.type(field(en.password), password);
}

test("signing up removes spaces around the name and email, and opens the home page", async () => {
  const visit = (await startSite()).visit();
  const { person } = visit.show(<SignUp />);
  await fill(person, " Ann Example ", " ann@example.com ", testPassword);
  await person.click(submit());
  await waitFor(() => expect(visit.went).toEqual(["/"]));
  const { data } = await visit.client.getSession();
  expect(data?.user).toMatchObject({ name: "Ann Example", email: "ann@example.com" });
});

test("the password rules are shown below the field before the user types", async () => {
  (await startSite()).visit().show(<SignUp />);
  const hint = screen.getByText(fillCount(en, en.signUp.passwordHint, 8));
  expect(field(en.password).getAttribute("aria-describedby")).toBe(hint.id);
  expect(field(en.password).autocomplete).toBe("new-password");
});

test("a rejected password shows an error at the field, which gets focus, and the input stays", async () => {
  const visit = (await startSite()).visit();
  const { person } = visit.show(<SignUp />);
  await fill(person, "Ann", "ann@example.com", "short");
  await person.click(submit());
  const note = await screen.findByText(en.errors.PASSWORD_TOO_SHORT ?? "");
  expect(field(en.password).getAttribute("aria-describedby")).toBe(note.id);
  expect(document.activeElement).toBe(field(en.password));
  expect([en.name, en.email, en.password].map((label) => field(label).value)).toEqual([
    "Ann",
    "ann@example.com",
    "short",
  ]);
  await person.keyboard("er than it was{Enter}");
  await waitFor(() => expect(visit.went).toEqual(["/"]));
  expect(field(en.password).hasAttribute("aria-invalid")).toBe(false);
});

test("a taken email shows an error at its field", async () => {
  const site = await startSite();
  await site.browser().signUp("ann@example.com");
  const visit = site.visit();
  const { person } = visit.show(<SignUp />);
  await fill(person, "Ann", "ann@example.com", testPassword);
  await person.click(submit());
  await screen.findByText(en.errors.USER_ALREADY_EXISTS ?? "");
  expect(document.activeElement).toBe(field(en.email));
  expect(visit.went).toEqual([]);
});

test("fields that only contain spaces count as empty", async () => {
  const visit = (await startSite()).visit();
  const { person } = visit.show(<SignUp />);
  await fill(person, "  ", "  ", testPassword);
  await person.click(submit());
  expect(screen.getAllByText(en.required)).toHaveLength(2);
  expect(document.activeElement).toBe(field(en.name));
  expect(visit.asked).toEqual([]);
});

test("two presses create one account", async () => {
  const visit = (await startSite()).visit();
  const release = visit.hold("/sign-up/email");
  const { person } = visit.show(<SignUp />);
  await fill(person, "Ann", "ann@example.com", testPassword);
  await person.dblClick(submit());
  await person.type(field(en.name), "{Enter}");
  release();
  await waitFor(() => expect(visit.went).toEqual(["/"]));
  expect(visit.asked.filter((path) => path !== "/capabilities")).toEqual(["/sign-up/email"]);
});

test("if the email must be verified first, the page says so and can send another email", async () => {
  const mailbox = createMailbox();
  const visit = (
    await startSite({ ...mailbox.options, emailAndPassword: { enabled: true, requireEmailVerification: true } })
  ).visit();
  const { person } = visit.show(<SignUp search="?redirectTo=/a%3Fb%23c" />);
  await fill(person, "Ann", "ann@example.com", testPassword);
  await person.click(submit());
  const heading = await screen.findByRole("heading", { name: en.signUp.checkTitle });
  expect(document.activeElement).toBe(heading);
  expect(screen.getByText("ann@example.com").tagName).toBe("BDI");
  const { url } = await mailbox.arrival("verify");
  const { path, search } = await openLink(visit.browser, url);
  expect([path, new URLSearchParams(search).get("redirectTo")]).toEqual(["/email-verified", "/a?b#c"]);
  await person.click(screen.getByRole("button", { name: en.forgotPassword.again }));
  expect(field(en.email).value).toBe("ann@example.com");
  expect(visit.went).toEqual([]);
});

test("if sign-up creates no session and sends no email, the sign-in page is next", async () => {
  const visit = (await startSite({ emailAndPassword: { enabled: true, autoSignIn: false } })).visit();
  const { person } = visit.show(<SignUp search="?redirectTo=/a" />);
  await fill(person, "Ann", "ann@example.com", testPassword);
  await person.click(submit());
  await waitFor(() => expect(visit.went).toEqual(["/sign-in?redirectTo=%2Fa"]));
});

test("the hint below the password follows the server's rules", async () => {
  const options = { minPasswordLength: 10, maxPasswordLength: 64, refuseOwnNames: true };
  const visit = (await startSite({ emailAndPassword: { enabled: true, ...options } })).visit();
  const { person } = visit.show(<SignUp />);
  const line = (): string | null =>
    document.getElementById(field(en.password).getAttribute("aria-describedby") ?? "")?.textContent ?? null;
  expect(line()).toBe(fillCount(en, en.signUp.passwordHint, 10));
  await person.type(field(en.email), "annabelle.example@example.com");
  await person.type(field(en.password), "annabelle");
  expect(line()).toBe(fillCount(en, en.signUp.passwordShort, 1));
  await person.type(field(en.password), ".example");
  expect(line()).toBe(en.errors.PASSWORD_TOO_OBVIOUS);
  await person.type(field(en.password), "s");
  expect(line()).toBe(en.signUp.passwordFits);
  await person.type(field(en.password), " and more".repeat(7));
  expect(line()).toBe(fillCount(en, en.signUp.passwordLong, 64));
});

test("the app's own fields have inputs by type, and their values are stored", async () => {
  const additionalFields = {
    companyName: { type: "string", input: true, required: true },
    seats: { type: "number", input: true },
    newsletter: { type: "boolean", input: true },
    born: { type: "date", input: true },
  } as const;
  const visit = (await startSite({ user: { additionalFields } })).visit();
  const { person } = visit.show(<SignUp />, { texts: { fieldLabels: { seats: "Number of seats" } } });
  const optional = (label: string): string => fillText(en.optional, { label });
  expect(field(optional("Number of seats")).type).toBe("number");
  expect(field(optional("Born")).type).toBe("date");
  await fill(person, "Ann", "ann@example.com", testPassword);
  await person.click(submit());
  expect(document.activeElement).toBe(field("Company name"));
  await person.type(field("Company name"), "Acme");
  await person.type(field(optional("Number of seats")), "3");
  await person.type(field(optional("Born")), "2000-02-29");
  await person.click(field("Newsletter"));
  await person.click(submit());
  await waitFor(() => expect(visit.went).toEqual(["/"]));
  const { data } = await visit.client.getSession();
  expect(data?.user).toMatchObject({ companyName: "Acme", seats: 3, newsletter: true });
});

test("without sign-up, the page shows a message and a link to sign in", async () => {
  const visit = (await startSite({ emailAndPassword: { enabled: true, disableSignUp: true } })).visit();
  visit.show(<SignUp search="?redirectTo=/a" />);
  screen.getByRole("heading", { name: en.signUp.closedTitle });
  expect(screen.getByRole("link", { name: en.signUp.toSignIn }).getAttribute("href")).toBe("/sign-in?redirectTo=%2Fa");
});

test("a new user returns to the page they came from", async () => {
  const visit = (await startSite()).visit();
  const { person } = visit.show(<SignUp redirectTo="/projects?tab=a#row" />);
  await fill(person, "Ann", "ann@example.com", testPassword);
  await person.click(submit());
  await waitFor(() => expect(visit.went).toEqual(["/projects?tab=a#row"]));
});
