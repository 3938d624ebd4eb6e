// @vitest-environment jsdom

import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { createMailbox, openLink } from "../../test/mailbox.ts";
import { startSite, watchScreens } from "../../test/site.tsx";
import { SignIn } from "../sign-in/sign-in.tsx";
import { en } from "../texts/en.ts";
import { ForgotPassword } from "./forgot-password.tsx";

watchScreens();

const emailField = (): HTMLInputElement => screen.getByLabelText(en.email);

test("the sign-in page links here and back, and keeps the typed email without putting it in the URL", async () => {
  const visit = (await startSite(createMailbox().options)).visit();
  const { person, rerender } = visit.show(<SignIn search="?redirectTo=/a" />);
  await person.type(emailField(), "ann@example.com");
  const link = screen.getByRole("link", { name: en.signIn.toForgotPassword });
  expect(link.getAttribute("href")).toBe("/forgot-password?redirectTo=%2Fa");
  rerender(visit.wrap(<ForgotPassword search="?redirectTo=/a" />));
  expect(emailField().value).toBe("ann@example.com");
  expect(screen.getByRole("link", { name: en.forgotPassword.toSignIn }).getAttribute("href")).toBe(
    "/sign-in?redirectTo=%2Fa",
  );
});

test("a user gets a link to the reset page, which keeps the destination", async () => {
  const mailbox = createMailbox();
  const site = await startSite(mailbox.options);
  await site.browser().signUp("ann@example.com");
  const visit = site.visit();
  const { person } = visit.show(<ForgotPassword search="?redirectTo=/a%23b" />, {
    paths: { resetPassword: "/renew" },
  });
  await person.type(emailField(), " ann@example.com {Enter}");
  const heading = await screen.findByRole("heading", { name: en.forgotPassword.sentTitle });
  expect(document.activeElement).toBe(heading);
  const { to, url } = await mailbox.arrival("reset");
  const { path, search } = await openLink(visit.browser, url);
  expect([to, path]).toEqual(["ann@example.com", "/renew"]);
  const query = new URLSearchParams(search);
  expect([query.get("redirectTo"), query.get("token")]).toEqual(["/a#b", expect.stringMatching(/./)]);
});

test("ENUM: an unknown email looks the same, and no email is sent", async () => {
  const mailbox = createMailbox();
  const site = await startSite(mailbox.options);
  await site.browser().signUp("ann@example.com");
  const seen: (string | null)[] = [];
  for (const email of ["ann@example.com", "not@example.com"]) {
    const { person, container, unmount } = site.visit().show(<ForgotPassword />);
    await person.type(emailField(), `${email}{Enter}`);
    await screen.findByRole("heading", { name: en.forgotPassword.sentTitle });
    seen.push(container.textContent?.replace(email, "…") ?? null);
    unmount();
  }
  await mailbox.arrival("reset");
  expect(seen[0]).toBe(seen[1]);
  expect(mailbox.mails).toHaveLength(1);
});

test("another email can be tried, starting with the typed one", async () => {
  const visit = (await startSite(createMailbox().options)).visit();
  const { person } = visit.show(<ForgotPassword />);
  await person.type(emailField(), "ann@exmaple.com{Enter}");
  await person.click(await screen.findByRole("button", { name: en.forgotPassword.again }));
  expect(emailField().value).toBe("ann@exmaple.com");
  expect(document.activeElement).toBe(screen.getByRole("heading"));
  expect(screen.queryByText(en.forgotPassword.subtitle)).not.toBeNull();
});

test("an invalid email has an error at its field, which gets focus", async () => {
  const visit = (await startSite(createMailbox().options)).visit();
  const { person } = visit.show(<ForgotPassword />);
  await person.type(emailField(), "ann.example.com{Enter}");
  await screen.findByText(en.errors.INVALID_EMAIL ?? "");
  expect(document.activeElement).toBe(emailField());
});

test("if the server doesn't send reset links, the page explains it", async () => {
  (await startSite()).visit().show(<ForgotPassword />);
  expect(screen.getByText(en.errors.RESET_PASSWORD_DISABLED ?? "")).toBeTruthy();
  expect(screen.queryByLabelText(en.email)).toBeNull();
});

test("two presses send one request", async () => {
  const visit = (await startSite(createMailbox().options)).visit();
  const release = visit.hold("/forget-password");
  const { person } = visit.show(<ForgotPassword />);
  await person.type(emailField(), "ann@example.com");
  await person.dblClick(screen.getByRole("button", { name: en.forgotPassword.submit }));
  release();
  await screen.findByRole("heading", { name: en.forgotPassword.sentTitle });
  await waitFor(() => expect(visit.asked).toEqual(["/forget-password"]));
});
