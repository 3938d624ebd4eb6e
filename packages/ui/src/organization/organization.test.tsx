// @vitest-environment jsdom
// @vitest-environment-options { "url": "http://app.test/organization" }

import { organizationErrors } from "@latchkey/organization";
import type { RolePermission } from "@latchkey/organization/access";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { findDialog } from "../../test/dialogs.ts";
import { startPlace, ui } from "../../test/organization.tsx";
import { watchScreens } from "../../test/site.tsx";
import { en } from "../texts/en.ts";
import { fill } from "../texts/texts.ts";
import { UserButton } from "../user-button/user-button.tsx";
import { MembersCard } from "./members/members-card.tsx";
import { organizationUi } from "./plugin.tsx";
import { OrganizationSettings } from "./settings/organization-settings.tsx";
import { OrganizationSwitcher } from "./switcher/organization-switcher.tsx";
import { organizationEn } from "./texts.ts";

watchScreens();

const { switcher, list, create, general, members, danger } = organizationEn.general;
const button = (name: string): Promise<HTMLElement> => screen.findByRole("button", { name });
const dialog = async () => within(await findDialog());

test("an organization is made in the switcher: the short name follows the name, and is looked up", async () => {
  const place = await startPlace();
  await place.found("bob", "Taken & Co");
  const ann = await place.enter("ann");
  const { person } = ann.show(<OrganizationSwitcher />, ui);
  await person.click(await button(fill(switcher.open, { name: switcher.personal })));
  await person.click(await screen.findByRole("menuitem", { name: switcher.create }));
  const form = await dialog();
  await person.type(form.getByLabelText(create.name), "Täken, Co");
  expect(form.getByLabelText<HTMLInputElement>(create.slug).value).toBe("taken-co");
  await person.tab();
  await form.findByText(organizationEn.errors.ORGANIZATION_SLUG_ALREADY_TAKEN ?? "");
  await person.clear(form.getByLabelText(create.slug));
  await person.type(form.getByLabelText(create.slug), "not a slug");
  await person.click(form.getByRole("button", { name: create.submit }));
  await form.findByText(organizationEn.errors.INVALID_SLUG ?? "");
  await person.clear(form.getByLabelText(create.slug));
  await person.type(form.getByLabelText(create.slug), "acme");
  await person.tab();
  await form.findByText(create.slugFree);
  await person.click(form.getByRole("button", { name: create.submit }));
  const trigger = await button(fill(switcher.open, { name: "Täken, Co" }));
  expect(ann.went).toEqual(["/organization"]);
  await waitFor(() => expect(document.activeElement).toBe(trigger));
});

test("the switcher goes from one organization to another, and to none", async () => {
  const place = await startPlace();
  await place.found("ann", "Acme");
  await place.found("ann", "Zeta");
  const ann = await place.enter("ann");
  const { person } = ann.show(<OrganizationSwitcher />, ui);
  await person.click(await button(fill(switcher.open, { name: "Zeta" })));
  const choices = await screen.findAllByRole("menuitemradio");
  expect(choices.map((one) => [one.textContent, one.getAttribute("aria-checked")])).toEqual([
    [switcher.personal, "false"],
    ["Acme", "false"],
    ["Zeta", "true"],
  ]);
  await person.click(screen.getByRole("menuitemradio", { name: "Acme" }));
  await person.click(await button(fill(switcher.open, { name: "Acme" })));
  await person.click(await screen.findByRole("menuitemradio", { name: switcher.personal }));
  await button(fill(switcher.open, { name: switcher.personal }));
});

test("actions follow the roles that the app declares", async () => {
  const place = await startPlace();
  await place.found("ann", "Acme");
  const ann = await place.enter("ann");
  const asked: RolePermission[] = [];
  const checkRolePermission = (one: RolePermission): boolean => {
    asked.push(one);
    return "organization" in one.permissions;
  };
  ann.show(<OrganizationSettings />, { plugins: [organizationUi({ checkRolePermission })] });
  await screen.findByLabelText(general.logo);
  expect(screen.queryByRole("button", { name: organizationEn.general.invitations.invite })).toBeNull();
  expect(asked).toContainEqual({ role: "owner", permissions: { invitation: ["create"] } });
  // Without the option, permissions of the app's own `statements` belong to the owner.
  const { checkRolePermission: check } = organizationUi({ statements: { project: ["create"] }, runTimeRoles: true });
  expect(check({ role: "owner", permissions: { project: ["create"], ac: ["create"] } })).toBe(true);
  expect(check({ role: "admin", permissions: { project: ["create"] } })).toBe(false);
});

test("where a switch fails the menu says so, and stays", async () => {
  const place = await startPlace();
  await place.found("ann", "Acme");
  const ann = await place.enter("ann");
  const { person } = ann.show(<OrganizationSwitcher />, ui);
  await person.click(await button(fill(switcher.open, { name: "Acme" })));
  await screen.findByRole("menuitemradio", { name: "Acme" });
  ann.isOffline = true;
  await person.click(screen.getByRole("menuitemradio", { name: switcher.personal }));
  expect((await screen.findByRole("alert")).textContent).toBe(en.errors.NETWORK_ERROR);
});

