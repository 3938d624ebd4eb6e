// @vitest-environment jsdom

import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { startCompany, unwrap } from "../../../test/company.tsx";
import { watchScreens } from "../../../test/site.tsx";
import { fill } from "../../texts/texts.ts";
import { organizationEn } from "../texts.ts";
import { OrganizationTeams } from "./teams.tsx";

history.replaceState(null, "", "/organization#teams");

watchScreens();
afterEach(() => history.replaceState(null, "", "/organization#teams"));

const { teams } = organizationEn;
const names = [...Array(82).keys()].map((at) => `m${String(at).padStart(2, "0")}`);

/** Adds all but the last two members to the team. */
async function startLargeTeam() {
  const company = await startCompany(Object.fromEntries(names.map((name) => [name, "member"])));
  const { of, teamId } = company;
  for (const name of names.slice(0, -2)) {
    await unwrap(of("ann").client.organization.addTeamMember({ teamId, userId: of(name).userId }));
  }
  history.replaceState(null, "", `/organization#teams/${teamId}`);
  return company;
}

const list = async () => within(await screen.findByRole("list", { name: fill(teams.membersOf, { team: "Acme" }) }));
const shows = async (count: number): Promise<void> =>
  waitFor(async () => expect((await list()).getAllByRole("listitem")).toHaveLength(count));

test("a large team loads in steps, both for admins and for its members", async () => {
  const { of } = await startLargeTeam();
  for (const name of ["ann", "m03"]) {
    const { person, unmount } = of(name).show(<OrganizationTeams />);
    await shows(25);
    for (const count of [50, 75, 81]) {
      await person.click(screen.getByRole("button", { name: teams.more }));
      await shows(count);
    }
    expect(screen.queryByRole("button", { name: teams.more })).toBeNull();
    expect(screen.queryByText(teams.unknownPerson)).toBeNull();
    unmount();
  }
  const { person } = of("ann").show(<OrganizationTeams />);
  await shows(25);
  // The search finds team members, but they can't be added again.
  await person.type(screen.getByRole("combobox", { name: fill(teams.search, { team: "Acme" }) }), "m0");
  const taken = await screen.findByRole("option", { name: /m03/ });
  expect(taken.getAttribute("aria-disabled")).toBe("true");
  await person.clear(screen.getByRole("combobox", { name: fill(teams.search, { team: "Acme" }) }));
  await person.type(screen.getByRole("combobox", { name: fill(teams.search, { team: "Acme" }) }), "m81");
  await person.click(await screen.findByRole("option", { name: /m81/ }));
  await screen.findAllByText(fill(teams.added, { name: "m81", team: "Acme" }));
});
