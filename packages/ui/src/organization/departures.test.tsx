// @vitest-environment jsdom

import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { findDialog } from "../../test/dialogs.ts";
import { startPlace, ui } from "../../test/organization.tsx";
import { watchScreens } from "../../test/site.tsx";
import { fill } from "../texts/texts.ts";
import { Organization } from "./organization.tsx";
import { OwnOrganizations } from "./switcher/own-organizations.tsx";
import { organizationEn } from "./texts.ts";

history.replaceState(null, "", "/organization");

watchScreens();
afterEach(() => history.replaceState(null, "", "/organization"));

const { danger, list, members, errors } = organizationEn;
const button = (name: string): Promise<HTMLElement> => screen.findByRole("button", { name });

test("a member who leaves sees their other organizations", async () => {
  const place = await startPlace();
  const acme = await place.found("ann", "Acme");
  await place.found("bob", "Zeta");
  await place.join(acme, "bob", "member");
  const bob = await place.enter("bob");
  history.replaceState(null, "", "/organization#danger");
  const { person } = bob.show(<Organization />, ui);
  await person.click(await screen.findByRole("button", { name: new RegExp(danger.leave) }));
  const dialog = within(await findDialog());
  dialog.getByText(fill(danger.leaveTitle, { name: "Acme" }));
  await person.click(dialog.getByRole("button", { name: danger.leave }));
  await screen.findByRole("heading", { name: list.mine });
  await screen.findByText("Zeta");
  expect(screen.queryByText("Acme")).toBeNull();
  expect(Object.keys(await place.rolesOf(acme))).toEqual(["ann"]);
});

test("the only owner has no button to leave, but one of two owners has", async () => {
  const place = await startPlace();
  const acme = await place.found("ann", "Acme");
  await place.join(acme, "bob", "member");
  const ann = await place.enter("ann");
  history.replaceState(null, "", "/organization#danger");
  const { person, unmount } = ann.show(<Organization />, ui);
  await screen.findByText(members.onlyOwner);
  expect(screen.queryByRole("button", { name: new RegExp(danger.leave) })).toBeNull();
  unmount();
  const memberId = await place.memberOf(acme, "bob");
  await ann.calls.updateMemberRole({ organizationId: acme, memberId, role: "owner" });
  ann.show(<Organization />, ui);
  await person.click(await screen.findByRole("button", { name: new RegExp(danger.leave) }));
  await person.click(within(await findDialog()).getByRole("button", { name: danger.leave }));
  await screen.findByText(list.emptyTitle);
});

test("in the list of organizations, the only owner sees why they can't leave", async () => {
  const place = await startPlace();
  await place.found("ann", "Acme");
  const ann = await place.enter("ann");
  const { person } = ann.show(<OwnOrganizations />, ui);
  const leave = await button(fill(list.leaveOf, { name: "Acme" }));
  await person.click(leave);
  const dialog = within(await findDialog());
  await person.click(dialog.getByRole("button", { name: danger.leave }));
  await dialog.findByText(errors.YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER ?? "");
  await person.keyboard("{Escape}");
  await waitFor(() => expect(document.activeElement).toBe(leave));
});

test("a user who was removed from their only organization sees an empty list", async () => {
  const place = await startPlace();
  const acme = await place.found("ann", "Acme");
  await place.join(acme, "bob", "member");
  const bob = await place.enter("bob");
  const ann = await place.enter("ann");
  await ann.calls.removeMember({ organizationId: acme, memberIdOrEmail: "bob@example.com" });
  bob.show(<Organization />, ui);
  await screen.findByText(list.emptyTitle);
});
