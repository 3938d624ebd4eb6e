// @vitest-environment jsdom

import { testPassword } from "@latchkey/test-kit";
import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { createMailbox, openLink } from "../../test/mailbox.ts";
import { startSite, type Visit, watchScreens } from "../../test/site.tsx";
import { ResetPassword } from "./reset-password.tsx";

watchScreens();

const field = (): HTMLInputElement => screen.getByLabelText("New password");

/** Ann opened her reset link. */
async function visitByLink(): Promise<{ visit: Visit; search: string; url: string }> {
  const mailbox = createMailbox();
  const visit = (await startSite(mailbox.options)).visit();
  await visit.browser.signUp("ann@example.com");
  await visit.browser.post("/forget-password", { email: "ann@example.com", redirectTo: "/reset-password" });
  const { url } = await mailbox.arrival("reset");
  return { visit, url, ...(await openLink(visit.browser, url)) };
}

test("the new password is set and holds, every device is signed out, and the card leads to signing in", async () => {
  const { visit, search } = await visitByLink();
  const { person } = visit.show(<ResetPassword search={search} />);
  await person.type(field(), "a brand new password{Enter}");
  const heading = await screen.findByRole("heading", { name: "Your password is set" });
  expect(document.activeElement).toBe(heading);
  expect(screen.getByRole("link", { name: "Sign in" }).getAttribute("href")).toBe("/sign-in");
  await waitFor(() => expect(visit.client.$stores.session.get().data).toBeNull());
  expect((await visit.browser.signIn("ann@example.com", testPassword)).status).toBe(401);
  expect((await visit.browser.signIn("ann@example.com", "a brand new password")).status).toBe(200);
});

test("the token may be handed over by the app, and the password can be shown", async () => {
  const { visit, search } = await visitByLink();
  const { person } = visit.show(<ResetPassword token={new URLSearchParams(search).get("token") as string} />);
  await person.type(field(), "a brand new password");
  await person.click(screen.getByRole("button", { name: "Show password" }));
  expect([field().type, field().autocomplete]).toEqual(["text", "new-password"]);
  await person.click(screen.getByRole("button", { name: "Set the password" }));
  await screen.findByRole("heading", { name: "Your password is set" });
});

test("a password that breaks the rules is said at its field, and the link stays good", async () => {
  const { visit, search } = await visitByLink();
  const { person } = visit.show(<ResetPassword search={search} />);
  await person.type(field(), "short{Enter}");
  const note = await screen.findByText("This password is too short.");
  expect(field().getAttribute("aria-describedby")).toBe(note.id);
  expect(document.activeElement).toBe(field());
  await person.keyboard("er than it was{Enter}");
  await screen.findByRole("heading", { name: "Your password is set" });
});

test("a link that was refused, or is not complete, leads to asking anew", async () => {
  const { visit } = await visitByLink();
  const { search } = await openLink(visit.browser, "/reset-password/nonsense?callbackURL=/reset-password");
  expect(search).toBe("?error=INVALID_TOKEN");
  for (const refused of [search, ""]) {
    const { unmount } = visit.show(<ResetPassword search={refused} />);
    screen.getByRole("heading", { name: "This link is not good any more" });
    expect(screen.getByRole("link", { name: "Ask for a new link" }).getAttribute("href")).toBe("/forgot-password");
    unmount();
  }
});

test("a link that was used meanwhile is said so, and the focus goes there", async () => {
  const { visit, search } = await visitByLink();
  const { person } = visit.show(<ResetPassword search={search} />);
  const token = new URLSearchParams(search).get("token");
  await visit.browser.post("/reset-password", { newPassword: "another new password", token });
  await person.type(field(), "a brand new password{Enter}");
  const heading = await screen.findByRole("heading", { name: "This link is not good any more" });
  await waitFor(() => expect(document.activeElement).toBe(heading));
});

test("a server that cannot be reached is said so, and what was typed stays", async () => {
  const { visit, search } = await visitByLink();
  visit.isOffline = true;
  const { person } = visit.show(<ResetPassword search={search} />);
  await person.type(field(), "a brand new password{Enter}");
  expect((await screen.findByRole("alert")).textContent).toMatch(/^The server cannot be reached/);
  expect(field().value).toBe("a brand new password");
});
