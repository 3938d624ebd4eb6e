// @vitest-environment jsdom

import { definePlugin } from "@latchkey/core/plugin";
import { testPassword } from "@latchkey/test-kit";
import { screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { startSite, type Visit, watchScreens } from "../../test/site.tsx";
import { SignIn } from "./sign-in.tsx";

watchScreens();

const emailField = (): HTMLInputElement => screen.getByLabelText("Email");
const passwordField = (): HTMLInputElement => screen.getByLabelText("Password");
const submit = (): HTMLElement => screen.getByRole("button", { name: "Sign in" });

/** Someone without cookies, on a site where Ann has an account. */
async function visitSite(options?: Parameters<typeof startSite>[0]): Promise<Visit> {
  const site = await startSite(options);
  await site.browser().signUp("ann@example.com");
  return site.visit();
}

async function fill(person: UserEvent, email: string, password: string): Promise<void> {
  await person.type(emailField(), email);
  await person.type(passwordField(), password);
}

test("email and password lead home, signed in", async () => {
  const visit = await visitSite();
  const { person } = visit.show(<SignIn />);
  await fill(person, " ann@example.com ", testPassword);
  await person.click(submit());
  await waitFor(() => expect(visit.went).toEqual(["/"]));
  expect((await visit.client.getSession()).data?.user.email).toBe("ann@example.com");
  expect(screen.queryByRole("alert")).toBeNull();
});

test("an app without mails for new passwords has no link to them", async () => {
  const visit = await visitSite();
  const link = "Forgot your password?";
  visit.show(<SignIn />, { paths: {} }).getByText(link);
  visit.show(<SignIn />, { paths: { forgotPassword: null } });
  expect(screen.getAllByRole("button", { name: "Sign in" })).toHaveLength(2);
  expect(screen.getAllByText(link)).toHaveLength(1);
});

test("an app can say what follows, and makes the links", async () => {
  const visit = await visitSite();
  const onSignedIn = vi.fn();
  const { person } = visit.show(<SignIn onSignedIn={onSignedIn} />, {
    paths: { signUp: "/join" },
    link: ({ href, children }) => <a href={`/app${href}`}>{children}</a>,
  });
  expect(screen.getByRole("link", { name: "Create one" }).getAttribute("href")).toBe("/app/join");
  await fill(person, "ann@example.com", testPassword);
  await person.click(submit());
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(visit.went).toEqual([]);
});

test("a wrong password is announced, and what was typed stays", async () => {
  const visit = await visitSite();
  const { person } = visit.show(<SignIn />);
  await fill(person, "ann@example.com", "not the password");
  await person.click(screen.getByLabelText("Keep me signed in"));
  await person.click(submit());
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toBe("Email or password is not right. Check both and try again.");
  expect(emailField().form?.contains(alert)).toBe(true);
  expect([emailField().value, passwordField().value]).toEqual(["ann@example.com", "not the password"]);
  expect(screen.getByLabelText<HTMLInputElement>("Keep me signed in").checked).toBe(false);
  expect(visit.went).toEqual([]);
});

test("the same mistake made again is announced again, and a right password ends the talk of it", async () => {
  const visit = await visitSite();
  const { person } = visit.show(<SignIn />);
  await fill(person, "ann@example.com", "wrong");
  await person.click(submit());
  const first = await screen.findByRole("alert");
  const release = visit.hold("/sign-in/email");
  await person.click(submit());
  expect(screen.queryByRole("alert")).toBeNull();
  release();
  expect(await screen.findByRole("alert")).not.toBe(first);
  await person.clear(passwordField());
  await person.type(passwordField(), testPassword);
  await person.click(submit());
  await waitFor(() => expect(visit.went).toEqual(["/"]));
  expect(screen.queryByRole("alert")).toBeNull();
});

test("empty fields are named, the first gets the focus, and nothing is sent", async () => {
  const visit = await visitSite();
  const { person } = visit.show(<SignIn />);
  await person.click(submit());
  expect(screen.getAllByText("This field is required.")).toHaveLength(2);
  expect(document.activeElement).toBe(emailField());
  await person.type(emailField(), "ann@example.com");
  await person.click(submit());
  expect(screen.getAllByText("This field is required.")).toHaveLength(1);
  expect(document.activeElement).toBe(passwordField());
  expect(passwordField().getAttribute("aria-invalid")).toBe("true");
  expect(emailField().hasAttribute("aria-invalid")).toBe(false);
  expect(visit.asked).toEqual([]);
});

test("an email that is none is said at its field, which gets the focus", async () => {
  const visit = await visitSite();
  const { person } = visit.show(<SignIn />);
  await fill(person, "ann.example.com", testPassword);
  await person.click(submit());
  const note = await screen.findByText("This does not look like an email address.");
  expect(emailField().getAttribute("aria-describedby")).toBe(note.id);
  expect(emailField().getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(emailField());
});

test("the button says that it is busy, and pressing again by pointer or Enter sends nothing more", async () => {
  const visit = await visitSite();
  const release = visit.hold("/sign-in/email");
  const { person } = visit.show(<SignIn />);
  await fill(person, "ann@example.com", testPassword);
  await person.dblClick(submit());
  expect(submit().getAttribute("aria-busy")).toBe("true");
  expect(submit().getAttribute("aria-disabled")).toBe("true");
  // Not `disabled`, because that would take the focus from the pressed button.
  expect(document.activeElement).toBe(submit());
  await person.click(submit());
  await person.type(passwordField(), "{Enter}");
  release();
  await waitFor(() => expect(visit.went).toEqual(["/"]));
  expect(visit.asked).toEqual(["/sign-in/email"]);
  expect(submit().hasAttribute("aria-busy")).toBe(false);
});

test("the keyboard alone is enough", async () => {
  const visit = await visitSite();
  const { person } = visit.show(<SignIn />);
  const passed: unknown[] = [];
  for (let stop = 0; stop < 5; stop++) {
    await person.tab();
    passed.push(document.activeElement);
  }
  const show = screen.getByRole("button", { name: "Show password" });
  expect(passed).toEqual([emailField(), passwordField(), show, screen.getByLabelText("Keep me signed in"), submit()]);
  await person.type(emailField(), "ann@example.com");
  await person.type(passwordField(), `${testPassword}{Enter}`);
  await waitFor(() => expect(visit.went).toEqual(["/"]));
});

test("a password can be shown and hidden again, and is sent in neither case by that", async () => {
  const visit = await visitSite();
  const { person } = visit.show(<SignIn />);
  await person.type(passwordField(), "secret");
  expect(passwordField().type).toBe("password");
  await person.click(screen.getByRole("button", { name: "Show password" }));
  expect([passwordField().type, passwordField().value]).toEqual(["text", "secret"]);
  await person.keyboard("{Enter}");
  expect([passwordField().type, passwordField().value]).toEqual(["password", "secret"]);
  expect(screen.getByRole("button", { name: "Show password" }).getAttribute("aria-pressed")).toBe("false");
  expect(visit.asked).toEqual([]);
});

test("whoever does not want to be kept signed in gets a cookie that ends with the browser", async () => {
  const lifetimes: boolean[] = [];
  for (const keep of [true, false]) {
    const visit = await visitSite();
    const { person, unmount } = visit.show(<SignIn />);
    await fill(person, "ann@example.com", testPassword);
    if (!keep) await person.click(screen.getByLabelText("Keep me signed in"));
    await person.click(submit());
    await waitFor(() => expect(visit.went).toEqual(["/"]));
    lifetimes.push(visit.setCookies.some((line) => /session_token=.*Max-Age=\d{3}/.test(line)));
    unmount();
  }
  expect(lifetimes).toEqual([true, false]);
});

test("a server that cannot be reached is said so, and the form can be sent again", async () => {
  const visit = await visitSite();
  const { person } = visit.show(<SignIn />);
  await fill(person, "ann@example.com", testPassword);
  visit.isOffline = true;
  await person.click(submit());
  expect((await screen.findByRole("alert")).textContent).toMatch(/^The server cannot be reached/);
  visit.isOffline = false;
  await person.click(submit());
  await waitFor(() => expect(visit.went).toEqual(["/"]));
});

test("an answer that asks for a second step leads nowhere: nobody is signed in yet", async () => {
  const stepUp = definePlugin({
    id: "step-up",
    gates: [{ name: "step-up", kind: "challenge", check: () => ({ response: { twoFactorRedirect: true } }) }],
  });
  const visit = (await startSite({ plugins: [stepUp] })).visit();
  await visit.browser.signUp("ann@example.com");
  const { person } = visit.show(<SignIn />);
  await fill(person, "ann@example.com", testPassword);
  const release = visit.hold("/sign-in/email");
  await person.click(submit());
  release();
  await waitFor(() => expect(submit().hasAttribute("aria-busy")).toBe(false));
  expect(screen.queryByRole("alert")).toBeNull();
  expect(visit.went).toEqual([]);
});
