// @vitest-environment jsdom
// @vitest-environment-options { "url": "http://app.test/admin" }

import { admin, adminErrors } from "@latchkey/admin";
import { adminClient } from "@latchkey/admin/client";
import type { Plugin } from "@latchkey/core";
import { organization } from "@latchkey/organization";
import { testPassword } from "@latchkey/test-kit";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { findDialog } from "../../test/dialogs.ts";
import { startSite, type Visit, watchScreens } from "../../test/site.tsx";
import { organizationErrorsEn } from "../organization/errors.ts";
import { organizationUi } from "../organization/plugin.tsx";
import { en } from "../texts/en.ts";
import { fill } from "../texts/texts.ts";
import { UserButton } from "../user-button/user-button.tsx";
import { AdminUser } from "./admin-user.tsx";
import { AdminUsers } from "./admin-users.tsx";
import { AuditTrail } from "./audit-trail.tsx";
import { adminEn as texts } from "./en.ts";
import { ImpersonationBanner } from "./impersonation-banner.tsx";
import { adminUi } from "./plugin.tsx";

watchScreens();

const plugins = [adminUi()];
const button = (name: string): HTMLElement => screen.getByRole("button", { name });

/** Ann is an admin, and there are as many other users as needed. */
async function start(others: readonly string[] = ["bob"], more: readonly Plugin[] = []) {
  const site = await startSite({ plugins: [admin(), ...more] }, [adminClient()]);
  const visit = site.visit();
  const ann = (await visit.browser.signUp("ann@example.com")).body.user;
  await site.setUser(ann.id, { role: "admin" });
  const ids: Record<string, string> = { ann: ann.id };
  const browsers: Record<string, Visit> = {};
  for (const name of others) {
    const other = site.visit();
    ids[name] = (await other.browser.signUp(`${name}@example.com`)).body.user.id;
    browsers[name] = other;
  }
  const get = (name: string): string => ids[name] ?? "";
  return { visit, idOf: get, visitOf: (name: string) => browsers[name] as Visit };
}

const rows = (): readonly string[] =>
  screen
    .getAllByRole("row")
    .slice(1)
    .map((row) => within(row).getAllByRole("link")[0]?.getAttribute("href") ?? "");

test("users are listed by pages, newest first, and found by the beginning of their address", async () => {
  const { visit, idOf } = await start(["bob", "bea", "cem"]);
  const { person } = visit.show(<AdminUsers pageSize={3} />, { plugins });
  const paths = (...names: string[]): string[] => names.map((name) => `/admin/users/${idOf(name)}`);
  await waitFor(() => expect(rows()).toEqual(paths("cem", "bea", "bob")));
  screen.getByText(fill(texts.users.page, { from: "1", to: "3", total: "4" }));
  await person.click(button(en.nextPage));
  await waitFor(() => expect(rows()).toEqual(paths("ann")));
  screen.getByText(fill(texts.users.page, { from: "4", to: "4", total: "4" }));
  expect(button(en.nextPage).getAttribute("aria-disabled")).toBe("true");
  await person.click(button(en.previousPage));
  await waitFor(() => expect(rows()).toEqual(paths("cem", "bea", "bob")));
  await person.click(button(texts.users.person));
  await waitFor(() => expect(rows()).toEqual(paths("ann", "bea", "bob")));
  await person.type(screen.getByRole("searchbox"), "b{Enter}");
  await waitFor(() => expect(rows()).toEqual(paths("bea", "bob")));
  await person.type(screen.getByRole("searchbox"), "x{Enter}");
  await screen.findByText(texts.users.empty);
});

test("the list can be narrowed to a role, or to those who are banned", async () => {
  const { visit, idOf } = await start(["bob", "cem"]);
  const api = visit.client as unknown as { admin: { banUser(input: object): Promise<unknown> } };
  await api.admin.banUser({ userId: idOf("bob") });
  const { person } = visit.show(<AdminUsers />, { plugins });
  await waitFor(() => expect(rows()).toHaveLength(3));
  const filter = screen.getByLabelText(texts.users.state);
  await person.selectOptions(filter, texts.users.onlyBanned);
  await waitFor(() => expect(rows()).toEqual([`/admin/users/${idOf("bob")}`]));
  await person.selectOptions(filter, `${texts.users.role}: admin`);
  await waitFor(() => expect(rows()).toEqual([`/admin/users/${idOf("ann")}`]));
});

