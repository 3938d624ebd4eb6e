// @vitest-environment jsdom
// @vitest-environment-options { "url": "http://app.test/organization#roles" }

import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { good, startCompany } from "../../../test/company.tsx";
import { findDialog } from "../../../test/dialogs.ts";
import { watchScreens } from "../../../test/site.tsx";
import { fill } from "../../texts/texts.ts";
import { organizationEn } from "../texts.ts";
import { OrganizationRoles } from "./roles.tsx";

watchScreens();

const { roles } = organizationEn;
const labelOf = (role: string, action: string, resource: string): string =>
  fill(roles.allows, { role, action, resource });

test("a role is created, gets a permission in the matrix, and is deleted", async () => {
  const company = await startCompany();
  const { client, show } = company.of("ann");
  const { person } = show(<OrganizationRoles />);
  await person.click(await screen.findByRole("button", { name: roles.create }));
  const form = within(await findDialog());
  await person.type(form.getByLabelText(roles.name), "reviewer");
  await person.click(form.getByRole("button", { name: roles.create }));
  await person.click(await screen.findByRole("checkbox", { name: labelOf("reviewer", "Invite", "Invitations") }));
  await person.click(screen.getByRole("button", { name: roles.save }));
  await waitFor(async () => {
    const [role] = await good(client.organization.listRoles());
    expect(role?.permission).toEqual({ invitation: ["create"] });
  });
  await person.click(await screen.findByRole("button", { name: fill(roles.actionsOf, { role: "reviewer" }) }));
  await person.click(await screen.findByRole("menuitem", { name: roles.remove }));
  await person.click(within(await findDialog()).getByRole("button", { name: roles.remove }));
  await waitFor(() => expect(screen.queryByRole("columnheader", { name: /reviewer/ })).toBeNull());
});

test("permissions that the editor lacks are locked, with the reason", async () => {
  const company = await startCompany({ bob: "admin" });
  await good(company.of("ann").client.organization.createRole({ role: "reviewer", permission: {} }));
  company.of("bob").show(<OrganizationRoles />);
  await screen.findByRole("checkbox", { name: labelOf("reviewer", "Invite", "Invitations") });
  expect(screen.queryByRole("checkbox", { name: labelOf("reviewer", "Delete", "Organization") })).toBeNull();
  expect(screen.getAllByText(roles.notGrantable).length).toBeGreaterThan(0);
});
