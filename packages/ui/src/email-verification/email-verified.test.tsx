// @vitest-environment jsdom

import { testPassword } from "@latchkey/test-kit";
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { createMailbox, openLink } from "../../test/mailbox.ts";
import { startSite, watchScreens } from "../../test/site.tsx";
import { SignUp } from "../sign-up/sign-up.tsx";
import { EmailVerified } from "./email-verified.tsx";

watchScreens();

test("the link of the mail of a sign-up leads here, and the address is confirmed", async () => {
  const mailbox = createMailbox();
  const emailAndPassword = { enabled: true, requireEmailVerification: true };
  const visit = (await startSite({ ...mailbox.options, emailAndPassword })).visit();
  const { person, unmount } = visit.show(<SignUp />);
  await person.type(screen.getByLabelText("Name"), "Ann");
  await person.type(screen.getByLabelText("Email"), "ann@example.com");
  await person.type(screen.getByLabelText("Password"), `${testPassword}{Enter}`);
  await screen.findByRole("status");
  const led = await openLink(visit.browser, (await mailbox.arrival("verify")).url);
  expect(led).toEqual({ path: "/email-verified", search: "" });
  unmount();
  visit.show(<EmailVerified search={led.search} />);
  await screen.findByRole("heading", { name: "Your email is confirmed" });
  expect((await screen.findByRole("link", { name: "Sign in" })).getAttribute("href")).toBe("/sign-in");
  expect(screen.queryByRole("alert")).toBeNull();
});

test("the signed-in person is told which address, and led on", async () => {
  const mailbox = createMailbox();
  const visit = (await startSite(mailbox.options)).visit();
  await visit.browser.signUp("ann@example.com");
  await visit.browser.post("/send-verification-email", { email: "ann@example.com", callbackURL: "/email-verified" });
  const { search } = await openLink(visit.browser, (await mailbox.arrival("verify")).url);
  visit.show(<EmailVerified search={search} />);
  await screen.findByText("Thank you. ann@example.com is yours.");
  expect(screen.getByRole("link", { name: "Continue" }).getAttribute("href")).toBe("/");
});

test("a link that is not good any more is explained, and another one sent to whoever is signed in", async () => {
  const mailbox = createMailbox();
  const visit = (await startSite(mailbox.options)).visit();
  await visit.browser.signUp("ann@example.com");
  const { search } = await openLink(visit.browser, "/verify-email?token=nonsense&callbackURL=/email-verified");
  expect(search).toBe("?error=invalid_token");
  const { person } = visit.show(<EmailVerified search={search} />);
  await screen.findByRole("heading", { name: "This link did not work" });
  expect(screen.getByRole("alert").textContent).toMatch(/^This link is not good any more/);
  await person.click(await screen.findByRole("button", { name: "Send a new mail" }));
  await screen.findByText("A mail is on its way to ann@example.com. Open the link in it.");
  const again = await openLink(visit.browser, (await mailbox.arrival("verify")).url);
  expect(again).toEqual({ path: "/email-verified", search: "" });
});

test("who is not signed in names the address; the answer does not tell whether it is somebody's", async () => {
  const mailbox = createMailbox();
  const visit = (await startSite(mailbox.options)).visit();
  const { person } = visit.show(<EmailVerified search="?error=token_expired" />);
  const submit = await screen.findByRole("button", { name: "Send a new mail" });
  await person.click(submit);
  expect(document.activeElement).toBe(screen.getByLabelText("Email"));
  await person.type(screen.getByLabelText("Email"), "nobody@example.com{Enter}");
  expect((await screen.findByRole("status")).textContent).toMatch(/^If this address waits to be confirmed/);
});

test("the link of somebody else's account, and of an account that is gone, offer no other mail", async () => {
  const visit = (await startSite(createMailbox().options)).visit();
  await visit.browser.signUp("ann@example.com");
  const { rerender } = visit.show(<EmailVerified search="?error=unauthorized" />);
  await screen.findByText(/^This link belongs to another account/);
  expect((await screen.findByRole("link", { name: "Continue" })).getAttribute("href")).toBe("/");
  expect(screen.queryByRole("button")).toBeNull();
  rerender(visit.wrap(<EmailVerified search="?error=user_not_found" />));
  await screen.findByText(/does not exist any more/);
  expect(screen.queryByRole("button")).toBeNull();
});

test("without an error, an address that still waits is not called confirmed", async () => {
  const visit = (await startSite(createMailbox().options)).visit();
  await visit.browser.signUp("ann@example.com");
  visit.show(<EmailVerified search="" />);
  await screen.findByRole("heading", { name: "Confirm your email" });
  expect(screen.getByRole("button", { name: "Send a new mail" })).toBeTruthy();
});

test("after a change was agreed to, nothing is called done that is not", async () => {
  const visit = (await startSite()).visit();
  visit.show(<EmailVerified search="?for=change" />);
  await screen.findByRole("heading", { name: "Thank you, that is noted" });
  expect(screen.getByText(/^If a mail came to your new address/)).toBeTruthy();
});

test("what somebody wrote into the address is not shown", async () => {
  const visit = (await startSite()).visit();
  const { container } = visit.show(<EmailVerified search="?error=Call+0900+123&error_description=Now" />);
  await screen.findByText("Something is wrong with this link. Ask for a new one.");
  expect(container.textContent).not.toMatch(/0900|Now/);
});

test("where no mails are sent, that is said", async () => {
  const visit = (await startSite()).visit();
  const { person } = visit.show(<EmailVerified search="?error=invalid_token" />);
  await person.type(await screen.findByLabelText("Email"), "ann@example.com{Enter}");
  await screen.findByText("This site does not send mails to confirm addresses.");
});