test("a user is made, who can sign in; a taken address is said at its field", async () => {
  const { visit, visitOf } = await start();
  const { person } = visit.show(<AdminUsers />, { plugins });
  await person.click(button(texts.users.create));
  const dialog = within(await findDialog());
  await person.type(dialog.getByLabelText(en.name), "Dan");
  await person.type(dialog.getByLabelText(en.email), "bob@example.com");
  await person.type(dialog.getByLabelText(en.password), testPassword);
  await person.click(dialog.getByRole("button", { name: texts.create.submit }));
  await dialog.findByText(en.errors.USER_ALREADY_EXISTS ?? "");
  await person.clear(dialog.getByLabelText(en.email));
  await person.type(dialog.getByLabelText(en.email), "dan@example.com");
  await person.click(dialog.getByRole("button", { name: texts.create.submit }));
  await screen.findByText("dan@example.com");
  const { data } = await visitOf("bob").client.signIn.email({ email: "dan@example.com", password: testPassword });
  expect(data?.user.name).toBe("Dan");
});

test("who may not see the list is told so", async () => {
  const { visitOf } = await start();
  visitOf("bob").show(<AdminUsers />, { plugins });
  expect((await screen.findByRole("alert")).textContent).toBe(texts.errors.YOU_ARE_NOT_ALLOWED_TO_LIST_USERS);
});

test("the menu offers the administration to administrators alone", async () => {
  const { visit, visitOf } = await start();
  const { person, unmount } = visit.show(<UserButton />, { plugins });
  await person.click(await screen.findByRole("button", { name: en.userButton.open }));
  await person.click(await screen.findByRole("menuitem", { name: texts.menu }));
  expect(visit.went).toEqual(["/admin"]);
  unmount();
  const { person: bob } = visitOf("bob").show(<UserButton />, { plugins });
  await bob.click(await screen.findByRole("button", { name: en.userButton.open }));
  await screen.findByRole("menuitem", { name: en.signOut });
  expect(screen.queryByRole("menuitem", { name: texts.menu })).toBeNull();
});

test("a ban ends the sessions, says why, and can be lifted", async () => {
  const { visit, idOf, visitOf } = await start();
  const { person } = visit.show(<AdminUser userId={idOf("bob")} />, { plugins });
  await person.click(await screen.findByRole("button", { name: texts.ban.ban }));
  const dialog = within(await findDialog());
  await person.type(dialog.getByLabelText(texts.ban.reason), "spam");
  await person.click(dialog.getByRole("button", { name: texts.ban.ban }));
  await screen.findByText(fill(texts.user.bannedFor, { reason: "spam" }));
  await screen.findByText(texts.sessions.empty);
  const bob = visitOf("bob");
  expect((await bob.client.getSession()).data).toBeNull();
  const refused = await bob.client.signIn.email({ email: "bob@example.com", password: testPassword });
  expect(refused.error?.code).toBe("BANNED_USER");
  await person.click(await screen.findByRole("button", { name: texts.ban.unban }));
  await screen.findByRole("button", { name: texts.ban.ban });
  expect((await bob.client.signIn.email({ email: "bob@example.com", password: testPassword })).error).toBeNull();
});

test("roles are given and taken, never one's own", async () => {
  const { visit, idOf } = await start();
  const { person, unmount } = visit.show(<AdminUser userId={idOf("bob")} />, { plugins });
  await person.click(await screen.findByLabelText("admin"));
  await person.click(button(texts.roles.submit));
  await screen.findByText(texts.roles.saved);
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>("admin").checked).toBe(true));
  unmount();
  visit.show(<AdminUser userId={idOf("ann")} />, { plugins });
  expect((await screen.findByLabelText<HTMLInputElement>("admin")).disabled).toBe(true);
  expect(screen.queryByRole("button", { name: texts.remove.open })).toBeNull();
  screen.getByText(texts.user.itsYou);
});

test("a new password is set, and sessions are ended one by one", async () => {
  const { visit, idOf, visitOf } = await start();
  const bob = visitOf("bob");
  const { person } = visit.show(<AdminUser userId={idOf("bob")} />, { plugins });
  await person.click(await screen.findByRole("button", { name: /^Sign out/ }));
  await screen.findByText(texts.sessions.empty);
  expect((await bob.client.getSession()).data).toBeNull();
  await person.click(button(texts.password.open));
  const dialog = within(await findDialog());
  await person.type(dialog.getByLabelText(en.newPassword), "another password");
  await person.click(dialog.getByRole("button", { name: texts.password.submit }));
  await screen.findByText(texts.password.saved);
  expect((await bob.client.signIn.email({ email: "bob@example.com", password: "another password" })).error).toBeNull();
});

test("acting as somebody shows on every page, and leads back", async () => {
  const { visit, idOf } = await start();
  const { person, unmount } = visit.show(<AdminUser userId={idOf("bob")} />, { plugins });
  await person.click(await screen.findByRole("button", { name: texts.impersonate.start }));
  await waitFor(() => expect(visit.went).toEqual(["/"]));
  unmount();
  const { person: ann } = visit.show(<ImpersonationBanner />, { plugins });
  await screen.findByText(/^You are acting as/);
  expect((await visit.client.getSession()).data?.user.email).toBe("bob@example.com");
  await ann.click(button(texts.impersonate.stop));
  await waitFor(() => expect(visit.went).toEqual(["/", "/admin"]));
  expect((await visit.client.getSession()).data?.user.email).toBe("ann@example.com");
  await waitFor(() => expect(screen.queryByText(/^You are acting as/)).toBeNull());
});

