// @vitest-environment jsdom

import { adminAccess, defaultRoles } from "@latchkey/admin/access";
import { testPassword } from "@latchkey/test-kit";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { button, plugins, prepareAdminScreens, rows, startAdminSite } from "../../test/admin.tsx";
import { findDialog, queryDialog } from "../../test/dialogs.ts";
import { en } from "../texts/en.ts";
import { fill, fillCount } from "../texts/texts.ts";
import { UserButton } from "../user-button/user-button.tsx";
import { AdminUsers } from "./admin-users.tsx";
import * as csv from "./csv.ts";
import { adminEn as texts } from "./en.ts";

history.replaceState(null, "", "/admin");

prepareAdminScreens();

const { users, bulk } = texts;
const menuOf = (name: string): string => fill(users.actions, { name });

/** Returns each name that keeps its own direction. */
const namesIn = (element: Element | undefined): (string | null)[] =>
  [...(element?.querySelectorAll("bdi") ?? [])].map((name) => name.textContent);

test("users are paginated, newest first, and can be sorted by email", async () => {
  const { visit, idOf, setUser } = await startAdminSite(["bob", "bea", "cem"]);
  // Two users can be created in the same millisecond.
  for (const [at, name] of ["ann", "bob", "bea", "cem"].entries()) await setUser(name, { createdAt: new Date(at) });
  const { person } = visit.show(<AdminUsers pageSize={3} />, { plugins });
  const paths = (...names: string[]): string[] => names.map((name) => `/admin/users/${idOf(name)}`);
  await waitFor(() => expect(rows()).toEqual(paths("cem", "bea", "bob")));
  screen.getByText(fill(users.page, { from: "1", to: "3", total: "4" }));
  await person.click(button(en.nextPage));
  await waitFor(() => expect(rows()).toEqual(paths("ann")));
  screen.getByText(fill(users.page, { from: "4", to: "4", total: "4" }));
  await person.click(button(users.person));
  await waitFor(() => expect(rows()).toEqual(paths("ann", "bea", "bob")));
  expect(new URLSearchParams(location.search).get("sort")).toBe("email.asc");
});

test("users can be sorted by their last activity if the server stores it", async () => {
  history.replaceState(null, "", "/admin?sort=lastActiveAt.desc");
  const plain = (await startAdminSite([])).visit.show(<AdminUsers />, { plugins });
  await waitFor(() => expect(rows()).toHaveLength(1));
  expect(screen.queryByRole("button", { name: users.lastActive })).toBeNull();
  plain.unmount();
  history.replaceState(null, "", "/admin");
  const { visit, idOf, setUser } = await startAdminSite(["bob", "cem"], [], { trackLastActive: true });
  for (const [at, name] of ["cem", "ann", "bob"].entries()) await setUser(name, { lastActiveAt: new Date(at) });
  // Reading the session counts as activity, so Ann was active last.
  const { person } = visit.show(<AdminUsers />, { plugins });
  const paths = (...sorted: string[]): string[] => sorted.map((name) => `/admin/users/${idOf(name)}`);
  await waitFor(() => expect(rows()).toHaveLength(3));
  await person.click(button(users.lastActive));
  await waitFor(() => expect(rows()).toEqual(paths("cem", "bob", "ann")));
  await person.click(button(users.lastActive));
  await waitFor(() => expect(rows()).toEqual(paths("ann", "bob", "cem")));
  expect(new URLSearchParams(location.search).get("sort")).toBe("lastActiveAt.desc");
});

test.each([
  { trackLastActive: false, shown: users.noSession },
  { trackLastActive: true, shown: users.never },
])("a user without an activity time or session is shown as: $shown", async (given) => {
  const { visit, visitOf, setUser } = await startAdminSite(["bob"], [], { trackLastActive: given.trackLastActive });
  await visitOf("bob").browser.post("/sign-out", {});
  if (given.trackLastActive) await setUser("bob", { lastActiveAt: null });
  visit.show(<AdminUsers />, { plugins });
  await screen.findByText(given.shown);
});

