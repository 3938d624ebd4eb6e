// @vitest-environment jsdom

import { events } from "@latchkey/events";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { startCompany, unwrap } from "../../../test/company.tsx";
import { findDialog } from "../../../test/dialogs.ts";
import { watchScreens } from "../../../test/site.tsx";
import { fill } from "../../texts/texts.ts";
import { organizationEn } from "../texts.ts";
import { OrganizationRoles } from "./roles.tsx";

history.replaceState(null, "", "/organization#roles");

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
    const [role] = await unwrap(client.organization.listRoles());
    expect(role?.permission).toEqual({ invitation: ["create"] });
  });
  const head = within(await screen.findByRole("columnheader", { name: /reviewer/ }));
  await person.click(head.getByRole("button", { name: fill(roles.actionsOf, { role: "reviewer" }) }));
  await person.click(await screen.findByRole("menuitem", { name: roles.remove }));
  await person.click(within(await findDialog()).getByRole("button", { name: roles.remove }));
  await waitFor(() => expect(screen.queryByRole("columnheader", { name: /reviewer/ })).toBeNull());
});

test("narrow screens show one chosen role, which is a built-in role at first if there are no custom roles", async () => {
  const company = await startCompany();
  const { person } = company.of("ann").show(<OrganizationRoles />);
  const choice = await screen.findByRole("combobox", { name: roles.choose });
  const shown = (): readonly string[] =>
    screen
      .getAllByRole("columnheader")
      .filter((head) => head.dataset.roleColumn === "current")
      .map((head) => head.textContent ?? "");
  const { owner = "", admin = "" } = organizationEn.roleNames;
  expect(shown()).toEqual([expect.stringContaining(owner)]);
  await person.selectOptions(choice, admin);
  expect(shown()).toEqual([expect.stringContaining(admin)]);
  // The column's head is hidden there, so its lock or menu is next to the select.
  within(choice.closest(".lk-matrix-choice") as HTMLElement).getByText(roles.builtInNote);
});

test("the matrix fades at the end where it has more columns", async () => {
  // jsdom has no layout.
  vi.spyOn(Element.prototype, "scrollWidth", "get").mockReturnValue(800);
  vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(500);
  (await startCompany()).of("ann").show(<OrganizationRoles />);
  const frame = await screen.findByRole("region", { name: roles.caption });
  await waitFor(() => expect(frame.dataset.more).toBe("end"));
  for (const [scrollLeft, more] of [
    [100, "both"],
    [300, "start"],
  ] as const) {
    frame.scrollLeft = scrollLeft;
    fireEvent.scroll(frame);
    expect(frame.dataset.more).toBe(more);
  }
});

test("permissions that the editor lacks are locked, and the reason is shown", async () => {
  const company = await startCompany({ bob: "admin" });
  await unwrap(company.of("ann").client.organization.createRole({ role: "reviewer", permission: {} }));
  company.of("bob").show(<OrganizationRoles />);
  await screen.findByRole("checkbox", { name: labelOf("reviewer", "Invite", "Invitations") });
  expect(screen.queryByRole("checkbox", { name: labelOf("reviewer", "Delete", "Organization") })).toBeNull();
  expect(screen.getAllByText(roles.notGrantable).length).toBeGreaterThan(0);
});

test("a taken name or a comma in the name shows an error at the field", async () => {
  const company = await startCompany();
  const { client, show } = company.of("ann");
  await unwrap(client.organization.createRole({ role: "reviewer", permission: {} }));
  const { person } = show(<OrganizationRoles />);
  await person.click(await screen.findByRole("button", { name: roles.create }));
  const form = within(await findDialog());
  const field = form.getByLabelText(roles.name);
  await person.type(field, "a,b{Enter}");
  await form.findByText(roles.nameComma);
  await person.clear(field);
  await person.type(field, "reviewer{Enter}");
  await form.findByText(organizationEn.errors.ROLE_NAME_IS_ALREADY_TAKEN ?? "");
});

test("ORG-04: a permission that the editor has since lost is rejected by name and isn't saved", async () => {
  const company = await startCompany({ bob: "admin" });
  await unwrap(company.of("ann").client.organization.createRole({ role: "reviewer", permission: {} }));
  const { person } = company.of("bob").show(<OrganizationRoles />);
  await person.click(await screen.findByRole("checkbox", { name: labelOf("reviewer", "Invite", "Invitations") }));
  const bob = await unwrap(company.of("bob").client.organization.getActiveMember());
  await unwrap(
    company.of("ann").client.organization.createRole({ role: "keeper", permission: { ac: ["read", "update"] } }),
  );
  await unwrap(company.of("ann").client.organization.updateMemberRole({ memberId: bob.id, role: "keeper" }));
  await person.click(screen.getByRole("button", { name: roles.save }));
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toMatch(/Invite/);
  const [first] = (await unwrap(company.of("ann").client.organization.listRoles())).filter(
    ({ role }) => role === "reviewer",
  );
  expect(first?.permission).toEqual({});
});

test("the matrix has names for resources, and leaves out resources of plugins that the server lacks", async () => {
  const company = await startCompany();
  company.of("ann").show(<OrganizationRoles />);
  await screen.findByRole("columnheader", { name: roles.permission });
  const { organization = "", member = "", invitation = "", team = "", ac = "" } = roles.resources;
  const headings = screen.getAllByRole("rowheader").filter((head) => head.getAttribute("scope") === "rowgroup");
  // `project` is the app's own resource.
  expect(headings.map(({ textContent }) => textContent)).toEqual([
    organization,
    member,
    invitation,
    team,
    ac,
    "Project",
  ]);
});

test("the matrix includes resources of plugins that organizations can use", async () => {
  const company = await startCompany({}, [events({ organizations: true })]);
  company.of("ann").show(<OrganizationRoles />);
  const { webhook = "", audit = "", apiKey = "" } = roles.resources;
  await screen.findByRole("rowheader", { name: webhook });
  screen.getByRole("rowheader", { name: audit });
  screen.getByRole("rowheader", { name: roles.actions.export ?? "" });
  expect(screen.queryByRole("rowheader", { name: apiKey })).toBeNull();
});

test("the matrix leaves out resources of a plugin that organizations can't use", async () => {
  const company = await startCompany({}, [events()]);
  company.of("ann").show(<OrganizationRoles />);
  await screen.findByRole("columnheader", { name: roles.permission });
  expect(screen.queryByRole("rowheader", { name: roles.resources.webhook ?? "" })).toBeNull();
});
