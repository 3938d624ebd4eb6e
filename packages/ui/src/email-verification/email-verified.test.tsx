// @vitest-environment jsdom

import { testPassword } from "@latchkey/test-kit";
import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { createMailbox, type Mailbox, openLink } from "../../test/mailbox.ts";
import { startSite, type Visit, watchScreens, wholeText } from "../../test/site.tsx";
import { SignUp } from "../sign-up/sign-up.tsx";
import { en } from "../texts/en.ts";
import { fill, fillCount } from "../texts/texts.ts";
import { EmailVerified } from "./email-verified.tsx";

history.replaceState(null, "", "/email-verified");

watchScreens();
beforeEach(() => history.replaceState(null, "", "/email-verified"));

const heading = (name: string): Promise<HTMLElement> => screen.findByRole("heading", { name });
const hrefOf = (name: string): string | null => screen.getByRole("link", { name }).getAttribute("href");
const linkQuery = "callbackURL=%2Femail-verified%3Ffor%3Dverify";

async function visitAsAnn(mailbox: Mailbox = createMailbox()): Promise<Visit> {
  const visit = (await startSite(mailbox.options)).visit();
  await visit.browser.signUp("ann@example.com");
  return visit;
}

async function visitVerified(): Promise<Visit> {
  const site = await startSite(createMailbox().options);
  const visit = site.visit();
  const { user } = (await visit.browser.signUp("ann@example.com")).body;
  await site.setUser(user.id, { emailVerified: true });
  return visit;
}

test("the link from sign-up opens this page, which continues through sign-in to the destination", async () => {
  const mailbox = createMailbox();
  const emailAndPassword = { enabled: true, requireEmailVerification: true };
  const visit = (await startSite({ ...mailbox.options, emailAndPassword })).visit();
  const { person, unmount } = visit.show(<SignUp redirectTo="/a#b" />);
  await person.type(screen.getByLabelText(en.name), "Ann");
  await person.type(screen.getByLabelText(en.email), "ann@example.com");
  await person.type(screen.getByLabelText(en.password), `${testPassword}{Enter}`);
  await heading(en.signUp.checkTitle);
  const led = await openLink(visit.browser, (await mailbox.arrival("verify")).url);
  expect(led).toEqual({ path: "/email-verified", search: "?for=verify&redirectTo=%2Fa%23b" });
  unmount();
  visit.show(<EmailVerified search={led.search} />);
  // The user is signed out, so the page can't know that the link worked.
  await heading(en.emailVerified.openedTitle);
  expect(screen.getByText(en.emailVerified.openedText)).toBeTruthy();
  expect(hrefOf(en.signIn.submit)).toBe("/sign-in?redirectTo=%2Fa%23b");
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a signed-in user sees which email was verified, and continues after three seconds", async () => {
  const mailbox = createMailbox();
  const visit = await visitAsAnn(mailbox);
  await visit.browser.post("/send-verification-email", {
    email: "ann@example.com",
    callbackURL: "/email-verified?for=verify&redirectTo=%2Fa",
  });
  const { search } = await openLink(visit.browser, (await mailbox.arrival("verify")).url);
  await visit.client.getSession();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  visit.show(<EmailVerified search={search} />);
  await vi.waitFor(() => screen.getByText(wholeText(fill(en.emailVerified.textFor, { email: "ann@example.com" }))));
  expect(hrefOf(en.continue)).toBe("/a");
  for (const left of [3, 2, 1]) {
    expect(screen.getByText(fillCount(en, en.emailVerified.continuing, left))).toBeTruthy();
    expect(visit.went).toEqual([]);
    await act(() => vi.advanceTimersByTimeAsync(1000));
  }
  expect(visit.went).toEqual(["/a"]);
  vi.useRealTimers();
});

test("a user can stay on the page", async () => {
  const visit = await visitVerified();
  await visit.client.getSession();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  visit.show(<EmailVerified search="?for=verify" />);
  const stay = await vi.waitFor(() => screen.getByRole("button", { name: en.emailVerified.stay }));
  act(() => stay.click());
  expect(screen.queryByText(fillCount(en, en.emailVerified.continuing, 3))).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(5000));
  expect(visit.went).toEqual([]);
  vi.useRealTimers();
});

test("opening the page without a link shows no success, and reloading it after a link doesn't repeat the success", async () => {
  const visit = (await startSite(createMailbox().options)).visit();
  const { unmount } = visit.show(<EmailVerified />);
  await heading(en.emailVerified.openTitle);
  expect(screen.getByText(en.emailVerified.openTextSignedOut)).toBeTruthy();
  unmount();
  history.replaceState(null, "", "/email-verified?for=verify&redirectTo=%2Fa");
  const first = visit.show(<EmailVerified />);
  await heading(en.emailVerified.openedTitle);
  await waitFor(() => expect(location.search).toBe("?redirectTo=%2Fa"));
  first.unmount();
  visit.show(<EmailVerified />);
  await heading(en.emailVerified.openTitle);
});