test("the search finds an email prefix, part of a name, or an ID, and is in the URL", async () => {
  const { visit, idOf, setUser } = await startAdminSite(["bob", "bea"]);
  await setUser("bea", { name: "Beatrice Long" });
  const { person } = visit.show(<AdminUsers />, { plugins });
  await waitFor(() => expect(rows()).toHaveLength(3));
  const search = screen.getByRole("searchbox");
  for (const [typed, found] of [
    ["bob@", "bob"],
    ["trice", "bea"],
    [idOf("ann"), "ann"],
  ] as const) {
    await person.clear(search);
    await person.type(search, `${typed}{Enter}`);
    await waitFor(() => expect(rows()).toEqual([`/admin/users/${idOf(found)}`]));
    expect(new URLSearchParams(location.search).get("q")).toBe(typed);
  }
  await person.clear(search);
  await person.type(search, "unknown{Enter}");
  await screen.findByText(users.noMatches);
  await person.click(within(screen.getByText(users.noMatches).parentElement as HTMLElement).getByRole("button"));
  await waitFor(() => expect(rows()).toHaveLength(3));
});

test("filters narrow the list and are restored from the URL", async () => {
  const { visit, idOf, setUser } = await startAdminSite(["bob", "cem"]);
  await setUser("bob", { banned: true });
  await setUser("cem", { emailVerified: true });
  const first = visit.show(<AdminUsers />, { plugins });
  await waitFor(() => expect(rows()).toHaveLength(3));
  await first.person.click(button(users.status));
  await first.person.click(await screen.findByRole("radio", { name: users.banned }));
  await waitFor(() => expect(rows()).toEqual([`/admin/users/${idOf("bob")}`]));
  first.unmount();
  history.replaceState(null, "", "/admin?role=admin");
  const second = visit.show(<AdminUsers />, { plugins });
  await waitFor(() => expect(rows()).toEqual([`/admin/users/${idOf("ann")}`]));
  await second.person.click(button(fill(en.clearFilter, { name: users.role })));
  await waitFor(() => expect(rows()).toHaveLength(3));
  second.unmount();
  history.replaceState(null, "", "/admin?verified=yes&created=7d");
  visit.show(<AdminUsers />, { plugins });
  await waitFor(() => expect(rows()).toEqual([`/admin/users/${idOf("cem")}`]));
  expect(screen.queryByRole("button", { name: users.twoFactor })).toBeNull();
});

test("a created user can sign in, and a taken email shows an error at the field", async () => {
  const { visit, visitOf } = await startAdminSite();
  const { person } = visit.show(<AdminUsers />, { plugins });
  await person.click(await screen.findByRole("button", { name: users.create }));
  const dialog = within(await findDialog());
  await person.type(dialog.getByLabelText(en.name), "Dan");
  await person.type(dialog.getByLabelText(en.email), "bob@example.com");
  await person.type(dialog.getByLabelText(fill(en.optional, { label: en.password })), testPassword);
  await person.click(dialog.getByRole("button", { name: texts.create.submit }));
  await dialog.findByText(texts.create.emailTaken);
  await person.clear(dialog.getByLabelText(en.email));
  await person.type(dialog.getByLabelText(en.email), "dan@example.com");
  await person.click(dialog.getByRole("button", { name: texts.create.submit }));
  await screen.findByTitle("dan@example.com");
  const { data } = await visitOf("bob").client.signIn.email({ email: "dan@example.com", password: testPassword });
  expect(data?.user.name).toBe("Dan");
});

test("a user without permissions sees a message, and no list is requested", async () => {
  const { visitOf } = await startAdminSite();
  const bob = visitOf("bob");
  bob.show(<AdminUsers />, { plugins });
  await screen.findByText(texts.errors.YOU_ARE_NOT_AN_ADMIN ?? "");
  screen.getByRole("heading", { level: 1, name: users.title });
  expect(bob.asked.filter((path) => path.startsWith("/admin/"))).toEqual(["/admin/capabilities"]);
});

test("an admin who loses the permission sees the title and a message, and nothing to search or create", async () => {
  const { visit, setUser } = await startAdminSite();
  const release = visit.hold("/admin/list-users");
  visit.show(<AdminUsers />, { plugins });
  await screen.findByRole("searchbox");
  await setUser("ann", { role: "user" });
  release();
  await screen.findByRole("alert");
  screen.getByRole("heading", { level: 1, name: users.title });
  expect(screen.queryByRole("searchbox")).toBeNull();
  expect(screen.queryByRole("button")).toBeNull();
});

