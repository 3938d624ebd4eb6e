// @vitest-environment jsdom

import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { startPlace, ui } from "../../test/organization.tsx";
import { watchScreens } from "../../test/site.tsx";
import { OrganizationInvitations } from "./invitations/invitations.tsx";
import { OrganizationMembers } from "./members/members.tsx";
import { OrganizationRoles } from "./roles/roles.tsx";
import { organizationEn } from "./texts.ts";

history.replaceState(null, "", "/organization");

watchScreens();

const { members, invitations, roles } = organizationEn;

test.each([
  { title: members.title, list: <OrganizationMembers />, path: "/organization/list-members" },
  { title: invitations.title, list: <OrganizationInvitations />, path: "/organization/list-invitations" },
  { title: roles.title, list: <OrganizationRoles />, path: "/organization/list-roles" },
])("a list that's denied has its title and the reason, and nothing to operate: $title", async (given) => {
  const place = await startPlace();
  const acme = await place.found("ann", "Acme");
  await place.join(acme, "bob", "member");
  const ann = await place.enter("ann");
  const release = ann.hold(given.path);
  ann.show(given.list, ui);
  await waitFor(() => expect(ann.asked.some((path) => path.startsWith(given.path))).toBe(true));
  expect(screen.queryAllByRole("button")).not.toHaveLength(0);
  await place.site.removeMembers(acme);
  release();
  await screen.findByRole("alert");
  screen.getByRole("heading", { name: given.title });
  expect(screen.queryByRole("searchbox")).toBeNull();
  expect(screen.queryByRole("button")).toBeNull();
});
