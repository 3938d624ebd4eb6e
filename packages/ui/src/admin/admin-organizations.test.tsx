// @vitest-environment jsdom

import { adminAccess, defaultRoles } from "@latchkey/admin/access";
import { organization } from "@latchkey/organization";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { plugins, prepareAdminScreens, rows, startAdminSite } from "../../test/admin.tsx";
import { en } from "../texts/en.ts";
import { Admin } from "./admin.tsx";
import { AdminOrganization } from "./admin-organization.tsx";
import { AdminOrganizations } from "./admin-organizations.tsx";
import { adminEn as texts } from "./en.ts";

history.replaceState(null, "", "/admin/organizations");

prepareAdminScreens();

const own = texts.allOrganizations;

/** Creates organizations owned by Bob, with the slugs `org-0`, `org-1`, and so on. */
async function start(names: readonly string[], options: Parameters<typeof startAdminSite>[2] = {}) {
  const site = await startAdminSite(["bob", "cleo"], [organization({ organizationLimit: 200 })], options);
  const ids: string[] = [];
  for (const [at, name] of names.entries()) {
    const { body } = await site.visitOf("bob").browser.post("/organization/create", { name, slug: `org-${at}` });
    ids.push(String((body as { id: string }).id));
  }
  return { ...site, ids };
}

const row = async (name: string) => within(await screen.findByRole("row", { name: new RegExp(name) }));

test("all organizations are listed with their slug and number of members, and their names link to their pages", async () => {
  const { visit, ids } = await start(["Acme", "Beta"]);
  visit.show(<Admin currentPath="/admin/organizations" />, { plugins });
  const acme = await row("Acme");
  acme.getByText("org-0");
  acme.getByText("1");
  const link = acme.getByRole("link", { name: "Acme" });
  expect(link.getAttribute("href")).toBe(`/admin/organizations/${ids[0]}`);
  const nav = screen.getByRole("link", { name: texts.nav.organizations });
  expect(nav.getAttribute("aria-current")).toBe("page");
});

test("the search is in the URL and finds names and slugs", async () => {
  const { visit } = await start(["Acme", "Beta"]);
  const { person } = visit.show(<AdminOrganizations />, { plugins });
  await row("Acme");
  const field = screen.getByRole("searchbox", { name: own.search });
  await person.type(field, "org-1{Enter}");
  await waitFor(() => expect(screen.queryByText("Acme")).toBeNull());
  await row("Beta");
  expect(location.search).toBe("?q=org-1");
  await person.clear(field);
  await person.type(field, "nothing{Enter}");
  await screen.findByText(own.noMatches);
  await person.click(screen.getByRole("button", { name: en.clearFilters }));
  await row("Acme");
});

test("long lists are paginated in both sort orders", async () => {
  const names = Array.from({ length: 23 }, (_, at) => `Organization ${String(at).padStart(2, "0")}`);
  const { visit } = await start(names);
  const { person } = visit.show(<AdminOrganizations />, { plugins });
  await waitFor(() => expect(rows()).toHaveLength(20));
  const first = rows();
  screen.getByText("1–20 of 23");
  await person.click(screen.getByRole("button", { name: en.nextPage }));
  await screen.findByText("21–23 of 23");
  await waitFor(() => expect(rows()).toHaveLength(3));
  expect(new Set([...first, ...rows()]).size).toBe(23);
  await person.click(screen.getByRole("button", { name: new RegExp(own.created) }));
  await screen.findByText("1–20 of 23");
  await waitFor(() => expect(rows()).toHaveLength(20));
});

test("an organization's page lists its members with links to their pages", async () => {
  const { visit, ids, idOf } = await start(["Acme"]);
  const { person } = visit.show(<Admin currentPath={`/admin/organizations/${ids[0]}`} />, { plugins });
  const heading = await screen.findByRole("heading", { level: 1, name: "Acme" });
  expect(heading.getAttribute("dir")).toBe("auto");
  const bob = await row("bob@example.com");
  bob.getByText("Owner");
  expect(bob.getByRole("link", { name: "bob" }).getAttribute("href")).toBe(`/admin/users/${idOf("bob")}`);
  await person.click(bob.getByText("Owner"));
  expect(visit.went).toEqual([`/admin/users/${idOf("bob")}`]);
  expect(screen.getByRole("link", { name: own.back }).getAttribute("href")).toBe("/admin/organizations");
});

test("suspended members are marked", async () => {
  const { visit, ids, suspendMember } = await start(["Acme"]);
  await suspendMember("bob");
  visit.show(<AdminOrganization organizationId={String(ids[0])} />, { plugins });
  (await row("bob@example.com")).getByText(own.suspended);
});

test("the page of a deleted organization shows a message without a retry button", async () => {
  const { visit } = await start([]);
  visit.show(<AdminOrganization organizationId="none" />, { plugins });
  await screen.findByText(texts.errors.ORGANIZATION_NOT_FOUND ?? "");
  expect(screen.queryByRole("button", { name: en.tryAgain })).toBeNull();
});

test("the pages are hidden without the permission or without the organization plugin", async () => {
  const roles = { ...defaultRoles, support: adminAccess.newRole({ user: ["list", "get"], audit: ["list"] }) };
  const { setUser, visitOf } = await start(["Acme"], { ac: adminAccess, roles });
  await setUser("cleo", { role: "support" });
  const cleo = visitOf("cleo");
  const { unmount } = cleo.show(<Admin currentPath="/admin" />, { plugins });
  await screen.findByRole("link", { name: texts.nav.audit });
  expect(screen.queryByRole("link", { name: texts.nav.organizations })).toBeNull();
  unmount();
  const without = await startAdminSite();
  without.visit.show(<Admin currentPath="/admin/organizations" />, { plugins });
  await screen.findByRole("heading", { name: texts.users.title });
  expect(screen.queryByRole("link", { name: texts.nav.organizations })).toBeNull();
  expect(without.visit.asked).not.toContain("/admin/list-organizations");
});