test("a user is deleted after a question", async () => {
  const { visit, idOf } = await start();
  const { person, unmount } = visit.show(<AdminUser userId={idOf("bob")} />, { plugins });
  await person.click(await screen.findByRole("button", { name: texts.remove.open }));
  const dialog = within(await findDialog());
  await person.click(dialog.getByRole("button", { name: texts.remove.confirm }));
  await waitFor(() => expect(visit.went).toEqual(["/admin"]));
  unmount();
  visit.show(<AdminUser userId={idOf("bob")} />, { plugins });
  expect((await screen.findAllByRole("alert"))[0]?.textContent).toBe(en.errors.USER_NOT_FOUND);
});

test("ADMIN-14: an only owner is deleted with the organizations only after a second question, which names them", async () => {
  const { visit, idOf, visitOf } = await start(["bob"], [organization()]);
  const { browser } = visitOf("bob");
  await browser.post("/organization/create", { name: "Acme", slug: "acme" });
  const { person } = visit.show(<AdminUser userId={idOf("bob")} />, { plugins });
  const ask = async (open: string): Promise<ReturnType<typeof within>> => {
    await person.click(await screen.findByRole("button", { name: open }));
    return within(await findDialog());
  };
  const first = await ask(texts.remove.open);
  expect(screen.queryByRole("button", { name: texts.remove.openAll })).toBeNull();
  await person.click(first.getByRole("button", { name: texts.remove.confirm }));
  const facts = { email: "bob@example.com", organizations: "Acme" };
  await screen.findByText(fill(texts.remove.onlyOwner, facts));
  expect(visit.went).toEqual([]);
  const second = await ask(texts.remove.openAll);
  second.getByText(fill(texts.remove.confirmAllTitle, facts));
  await person.click(second.getByRole("button", { name: texts.remove.confirmAll }));
  await waitFor(() => expect(visit.went).toEqual(["/admin"]));
  const { status } = await visit.browser.post("/organization/create", { name: "Acme", slug: "acme" });
  expect(status).toBe(200);
});

test("if organizations can't be deleted, the screen says so", async () => {
  const { visit, idOf, visitOf } = await start(["bob"], [organization({ disableOrganizationDeletion: true })]);
  await visitOf("bob").browser.post("/organization/create", { name: "Acme", slug: "acme" });
  const { person } = visit.show(<AdminUser userId={idOf("bob")} />, { plugins: [...plugins, organizationUi()] });
  for (const [open, confirm] of [
    [texts.remove.open, texts.remove.confirm],
    [texts.remove.openAll, texts.remove.confirmAll],
  ] as const) {
    await person.click(await screen.findByRole("button", { name: open }));
    const dialog = within(await findDialog());
    await person.click(dialog.getByRole("button", { name: confirm }));
  }
  await screen.findByText(organizationErrorsEn.ORGANIZATION_DELETION_DISABLED ?? "");
  expect(visit.went).toEqual([]);
});

test("the trail says who did what to whom", async () => {
  const { visit, idOf } = await start();
  const { person, unmount } = visit.show(<AdminUser userId={idOf("bob")} />, { plugins });
  await person.click(await screen.findByRole("button", { name: texts.ban.ban }));
  await person.click(within(await findDialog()).getByRole("button", { name: texts.ban.ban }));
  await screen.findByRole("button", { name: texts.ban.unban });
  unmount();
  const { person: ann } = visit.show(<AuditTrail />, { plugins });
  const row = (await screen.findByText(texts.audit.actions["admin.user.ban"] ?? "", { selector: "td" })).closest(
    "tr",
  ) as HTMLElement;
  const links = within(row).getAllByRole("link");
  expect(links.map((link) => link.getAttribute("href"))).toEqual([
    `/admin/users/${idOf("ann")}`,
    `/admin/users/${idOf("bob")}`,
  ]);
  await ann.selectOptions(screen.getByLabelText(texts.audit.action), texts.audit.families["admin."] ?? "");
  await waitFor(() => expect(screen.queryByText(texts.audit.actions["session.create"] ?? "")).toBeNull());
  expect(screen.getByText(texts.audit.actions["admin.user.ban"] ?? "", { selector: "td" })).toBeTruthy();
});

test("every refusal has a sentence", () => {
  const said = { ...en.errors, ...texts.errors };
  expect(Object.keys(adminErrors).filter((code) => !Object.hasOwn(said, code))).toEqual([]);
});
