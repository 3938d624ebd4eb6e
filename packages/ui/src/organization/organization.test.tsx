// @vitest-environment jsdom

import { organizationErrors } from "@latchkey/organization";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { findDialog } from "../../test/dialogs.ts";
import { startPlace, ui } from "../../test/organization.tsx";
import { watchScreens } from "../../test/site.tsx";
import { en } from "../texts/en.ts";
import { fill } from "../texts/texts.ts";
import { Organization } from "./organization.tsx";
import { OrganizationSwitcher } from "./switcher/organization-switcher.tsx";
import { OwnOrganizations } from "./switcher/own-organizations.tsx";
import { organizationEn } from "./texts.ts";

history.replaceState(null, "", "/organization");

watchScreens();
afterEach(() => history.replaceState(null, "", "/organization"));

const { switcher, list, create, general, members, danger, invitations, roleNames } = organizationEn;
const button = (name: string): Promise<HTMLElement> => screen.findByRole("button", { name });
const dialog = async () => within(await findDialog());
const openSection = (id: string): void => {
  location.hash = id;
  window.dispatchEvent(new HashChangeEvent("hashchange"));
};

test("an organization can be created in the switcher, with a slug derived from the name", async () => {
  const place = await startPlace();
  await place.found("bob", "Taken & Co");
  const ann = await place.enter("ann");
  const { person } = ann.show(<OrganizationSwitcher />, ui);
  await person.click(await button(fill(switcher.open, { name: switcher.personal })));
  await person.click(await button(switcher.create));
  const form = await dialog();
  await person.type(form.getByLabelText(create.name), "Täken, Co");
  expect(form.getByLabelText<HTMLInputElement>(create.slug).value).toBe("taken-co");
  await person.tab();
  await form.findByText(organizationEn.errors.ORGANIZATION_SLUG_ALREADY_TAKEN ?? "");
  await person.clear(form.getByLabelText(create.slug));
  await person.type(form.getByLabelText(create.slug), "acme");
  await person.click(form.getByRole("button", { name: create.submit }));
  await button(fill(switcher.open, { name: "Täken, Co" }));
  expect(ann.went).toEqual(["/organization"]);
});

test("a new organization opens its member list, suggests inviting members, and keeps focus", async () => {
  const place = await startPlace();
  const ann = await place.enter("ann");
  const { person } = ann.show(<Organization />, ui);
  await person.click(await button(switcher.create));
  const form = await dialog();
  await person.type(form.getByLabelText(create.name), "Acme");
  await person.click(form.getByRole("button", { name: create.submit }));
  await screen.findByText(members.aloneTitle);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1, name: "Acme" })));
  expect(screen.queryByRole("searchbox")).toBeNull();
  await person.click(await button(invitations.invite));
  const invite = await dialog();
  await person.type(invite.getByLabelText(invitations.emails), "cleo@example.com ");
  await person.click(invite.getByRole("button", { name: invitations.inviteSubmit }));
  await waitFor(() => expect(screen.queryByText(members.aloneTitle)).toBeNull());
  const again = await button(invitations.invite);
  await waitFor(() => expect(document.activeElement).toBe(again));
});

test("the switcher switches to another organization and to the personal account", async () => {
  const place = await startPlace();
  await place.found("ann", "Acme");
  await place.found("ann", "Zeta");
  const ann = await place.enter("ann");
  const { person } = ann.show(<OrganizationSwitcher />, ui);
  await person.click(await button(fill(switcher.open, { name: "Zeta" })));
  const panel = within(await findDialog());
  await person.click(await panel.findByRole("button", { name: /^Acme/ }));
  await person.click(await button(fill(switcher.open, { name: "Acme" })));
  await person.click(
    await within(await findDialog()).findByRole("button", { name: new RegExp(`^${switcher.personal}`) }),
  );
  await button(fill(switcher.open, { name: switcher.personal }));
});

test("the switcher and the list show the user's role in every organization, with a single request", async () => {
  const place = await startPlace();
  const acme = await place.found("ann", "Acme");
  await place.join(acme, "bob", "member");
  await place.found("bob", "Zeta");
  const bob = await place.enter("bob");
  bob.asked.length = 0;
  const roleRequests = (): readonly string[] => bob.asked.filter((path) => /role|memberships/.test(path));
  const { person, unmount } = bob.show(<OrganizationSwitcher />, ui);
  await person.click(await button(fill(switcher.open, { name: "Zeta" })));
  const panel = within(await findDialog());
  await panel.findByRole("button", { name: new RegExp(`^Acme.*${roleNames.member}$`) });
  panel.getByRole("button", { name: new RegExp(`^Zeta.*${roleNames.owner}$`) });
  expect(roleRequests()).toEqual(["/organization/list-memberships"]);
  unmount();
  bob.asked.length = 0;
  bob.show(<OwnOrganizations />, ui);
  const rows = within((await screen.findByText("Acme")).closest("ul") as HTMLElement);
  await waitFor(() =>
    expect(rows.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining(String(roleNames.member)),
      expect.stringContaining(String(roleNames.owner)),
    ]),
  );
  expect(roleRequests()).toEqual(["/organization/list-memberships"]);
});