test("only actions that the admin can perform are offered", async () => {
  const roles = { ...defaultRoles, support: adminAccess.newRole({ user: ["list"], session: ["revoke"] }) };
  const { visitOf, setUser } = await startAdminSite(["bob", "cem"], [], { roles });
  await setUser("bob", { role: "support" });
  const { person } = visitOf("bob").show(<AdminUsers />, { plugins });
  await person.click(await screen.findByRole("button", { name: menuOf("cem") }));
  const items = (await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent);
  expect(items).toEqual([users.open, users.copyId, texts.sessions.revokeAll]);
  await person.keyboard("{Escape}");
  // Ann has permissions that Bob lacks, so the server would reject the call.
  await person.click(await screen.findByRole("button", { name: menuOf("ann") }));
  await waitFor(() =>
    expect(screen.getAllByRole("menuitem").map(({ textContent }) => textContent)).toEqual([users.open, users.copyId]),
  );
  expect(screen.queryByRole("button", { name: users.create, hidden: true })).toBeNull();
});

test("the user button's menu offers the admin pages only to admins, without a failing request", async () => {
  const { visit, visitOf } = await startAdminSite();
  const { person, unmount } = visit.show(<UserButton />, { plugins });
  await person.click(await screen.findByRole("button", { name: en.userButton.open }));
  await person.click(await screen.findByRole("menuitem", { name: texts.menu }));
  expect(visit.went).toEqual(["/admin"]);
  unmount();
  const bob = visitOf("bob");
  const shown = bob.show(<UserButton />, { plugins });
  await shown.person.click(await screen.findByRole("button", { name: en.userButton.open }));
  await screen.findByRole("menuitem", { name: en.signOut });
  await waitFor(() => expect(bob.answered.filter((path) => path === "/admin/has-permission")).toHaveLength(3));
  expect(screen.queryByRole("menuitem", { name: texts.menu })).toBeNull();
});

test("the keyboard can move through rows, select a range, open a user, and start a search", async () => {
  const { visit, idOf } = await startAdminSite(["bob", "cem"]);
  const { person } = visit.show(<AdminUsers />, { plugins });
  await waitFor(() => expect(rows()).toHaveLength(3));
  const [first] = screen.getAllByRole("row").slice(1);
  first?.focus();
  await person.keyboard("{Shift>}{ArrowDown}{/Shift}");
  screen.getByText(fill(en.selected, { count: "2" }));
  await person.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByText(fill(en.selected, { count: "2" }))).toBeNull());
  await person.keyboard("x");
  screen.getByText(fill(en.selected, { count: "1" }));
  const row = screen.getAllByRole("row")[1];
  row?.focus();
  await person.keyboard("{Enter}");
  // Users who sign up in the same millisecond have no fixed order.
  const name = ["ann", "bob", "cem"].find((one) => row?.textContent?.includes(`${one}@`)) ?? "";
  expect(visit.went).toEqual([`/admin/users/${idOf(name)}`]);
  await person.keyboard("/");
  expect(document.activeElement).toBe(screen.getByRole("searchbox"));
  await person.keyboard("/");
  expect((screen.getByRole("searchbox") as HTMLInputElement).value).toBe("/");
});

test("an action on several users sends four calls at a time, and failed users stay selected with the reason", async () => {
  const others = ["bob", "cem", "dan", "eve", "fay", "gus"];
  const { visit, visitOf, idOf } = await startAdminSite(others);
  const { person } = visit.show(<AdminUsers />, { plugins });
  await waitFor(() => expect(rows()).toHaveLength(7));
  await person.click(screen.getByRole("checkbox", { name: en.selectAll }));
  const release = visit.hold("/admin/ban-user");
  await person.click(button(bulk.ban));
  const dialog = within(await findDialog());
  // Ann can't ban herself, so she isn't counted.
  dialog.getByText(fillCount(en, bulk.banTitle, 6));
  dialog.getByText(bulk.leftOut.self);
  await person.type(dialog.getByLabelText(texts.ban.reason), "spam");
  await person.click(dialog.getByRole("button", { name: texts.ban.ban }));
  await waitFor(() => expect(visit.asked.filter((path) => path === "/admin/ban-user")).toHaveLength(4));
  // Delete two users before the server handles the held calls.
  for (const name of ["fay", "gus"]) await visit.browser.post("/admin/remove-user", { userId: idOf(name) });
  release();
  await screen.findByText(fill(bulk.someFailed, { done: "4", count: "6", failed: "2" }), {}, { timeout: 15_000 });
  // Both failed for the same reason, which appears once.
  const failed = screen.getByText(new RegExp(en.errors.USER_NOT_FOUND ?? ""));
  expect(namesIn(failed).sort()).toEqual(["fay", "gus"]);
  screen.getByText(fill(en.selected, { count: "2" }));
  expect((await visitOf("bob").client.getSession()).data).toBeNull();
  const before = visit.asked.filter((path) => path === "/admin/ban-user").length;
  await person.click(button(en.tryAgain));
  await waitFor(() => expect(visit.asked.filter((path) => path === "/admin/ban-user")).toHaveLength(before + 2));
  await person.click(await screen.findByRole("button", { name: bulk.dismiss }));
});

