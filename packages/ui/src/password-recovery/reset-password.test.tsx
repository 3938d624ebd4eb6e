// @vitest-environment jsdom

import { testPassword } from "@latchkey/test-kit";
import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { createMailbox, openLink } from "../../test/mailbox.ts";
import { startSite, type Visit, watchScreens } from "../../test/site.tsx";
import { SignIn } from "../sign-in/sign-in.tsx";
import { en } from "../texts/en.ts";
import { ResetPassword } from "./reset-password.tsx";

watchScreens();

const field = (): HTMLInputElement => screen.getByLabelText(en.newPassword);

/** Ann opened her reset link. */
async function visitByLink(): Promise<{ visit: Visit; search: string; url: string }> {
  const mailbox = createMailbox();
  const visit = (await startSite(mailbox.options)).visit();
  await visit.browser.signUp("ann@example.com");
  await visit.browser.post("/forget-password", { email: "ann@example.com", redirectTo: "/reset-password" });
  const { url } = await mailbox.arrival("reset");
  return { visit, url, ...(await openLink(visit.browser, url)) };
}

test("the new password replaces the old one, and the sign-in page is next", async () => {
  const { visit, search } = await visitByLink();
  const { person } = visit.show(<ResetPassword search={`${search}&redirectTo=/a%23b`} />);
  await person.type(field(), "a brand new password{Enter}");
  await waitFor(() => expect(visit.went).toEqual(["/sign-in?redirectTo=%2Fa%23b"]));
  expect((await visit.browser.signIn("ann@example.com", testPassword)).status).toBe(401);
  expect((await visit.browser.signIn("ann@example.com", "a brand new password")).status).toBe(200);
});

test("the app can pass the token, and the password can be shown", async () => {
  const { visit, search } = await visitByLink();
  const { person } = visit.show(<ResetPassword token={new URLSearchParams(search).get("token") as string} />);
  await person.type(field(), "a brand new password");
  await person.click(screen.getByRole("button", { name: en.showPassword }));
  expect([field().type, field().autocomplete]).toEqual(["text", "new-password"]);
  await person.click(screen.getByRole("button", { name: en.resetPassword.submit }));
  await waitFor(() => expect(visit.went).toEqual(["/sign-in"]));
});

test("a rejected password has its error at the field, and the link stays valid", async () => {
  const { visit, search } = await visitByLink();
  const { person } = visit.show(<ResetPassword search={search} />);
  await person.type(field(), "short{Enter}");
  const note = await screen.findByText(en.errors.PASSWORD_TOO_SHORT ?? "");
  expect(field().getAttribute("aria-describedby")).toBe(note.id);
  expect(document.activeElement).toBe(field());
  await person.keyboard("er than it was{Enter}");
  await waitFor(() => expect(visit.went).toEqual(["/sign-in"]));
});

test("an invalid or incomplete link offers to request a new one", async () => {
  const { visit } = await visitByLink();
  const { search } = await openLink(visit.browser, "/reset-password/nonsense?callbackURL=/reset-password");
  expect(search).toBe("?error=INVALID_TOKEN");
  for (const refused of [search, ""]) {
    const { unmount } = visit.show(<ResetPassword search={refused} />);
    screen.getByRole("heading", { name: en.resetPassword.invalidTitle });
    expect(screen.getByRole("link", { name: en.resetPassword.again }).getAttribute("href")).toBe("/forgot-password");
    unmount();
  }
});

test("a link that has already been used shows a message, which gets focus", async () => {
  const { visit, search } = await visitByLink();
  const { person } = visit.show(<ResetPassword search={search} />);
  const token = new URLSearchParams(search).get("token");
  await visit.browser.post("/reset-password", { newPassword: "another new password", token });
  await person.type(field(), "a brand new password{Enter}");
  const heading = await screen.findByRole("heading", { name: en.resetPassword.invalidTitle });
  await waitFor(() => expect(document.activeElement).toBe(heading));
});

test("an unreachable server is reported, and the input stays", async () => {
  const { visit, search } = await visitByLink();
  visit.isOffline = true;
  const { person } = visit.show(<ResetPassword search={search} />);
  await person.type(field(), "a brand new password{Enter}");
  expect((await screen.findByRole("alert")).textContent).toBe(en.errors.NETWORK_ERROR);
  expect(field().value).toBe("a brand new password");
});

test("the token is removed from the address bar, and the form still works", async () => {
  const { visit, search } = await visitByLink();
  history.replaceState({ of: "the router" }, "", `/reset-password${search}&redirectTo=/a#top`);
  const { person } = visit.show(<ResetPassword />);
  await waitFor(() => expect(location.search).toBe("?redirectTo=%2Fa"));
  expect([location.hash, history.state]).toEqual(["#top", { of: "the router" }]);
  await person.type(field(), "a brand new password{Enter}");
  await waitFor(() => expect(visit.went).toEqual(["/sign-in?redirectTo=%2Fa"]));
  history.replaceState(null, "", "/");
});

test("the sign-in page confirms the new password once, with the email filled in", async () => {
  const { visit, search } = await visitByLink();
  const { person, rerender } = visit.show(<SignIn key="before" />);
  await person.type(screen.getByLabelText(en.email), "ann@example.com");
  rerender(visit.wrap(<ResetPassword search={search} />));
  await person.type(field(), "a brand new password{Enter}");
  await waitFor(() => expect(visit.went).toEqual(["/sign-in"]));
  rerender(visit.wrap(<SignIn key="first" />));
  expect(screen.getByRole("status").textContent).toBe(en.resetPassword.doneText);
  expect(screen.getByLabelText<HTMLInputElement>(en.email).value).toBe("ann@example.com");
  rerender(visit.wrap(<SignIn key="second" />));
  expect(screen.queryByRole("status")).toBeNull();
});
