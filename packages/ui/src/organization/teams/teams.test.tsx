// @vitest-environment jsdom
// @vitest-environment-options { "url": "http://app.test/organization" }

import { organization, organizationErrors } from "@latchkey/organization";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { good, startCompany } from "../../../test/company.tsx";
import { findDialog } from "../../../test/dialogs.ts";
import { watchScreens } from "../../../test/site.tsx";
import { en } from "../../texts/en.ts";
import { fill } from "../../texts/texts.ts";
import { TeamsCard } from "./teams-card.tsx";
import { teamErrors, teams as texts } from "./texts.ts";

watchScreens();

const button = (name: string): Promise<HTMLElement> => screen.findByRole("button", { name });
const details = (team: string): Promise<HTMLElement> => button(fill(texts.detailsLabel, { team }));
const part = (title: string, team: string) =>
  screen.findByRole("region", { name: `${title}: ${team}` }).then((region) => within(region));
const rowOf = (team: string): HTMLElement =>
  screen.getByText(team, { selector: ".lk-team > *" }).closest("li") as never;

test("a team is made, renamed and deleted", async () => {
  const { of } = await startCompany();
  const { person } = of("ann").show(<TeamsCard />);
  await person.click(await button(texts.create));
  const dialog = within(await findDialog());
  await person.click(dialog.getByRole("button", { name: texts.create }));
  await dialog.findByText(en.required);
  await person.type(dialog.getByLabelText(texts.name), "Blue{Enter}");
  await screen.findByText(fill(texts.created, { team: "Blue" }));
  await person.click(await details("Blue"));
  await person.click(await button(texts.rename));
  const field = await screen.findByLabelText(texts.name);
  await person.clear(field);
  await person.type(field, "Red{Enter}");
  await details("Red");
  expect(screen.queryByText("Blue", { selector: ".lk-team > *" })).toBeNull();
  await person.click(await button(texts.remove));
  await person.click(within(await findDialog()).getByRole("button", { name: texts.remove }));
  const done = await screen.findByText(fill(texts.removed, { team: "Red" }));
  await waitFor(() => expect(document.activeElement).toBe(done));
  await waitFor(async () => expect(await good(of("ann").client.organization.listTeams())).toHaveLength(1));
  await waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(1));
});

test("members are found, added and removed", async () => {
  const { of, teamId } = await startCompany({ bob: "member", bea: "member", cem: "member" });
  const { person } = of("ann").show(<TeamsCard />);
  await person.click(await details("Acme"));
  const members = await part(texts.members, "Acme");
  await members.findByText("ann");
  const others = await part(texts.addTitle, "Acme");
  await others.findByText("bob");
  expect(others.queryByText("ann")).toBeNull();
  await person.type(others.getByRole("searchbox"), "be{Enter}");
  await waitFor(() => expect(others.queryByText("bob")).toBeNull());
  await person.click(others.getByRole("button", { name: fill(texts.addLabel, { name: "bea", team: "Acme" }) }));
  const done = await screen.findByText(fill(texts.added, { name: "bea", team: "Acme" }));
  await waitFor(() => expect(document.activeElement).toBe(done));
  await members.findByText("bea");
  await others.findByText(texts.nobodyFound);
  const list = async () =>
    (await good(of("bea").client.organization.listTeamMembers({ query: { teamId } }))).map(({ userId }) => userId);
  expect(await list()).toEqual([of("ann").userId, of("bea").userId]);
  await person.click(members.getByRole("button", { name: fill(texts.takeOutLabel, { name: "bea", team: "Acme" }) }));
  await screen.findByText(fill(texts.takenOut, { name: "bea", team: "Acme" }));
  expect(members.queryByText("bea")).toBeNull();
  const left = await of("bea").client.organization.listTeamMembers({ query: { teamId } });
  expect(left.error?.code).toBe("USER_IS_NOT_A_MEMBER_OF_THE_TEAM");
});

test("one's own teams are marked, and one of them is chosen", async () => {
  const { of, teamId } = await startCompany();
  const { client, show } = of("ann");
  await good(client.organization.createTeam({ name: "Blue" }));
  const { person } = show(<TeamsCard />);
  await screen.findByText(texts.active);
  within(rowOf("Acme")).getByText(texts.own);
  expect(within(rowOf("Blue")).queryByText(texts.own)).toBeNull();
  expect(screen.queryByRole("button", { name: fill(texts.useLabel, { team: "Blue" }) })).toBeNull();
  const active = async (): Promise<unknown> =>
    ((await client.getSession()).data?.session as { activeTeamId?: unknown } | undefined)?.activeTeamId;
  await person.click(await button(texts.useNone));
  const use = await button(fill(texts.useLabel, { team: "Acme" }));
  expect([await active(), screen.queryByText(texts.active)]).toEqual([null, null]);
  expect(document.activeElement).toBe(use);
  await person.click(use);
  await screen.findByText(texts.active);
  expect(await active()).toBe(teamId);
});

