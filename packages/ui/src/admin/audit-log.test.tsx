// @vitest-environment jsdom

import { adminAuditActions, adminErrors } from "@latchkey/admin";
import { anonymousAuditActions } from "@latchkey/anonymous";
import { apiKeyAuditActions } from "@latchkey/api-key";
import { billingAuditActions } from "@latchkey/billing";
import { coreAuditActions } from "@latchkey/core/plugin";
import { deviceAuditActions } from "@latchkey/device-authorization";
import { eventsAuditActions } from "@latchkey/events";
import { jwtAuditActions } from "@latchkey/jwt";
import { oauthProviderAuditActions } from "@latchkey/oauth-provider";
import { organization, organizationAuditActions } from "@latchkey/organization";
import { passkeyAuditActions } from "@latchkey/passkey";
import { phoneNumberAuditActions } from "@latchkey/phone-number";
import { scimAuditActions } from "@latchkey/scim";
import { ssoAuditActions } from "@latchkey/sso";
import { stepUpAuditActions } from "@latchkey/step-up";
import { twoFactorAuditActions } from "@latchkey/two-factor";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { button, plugins, prepareAdminScreens, startAdminSite } from "../../test/admin.tsx";
import { en } from "../texts/en.ts";
import { fill, fillCount } from "../texts/texts.ts";
import { AuditLog } from "./audit-log.tsx";
import * as csv from "./csv.ts";
import { adminEn as texts } from "./en.ts";

history.replaceState(null, "", "/admin");

prepareAdminScreens();

const { audit } = texts;
const sentence = (action: string): string => audit.actions[action] ?? "";

/** Ann bans Bob. */
async function startWithBan(more: Parameters<typeof startAdminSite>[1] = []) {
  const site = await startAdminSite(["bob"], more);
  const ban = { userId: site.idOf("bob"), banReason: "spam" };
  await site.visit.browser.post("/admin/ban-user", ban, { "x-request-id": "01J9-abc:7" });
  return site;
}

const rowOf = async (action: string): Promise<HTMLElement> =>
  (await screen.findByText(sentence(action), { selector: "td" })).closest("tr") as HTMLElement;

test("every action that the server records has a text and a group", () => {
  const all = [
    ...coreAuditActions,
    ...anonymousAuditActions,
    ...stepUpAuditActions,
    ...adminAuditActions,
    ...organizationAuditActions,
    ...apiKeyAuditActions,
    ...deviceAuditActions,
    ...eventsAuditActions,
    ...ssoAuditActions,
    ...jwtAuditActions,
    ...oauthProviderAuditActions,
    ...passkeyAuditActions,
    ...phoneNumberAuditActions,
    ...scimAuditActions,
    ...twoFactorAuditActions,
    ...billingAuditActions,
  ];
  expect(all.filter((action) => sentence(action) === "")).toEqual([]);
  const families = Object.keys(audit.families);
  expect(all.filter((action) => !families.some((family) => action.startsWith(family)))).toEqual([]);
  expect(Object.keys(audit.actions).filter((action) => !all.some((one) => one === action))).toEqual([]);
});

test("every error has a message", () => {
  const said = { ...en.errors, ...texts.errors };
  expect(Object.keys(adminErrors).filter((code) => !Object.hasOwn(said, code))).toEqual([]);
});

test("the log shows each event's actor, action, target, and reason", async () => {
  const { visit, idOf } = await startWithBan();
  visit.show(<AuditLog />, { plugins });
  const row = await rowOf("admin.user.ban");
  const links = within(row).getAllByRole("link");
  expect(links.map((link) => link.getAttribute("href"))).toEqual([
    `/admin/users/${idOf("ann")}`,
    `/admin/users/${idOf("bob")}`,
  ]);
  within(row).getByText("spam");
});

test("narrow screens show the target after the actor, unless it's the same user", async () => {
  const { visit } = await startWithBan();
  visit.show(<AuditLog />, { plugins });
  const whomOf = (row: HTMLElement): HTMLElement => within(row).getAllByRole("cell")[3] as HTMLElement;
  const banned = whomOf(await rowOf("admin.user.ban"));
  expect(banned.dataset.phone).toBe("meta");
  expect(banned.firstElementChild?.className).toBe("lk-target");
  const [signedIn] = screen.getAllByText(sentence("session.create"), { selector: "td" });
  expect(whomOf(signedIn?.closest("tr") as HTMLElement).firstElementChild?.className).toBe("lk-wide-only");
});

test("invited emails and organizations are targets, too", async () => {
  const { visit } = await startWithBan([organization({ sendInvitationEmail: async () => {} })]);
  const { body } = await visit.browser.post<{ id: string }>("/organization/create", { name: "Acme", slug: "acme" });
  await visit.browser.post("/organization/invite-member", {
    email: "cem@example.com",
    role: "member",
    organizationId: body.id,
  });
  visit.show(<AuditLog />, { plugins });
  within(await rowOf("invitation.create")).getByText("cem@example.com");
  within(await rowOf("organization.create")).getByText(fill(audit.targets.organization, { value: "acme" }));
});

test("a deleted user's id keeps its direction and is cut at its own end", async () => {
  const { visit, idOf } = await startWithBan();
  await visit.browser.post("/admin/remove-user", { userId: idOf("bob") });
  visit.show(<AuditLog />, { plugins });
  const id = within(await rowOf("admin.user.ban")).getByText(idOf("bob").slice(0, 8));
  expect(id.dir).toBe("ltr");
  expect(id.parentElement?.textContent).toBe(fill(audit.deleted, { id: id.textContent ?? "" }));
});

