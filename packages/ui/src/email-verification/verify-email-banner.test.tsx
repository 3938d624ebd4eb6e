// @vitest-environment jsdom

import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { createMailbox, type Mailbox, openLink } from "../../test/mailbox.ts";
import { startSite, type Visit, watchScreens, wholeText } from "../../test/site.tsx";
import { en } from "../texts/en.ts";
import { fill } from "../texts/texts.ts";
import { VerifyEmailBanner } from "./verify-email-banner.tsx";

history.replaceState(null, "", "/projects?tab=a#row");

watchScreens();

async function visitAsAnn(mailbox: Mailbox | null = createMailbox()): Promise<Visit> {
  const visit = (await startSite(mailbox?.options)).visit();
  await visit.browser.signUp("ann@example.com");
  return visit;
}

const button = (name: string | RegExp = en.verifyEmail.resend): Promise<HTMLElement> =>
  screen.findByRole("button", { name });
const waiting = new RegExp(fill(en.changeEmail.resendIn, { seconds: "\\d+" }));

test("renders nothing if no one is signed in", async () => {
  const visit = (await startSite()).visit();
  const { container } = visit.show(<VerifyEmailBanner />);
  await waitFor(() => expect(visit.client.$stores.session.get().isPending).toBe(false));
  expect(container.innerHTML).toBe("");
});

test("an email is sent, the banner confirms it, and its link hides the banner", async () => {
  const mailbox = createMailbox();
  const visit = await visitAsAnn(mailbox);
  const { person, container } = visit.show(<VerifyEmailBanner />);
  await person.click(await button());
  await screen.findByText(wholeText(fill(en.verifyEmail.sent, { email: "ann@example.com" })));
  const banner = screen.getByRole("region", { name: en.verifyEmail.label });
  expect(banner.contains(screen.getByRole("status"))).toBe(true);
  expect(banner.classList).toContain("lk-alert-success");
  const { to, url } = await mailbox.arrival("verify");
  expect(to).toBe("ann@example.com");
  expect(await openLink(visit.browser, url)).toEqual({
    path: "/email-verified",
    search: "?for=verify&redirectTo=%2Fprojects%3Ftab%3Da%23row",
  });
  fireEvent.focus(window);
  await waitFor(() => expect(container.innerHTML).toBe(""));
});

test("a second email can't be requested immediately: the button counts down and keeps focus", async () => {
  const mailbox = createMailbox();
  const visit = await visitAsAnn(mailbox);
  const { person } = visit.show(<VerifyEmailBanner />);
  await person.click(await button());
  const blocked = await button(waiting);
  expect(blocked.getAttribute("aria-disabled")).toBe("true");
  expect(document.activeElement).toBe(blocked);
  await person.click(blocked);
  await person.keyboard("{Enter}");
  await mailbox.arrival("verify");
  expect(visit.asked.filter((path) => path === "/send-verification-email")).toHaveLength(1);
});

test("a second email can be requested after the pause", async () => {
  const mailbox = createMailbox();
  const visit = await visitAsAnn(mailbox);
  const { person } = visit.show(<VerifyEmailBanner pause={0.01} />);
  await person.click(await button());
  await mailbox.arrival("verify");
  await button(waiting);
  await screen.findByRole("button", { name: en.verifyEmail.resend }, { timeout: 5000 });
  await person.click(await button());
  await mailbox.arrival("verify", 2);
});

test("the banner has no button if the server sends no verification emails", async () => {
  const visit = await visitAsAnn(null);
  visit.show(<VerifyEmailBanner />);
  await screen.findByText(wholeText(fill(en.verifyEmail.text, { email: "ann@example.com" })));
  expect(screen.queryByRole("button")).toBeNull();
});

test("if the email was verified elsewhere, requesting another email hides the banner", async () => {
  const mailbox = createMailbox();
  const visit = await visitAsAnn(mailbox);
  const { person, container } = visit.show(<VerifyEmailBanner />);
  const resend = await button();
  await visit.browser.post("/send-verification-email", { email: "ann@example.com" });
  await visit.browser.get((await mailbox.arrival("verify")).url.replace("http://app.test/api/auth", ""));
  await person.click(resend);
  await waitFor(() => expect(container.innerHTML).toBe(""));
});

test("an unreachable server is reported, and the email can be requested again", async () => {
  const mailbox = createMailbox();
  const visit = await visitAsAnn(mailbox);
  const { person } = visit.show(<VerifyEmailBanner />);
  const resend = await button();
  visit.isOffline = true;
  await person.click(resend);
  expect((await screen.findByRole("alert")).textContent).toBe(en.errors.NETWORK_ERROR);
  visit.isOffline = false;
  await person.click(resend);
  await mailbox.arrival("verify");
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
});

test("one user's message isn't shown to the next user", async () => {
  const visit = await visitAsAnn();
  const { person } = visit.show(<VerifyEmailBanner />);
  await person.click(await button());
  await screen.findByText(wholeText(fill(en.verifyEmail.sent, { email: "ann@example.com" })));
  await visit.client.signOut();
  await visit.client.signUp.email({ name: "Bob", email: "bob@example.com", password: "correct horse battery" });
  await screen.findByText(wholeText(fill(en.verifyEmail.text, { email: "bob@example.com" })));
  expect((await button()).getAttribute("aria-disabled")).toBeNull();
});

test("an invalid link that led back here is explained, but text in the URL is never shown", async () => {
  const visit = await visitAsAnn();
  const { rerender } = visit.show(<VerifyEmailBanner search="?error=token_expired" />);
  expect((await screen.findByRole("alert")).textContent).toBe(en.errors.token_expired);
  rerender(visit.wrap(<VerifyEmailBanner search="?error=Call+0900+123" />));
  expect(screen.queryByRole("alert")).toBeNull();
});