test("the user's menu leads to the organization", async () => {
  const place = await startPlace();
  const ann = await place.enter("ann");
  const { person } = ann.show(<UserButton />, ui);
  await person.click(await button(en.userButton.open));
  await person.click(await screen.findByRole("menuitem", { name: organizationEn.general.menu }));
  expect(ann.went).toEqual(["/organization"]);
});

test("without an active organization one is chosen from those there are", async () => {
  const place = await startPlace();
  await place.found("ann", "Acme");
  const ann = await place.enter("ann");
  await ann.calls.setActive({ organizationId: null });
  const { person } = ann.show(<OrganizationSettings />, ui);
  await screen.findByRole("heading", { level: 2, name: list.title });
  await person.click(await button(fill(list.openOf, { name: "Acme" })));
  await screen.findByRole("heading", { level: 1, name: "Acme" });
});

test("name, short name and logo are changed; a taken short name is said at its field", async () => {
  const place = await startPlace();
  await place.found("bob", "Taken");
  await place.found("ann", "Acme");
  const ann = await place.enter("ann");
  const { person } = ann.show(<OrganizationSettings />, ui);
  const slug = await screen.findByLabelText(create.slug);
  await person.clear(slug);
  await person.type(slug, "taken");
  await person.click(screen.getByRole("button", { name: en.save }));
  await screen.findByText(organizationEn.errors.ORGANIZATION_SLUG_ALREADY_TAKEN ?? "");
  await person.clear(slug);
  await person.type(slug, "Acme-Inc");
  await person.type(screen.getByLabelText(general.logo), "not an address");
  await person.click(screen.getByRole("button", { name: en.save }));
  await screen.findByText(en.errors.INVALID_IMAGE ?? "");
  await person.clear(screen.getByLabelText(general.logo));
  await person.clear(screen.getByLabelText(create.name));
  await person.type(screen.getByLabelText(create.name), "Acme Inc");
  await person.click(screen.getByRole("button", { name: en.save }));
  await screen.findByText(general.saved);
  await screen.findByRole("heading", { level: 1, name: "Acme Inc" });
  expect(screen.getByLabelText<HTMLInputElement>(create.slug).value).toBe("acme-inc");
});

test("a member sees who is there and how it is called, and is offered nothing but to leave", async () => {
  const place = await startPlace();
  const acme = await place.found("ann", "Acme");
  await place.join(acme, "bob", "member");
  const bob = await place.enter("bob");
  const { person } = bob.show(<OrganizationSettings />, ui);
  await screen.findByText("ann@example.com");
  expect(screen.queryByLabelText(create.name)).toBeNull();
  expect(screen.queryByRole("button", { name: organizationEn.general.invitations.invite })).toBeNull();
  expect(screen.queryByRole("button", { name: danger.remove })).toBeNull();
  expect(screen.queryByRole("button", { name: fill(members.actionsOf, { name: "ann" }) })).toBeNull();
  await person.click(await button(fill(members.actionsOf, { name: "bob" })));
  const items = await screen.findAllByRole("menuitem");
  expect(items.map((item) => item.textContent)).toEqual([danger.leave]);
});

test("members are searched, ordered, and paged", async () => {
  const place = await startPlace();
  const acme = await place.found("ann", "Acme");
  for (const name of ["bob", "bea", "cem"]) await place.join(acme, name, "member");
  const ann = await place.enter("ann");
  const { person } = ann.show(<MembersCard pageSize={3} />, ui);
  const names = (): (string | null)[] =>
    screen
      .getAllByRole("row")
      .slice(1)
      .map((row) => row.querySelector(".lk-note")?.textContent ?? null);
  const all = (...of: string[]): string[] => of.map((name) => `${name}@example.com`);
  await waitFor(() => expect(names()).toEqual(all("ann", "bob", "bea")));
  screen.getByText(fill(members.page, { from: "1", to: "3", total: "4" }));
  await person.click(await button(en.nextPage));
  await waitFor(() => expect(names()).toEqual(all("cem")));
  await person.click(await button(members.person));
  await waitFor(() => expect(names()).toEqual(all("ann", "bea", "bob")));
  await person.type(screen.getByRole("searchbox"), "B{Enter}");
  await waitFor(() => expect(names()).toEqual(all("bea", "bob")));
  await person.type(screen.getByRole("searchbox"), "xyz{Enter}");
  await screen.findByText(members.empty);
});

