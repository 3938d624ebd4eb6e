// @vitest-environment jsdom

import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { startCompany, unwrap } from "../../../test/company.tsx";
import { findDialog } from "../../../test/dialogs.ts";
import { watchScreens } from "../../../test/site.tsx";
import { organizationEn } from "../texts.ts";
import { OrganizationDanger } from "./danger.tsx";

history.replaceState(null, "", "/organization");

watchScreens();

const { danger } = organizationEn;

test("ownership is transferred, and the list of members stays open until one is chosen", async () => {
  const { of } = await startCompany({ bob: "member" });
  const { client, show } = of("ann");
  const { person } = show(<OrganizationDanger />);
  await person.click(await screen.findByRole("button", { name: danger.transfer }));
  const dialog = within(await findDialog());
  const bob = await dialog.findByRole("option", { name: /bob/ });
  await person.tab();
  expect(document.activeElement).toBe(dialog.getByRole("combobox", { name: danger.transferRole }));
  expect(bob.isConnected).toBe(true);
  await person.click(bob);
  expect(dialog.queryByRole("option", { name: /bob@/ })).toBeNull();
  await person.click(dialog.getByRole("button", { name: danger.transfer }));
  await waitFor(async () => {
    const { members } = await unwrap(client.organization.listMembers());
    expect(members.map(({ user, role }) => [user.name, role])).toContainEqual(["bob", "member,owner"]);
  });
});