test("a team that somebody is not in hides its members, but takes them", async () => {
  const { of } = await startCompany({ bob: "member" });
  await good(of("ann").client.organization.createTeam({ name: "Blue" }));
  const { person } = of("ann").show(<TeamsCard />);
  await person.click(await details("Blue"));
  const members = await part(texts.members, "Blue");
  members.getByText(texts.hiddenMembers);
  const others = await part(texts.addTitle, "Blue");
  await person.click(await others.findByRole("button", { name: fill(texts.addLabel, { name: "bob", team: "Blue" }) }));
  await screen.findByText(fill(texts.added, { name: "bob", team: "Blue" }));
  await waitFor(() => expect(others.queryByText("bob")).toBeNull());
  await person.click(await others.findByRole("button", { name: fill(texts.addLabel, { name: "ann", team: "Blue" }) }));
  await members.findByText("bob");
  await members.findByText("ann");
  expect(within(rowOf("Blue")).getByText(texts.own)).toBeTruthy();
});

test("the team that one is in is not offered for deletion, and the last one is refused", async () => {
  const { of } = await startCompany();
  const { person } = of("ann").show(<TeamsCard />);
  await person.click(await details("Acme"));
  await button(texts.rename);
  expect(screen.queryByRole("button", { name: texts.remove })).toBeNull();
  await person.click(await button(fill(texts.takeOutLabel, { name: "ann", team: "Acme" })));
  await screen.findByText(fill(texts.takenOut, { name: "ann", team: "Acme" }));
  await person.click(await button(texts.remove));
  expect(screen.queryByRole("alert")).toBeNull();
  await person.click(within(await findDialog()).getByRole("button", { name: texts.remove }));
  await screen.findByText(teamErrors.UNABLE_TO_REMOVE_LAST_TEAM ?? "");
  expect(await good(of("ann").client.organization.listTeams())).toHaveLength(1);
});

test("who may change nothing sees the teams, and who is in their own", async () => {
  const { of, teamId } = await startCompany({ bob: "member" });
  await good(of("ann").client.organization.createTeam({ name: "Blue" }));
  await good(of("ann").client.organization.addTeamMember({ teamId, userId: of("bob").userId }));
  const { person } = of("bob").show(<TeamsCard />);
  await person.click(await details("Acme"));
  const members = await part(texts.members, "Acme");
  await members.findByText("ann");
  expect(members.queryAllByRole("button")).toEqual([]);
  screen.getByText("Blue");
  for (const name of [texts.create, texts.rename, texts.remove, fill(texts.detailsLabel, { team: "Blue" })]) {
    expect(screen.queryByRole("button", { name }), name).toBeNull();
  }
  expect(screen.queryByRole("searchbox")).toBeNull();
});

test("a role made at run time is asked about, and offers what it allows", async () => {
  const { of } = await startCompany({ bob: "member" });
  const { organization: calls } = of("ann").client;
  await good(calls.createRole({ role: "scout", permission: { team: ["create"] } }));
  const { members } = await good(calls.listMembers());
  const bob = members.find(({ userId }) => userId === of("bob").userId);
  await good(calls.updateMemberRole({ memberId: bob?.id ?? "", role: "member,scout" }));
  of("bob").show(<TeamsCard />);
  await button(texts.create);
  expect(screen.queryByRole("button", { name: fill(texts.detailsLabel, { team: "Acme" }) })).toBeNull();
});

test("a refusal is said where it was caused, and without an organization nothing is offered", async () => {
  const { of, organizationId } = await startCompany({ bob: "admin" });
  const { person, unmount } = of("bob").show(<TeamsCard />);
  await person.click(await button(texts.create));
  const { organization: calls } = of("ann").client;
  const { members } = await good(calls.listMembers());
  const bob = members.find(({ userId }) => userId === of("bob").userId);
  await good(calls.updateMemberRole({ memberId: bob?.id ?? "", role: "member" }));
  const dialog = within(await findDialog());
  await person.type(dialog.getByLabelText(texts.name), "Blue{Enter}");
  await dialog.findByText(teamErrors.YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS_IN_THIS_ORGANIZATION ?? "");
  unmount();
  await good(of("bob").client.organization.leave({ organizationId }));
  of("bob").show(<TeamsCard />);
  await screen.findByText(texts.noOrganization);
  expect(screen.queryAllByRole("button")).toEqual([]);
});

test("every refusal about teams has a sentence", () => {
  const { endpoints } = organization({ teams: { enabled: true } });
  const codes = Object.values(endpoints ?? {})
    .filter(({ path }) => path.includes("team"))
    .flatMap(({ errors, guards }) => [errors, ...(guards ?? []).map((guard) => guard.errors)])
    .flatMap((errors) => Object.keys(errors ?? {}));
  expect(codes).toContain("UNABLE_TO_REMOVE_LAST_TEAM");
  const others = ["NO_ACTIVE_ORGANIZATION", "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION"];
  const said = [...Object.keys({ ...en.errors, ...teamErrors }), ...others];
  expect(codes.filter((code) => !said.includes(code))).toEqual([]);
  expect(Object.keys(organizationErrors).filter((code) => /TEAM/.test(code) && !said.includes(code))).toEqual([]);
  expect(Object.keys(teamErrors).filter((code) => !Object.hasOwn(organizationErrors, code))).toEqual([]);
});
