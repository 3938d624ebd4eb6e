// @vitest-environment jsdom

import { admin } from "@latchkey/admin";
import { testPassword } from "@latchkey/test-kit";
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { createMailbox, openLink } from "../../test/mailbox.ts";
import { startSite, watchScreens } from "../../test/site.tsx";
import { RequireSession } from "../session-gate/require-session.tsx";
import { SignIn } from "../sign-in/sign-in.tsx";
import { en } from "../texts/en.ts";
import { fill } from "../texts/texts.ts";
import { AccountDeleted } from "./account-deleted.tsx";
import { AuthError } from "./auth-error.tsx";

history.replaceState(null, "", "/auth-error");

watchScreens();
beforeEach(() => history.replaceState(null, "", "/auth-error"));

const heading = (name: string): Promise<HTMLElement> => screen.findByRole("heading", { name });
const hrefOf = (name: string): string | null => screen.getByRole("link", { name }).getAttribute("href");

test.each(Object.keys(en.social.errors).filter((code) => code !== "unknown"))(
  "%s shows what happened, the code, and one way to continue",
  async (code) => {
    const visit = (await startSite()).visit();
    const { container } = visit.show(<AuthError search={`?error=${code}&redirectTo=/a`} />);
    await screen.findByText(en.social.errors[code] ?? "");
    expect(container.querySelector(".lk-error-code")?.textContent).toBe(code);
    expect(screen.getAllByRole("link")).toHaveLength(1);
    expect(hrefOf(en.forgotPassword.toSignIn)).toBe("/sign-in?redirectTo=%2Fa");
  },
);

test("the error is removed from the address bar, and signed-in users go back to where they were", async () => {
  const visit = (await startSite()).visit();
  await visit.browser.signUp("ann@example.com");
  history.replaceState(null, "", "/auth-error?error=access_denied&error_description=No&redirectTo=%2Fa");
  visit.show(<AuthError />);
  await heading(en.authError.connectCanceledTitle);
  await waitFor(() => expect(location.search).toBe("?redirectTo=%2Fa"));
  expect(hrefOf(en.continue)).toBe("/a");
});

test.each(["", "unknown", "constructor", "Call 0900 1234"])("OAUTH-33: the code %j is never shown", async (code) => {
  const visit = (await startSite()).visit();
  const { container } = visit.show(<AuthError search={`?error=${encodeURIComponent(code)}`} />);
  await screen.findByText(en.social.errors.unknown);
  expect(container.querySelector(".lk-error-code")).toBeNull();
});

test("a banned user sees the ban's reason and end at sign-in, which aren't read from the URL", async () => {
  const site = await startSite({ plugins: [admin()] });
  const { user } = (await site.browser().signUp("ann@example.com")).body;
  const banExpires = new Date(Date.now() + 86_400_000);
  await site.setUser(user.id, { banned: true, banReason: "Spam in the forum", banExpires });
  const visit = site.visit();
  const { person, unmount } = visit.show(<SignIn />);
  await person.type(screen.getByLabelText(en.email), "ann@example.com");
  await person.type(screen.getByLabelText(en.password), `${testPassword}{Enter}`);
  await screen.findByText(fill(en.banned.reason, { reason: "Spam in the forum" }));
  const date = banExpires.toLocaleString(en.language, { dateStyle: "long", timeStyle: "short" });
  expect(screen.getByText(fill(en.banned.until, { date }))).toBeTruthy();
  unmount();
  const page = visit.show(<AuthError search="?error=BANNED_USER&banReason=Call+0900" />);
  await heading(en.banned.title);
  expect(page.container.textContent).not.toContain("0900");
});

test("a user whose session was ended by a ban sees the ban's reason and end, and then the form", async () => {
  const site = await startSite({ plugins: [admin()] });
  const visit = site.visit();
  const { user } = (await visit.browser.signUp("ann@example.com")).body;
  const root = site.browser();
  const { user: boss } = (await root.signUp("root@example.com")).body;
  await site.setUser(boss.id, { role: "admin" });
  const page = (
    <RequireSession fallback={<SignIn />}>
      <p>for members</p>
    </RequireSession>
  );
  const { person } = visit.show(page);
  await screen.findByText("for members");
  await root.post("/admin/ban-user", { userId: user.id, banReason: "Spam in the forum", banExpiresIn: 86_400 });
  await visit.client.$stores.session.get().refetch();
  const title = await heading(en.banned.title);
  await waitFor(() => expect(document.activeElement).toBe(title));
  expect(screen.getByText(fill(en.banned.reason, { reason: "Spam in the forum" }))).toBeTruthy();
  expect(screen.queryByLabelText(en.password)).toBeNull();
  await person.click(screen.getByRole("button", { name: en.forgotPassword.toSignIn }));
  await screen.findByLabelText(en.password);
});

test("the page confirms a deleted account, but not to a user whose account still exists", async () => {
  const mailbox = createMailbox();
  const visit = (await startSite(mailbox.options)).visit();
  await visit.browser.signUp("ann@example.com");
  const { unmount } = visit.show(<AccountDeleted />);
  await heading(en.accountDeleted.notTitle);
  unmount();
  await visit.browser.post("/delete-user", { callbackURL: "/account-deleted" });
  const { path } = await openLink(visit.browser, (await mailbox.arrival("delete")).url);
  expect(path).toBe("/account-deleted");
  await visit.client.$stores.session.get().refetch();
  visit.show(<AccountDeleted />);
  await heading(en.accountDeleted.title);
  expect(hrefOf(en.accountDeleted.again)).toBe("/sign-up");
});