test("details such as sign-in methods, fields, and organization roles are shown as words", async () => {
  const { visit } = await startWithBan([organization({ sendInvitationEmail: async () => {} })]);
  const { browser } = visit;
  const { body } = await browser.post<{ id: string }>("/organization/create", { name: "Acme", slug: "acme" });
  const invitation = { email: "cem@example.com", role: "member", organizationId: body.id };
  await browser.post("/organization/invite-member", invitation);
  await browser.post("/update-user", { name: "Ann Example" });
  visit.show(<AuditLog />, { plugins });
  within(await rowOf("invitation.create")).getByText(texts.organizationRoles.member ?? "");
  within(await rowOf("user.update")).getByText(audit.fields.name ?? "");
  const [signedIn] = screen.getAllByText(sentence("session.create"), { selector: "td" });
  within(signedIn?.closest("tr") as HTMLElement).getByText(audit.methods.password ?? "");
});

test("the filters for event group, actor, target, and time are in the URL", async () => {
  const { visit, idOf } = await startWithBan();
  const { person } = visit.show(<AuditLog />, { plugins });
  await rowOf("admin.user.ban");
  await person.click(button(audit.action));
  const family = fill(audit.wholeFamily, { group: audit.families["admin."] ?? "" });
  await person.click(await screen.findByRole("radio", { name: family }));
  await waitFor(() => expect(screen.queryAllByText(sentence("session.create"), { selector: "td" })).toEqual([]));
  expect(new URLSearchParams(location.search).get("action")).toBe("admin.");
  await person.keyboard("{Escape}");
  await person.click(button(en.clearFilters));
  await waitFor(() => expect(screen.getAllByText(sentence("session.create"), { selector: "td" })).toHaveLength(2));
  await person.click(button(audit.who));
  await person.type(await screen.findByRole("combobox"), "bob@");
  await person.click(await screen.findByRole("option", { name: /bob@example.com/ }));
  await waitFor(() => expect(screen.queryByText(sentence("admin.user.ban"), { selector: "td" })).toBeNull());
  expect(new URLSearchParams(location.search).get("actor")).toBe(idOf("bob"));
});

test("filters are restored from the URL, and an event filter without matches can be cleared", async () => {
  const { visit, idOf } = await startWithBan();
  history.replaceState(null, "", `/admin/audit?target=${idOf("bob")}&time=24h`);
  const { person, unmount } = visit.show(<AuditLog />, { plugins });
  await rowOf("admin.user.ban");
  expect(screen.getAllByText(sentence("session.create"), { selector: "td" })).toHaveLength(1);
  unmount();
  history.replaceState(null, "", "/admin/audit?time=..2020-01-01");
  const shown = visit.show(<AuditLog />, { plugins });
  const empty = (await screen.findByText(audit.noMatches)).parentElement as HTMLElement;
  await shown.person.click(within(empty).getByRole("button"));
  await rowOf("admin.user.ban");
  expect(person).toBeTruthy();
});

test("Enter opens an event's details, where the log can be filtered by its actor", async () => {
  const { visit, idOf } = await startWithBan();
  const { person } = visit.show(<AuditLog />, { plugins });
  (await rowOf("admin.user.ban")).focus();
  await person.keyboard("{Enter}");
  const drawer = within(await screen.findByRole("dialog"));
  drawer.getByText("admin.user.ban");
  drawer.getByText(/"reason": "spam"/);
  expect(drawer.getByText(audit.drawer.requestId).nextElementSibling?.textContent).toBe("01J9-abc:7");
  await person.click(drawer.getByRole("button", { name: audit.drawer.thisActor }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(new URLSearchParams(location.search).get("actor")).toBe(idOf("ann"));
});

test("the filtered events are exported, page by page", async () => {
  const { visit } = await startWithBan();
  const save = vi.spyOn(csv, "saveFile").mockImplementation(() => {});
  history.replaceState(null, "", "/admin/audit?action=admin.");
  const { person } = visit.show(<AuditLog />, { plugins });
  await rowOf("admin.user.ban");
  await person.click(button(audit.export));
  await screen.findAllByText(fillCount(en, audit.exported, 1));
  const [name, text] = save.mock.calls[0] ?? [];
  expect(name).toMatch(/^audit-log-\d{4}-\d\d-\d\d\.csv$/);
  expect(text?.trim().split("\r\n")).toHaveLength(2);
  expect(text).toContain('"admin.user.ban"');
  expect(text).toContain('"ann@example.com"');
});

test("a failed export shows an error and saves no file", async () => {
  const { visit } = await startWithBan();
  const save = vi.spyOn(csv, "saveFile").mockImplementation(() => {});
  const { person } = visit.show(<AuditLog />, { plugins });
  await rowOf("admin.user.ban");
  visit.isOffline = true;
  await person.click(button(audit.export));
  await screen.findByRole("alert");
  expect(save).not.toHaveBeenCalled();
});

test("a user without the permission sees a message", async () => {
  const { visitOf } = await startAdminSite();
  visitOf("bob").show(<AuditLog />, { plugins });
  await screen.findByText(texts.errors.YOU_ARE_NOT_AN_ADMIN ?? "");
  screen.getByRole("heading", { level: 1, name: audit.title });
});

test("an admin who loses the permission can't filter or export the log", async () => {
  const { visit, setUser } = await startAdminSite();
  const release = visit.hold("/admin/list-audit");
  visit.show(<AuditLog />, { plugins });
  await screen.findByRole("button", { name: audit.export });
  await setUser("ann", { role: "user" });
  release();
  await screen.findByRole("alert");
  screen.getByRole("heading", { level: 1, name: audit.title });
  expect(screen.queryByRole("button")).toBeNull();
});
