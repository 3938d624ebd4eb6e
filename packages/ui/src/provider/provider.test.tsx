// @vitest-environment jsdom

import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { createRef, type ReactElement } from "react";
import { expect, test, vi } from "vitest";
import { createMailbox } from "../../test/mailbox.ts";
import { startSite, watchScreens } from "../../test/site.tsx";
import { AccountConnections } from "../account/connections.tsx";
import { AccountDanger } from "../account/danger.tsx";
import { AccountProfile } from "../account/profile.tsx";
import { AccountSecurity } from "../account/security.tsx";
import { AccountDeleted } from "../auth/account-deleted.tsx";
import { AuthError } from "../auth/auth-error.tsx";
import { EmailVerified } from "../email-verification/email-verified.tsx";
import { VerifyEmailBanner } from "../email-verification/verify-email-banner.tsx";
import { ForgotPassword } from "../password-recovery/forgot-password.tsx";
import { ResetPassword } from "../password-recovery/reset-password.tsx";
import { Button } from "../primitives/button.tsx";
import { ConfirmDialog } from "../primitives/confirm-dialog.tsx";
import { RequireSession } from "../session-gate/require-session.tsx";
import { Devices } from "../sessions/devices.tsx";
import { SignIn } from "../sign-in/sign-in.tsx";
import { SignUp } from "../sign-up/sign-up.tsx";
import { en } from "../texts/en.ts";
import { errorText, type Texts } from "../texts/texts.ts";
import { UserButton } from "../user-button/user-button.tsx";

watchScreens();

/** All texts, each between markers. */
const marked = mark(en) as Texts;

function mark(texts: object): object {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, typeof text === "string" ? `«${text}»` : mark(text)]),
  );
}

const keys = { clientId: "app", clientSecret: "secret" };

/** Returns visible or announced text without markers around it. */
function unmarked(): string[] {
  const all = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  const found: string[] = [];
  for (let node = all.nextNode(); node; node = all.nextNode()) {
    const names = ["aria-label", "placeholder", "alt"].map((name) => (node as Element).getAttribute?.(name));
    const said = node.nodeType === Node.TEXT_NODE ? [node.nodeValue] : names;
    // An email splits its sentence in two.
    const marked = node.parentElement?.querySelector(":scope > bdi") ? /^\s*«|»\s*$/ : /^\s*«.*»…?\s*$/;
    found.push(...said.filter((text): text is string => !!text?.trim() && !marked.test(text)));
  }
  return found;
}

