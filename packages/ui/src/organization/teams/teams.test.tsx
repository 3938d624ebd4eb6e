// @vitest-environment jsdom

import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { startCompany, unwrap } from "../../../test/company.tsx";
import { findDialog } from "../../../test/dialogs.ts";
import { watchScreens } from "../../../test/site.tsx";
import { fill } from "../../texts/texts.ts";
import { organizationEn } from "../texts.ts";
import { OrganizationTeams } from "./teams.tsx";

history.replaceState(null, "", "/organization#teams");

watchScreens();
afterEach(() => history.replaceState(null, "", "/organization#teams"));

const { errors, teams } = organizationEn;

test("a team can be created and deleted", async () => {
  const company = await startCompany();
  const { client, show } = company.of("ann");
  const { person } = show(<OrganizationTeams />);
  await person.click(await screen.findByRole("button", { name: teams.create }));
  const form = within(await findDialog());
  await person.type(form.getByLabelText(teams.name), "Makers");
  await person.click(form.getByRole("button", { name: teams.create }));
  const link = await screen.findByRole("link", { name: /Makers/ });
  location.hash = new URL((link as HTMLAnchorElement).href).hash;
  await person.click(await screen.findByRole("button", { name: fill(teams.actionsOf, { team: "Makers" }) }));
  await person.click(await screen.findByRole("menuitem", { name: teams.remove }));
  await person.click(within(await findDialog()).getByRole("button", { name: teams.remove }));
  await waitFor(async () =>
    expect((await unwrap(client.organization.listTeams())).map(({ name }) => name)).toEqual(["Acme"]),
  );
});

test("an owner who isn't in the team can add and remove members", async () => {
  const company = await startCompany({ bob: "member" });
  history.replaceState(null, "", `/organization#teams/${company.teamId}`);
  const { person } = company.of("ann").show(<OrganizationTeams />);
  const search = await screen.findByRole("combobox", { name: fill(teams.search, { team: "Acme" }) });
  await person.type(search, "bob");
  await person.click(await screen.findByRole("option", { name: /bob/ }));
  await person.click(
    await screen.findByRole("button", { name: fill(teams.removeMemberLabel, { name: "bob", team: "Acme" }) }),
  );
  await waitFor(() =>
    expect(
      screen.queryByRole("button", { name: fill(teams.removeMemberLabel, { name: "bob", team: "Acme" }) }),
    ).toBeNull(),
  );
  await waitFor(() => expect(document.activeElement).not.toBe(document.body));
});

test("adding a user who just left the organization shows that they're no longer a member", async () => {
  const company = await startCompany({ bob: "member" });
  history.replaceState(null, "", `/organization#teams/${company.teamId}`);
  const ann = company.of("ann");
  const { person } = ann.show(<OrganizationTeams />);
  const search = await screen.findByRole("combobox", { name: fill(teams.search, { team: "Acme" }) });
  await person.type(search, "bob");
  const option = await screen.findByRole("option", { name: /bob/ });
  await unwrap(ann.client.organization.removeMember({ memberIdOrEmail: "bob@example.com" }));
  await person.click(option);
  await screen.findByText(errors.MEMBER_NOT_FOUND ?? "");
});

test("a member who isn't in a team doesn't see its members", async () => {
  const company = await startCompany({ bob: "member" });
  history.replaceState(null, "", `/organization#teams/${company.teamId}`);
  company.of("bob").show(<OrganizationTeams />);
  await screen.findByText(teams.hiddenMembers);
  expect(company.of("bob").visit.asked.some((path) => path.includes("list-team-members"))).toBe(false);
});