test("the dialog for several users says who is left out and why", async () => {
  const roles = { ...defaultRoles, support: adminAccess.newRole({ user: ["list", "ban", "delete"] }) };
  const { visitOf, setUser } = await startAdminSite(["bob", "cem", "dan", "eve"], [], { roles });
  await setUser("cem", { role: "support" });
  await setUser("dan", { banned: true });
  await setUser("eve", { banned: true, name: "dan" });
  const { person } = visitOf("cem").show(<AdminUsers />, { plugins });
  await screen.findByTitle("dan@example.com");
  await person.click(screen.getByRole("checkbox", { name: en.selectAll }));
  await person.click(button(bulk.ban));
  let dialog = within(await findDialog());
  dialog.getByText(fill(texts.ban.dialogTitle, { name: "bob" }));
  const [own, banned, outranked] = dialog.getAllByText(/ncluded/);
  expect(own?.textContent).toBe(bulk.leftOut.self);
  expect(banned?.textContent).toBe(fill(bulk.leftOut.banned, { names: "dan, dan" }));
  expect(namesIn(banned)).toEqual(["dan", "dan"]);
  expect(outranked?.textContent).toBe(fill(bulk.leftOut.outranked, { names: "ann" }));
  await person.click(dialog.getByRole("button", { name: en.cancel }));
  await person.click(button(bulk.remove));
  dialog = within(await findDialog());
  dialog.getByText(fillCount(en, bulk.removeTitle, 3));
  expect(dialog.queryByText(/banned/)).toBeNull();
});

test("the selected users are exported", async () => {
  const { visit, idOf, setUser } = await startAdminSite(["bob"]);
  await setUser("bob", { name: "=1+1" });
  const save = vi.spyOn(csv, "saveFile").mockImplementation(() => {});
  const { person } = visit.show(<AdminUsers />, { plugins });
  await waitFor(() => expect(rows()).toHaveLength(2));
  await person.click(screen.getByRole("checkbox", { name: fill(users.select, { name: "=1+1" }) }));
  await person.click(button(bulk.export));
  const [, text] = save.mock.calls[0] ?? [];
  expect(text).toContain(`"${idOf("bob")}","'=1+1","bob@example.com"`);
  expect(text).not.toContain("ann@example.com");
});

test("deleting a user removes the row and moves focus to another row", async () => {
  const { visit, idOf } = await startAdminSite(["bob"]);
  const { person } = visit.show(<AdminUsers />, { plugins });
  await person.click(await screen.findByRole("button", { name: menuOf("bob") }));
  await person.click(await screen.findByRole("menuitem", { name: texts.remove.open }));
  const dialog = within(await findDialog());
  const submit = dialog.getByRole("button", { name: texts.remove.confirm });
  expect(submit.getAttribute("aria-disabled")).toBe("true");
  await person.type(dialog.getByLabelText(fill(texts.remove.type, { email: "bob@example.com" })), "bob@example.com");
  await person.click(submit);
  await waitFor(() => expect(rows()).toEqual([`/admin/users/${idOf("ann")}`]));
  expect(queryDialog()).toBeNull();
  await waitFor(() => expect(document.activeElement?.tagName).toBe("TR"));
});

test("an error replaces the rows, and the filters stay", async () => {
  const { visit } = await startAdminSite();
  const { person } = visit.show(<AdminUsers />, { plugins });
  await waitFor(() => expect(rows()).toHaveLength(2));
  visit.isOffline = true;
  await person.type(screen.getByRole("searchbox"), "bob{Enter}");
  await screen.findByRole("alert");
  expect(screen.getByRole("button", { name: users.status })).toBeTruthy();
  visit.isOffline = false;
  await person.click(button(en.tryAgain));
  await waitFor(() => expect(rows()).toHaveLength(1));
});