test("roles are changed and members removed; owners are left to owners", async () => {
  const place = await startPlace();
  const acme = await place.found("ann", "Acme");
  await place.join(acme, "bob", "admin");
  await place.join(acme, "cem", "member");
  const bob = await place.enter("bob");
  const { person } = bob.show(<OrganizationSettings />, ui);
  await person.click(await button(fill(members.actionsOf, { name: "cem" })));
  expect(screen.queryByRole("button", { name: fill(members.actionsOf, { name: "ann" }) })).toBeNull();
  await person.click(await screen.findByRole("menuitem", { name: members.changeRole }));
  const form = await dialog();
  const choice = form.getByLabelText<HTMLSelectElement>(members.role);
  expect([...choice.options].map(({ label }) => label)).toEqual(["Admin", "Member"]);
  expect(choice.value).toBe("member");
  await person.selectOptions(choice, "Admin");
  await person.click(form.getByRole("button", { name: members.roleSubmit }));
  await screen.findByText(fill(members.roleSaved, { name: "cem" }));
  expect(await place.rolesOf(acme)).toEqual({ ann: "owner", bob: "admin", cem: "admin" });
  await person.click(await button(fill(members.actionsOf, { name: "cem" })));
  await person.click(await screen.findByRole("menuitem", { name: members.remove }));
  await person.click((await dialog()).getByRole("button", { name: members.remove }));
  const said = await screen.findByText(fill(members.removed, { name: "cem" }));
  await waitFor(() => expect(document.activeElement).toBe(said));
  await waitFor(() => expect(screen.queryByText("cem@example.com")).toBeNull());
  expect(await place.rolesOf(acme)).toEqual({ ann: "owner", bob: "admin" });
});

test("somebody with several roles keeps or loses each", async () => {
  const place = await startPlace();
  const acme = await place.found("ann", "Acme");
  await place.join(acme, "bob", "admin,member");
  const ann = await place.enter("ann");
  const { person } = ann.show(<OrganizationSettings />, ui);
  await person.click(await button(fill(members.actionsOf, { name: "bob" })));
  await person.click(await screen.findByRole("menuitem", { name: members.changeRole }));
  const form = await dialog();
  await person.click(form.getByLabelText("Member"));
  await person.click(form.getByLabelText("Admin"));
  await person.click(form.getByRole("button", { name: members.roleSubmit }));
  await form.findByRole("alert");
  await person.click(form.getByLabelText("Admin"));
  await person.click(form.getByRole("button", { name: members.roleSubmit }));
  await screen.findByText(fill(members.roleSaved, { name: "bob" }));
  expect(await place.rolesOf(acme)).toEqual({ ann: "owner", bob: "admin" });
});

test("the last owner cannot leave, and is told what to do; another one can", async () => {
  const place = await startPlace();
  const acme = await place.found("ann", "Acme");
  await place.join(acme, "bob", "member");
  const ann = await place.enter("ann");
  const { person } = ann.show(<OrganizationSettings />, ui);
  await person.click(await button(danger.leave));
  const question = await dialog();
  await person.click(question.getByRole("button", { name: danger.leave }));
  await question.findByText(organizationEn.errors.YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER ?? "");
  await ann.calls.updateMemberRole({
    memberId: await place.memberOf(acme, "bob"),
    role: "owner",
    organizationId: acme,
  });
  await person.click(question.getByRole("button", { name: danger.leave }));
  await screen.findByRole("heading", { level: 2, name: list.title });
  await screen.findByText(list.empty);
});

test("an organization is deleted once its short name is typed", async () => {
  const place = await startPlace();
  await place.found("ann", "Acme");
  const ann = await place.enter("ann");
  const { person } = ann.show(<OrganizationSettings />, ui);
  await person.click(await button(danger.remove));
  const question = await dialog();
  const field = question.getByLabelText(fill(danger.confirm, { slug: "acme" }));
  await person.type(field, "zeta");
  await person.click(question.getByRole("button", { name: danger.removeSubmit }));
  await question.findByText(organizationEn.errors.SLUG_DIFFERS ?? "");
  await person.clear(field);
  await person.type(field, "acme");
  await person.click(question.getByRole("button", { name: danger.removeSubmit }));
  await screen.findByText(list.empty);
  expect((await ann.calls.list()).data).toEqual([]);
});

test("who was removed elsewhere is shown their other organizations", async () => {
  const place = await startPlace();
  const acme = await place.found("ann", "Acme");
  await place.join(acme, "bob", "member");
  const bob = await place.enter("bob");
  bob.show(<OrganizationSettings />, ui);
  await screen.findByRole("heading", { level: 1, name: "Acme" });
  const ann = await place.enter("ann");
  await ann.calls.removeMember({ memberIdOrEmail: await place.memberOf(acme, "bob"), organizationId: acme });
  window.dispatchEvent(new Event("focus"));
  await screen.findByRole("heading", { level: 2, name: list.title });
});

test("every refusal has a sentence", () => {
  const said = { ...en.errors, ...organizationEn.errors };
  expect(Object.keys(organizationErrors).filter((code) => !Object.hasOwn(said, code))).toEqual([]);
});
