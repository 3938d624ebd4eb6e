// @vitest-environment jsdom

import { adminAccess, defaultRoles } from "@latchkey/admin/access";
import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { plugins, prepareAdminScreens, rows, startAdminSite } from "../../test/admin.tsx";
import { Admin, readPath } from "./admin.tsx";
import { adminEn as texts } from "./en.ts";

history.replaceState(null, "", "/admin");

prepareAdminScreens();

test("the path selects the page, and all pages share one request for the admin's permissions", async () => {
  const { visit, idOf } = await startAdminSite();
  const { person, rerender } = visit.show(<Admin currentPath="/admin" />, { plugins });
  await waitFor(() => expect(rows()).toHaveLength(2));
  expect(screen.getByRole("link", { name: texts.nav.users }).getAttribute("aria-current")).toBe("page");
  rerender(visit.wrap(<Admin currentPath={`/admin/users/${idOf("bob")}`} />, { plugins }));
  await screen.findByRole("heading", { level: 1, name: "bob" });
  await person.click(screen.getByRole("link", { name: texts.nav.users }));
  expect(visit.went).toEqual(["/admin"]);
  rerender(visit.wrap(<Admin currentPath="/admin/audit" />, { plugins }));
  await screen.findByRole("heading", { name: texts.audit.title });
  expect(visit.asked.filter((path) => path === "/admin/capabilities")).toHaveLength(1);
});

test("pages that the admin can't open are hidden", async () => {
  const roles = { ...defaultRoles, auditor: adminAccess.newRole({ audit: ["list"] }) };
  const { visitOf, setUser } = await startAdminSite(["bob"], [], { roles });
  await setUser("bob", { role: "auditor" });
  const bob = visitOf("bob");
  bob.show(<Admin />, { plugins });
  await screen.findByRole("heading", { name: texts.audit.title });
  expect(screen.queryByRole("link", { name: texts.nav.users })).toBeNull();
  expect(bob.asked).not.toContain("/admin/list-users");
});

test.each([
  ["/admin", { section: "users", id: null }],
  ["/admin/", { section: "users", id: null }],
  ["/admin/audit", { section: "audit", id: null }],
  ["/admin/users", { section: "users", id: null }],
  ["/admin/organizations", { section: "organizations", id: null }],
  ["/admin/organizations/o%201", { section: "organizations", id: "o 1" }],
  ["/admin/users/u1", { section: "users", id: "u1" }],
  ["/app/admin/users/a%20b", { section: "users", id: "a b" }],
])("%s is a page", (path, page) => {
  expect(readPath(path, "/admin")).toEqual(page);
});

test("a plugin's page can have its own path", () => {
  expect(readPath("/admin/webhooks/x", "/admin", ["webhooks"])).toEqual({ section: "webhooks", id: null });
  expect(readPath("/admin/webhooks", "/admin")).toEqual({ section: "users", id: null });
});