test("the app can replace every text on every screen", async () => {
  const site = await startSite({
    ...createMailbox().options,
    socialProviders: { github: keys, gitlab: keys },
    user: { deleteUser: { enabled: true } },
  });
  const visit = site.visit();
  const texts = { ...marked, language: "de" };
  const providers = ["github", "gitlab"];
  const forms: readonly (readonly [ReactElement, string])[] = [
    [<SignIn key="in" />, en.signIn.submit],
    [<SignUp key="up" />, en.signUp.submit],
    [<ForgotPassword key="forgot" />, en.forgotPassword.submit],
    [<ResetPassword key="reset" token="a token" />, en.resetPassword.submit],
  ];
  for (const [form, name] of forms) {
    const { person } = visit.show(form, { texts, providers });
    await person.click(screen.getByRole("button", { name: `«${name}»` }));
    expect(unmarked()).toEqual([]);
    cleanup();
  }
  const pages = [
    <ResetPassword key="reset" search="" />,
    <SignIn key="denied" search="?error=access_denied" />,
    <SignIn key="unknown" search="?error=odd" />,
    <EmailVerified key="open" search="" />,
    <EmailVerified key="done" search="?for=verify" />,
    <AuthError key="denied-page" search="?error=access_denied" />,
    <AccountDeleted key="deleted" />,
    <EmailVerified key="change" search="?for=change" />,
    <EmailVerified key="old" search="?error=token_expired" />,
    <EmailVerified key="odd" search="?error=odd" />,
  ];
  for (const page of pages) {
    visit.show(page, { texts });
    await waitFor(() => expect(screen.queryByRole("heading", { name: `«${en.loading}»` })).toBeNull());
    // The error page shows the code, which helps support.
    expect(unmarked().filter((text) => text !== "access_denied")).toEqual([]);
    cleanup();
  }
  const stranger = site.visit();
  const loading = stranger.hold("/get-session");
  stranger.show(<RequireSession fallback={null}>for members</RequireSession>, { texts });
  expect([screen.getByRole("status").textContent, unmarked()]).toEqual([`«${en.loading}»`, []]);
  loading();
  cleanup();

  const member = site.visit();
  const { user } = (await member.browser.signUp("ann@example.com")).body;
  await site.link(user.id, "github");
  for (let device = 0; device < 2; device++) await site.browser().signIn("ann@example.com");
  const { person } = member.show(
    <>
      <Devices />
      <UserButton />
    </>,
    { texts },
  );
  await person.click(await screen.findByRole("button", { name: `«${en.sessions.revokeOthers}»` }));
  expect(screen.getAllByText(`«${en.sessions.activeNow}»`).length).toBeGreaterThan(0);
  // On a slow machine, a skeleton's text ends in an ellipsis.
  const foreign = (): string[] => unmarked().filter((text) => !/203\.0\.113\.7|^ann|^@example|^com$|^•|^…$/.test(text));
  expect(foreign()).toEqual([]);
  await person.keyboard("{Escape}");
  await person.click(await screen.findByRole("button", { name: `«${en.userButton.open}»` }));
  expect(foreign()).toEqual([]);
  cleanup();

  const settings = member.show(
    <>
      <VerifyEmailBanner />
      <AccountProfile />
      <AccountSecurity />
      <AccountConnections />
      <AccountDanger />
    </>,
    { texts, providers },
  );
  await screen.findByText(`«${en.linkedAccounts.notConnected}»`);
  expect(foreign()).toEqual([]);
  await settings.person.click(screen.getByRole("button", { name: "«Disconnect «GitHub»»" }));
  expect(foreign()).toEqual([]);
  await settings.person.keyboard("{Escape}");
  await settings.person.click(await screen.findByRole("button", { name: `«${en.deleteAccount.open}»` }));
  await screen.findByRole("alertdialog");
  expect(foreign()).toEqual([]);
});

test("an error has the app's text, or the server's message if there's no text", () => {
  const refusal = { code: "INVALID_EMAIL", message: "Not an email." };
  expect(errorText(marked, refusal)).toBe(`«${en.errors.INVALID_EMAIL}»`);
  expect(errorText(marked, { code: "NEWS", message: "Not today." })).toBe("«Something went wrong: Not today.»");
  // Property names that every object inherits aren't known codes.
  expect(errorText(en, { code: "constructor", message: "Odd." })).toBe("Something went wrong: Odd.");
});

test("with a session from the server, nothing is pending and no request is sent", async () => {
  const visit = (await startSite()).visit();
  await visit.browser.signUp("ann@example.com");
  const initialSession = (await visit.browser.get<{ session: object; user: object }>("/get-session")).body;
  visit.show(<RequireSession>for members</RequireSession>, { initialSession });
  expect(screen.getByText("for members")).toBeTruthy();
  expect(visit.asked).toEqual([]);
});

test("a component without a provider throws an error that names the provider", () => {
  expect(() => render(<ConfirmDialog trigger="" title="" text="" confirm="" onConfirm={() => {}} />)).toThrow(
    "Wrap components from @latchkey/ui in <AuthUiProvider client={client}>.",
  );
});

test("a button forwards its ref, and does nothing while it's busy", async () => {
  const visit = (await startSite()).visit();
  const element = createRef<HTMLButtonElement>();
  const onClick = vi.fn();
  const { person, rerender } = visit.show(<Button ref={element} busy onClick={onClick} />);
  expect(element.current).toBe(screen.getByRole("button"));
  await person.click(screen.getByRole("button"));
  expect(onClick).not.toHaveBeenCalled();
  rerender(visit.wrap(<Button ref={element} onClick={onClick} />));
  await person.click(screen.getByRole("button"));
  await waitFor(() => expect(onClick).toHaveBeenCalledOnce());
});
