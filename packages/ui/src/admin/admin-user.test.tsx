// @vitest-environment jsdom

import { adminAccess, defaultRoles } from "@latchkey/admin/access";
import { organization } from "@latchkey/organization";
import { testPassword } from "@latchkey/test-kit";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { button, plugins, prepareAdminScreens, startAdminSite } from "../../test/admin.tsx";
import { findDialog } from "../../test/dialogs.ts";
import { organizationErrorsEn } from "../organization/errors.ts";
import { organizationUi } from "../organization/plugin.tsx";
import { en } from "../texts/en.ts";
import { fill } from "../texts/texts.ts";
import { AdminUser } from "./admin-user.tsx";
import { adminEn as texts } from "./en.ts";

history.replaceState(null, "", "/admin");

prepareAdminScreens();

type Person = ReturnType<Awaited<ReturnType<typeof startAdminSite>>["visit"]["show"]>["person"];

/** Presses a button and returns the dialog. */
async function open(person: Person, name: string) {
  await person.click(await screen.findByRole("button", { name }));
  return within(await findDialog());
}

const editOf = (label: string): string => fill(en.editField, { name: label });

test("a ban has a reason, ends the sessions, and can be lifted", async () => {
  const { visit, idOf, visitOf } = await startAdminSite();
  const { person } = visit.show(<AdminUser userId={idOf("bob")} />, { plugins });
  const dialog = await open(person, texts.ban.ban);
  dialog.getByText(fill(texts.ban.dialogTitle, { name: "bob" }));
  await person.click(dialog.getByRole("button", { name: texts.ban.ban }));
  await dialog.findByText(en.required);
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

test("admins change roles, but never their own", async () => {
  const { visit, idOf } = await startAdminSite();
  const { person, unmount } = visit.show(<AdminUser userId={idOf("bob")} />, { plugins });
  const dialog = await open(person, editOf(texts.roles.title));
  await person.click(dialog.getByRole("checkbox", { name: "admin" }));
  await person.click(dialog.getByRole("button", { name: texts.roles.submit }));
  await waitFor(async () => {
    const { body } = await visit.browser.get<{ role: string }>(`/admin/get-user?id=${idOf("bob")}`);
    expect(body.role.split(",").sort()).toEqual(["admin", "user"]);
  });
  unmount();
  visit.show(<AdminUser userId={idOf("ann")} />, { plugins });
  await screen.findByText(texts.user.isYou);
  for (const name of [editOf(texts.roles.title), texts.ban.ban, texts.remove.open, texts.impersonate.start])
    expect(screen.queryByRole("button", { name })).toBeNull();
});

test("actions aren't offered if the app disabled their calls", async () => {
  const { visit, idOf } = await startAdminSite(["bob"], [], {}, [
    "/admin/impersonate-user",
    "/admin/set-user-password",
  ]);
  visit.show(<AdminUser userId={idOf("bob")} />, { plugins });
  await screen.findByRole("button", { name: texts.ban.ban });
  for (const name of [texts.impersonate.start, texts.password.open])
    expect(screen.queryByRole("button", { name })).toBeNull();
  await waitFor(() => expect(visit.answered).toHaveLength(visit.asked.length));
  expect(visit.refused).toEqual([]);
});

test("setting a password ends the sessions, and the session list is empty", async () => {
  const { visit, idOf, visitOf } = await startAdminSite();
  const { person } = visit.show(<AdminUser userId={idOf("bob")} />, { plugins });
  await screen.findByRole("button", { name: /^Sign out of/ });
  const dialog = await open(person, texts.password.open);
  dialog.getByText(fill(texts.password.dialogTitle, { name: "bob" }));
  await person.type(dialog.getByLabelText(en.newPassword), "another password");
  await person.click(dialog.getByRole("button", { name: texts.password.submit }));
  await screen.findByText(texts.sessions.empty);
  const bob = visitOf("bob").client;
  expect((await bob.getSession()).data).toBeNull();
  expect((await bob.signIn.email({ email: "bob@example.com", password: "another password" })).error).toBeNull();
});

test("ending a session removes its row right away, and the next row gets focus", async () => {
  const { visit, idOf, visitOf } = await startAdminSite();
  const { client: bob, browser } = visitOf("bob");
  // Without the cookie, the browser counts as another device.
  browser.cookies.clear();
  await bob.signIn.email({ email: "bob@example.com", password: testPassword });
  const { person } = visit.show(<AdminUser userId={idOf("bob")} />, { plugins });
  const list = within(await screen.findByRole("list", { name: texts.sessions.title }));
  const buttons = () => list.queryAllByRole("button", { name: /^Sign out of/ });
  await waitFor(() => expect(buttons()).toHaveLength(2));
  const release = visit.hold("/admin/revoke-user-session");
  await person.click(buttons()[0] as HTMLElement);
  expect(buttons()).toHaveLength(1);
  expect(document.activeElement).toBe(buttons()[0]);
  release();
  await waitFor(() => expect(visit.answered).toContain("/admin/revoke-user-session"));
  await person.click(buttons()[0] as HTMLElement);
  expect(screen.getByText(texts.sessions.empty)).toBeTruthy();
  await waitFor(async () => expect((await bob.getSession()).data).toBeNull());
});

test("a session that couldn't be ended reappears with an error in its row, and has focus again", async () => {
  const { visit, idOf, visitOf } = await startAdminSite();
  const { person } = visit.show(<AdminUser userId={idOf("bob")} />, { plugins });
  const end = await screen.findByRole("button", { name: /^Sign out of/ });
  visit.isOffline = true;
  await person.click(end);
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toBe(en.errors.NETWORK_ERROR);
  const row = within(alert.closest("li") as HTMLElement);
  await waitFor(() => expect(document.activeElement).toBe(row.getByRole("button", { name: /^Sign out of/ })));
  visit.isOffline = false;
  expect((await visitOf("bob").client.getSession()).data).not.toBeNull();
  await person.click(row.getByRole("button", { name: /^Sign out of/ }));
  await screen.findByText(texts.sessions.empty);
  await waitFor(async () => expect((await visitOf("bob").client.getSession()).data).toBeNull());
});

test("the name is edited in place, and the email in a dialog", async () => {
  const { visit, idOf } = await startAdminSite();
  const { person } = visit.show(<AdminUser userId={idOf("bob")} />, { plugins });
  await person.click(await screen.findByRole("button", { name: editOf(en.name) }));
  const field = await screen.findByLabelText(en.name);
  await person.clear(field);
  await person.type(field, "Bob of Acme{Enter}");
  const heading = await screen.findByRole("heading", { level: 1, name: "Bob of Acme" });
  // A clipped name ends with an ellipsis at its own end, whatever the page's direction.
  expect(heading.getAttribute("dir")).toBe("auto");
  const dialog = await open(person, `${texts.email.change} (${en.email})`);
  await person.type(dialog.getByLabelText(en.email), "ann@example.com");
  await person.click(dialog.getByRole("button", { name: en.save }));
  await dialog.findByText(texts.create.emailTaken);
  await person.clear(dialog.getByLabelText(en.email));
  await person.type(dialog.getByLabelText(en.email), "robert@example.com{Enter}");
  await waitFor(() => expect(screen.getAllByText("robert@example.com").length).toBeGreaterThan(1));
  const verify = await open(person, texts.email.verify);
  await person.click(verify.getByRole("button", { name: texts.email.verify }));
  await screen.findByText(texts.user.verified);
});

test("the user's only sign-in method can't be disconnected, and the page says why", async () => {
  const { visit, idOf } = await startAdminSite();
  visit.show(<AdminUser userId={idOf("bob")} />, { plugins });
  await screen.findByText(texts.accounts.last);
  expect(
    screen.queryByRole("button", { name: fill(texts.accounts.unlinkLabel, { provider: en.password }) }),
  ).toBeNull();
});

test("actions that the server doesn't support aren't offered", async () => {
  const { visit, idOf } = await startAdminSite();
  visit.show(<AdminUser userId={idOf("bob")} />, { plugins });
  await screen.findByText(texts.accounts.last);
  await screen.findByRole("button", { name: texts.password.open });
  for (const text of [texts.organizations.title, texts.twoFactor.title, texts.password.reset])
    expect(screen.queryByText(text)).toBeNull();
});

test("the user's organizations and events are listed", async () => {
  const { visit, idOf, visitOf } = await startAdminSite(["bob"], [organization()]);
  await visitOf("bob").browser.post("/organization/create", { name: "Acme", slug: "acme" });
  visit.show(<AdminUser userId={idOf("bob")} />, { plugins });
  await screen.findByText("Acme");
  screen.getByText("Owner");
  const events = await screen.findByRole("table", { name: texts.audit.titleOfUser });
  within(events).getByText(texts.audit.actions["user.create"] ?? "");
  expect(screen.getByRole("link", { name: texts.audit.all }).getAttribute("href")).toBe(
    `/admin/audit?target=${idOf("bob")}`,
  );
});

async function typeEmail(person: Person, dialog: Awaited<ReturnType<typeof open>>, submit: string): Promise<void> {
  await person.type(dialog.getByRole("textbox"), "bob@example.com");
  await person.click(dialog.getByRole("button", { name: submit }));
}

test("a user can be deleted after typing the email", async () => {
  const { visit, idOf } = await startAdminSite();
  const { person, unmount } = visit.show(<AdminUser userId={idOf("bob")} />, { plugins });
  const dialog = await open(person, texts.remove.open);
  await person.type(dialog.getByRole("textbox"), "bob@{Enter}");
  expect(visit.asked).not.toContain("/admin/remove-user");
  await person.clear(dialog.getByRole("textbox"));
  await typeEmail(person, dialog, texts.remove.confirm);
  await waitFor(() => expect(visit.went).toEqual(["/admin"]));
  unmount();
  visit.show(<AdminUser userId={idOf("bob")} />, { plugins });
  await screen.findByText(en.errors.USER_NOT_FOUND ?? "");
});

test("ADMIN-14: deleting an only owner requires a second confirmation that names the organizations deleted with them", async () => {
  const { visit, idOf, visitOf } = await startAdminSite(["bob"], [organization()]);
  await visitOf("bob").browser.post("/organization/create", { name: "Acme", slug: "acme" });
  const { person } = visit.show(<AdminUser userId={idOf("bob")} />, { plugins });
  const first = await open(person, texts.remove.open);
  expect(screen.queryByRole("button", { name: texts.remove.confirmAll })).toBeNull();
  await typeEmail(person, first, texts.remove.confirm);
  const facts = { email: "bob@example.com", organizations: "Acme" };
  await screen.findByText(fill(texts.remove.onlyOwner, facts));
  expect(visit.went).toEqual([]);
  const second = within(await findDialog());
  second.getByText(fill(texts.remove.confirmAllTitle, facts));
  await typeEmail(person, second, texts.remove.confirmAll);
  await waitFor(() => expect(visit.went).toEqual(["/admin"]));
  const { status } = await visit.browser.post("/organization/create", { name: "Acme", slug: "acme" });
  expect(status).toBe(200);
});

test("the dialog says if organizations can't be deleted", async () => {
  const { visit, idOf, visitOf } = await startAdminSite(["bob"], [organization({ disableOrganizationDeletion: true })]);
  await visitOf("bob").browser.post("/organization/create", { name: "Acme", slug: "acme" });
  const { person } = visit.show(<AdminUser userId={idOf("bob")} />, { plugins: [...plugins, organizationUi()] });
  await typeEmail(person, await open(person, texts.remove.open), texts.remove.confirm);
  await screen.findByRole("button", { name: texts.remove.confirmAll });
  await typeEmail(person, within(await findDialog()), texts.remove.confirmAll);
  await screen.findByText(organizationErrorsEn.ORGANIZATION_DELETION_DISABLED ?? "");
  expect(visit.went).toEqual([]);
});

test("a user with more permissions can't be changed, and the page says why", async () => {
  const roles = { ...defaultRoles, support: adminAccess.newRole({ user: ["list", "get", "ban"] }) };
  const { visitOf, idOf, setUser } = await startAdminSite(["bob"], [], { roles });
  await setUser("bob", { role: "support" });
  visitOf("bob").show(<AdminUser userId={idOf("ann")} />, { plugins });
  await screen.findByText(texts.user.outranked);
  expect(screen.queryByRole("button", { name: texts.ban.ban })).toBeNull();
  expect(button(texts.user.more)).toBeTruthy();
});
