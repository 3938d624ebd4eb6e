// @vitest-environment jsdom

import { testPassword } from "@latchkey/test-kit";
import { screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { startSite, watchScreens } from "../../test/site.tsx";
import { en } from "../texts/en.ts";
import { fillCount } from "../texts/texts.ts";
import { SignUp } from "./sign-up.tsx";

watchScreens();

const field = (label: string): HTMLInputElement => screen.getByLabelText(label);
const submit = (): HTMLElement => screen.getByRole("button", { name: "Create account" });

async function fill(person: UserEvent, name: string, email: string, password: string): Promise<void> {
  await person.type(field("Name"), name);
  await person.type(field("Email"), email);
  await person.type(field("Password"), password);
}

test("a new account leads home, signed in, without the spaces around name and email", async () => {
  const visit = (await startSite()).visit();
  const { person } = visit.show(<SignUp />);
  await fill(person, " Ann Example ", " ann@example.com ", testPassword);
  await person.click(submit());
  await waitFor(() => expect(visit.went).toEqual(["/"]));
  const { data } = await visit.client.getSession();
  expect(data?.user).toMatchObject({ name: "Ann Example", email: "ann@example.com" });
});

test("the rules for a password stand at its field before anything is typed", async () => {
  (await startSite()).visit().show(<SignUp />);
  const hint = await screen.findByText(fillCount(en, en.signUp.passwordHint, 8));
  expect(field("Password").getAttribute("aria-describedby")).toBe(hint.id);
  expect(field("Password").autocomplete).toBe("new-password");
});

test("a password that breaks them is said at its field, which gets the focus; the rest stays", async () => {
  const visit = (await startSite()).visit();
  const { person } = visit.show(<SignUp />);
  await fill(person, "Ann", "ann@example.com", "short");
  await person.click(submit());
  const note = await screen.findByText("This password is too short.");
  expect(field("Password").getAttribute("aria-describedby")).toBe(note.id);
  expect(document.activeElement).toBe(field("Password"));
  expect(["Name", "Email", "Password"].map((label) => field(label).value)).toEqual(["Ann", "ann@example.com", "short"]);
  await person.keyboard("er than it was{Enter}");
  await waitFor(() => expect(visit.went).toEqual(["/"]));
  expect(field("Password").hasAttribute("aria-invalid")).toBe(false);
});

test("a taken email is said at the email", async () => {
  const site = await startSite();
  await site.browser().signUp("ann@example.com");
  const visit = site.visit();
  const { person } = visit.show(<SignUp />);
  await fill(person, "Ann", "ann@example.com", testPassword);
  await person.click(submit());
  await screen.findByText("There is already an account with this email. Sign in instead.");
  expect(document.activeElement).toBe(field("Email"));
  expect(visit.went).toEqual([]);
});

test("fields that hold nothing but spaces count as empty", async () => {
  const visit = (await startSite()).visit();
  const { person } = visit.show(<SignUp />);
  await fill(person, "  ", "  ", testPassword);
  await person.click(submit());
  expect(screen.getAllByText("This field is required.")).toHaveLength(2);
  expect(document.activeElement).toBe(field("Name"));
  expect(visit.asked.filter((path) => path !== "/capabilities")).toEqual([]);
});

test("two presses make one account", async () => {
  const visit = (await startSite()).visit();
  const release = visit.hold("/sign-up/email");
  const { person } = visit.show(<SignUp />);
  await fill(person, "Ann", "ann@example.com", testPassword);
  await person.dblClick(submit());
  await person.type(field("Name"), "{Enter}");
  release();
  await waitFor(() => expect(visit.went).toEqual(["/"]));
  expect(visit.asked.filter((path) => path !== "/capabilities")).toEqual(["/sign-up/email"]);
});

test("where the email must be proven first, the screen says that a mail is on its way", async () => {
  const visit = (
    await startSite({
      emailAndPassword: { enabled: true, requireEmailVerification: true },
      emailVerification: { sendVerificationEmail: async () => {} },
    })
  ).visit();
  const { person } = visit.show(<SignUp />);
  await fill(person, "Ann", "ann@example.com", testPassword);
  await person.click(submit());
  expect((await screen.findByRole("status")).textContent).toMatch(/we sent you a mail/);
  expect(screen.queryByRole("button")).toBeNull();
  expect(visit.went).toEqual([]);
});