test("without an active organization, the page lists the user's organizations and sends no failing request", async () => {
  const place = await startPlace();
  await place.found("ann", "Acme");
  const ann = await place.enter("ann");
  await ann.calls.setActive({ organizationId: null });
  ann.asked.length = 0;
  const { person } = ann.show(<Organization />, ui);
  await person.click(await button(fill(list.openOf, { name: "Acme" })));
  expect(ann.asked).not.toContain("/organization/list-user-invitations");
  await screen.findByRole("heading", { level: 1, name: "Acme" });
});

test("a role is saved immediately and can be undone", async () => {
  const place = await startPlace();
  const acme = await place.found("ann", "Acme");
  await place.join(acme, "bob", "member");
  const ann = await place.enter("ann");
  const { person } = ann.show(<Organization />, ui);
  const select = await screen.findByLabelText(fill(members.roleOf, { name: "bob" }));
  await person.selectOptions(select, "admin");
  await waitFor(async () => expect(await place.rolesOf(acme)).toEqual({ ann: "owner", bob: "admin" }));
  fireEvent.click(await button(en.undo));
  await waitFor(async () => expect(await place.rolesOf(acme)).toEqual({ ann: "owner", bob: "member" }));
});

test("if a role change is rejected, the row shows the previous role and the reason", async () => {
  const place = await startPlace();
  const acme = await place.found("ann", "Acme");
  await place.join(acme, "bob", "member");
  const ann = await place.enter("ann");
  const { person } = ann.show(<Organization />, ui);
  const select = await screen.findByLabelText<HTMLSelectElement>(fill(members.roleOf, { name: "bob" }));
  ann.isOffline = true;
  await person.selectOptions(select, "admin");
  await screen.findByText(en.errors.NETWORK_ERROR ?? "");
  expect(select.value).toBe("member");
});

test("the only owner's role is locked, and the row says why", async () => {
  const place = await startPlace();
  await place.found("ann", "Acme");
  const ann = await place.enter("ann");
  ann.show(<Organization />, ui);
  const select = await screen.findByLabelText<HTMLSelectElement>(fill(members.roleOf, { name: "ann" }));
  expect(select.disabled).toBe(true);
  screen.getByText(members.onlyOwner);
});

test("a member can be removed after a confirmation", async () => {
  const place = await startPlace();
  const acme = await place.found("ann", "Acme");
  await place.join(acme, "bob", "member");
  const ann = await place.enter("ann");
  const { person } = ann.show(<Organization />, ui);
  await person.click(await button(fill(members.actionsOf, { name: "bob" })));
  await person.click(await screen.findByRole("menuitem", { name: members.remove }));
  await person.click((await dialog()).getByRole("button", { name: members.remove }));
  await waitFor(async () => expect(await place.rolesOf(acme)).toEqual({ ann: "owner" }));
});

test("a member without permissions sees no controls", async () => {
  const place = await startPlace();
  const acme = await place.found("ann", "Acme");
  await place.join(acme, "bob", "member");
  const bob = await place.enter("bob");
  bob.show(<Organization />, ui);
  await screen.findByText("ann@example.com");
  expect(screen.queryByRole("button", { name: invitations.invite })).toBeNull();
  expect(screen.queryByRole("combobox")).toBeNull();
  expect(screen.queryByRole("link", { name: invitations.title })).toBeNull();
  openSection("#danger");
  await button(danger.leave);
  expect(screen.queryByText(danger.remove)).toBeNull();
});

test("the name and slug can be changed in their rows, and an unchanged slug isn't checked", async () => {
  const place = await startPlace();
  await place.found("ann", "Acme");
  const ann = await place.enter("ann");
  history.replaceState(null, "", "/organization#general");
  const { person } = ann.show(<Organization />, ui);
  await person.click(await button(fill(en.editField, { name: general.name })));
  const name = screen.getByLabelText(general.name);
  await person.clear(name);
  await person.type(name, "Acme Inc{Enter}");
  await screen.findByRole("heading", { level: 1, name: "Acme Inc" });
  await person.click(await button(fill(en.editField, { name: general.slug })));
  await screen.findByText(general.slugWarning);
  await person.tab();
  await person.click(await button(en.save));
  expect(ann.asked).not.toContain("/organization/is-slug-available");
});

test("an organization can be deleted after typing its slug", async () => {
  const place = await startPlace();
  await place.found("ann", "Acme");
  const ann = await place.enter("ann");
  history.replaceState(null, "", "/organization#danger");
  const { person } = ann.show(<Organization />, ui);
  await person.click(await button(danger.remove));
  const question = await dialog();
  const field = question.getByLabelText(fill(danger.confirm, { slug: "acme" }));
  const remove = question.getByRole("button", { name: danger.removeSubmit });
  expect(remove.ariaDisabled).toBe("true");
  await person.type(field, "zeta{Enter}");
  await person.click(remove);
  expect(remove.ariaDisabled).toBe("true");
  expect(ann.asked).not.toContain("/organization/delete");
  await person.clear(field);
  await person.type(field, "acme");
  expect(remove.ariaDisabled).toBeNull();
  await person.click(remove);
  await screen.findByText(list.empty);
});

test("every error code has a text", () => {
  const said = { ...en.errors, ...organizationEn.errors };
  expect(Object.keys(organizationErrors).filter((code) => !Object.hasOwn(said, code))).toEqual([]);
});