test("an unverified email is never shown as verified, whatever the URL says", async () => {
  const visit = await visitAsAnn();
  for (const search of ["", "?for=verify", "?for=change"]) {
    const { unmount } = visit.show(<EmailVerified search={search} />);
    await heading(en.emailVerified.openTitle);
    expect(screen.getByRole("button", { name: en.verifyEmail.resend })).toBeTruthy();
    unmount();
  }
});

test("a manually typed URL never shows that an email is verified or was changed", async () => {
  const visit = (await startSite()).visit();
  const { openTitle, openedTitle, changeTitle, changeText } = en.emailVerified;
  expect(changeText).toMatch(/^If /);
  for (const [search, title] of [
    ["", openTitle],
    ["?for=verify", openedTitle],
    ["?for=change", changeTitle],
  ] as const) {
    const { unmount } = visit.show(<EmailVerified search={search} />);
    await heading(title);
    // The page doesn't continue on its own either.
    expect(screen.queryByRole("button", { name: en.emailVerified.stay })).toBeNull();
    unmount();
  }
});

test("after a change, signed-in users see their account's current email", async () => {
  const visit = await visitVerified();
  visit.show(<EmailVerified search="?for=change" />);
  await heading(en.emailVerified.changeTitle);
  expect(screen.getByText(wholeText(fill(en.emailVerified.changeTextFor, { email: "ann@example.com" })))).toBeTruthy();
  expect(hrefOf(en.continue)).toBe("/");
});

test("an invalid link shows the reason and a button that sends a new link", async () => {
  const mailbox = createMailbox();
  const visit = await visitAsAnn(mailbox);
  const { search } = await openLink(visit.browser, `/verify-email?token=nonsense&${linkQuery}`);
  expect(new URLSearchParams(search).get("error")).toBe("invalid_token");
  const { person } = visit.show(<EmailVerified search={search} />);
  await heading(en.emailVerified.failed);
  expect(screen.getByRole("alert").textContent).toBe(en.errors.invalid_token);
  await person.click(await screen.findByRole("button", { name: en.verifyEmail.resend }));
  await screen.findByText(wholeText(fill(en.verifyEmail.sent, { email: "ann@example.com" })));
  const again = await openLink(visit.browser, (await mailbox.arrival("verify")).url);
  expect(again).toEqual({ path: "/email-verified", search: "?for=verify" });
});

test("signed-out users enter an email, and the response doesn't reveal whether it belongs to an account", async () => {
  const visit = (await startSite(createMailbox().options)).visit();
  const { person } = visit.show(<EmailVerified search="?error=token_expired" />);
  await person.click(await screen.findByRole("button", { name: en.verifyEmail.resend }));
  expect(document.activeElement).toBe(screen.getByLabelText(en.email));
  await person.type(screen.getByLabelText(en.email), "no-one@example.com{Enter}");
  expect((await screen.findByRole("status")).textContent).toBe(en.emailVerified.sent);
});

test("a link for another account offers to sign out of the current account", async () => {
  const visit = await visitAsAnn();
  const { person } = visit.show(<EmailVerified search="?error=unauthorized" />);
  await screen.findByText(en.errors.unauthorized ?? "");
  expect(screen.getByText(wholeText(fill(en.emailVerified.signedInAs, { email: "ann@example.com" })))).toBeTruthy();
  expect(hrefOf(en.continue)).toBe("/");
  await person.click(screen.getByRole("button", { name: en.signOut }));
  await waitFor(() => expect(visit.client.$stores.session.get().data).toBeNull());
});

test("a link for a deleted account doesn't offer to send another link", async () => {
  const visit = (await startSite(createMailbox().options)).visit();
  visit.show(<EmailVerified search="?error=user_not_found" />);
  await screen.findByText(en.errors.user_not_found ?? "");
  expect(screen.queryByRole("button")).toBeNull();
  expect(hrefOf(en.signUp.submit)).toBe("/sign-up");
});

test("after an email change was confirmed, the page doesn't claim that it's complete", async () => {
  (await startSite()).visit().show(<EmailVerified search="?for=change" />);
  await heading(en.emailVerified.changeTitle);
  expect(screen.getByText(en.emailVerified.changeText)).toBeTruthy();
});

test("text in the URL is never shown", async () => {
  const visit = (await startSite()).visit();
  const { container } = visit.show(<EmailVerified search="?error=Call+0900+123&error_description=Now" />);
  await screen.findByText(en.emailVerified.unknown);
  expect(container.textContent).not.toMatch(/0900|Now/);
});

test("a server that sends no verification emails shows a message", async () => {
  const visit = (await startSite()).visit();
  const { person } = visit.show(<EmailVerified search="?error=invalid_token" />);
  await person.type(await screen.findByLabelText(en.email), "ann@example.com{Enter}");
  await screen.findByText(en.errors.VERIFICATION_EMAIL_NOT_ENABLED ?? "");
});
