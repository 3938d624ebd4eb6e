// @vitest-environment jsdom

import { testPassword } from "@latchkey/test-kit";
import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { button, plugins, prepareAdminScreens, startAdminSite } from "../../test/admin.tsx";
import { findDialog } from "../../test/dialogs.ts";
import { en } from "../texts/en.ts";
import { fill, fillCount } from "../texts/texts.ts";
import { AdminUser } from "./admin-user.tsx";
import { AdminUsers } from "./admin-users.tsx";
import { adminEn as texts } from "./en.ts";
import { ImpersonationBanner } from "./impersonation-banner.tsx";

history.replaceState(null, "", "/admin");

prepareAdminScreens();

const { impersonate } = texts;

test("impersonating asks for a duration and reason, shows a banner on every page, and ends on the user's page", async () => {
  const { visit, idOf } = await startAdminSite();
  const { person, unmount } = visit.show(<AdminUser userId={idOf("bob")} />, { plugins });
  await person.click(await screen.findByRole("button", { name: impersonate.start }));
  const dialog = within(await findDialog());
  dialog.getByText(fill(impersonate.title, { name: "bob" }));
  await person.selectOptions(dialog.getByLabelText(impersonate.duration), fillCount(en, impersonate.minutes, 30));
  await person.type(dialog.getByLabelText(impersonate.reason), "Ticket 12");
  await person.click(dialog.getByRole("button", { name: impersonate.start }));
  await waitFor(() => expect(visit.went).toEqual(["/"]));
  unmount();
  document.title = "Home";
  const shown = visit.show(<ImpersonationBanner />, { plugins });
  const banner = await screen.findByRole("region", { name: impersonate.label });
  expect(banner.textContent).toContain(fillCount(en, impersonate.banner, 30, { name: "bob" }));
  const prefix = fill(impersonate.pageTitle, { name: "bob" });
  expect(document.title).toBe(`${prefix} Home`);
  // The app's router changes the title.
  document.title = "Account";
  await waitFor(() => expect(document.title).toBe(`${prefix} Account`));
  await shown.person.click(button(impersonate.stop));
  await waitFor(() => expect(visit.went).toEqual(["/", `/admin/users/${idOf("bob")}`]));
  await waitFor(() => expect(screen.queryByRole("region", { name: impersonate.label })).toBeNull());
  expect(document.title).toBe("Account");
  const { body } = await visit.browser.get<{ records: { data: { reason: string } }[] }>(
    "/admin/list-audit?action=admin.impersonation.start",
  );
  expect(body.records[0]?.data.reason).toBe("Ticket 12");
});

test("if the admin's own session has ended, the banner offers to sign in instead of the minutes that are left", async () => {
  const { visit, idOf } = await startAdminSite();
  await visit.browser.post("/admin/impersonate-user", { userId: idOf("bob") });
  visit.browser.cookies.delete("latchkey.admin_session");
  const { person } = visit.show(<ImpersonationBanner />, { plugins });
  await person.click(await screen.findByRole("button", { name: impersonate.stop }));
  await screen.findByText(texts.errors.ADMIN_SESSION_LOST ?? "");
  await waitFor(() => expect(visit.answered.at(-1)).toBe("/get-session"));
  expect((await visit.client.getSession()).data).toBeNull();
  const banner = screen.getByRole("region", { name: impersonate.label });
  expect(banner.textContent).toBe(`${texts.errors.ADMIN_SESSION_LOST}${en.signIn.submit}`);
  expect(document.activeElement).toBe(button(en.signIn.submit));
  await person.click(button(en.signIn.submit));
  expect(visit.went).toEqual(["/sign-in"]);
});

test("the banner forgets a failure once someone signs in", async () => {
  const { visit, idOf } = await startAdminSite();
  const impersonateBob = () => visit.browser.post("/admin/impersonate-user", { userId: idOf("bob") });
  const refetch = () => act(async () => void (await visit.client.getSession()));
  const banner = () => screen.queryByRole("region", { name: impersonate.label });
  await impersonateBob();
  visit.browser.cookies.delete("latchkey.admin_session");
  const { person } = visit.show(<ImpersonationBanner />, { plugins });
  await person.click(await screen.findByRole("button", { name: impersonate.stop }));
  await screen.findByRole("button", { name: en.signIn.submit });
  await visit.browser.post("/sign-in/email", { email: "ann@example.com", password: testPassword });
  await refetch();
  await waitFor(() => expect(banner()).toBeNull());
  await impersonateBob();
  await refetch();
  await screen.findByRole("button", { name: impersonate.stop });
  expect(screen.queryByRole("alert")).toBeNull();
  await act(async () => void (await visit.client.signOut()));
  await waitFor(() => expect(banner()).toBeNull());
});

test("during an impersonation, admin pages send no calls that would be rejected", async () => {
  const { visit, idOf } = await startAdminSite();
  await visit.browser.post("/admin/impersonate-user", { userId: idOf("bob") });
  visit.show(<AdminUsers />, { plugins });
  await screen.findByRole("alert");
  expect(visit.asked.filter((path) => path.startsWith("/admin/"))).toEqual([]);
});

test("other admins can only be impersonated if the server allows it", async () => {
  for (const allowImpersonatingAdmins of [false, true]) {
    const { visit, idOf, setUser } = await startAdminSite(["bob"], [], { allowImpersonatingAdmins });
    await setUser("bob", { role: "admin" });
    const { unmount } = visit.show(<AdminUser userId={idOf("bob")} />, { plugins });
    await screen.findByRole("button", { name: texts.ban.ban });
    expect(screen.queryByRole("button", { name: impersonate.start }) !== null).toBe(allowImpersonatingAdmins);
    await act(async () => unmount());
  }
});
