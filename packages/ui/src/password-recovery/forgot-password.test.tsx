// @vitest-environment jsdom

import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { createMailbox, openLink } from "../../test/mailbox.ts";
import { startSite, watchScreens } from "../../test/site.tsx";
import { SignIn } from "../sign-in/sign-in.tsx";
import { ForgotPassword } from "./forgot-password.tsx";

watchScreens();

const emailField = (): HTMLInputElement => screen.getByLabelText("Email");

test("signing in leads here, and from here back", async () => {
  const visit = (await startSite()).visit();
  const { unmount } = visit.show(<SignIn />);
  expect(screen.getByRole("link", { name: "Forgot your password?" }).getAttribute("href")).toBe("/forgot-password");
  unmount();
  visit.show(<ForgotPassword />);
  expect(screen.getByRole("link", { name: "Back to sign in" }).getAttribute("href")).toBe("/sign-in");
});

test("whoever has an account gets a link to the page for a new password", async () => {
  const mailbox = createMailbox();
  const site = await startSite(mailbox.options);
  await site.browser().signUp("ann@example.com");
  const visit = site.visit();
  const { person } = visit.show(<ForgotPassword />, { paths: { resetPassword: "/renew" } });
  await person.type(emailField(), " ann@example.com {Enter}");
  const heading = await screen.findByRole("heading", { name: "Check your mail" });
  expect(document.activeElement).toBe(heading);
  const { to, url } = await mailbox.arrival("reset");
  const { path, search } = await openLink(visit.browser, url);
  expect([to, path]).toEqual(["ann@example.com", "/renew"]);
  expect(search).toMatch(/^\?token=./);
});

test("ENUM: who has none sees the same, and no mail leaves", async () => {
  const mailbox = createMailbox();
  const site = await startSite(mailbox.options);
  await site.browser().signUp("ann@example.com");
  const seen: (string | null)[] = [];
  for (const email of ["ann@example.com", "not@example.com"]) {
    const { person, container, unmount } = site.visit().show(<ForgotPassword />);
    await person.type(emailField(), `${email}{Enter}`);
    await screen.findByRole("heading", { name: "Check your mail" });
    seen.push(container.textContent?.replace(email, "…") ?? null);
    unmount();
  }
  await mailbox.arrival("reset");
  expect(seen[0]).toBe(seen[1]);
  expect(mailbox.mails).toHaveLength(1);
});

test("another address can be tried, beginning with the one that was typed", async () => {
  const visit = (await startSite(createMailbox().options)).visit();
  const { person } = visit.show(<ForgotPassword />);
  await person.type(emailField(), "ann@exmaple.com{Enter}");
  await person.click(await screen.findByRole("button", { name: "Try another address" }));
  expect(emailField().value).toBe("ann@exmaple.com");
  expect(document.activeElement).toBe(screen.getByRole("heading"));
  expect(document.body.textContent).not.toContain("on its way");
});

test("an email that is none is said at its field, which gets the focus", async () => {
  const visit = (await startSite(createMailbox().options)).visit();
  const { person } = visit.show(<ForgotPassword />);
  await person.type(emailField(), "ann.example.com{Enter}");
  await screen.findByText("This does not look like an email address.");
  expect(document.activeElement).toBe(emailField());
});

test("where passwords are not set by mail, that is said", async () => {
  const visit = (await startSite()).visit();
  const { person } = visit.show(<ForgotPassword />);
  await person.type(emailField(), "ann@example.com{Enter}");
  expect((await screen.findByRole("alert")).textContent).toMatch(/^Passwords cannot be set by mail here/);
});

test("two presses ask once", async () => {
  const visit = (await startSite(createMailbox().options)).visit();
  const release = visit.hold("/forget-password");
  const { person } = visit.show(<ForgotPassword />);
  await person.type(emailField(), "ann@example.com");
  await person.dblClick(screen.getByRole("button", { name: "Send the link" }));
  release();
  await screen.findByRole("heading", { name: "Check your mail" });
  await waitFor(() => expect(visit.asked).toEqual(["/forget-password"]));
});
