// @vitest-environment jsdom

import { definePlugin } from "@latchkey/core/plugin";
import { testPassword } from "@latchkey/test-kit";
import { cleanup, screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { createMailbox, openLink } from "../../test/mailbox.ts";
import { startSite, type Visit, watchScreens, wholeText } from "../../test/site.tsx";
import { en } from "../texts/en.ts";
import { fill as fillText } from "../texts/texts.ts";
import { SignIn } from "./sign-in.tsx";

watchScreens();

const emailField = (): HTMLInputElement => screen.getByLabelText(en.email);
const passwordField = (): HTMLInputElement => screen.getByLabelText(en.password);
const submit = (): HTMLElement => screen.getByRole("button", { name: en.signIn.submit });

/** A visitor without cookies, on a site where Ann has an account. */
async function visitSite(options?: Parameters<typeof startSite>[0]): Promise<Visit> {
  const site = await startSite(options);
  await site.browser().signUp("ann@example.com");
  return site.visit();
}

async function fill(person: UserEvent, email: string, password: string): Promise<void> {
  await person.type(emailField(), email);
  await person.type(passwordField(), password);
}

test("signing in with email and password opens the home page", async () => {
  const visit = await visitSite();
  const { person } = visit.show(<SignIn />);
  await fill(person, " ann@example.com ", testPassword);
  await person.click(submit());
  await waitFor(() => expect(visit.went).toEqual(["/"]));
  expect((await visit.client.getSession()).data?.user.email).toBe("ann@example.com");
  expect(screen.queryByRole("alert")).toBeNull();
});

test("the link for a forgotten password is shown only if the server sends reset links", async () => {
  (await visitSite()).show(<SignIn />);
  expect(screen.queryByText(en.signIn.toForgotPassword)).toBeNull();
  cleanup();
  (await visitSite({ emailAndPassword: { enabled: true, sendResetPassword: async () => {} } })).show(<SignIn />);
  expect(screen.getByRole("link", { name: en.signIn.toForgotPassword }).getAttribute("href")).toBe("/forgot-password");
});

test("the app decides what happens after sign-in, and renders the links", async () => {
  const visit = await visitSite();
  const onSignedIn = vi.fn();
  const { person } = visit.show(<SignIn onSignedIn={onSignedIn} />, {
    paths: { signUp: "/join" },
    link: ({ href, children }) => <a href={`/app${href}`}>{children}</a>,
  });
  expect(screen.getByRole("link", { name: en.signIn.toSignUp }).getAttribute("href")).toBe("/app/join");
  await fill(person, "ann@example.com", testPassword);
  await person.click(submit());
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(visit.went).toEqual([]);
});

test("a wrong password is announced, and the input stays", async () => {
  const visit = await visitSite();
  const { person } = visit.show(<SignIn rememberMe="ask" />);
  await fill(person, "ann@example.com", "not the password");
  await person.click(screen.getByLabelText(en.signIn.remember));
  await person.click(submit());
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toBe(en.errors.INVALID_EMAIL_OR_PASSWORD);
  expect(emailField().form?.contains(alert)).toBe(true);
  expect([emailField().value, passwordField().value]).toEqual(["ann@example.com", "not the password"]);
  expect(screen.getByLabelText<HTMLInputElement>(en.signIn.remember).checked).toBe(false);
  expect(visit.went).toEqual([]);
});

test("a repeated mistake is announced again, and the right password removes the message", async () => {
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

test("empty fields show an error, the first field gets focus, and nothing is sent", async () => {
  const visit = await visitSite();
  const { person } = visit.show(<SignIn />);
  await person.click(submit());
  expect(screen.getAllByText(en.required)).toHaveLength(2);
  expect(document.activeElement).toBe(emailField());
  await person.type(emailField(), "ann@example.com");
  await person.click(submit());
  expect(screen.getAllByText(en.required)).toHaveLength(1);
  expect(document.activeElement).toBe(passwordField());
  expect(passwordField().getAttribute("aria-invalid")).toBe("true");
  expect(emailField().hasAttribute("aria-invalid")).toBe(false);
  expect(visit.asked).toEqual([]);
});

test("an invalid email shows an error at its field, which gets focus", async () => {
  const visit = await visitSite();
  const { person } = visit.show(<SignIn />);
  await fill(person, "ann.example.com", testPassword);
  await person.click(submit());
  const note = await screen.findByText(en.errors.INVALID_EMAIL ?? "");
  expect(emailField().getAttribute("aria-describedby")).toBe(note.id);
  expect(emailField().getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(emailField());
});

test("while the button is busy, pressing it again sends nothing", async () => {
  const visit = await visitSite();
  const release = visit.hold("/sign-in/email");
  const { person } = visit.show(<SignIn />);
  await fill(person, "ann@example.com", testPassword);
  await person.dblClick(submit());
  expect(submit().getAttribute("aria-busy")).toBe("true");
  expect(submit().getAttribute("aria-disabled")).toBe("true");
  // Not `disabled`, because that would take focus from the pressed button.
  expect(document.activeElement).toBe(submit());
  await person.click(submit());
  await person.type(passwordField(), "{Enter}");
  release();
  await waitFor(() => expect(visit.went).toEqual(["/"]));
  expect(visit.asked).toEqual(["/sign-in/email"]);
  expect(submit().hasAttribute("aria-busy")).toBe(false);
});

test("the form works with only the keyboard", async () => {
  const visit = await visitSite();
  const { person } = visit.show(<SignIn rememberMe="ask" />);
  const passed: unknown[] = [];
  for (let stop = 0; stop < 5; stop++) {
    await person.tab();
    passed.push(document.activeElement);
  }
  const show = screen.getByRole("button", { name: en.showPassword });
  expect(passed).toEqual([emailField(), passwordField(), show, screen.getByLabelText(en.signIn.remember), submit()]);
  await person.type(emailField(), "ann@example.com");
  await person.type(passwordField(), `${testPassword}{Enter}`);
  await waitFor(() => expect(visit.went).toEqual(["/"]));
});

test("showing and hiding the password sends nothing", async () => {
  const visit = await visitSite();
  const { person } = visit.show(<SignIn />);
  await person.type(passwordField(), "secret");
  expect(passwordField().type).toBe("password");
  await person.click(screen.getByRole("button", { name: en.showPassword }));
  expect([passwordField().type, passwordField().value]).toEqual(["text", "secret"]);
  await person.keyboard("{Enter}");
  expect([passwordField().type, passwordField().value]).toEqual(["password", "secret"]);
  expect(screen.getByRole("button", { name: en.showPassword }).getAttribute("aria-pressed")).toBe("false");
  expect(visit.asked).toEqual([]);
});

test("users stay signed in unless the app asks them and they decline", async () => {
  const lifetimes: boolean[] = [];
  for (const [rememberMe, isDeclined] of [[undefined], ["ask"], ["ask", true]] as const) {
    const visit = await visitSite();
    const { person, unmount } = visit.show(<SignIn rememberMe={rememberMe} />);
    expect(screen.queryByLabelText(en.signIn.remember) !== null).toBe(rememberMe === "ask");
    await fill(person, "ann@example.com", testPassword);
    if (isDeclined) await person.click(screen.getByLabelText(en.signIn.remember));
    await person.click(submit());
    await waitFor(() => expect(visit.went).toEqual(["/"]));
    lifetimes.push(visit.setCookies.some((line) => /session_token=.*Max-Age=\d{3}/.test(line)));
    unmount();
  }
  expect(lifetimes).toEqual([true, true, false]);
});

test("an unreachable server is reported, and the form can be sent again", async () => {
  const visit = await visitSite();
  const { person } = visit.show(<SignIn />);
  await fill(person, "ann@example.com", testPassword);
  visit.isOffline = true;
  await person.click(submit());
  expect((await screen.findByRole("alert")).textContent).toBe(en.errors.NETWORK_ERROR);
  visit.isOffline = false;
  await person.click(submit());
  await waitFor(() => expect(visit.went).toEqual(["/"]));
});

test("a response that requires a second step is passed to the plugin, with the destination", async () => {
  const stepUp = definePlugin({
    id: "step-up",
    gates: [{ name: "step-up", kind: "challenge", check: () => ({ response: { twoFactorRedirect: true } }) }],
  });
  const visit = (await startSite({ plugins: [stepUp] })).visit();
  await visit.browser.signUp("ann@example.com");
  const onChallenge = vi.fn(() => true);
  const plugins = [{ id: "step-up", onChallenge }];
  const { person } = visit.show(<SignIn search="?redirectTo=/a%3Fb%23c" />, { plugins });
  await fill(person, "ann@example.com", testPassword);
  const release = visit.hold("/sign-in/email");
  await person.click(submit());
  release();
  await waitFor(() => expect(submit().hasAttribute("aria-busy")).toBe(false));
  expect(screen.queryByRole("alert")).toBeNull();
  expect(visit.went).toEqual([]);
  expect(onChallenge).toHaveBeenCalledExactlyOnceWith(
    { twoFactorRedirect: true },
    expect.anything(),
    expect.objectContaining({ destination: "/a?b#c" }),
  );
});

test("users return to the page they came from, with its query and hash, and the sign-up link keeps the destination", async () => {
  const visit = await visitSite();
  const { person } = visit.show(<SignIn search="?redirectTo=%2Fprojects%3Ftab%3Da%2526b%23row" />);
  expect(screen.getByRole("link", { name: en.signIn.toSignUp }).getAttribute("href")).toBe(
    "/sign-up?redirectTo=%2Fprojects%3Ftab%3Da%2526b%23row",
  );
  await fill(person, "ann@example.com", testPassword);
  await person.click(submit());
  await waitFor(() => expect(visit.went).toEqual(["/projects?tab=a%26b#row"]));
});

test.each(["//evil.example", "https://evil.example", "/\\evil.example", "/%2F%2Fevil.example", "javascript:alert(1)"])(
  "a link to %s isn't followed after sign-in",
  async (target) => {
    const visit = await visitSite();
    const { person } = visit.show(<SignIn search={`?redirectTo=${encodeURIComponent(target)}`} />);
    await fill(person, "ann@example.com", testPassword);
    await person.click(submit());
    await waitFor(() => expect(visit.went).toEqual(["/"]));
  },
);

test("with the email first, known and unknown emails get the same second step, and nothing is sent before that step", async () => {
  for (const email of ["ann@example.com", "no-one@example.com"]) {
    const visit = await visitSite();
    const { person, container, unmount } = visit.show(<SignIn flow="identifier" />);
    expect(screen.queryByLabelText(en.password)).toBeNull();
    await person.type(emailField(), `${email}{Enter}`);
    await waitFor(() => expect(document.activeElement).toBe(passwordField()));
    expect([emailField().value, emailField().readOnly]).toEqual([email, true]);
    expect(visit.asked.filter((path) => path !== "/get-session")).toEqual([]);
    expect(container.querySelectorAll("input")).toHaveLength(2);
    await person.click(screen.getByRole("button", { name: en.signIn.change }));
    await waitFor(() => expect([emailField().value, emailField().readOnly]).toEqual([email, false]));
    unmount();
  }
});

test("the screen leaves out the password form and sign-up if the server doesn't support them", async () => {
  const keys = { clientId: "app", clientSecret: "secret", disableSignUp: true };
  const visit = (await startSite({ emailAndPassword: { enabled: false }, socialProviders: { github: keys } })).visit();
  visit.show(<SignIn />);
  expect(screen.getByRole("button", { name: "Continue with GitHub" })).toBeTruthy();
  expect(screen.queryByLabelText(en.password)).toBeNull();
  expect(screen.queryByText(en.social.or)).toBeNull();
  expect(screen.queryByRole("link", { name: en.signIn.toSignUp })).toBeNull();
});

test("while the capabilities load, nothing is offered, and without capabilities, the screen follows its props", async () => {
  const visit = await visitSite();
  const release = visit.hold("/capabilities");
  visit.show(<SignIn />, { capabilities: undefined });
  expect(screen.queryByLabelText(en.password)).toBeNull();
  release();
  await screen.findByLabelText(en.password);
  cleanup();
  sessionStorage.clear();
  const old = await visitSite({ disabledPaths: ["/capabilities"] });
  old.show(<SignIn />, { capabilities: undefined, providers: ["github"] });
  await screen.findByLabelText(en.password);
  expect(screen.getByRole("button", { name: "Continue with GitHub" })).toBeTruthy();
  expect(screen.getByRole("link", { name: en.signIn.toForgotPassword })).toBeTruthy();
});

test("an unverified user can request another email, and its link returns to the destination", async () => {
  const mailbox = createMailbox();
  const visit = await visitSite({
    ...mailbox.options,
    emailAndPassword: { enabled: true, requireEmailVerification: true },
    emailVerification: { ...mailbox.options.emailVerification, sendOnSignIn: false },
  });
  const { person } = visit.show(<SignIn search="?redirectTo=/a%23b" />);
  await fill(person, "ann@example.com", testPassword);
  await person.click(submit());
  expect((await screen.findByRole("alert")).textContent).toBe(en.errors.EMAIL_NOT_VERIFIED);
  const before = mailbox.mails.length;
  await person.click(screen.getByRole("button", { name: en.verifyEmail.resend }));
  await screen.findByText(wholeText(fillText(en.verifyEmail.sent, { email: "ann@example.com" })));
  const { url } = await mailbox.arrival("verify", before + 1);
  const led = await openLink(visit.browser, url);
  expect([led.path, new URLSearchParams(led.search).get("redirectTo")]).toEqual(["/email-verified", "/a#b"]);
});

test("after navigation from another page, focus moves from the link to the heading", async () => {
  const visit = await visitSite();
  const { rerender } = visit.show(<a href="/sign-in">Sign in</a>);
  screen.getByRole("link").focus();
  rerender(visit.wrap(<SignIn />));
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: en.signIn.title }));
  cleanup();
  visit.show(<SignIn />);
  expect(document.activeElement).toBe(document.body);
});
