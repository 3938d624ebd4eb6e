import { describe, expect, test } from "vitest";
import { outcome, startOrganizations } from "../../test/app.ts";

async function start(teams: object = {}) {
  const it = await startOrganizations({ teams: { enabled: true, ...teams } });
  const [ann, bob] = [await it.person("ann"), await it.person("bob")];
  const organizationId = await it.found(ann);
  const [main] = (await ann.read("list-teams")).body;
  await it.join(organizationId, bob);
  const team = async (name: string): Promise<string> => (await ann.call("create-team", { name })).body.id;
  return { ...it, ann, bob, organizationId, main: main?.id as string, team };
}

describe("teams", () => {
  test("exist if the app enables them, and a new organization starts with one", async () => {
    const { ann, main } = await start();
    expect((await ann.get("/get-session")).body).toMatchObject({ session: { activeTeamId: main } });
    expect((await ann.read("get-active-member")).body).toMatchObject({ teamId: main });
    expect((await ann.read("list-user-teams")).body).toMatchObject([{ id: main, name: "acme" }]);
    expect((await ann.read("list-team-members")).body).toMatchObject([{ teamId: main, userId: ann.userId }]);
    const without = await startOrganizations();
    const eve = await without.person("eve");
    expect((await eve.call("create-team", { name: "x" })).status).toBe(404);
    expect((await eve.get("/get-session")).body).not.toHaveProperty("session.activeTeamId");
    const bare = await start({ defaultTeam: { enabled: false } });
    expect((await bare.ann.read("list-teams")).body).toEqual([]);
  });

  test("ORG-23: are created, renamed, set active, and removed, but not by their own members", async () => {
    const { ann, bob, main, team } = await start();
    expect(outcome(await ann.call("create-team", { name: "" }))).toEqual([400, "VALIDATION_ERROR"]);
    const teamId = await team("Design");
    expect((await ann.call("update-team", { teamId, data: { name: "Art", organizationId: "x" } })).body).toMatchObject({
      name: "Art",
      updatedAt: expect.any(String),
    });
    expect((await bob.read("list-teams")).body).toHaveLength(2);
    expect(outcome(await ann.call("set-active-team", { teamId }))).toEqual([403, "USER_IS_NOT_A_MEMBER_OF_THE_TEAM"]);
    await ann.call("add-team-member", { teamId, userId: ann.userId });
    expect((await ann.call("set-active-team", { teamId })).body).toMatchObject({ name: "Art" });
    expect(outcome(await ann.call("remove-team", { teamId }))).toEqual([
      403,
      "YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM",
    ]);
    expect((await ann.call("set-active-team", { teamId: null })).body).toBeNull();
    expect(outcome(await ann.read("list-team-members"))).toEqual([400, "YOU_DO_NOT_HAVE_AN_ACTIVE_TEAM"]);
    // Members can't remove their main team or another team that they're in, even if it isn't active.
    for (const own of [main, teamId]) {
      const refused = await ann.call("remove-team", { teamId: own });
      expect(outcome(refused)).toEqual([403, "YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM"]);
    }
    await ann.call("remove-team-member", { teamId, userId: ann.userId });
    expect((await ann.call("remove-team", { teamId })).body).toEqual({ message: "Team removed successfully." });
    expect(outcome(await ann.call("remove-team", { teamId }))).toEqual([400, "TEAM_NOT_FOUND"]);
    const plain = await bob.call("create-team", { name: "Mine" });
    expect(outcome(plain)).toEqual([403, "YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS_IN_THIS_ORGANIZATION"]);
  });

  test("ORG-23: can't all be removed unless the app allows it", async () => {
    for (const allowRemovingAllTeams of [false, true]) {
      const { ann, bob, main, organizationId, app } = await start({ allowRemovingAllTeams });
      await app.auth.$context.db.update({ name: "member", columns: {} }, {
        where: { userId: bob.userId },
        set: { role: "admin" },
      } as never);
      const removed = await bob.call("remove-team", { teamId: main, organizationId });
      expect(outcome(removed)).toEqual(allowRemovingAllTeams ? [200, undefined] : [400, "UNABLE_TO_REMOVE_LAST_TEAM"]);
      const teamId = allowRemovingAllTeams ? null : main;
      expect((await ann.read("get-active-member")).body.teamId).toBe(teamId);
      expect((await ann.get("/get-session")).body).toMatchObject({ session: { activeTeamId: teamId } });
    }
  });

  test("contain members of the organization, up to their limit", async () => {
    const { ann, bob, main, team, person } = await start({ maximumTeams: 2, maximumMembersPerTeam: 1 });
    const teamId = await team("Design");
    const third = await ann.call("create-team", { name: "Third" });
    expect(outcome(third)).toEqual([400, "YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_TEAMS"]);
    const added = await ann.call("add-team-member", { teamId, userId: bob.userId });
    expect(added.body).toMatchObject({ teamId, userId: bob.userId });
    expect((await ann.call("add-team-member", { teamId, userId: bob.userId })).body).toEqual(added.body);
    expect((await bob.read("get-active-member")).body.teamId).toBe(teamId);
    expect((await bob.read("list-team-members", { teamId })).body).toHaveLength(1);
    expect(outcome(await ann.read("list-team-members", { teamId }))).toEqual([400, "USER_IS_NOT_A_MEMBER_OF_THE_TEAM"]);
    const full = await ann.call("add-team-member", { teamId: main, userId: bob.userId });
    expect(outcome(full)).toEqual([403, "TEAM_MEMBER_LIMIT_REACHED"]);
    const eve = await person("eve");
    const stranger = await ann.call("add-team-member", { teamId, userId: eve.userId });
    expect(outcome(stranger)).toEqual([400, "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION"]);
    const own = await bob.call("remove-team-member", { teamId, userId: bob.userId });
    expect(outcome(own)).toEqual([403, "YOU_ARE_NOT_ALLOWED_TO_REMOVE_A_TEAM_MEMBER"]);
    const removed = await ann.call("remove-team-member", { teamId, userId: bob.userId });
    expect(removed.body).toEqual({ message: "Team member removed successfully." });
    expect((await bob.read("get-active-member")).body.teamId).toBeNull();
    const again = await ann.call("remove-team-member", { teamId, userId: bob.userId });
    expect(outcome(again)).toEqual([400, "USER_IS_NOT_A_MEMBER_OF_THE_TEAM"]);
  });

  test("ORG-15: an invitation can be for several teams, which must still exist", async () => {
    const { ann, main, team, person, found, app } = await start();
    const eve = await person("eve");
    const teams = [await team("A"), await team("B")];
    const invite = (teamId: unknown, email = "eve@example.com") =>
      ann.call("invite-member", { email, role: "member", teamId });
    expect(outcome(await invite("nothing"))).toEqual([400, "TEAM_NOT_FOUND"]);
    expect(outcome(await invite(`${main},${main}`))).toEqual([400, "INVALID_TEAM_ID"]);
    const dan = await person("dan");
    await found(dan, "other");
    const [foreign] = (await dan.read("list-teams")).body;
    expect(outcome(await invite([main, foreign.id]))).toEqual([400, "TEAM_NOT_FOUND"]);

    const { id: invitationId, teamId } = (await invite(teams)).body;
    expect(teamId).toBe(teams.join());
    await ann.call("remove-team", { teamId: teams[1] });
    expect(outcome(await eve.call("accept-invitation", { invitationId }))).toEqual([400, "TEAM_NOT_FOUND"]);
    await ann.call("cancel-invitation", { invitationId });
    const second = (await invite([teams[0], main])).body.id;
    const { body } = await eve.call("accept-invitation", { invitationId: second });
    expect(body.member.teamId).toBe(teams[0]);
    expect((await eve.get("/get-session")).body).toMatchObject({ session: { activeTeamId: teams[0] } });
    expect((await eve.read("list-user-teams")).body).toHaveLength(2);

    await ann.call("remove-member", { memberIdOrEmail: "eve@example.com" });
    const left = await app.auth.$context.db.count({ name: "teamMember", columns: {} }, {
      where: { userId: eve.userId },
    } as never);
    expect(left).toBe(0);
  });

  test("ROLE-05: inviting to a team requires member:update or team membership, even when the invitation is accepted", async () => {
    const { createAccessControl, defaultStatements } = await import("../access.ts");
    const ac = createAccessControl({ ...defaultStatements });
    const roles = { recruiter: ac.newRole({ invitation: ["create"] }), restricted: ac.newRole({}) };
    const it = await startOrganizations({ ac, roles, teams: { enabled: true } });
    const [ann, rex, bob] = [await it.person("ann"), await it.person("rex"), await it.person("bob")];
    const organizationId = await it.found(ann);
    await it.join(organizationId, rex, "recruiter");
    const teams: string[] = [];
    for (const name of ["A", "B"]) teams.push((await ann.call("create-team", { name })).body.id);
    const [inside, outside] = teams as [string, string];
    await ann.call("add-team-member", { teamId: inside, userId: rex.userId });
    const invite = (teamId: unknown, by: typeof ann = rex) =>
      by.call("invite-member", { email: bob.email, role: "restricted", teamId });
    const denied = [403, "YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_TEAM_MEMBER"];
    expect(outcome(await invite(outside))).toEqual(denied);
    expect(outcome(await invite([inside, outside]))).toEqual(denied);
    const { id: invitationId } = (await invite(inside)).body;
    await ann.call("remove-team-member", { teamId: inside, userId: rex.userId });
    expect(outcome(await bob.call("accept-invitation", { invitationId }))).toEqual(denied);
    await ann.call("add-team-member", { teamId: inside, userId: rex.userId });
    expect((await bob.call("accept-invitation", { invitationId })).body.member.teamId).toBe(inside);
    await ann.call("remove-member", { memberIdOrEmail: bob.email });
    expect((await invite([inside, outside], ann)).status).toBe(200);
  });

  test("ORG-03 ORG-22: another organization's teams aren't found, regardless of the field that names them", async () => {
    const { ann, bob, main, person, found } = await start();
    const dan = await person("dan");
    const other = await found(dan, "other");
    const notFound = [400, "TEAM_NOT_FOUND"];
    for (const more of [{}, { organizationId: other }]) {
      expect(outcome(await dan.call("update-team", { teamId: main, data: { name: "x" }, ...more }))).toEqual(notFound);
      expect(outcome(await dan.call("remove-team", { teamId: main, ...more }))).toEqual(notFound);
      const member = { teamId: main, userId: dan.userId, ...more };
      expect(outcome(await dan.call("add-team-member", member))).toEqual(notFound);
      expect(outcome(await dan.call("remove-team-member", { ...member, userId: ann.userId }))).toEqual(notFound);
      expect(outcome(await dan.read("list-team-members", { teamId: main, ...more }))).toEqual(notFound);
    }
    expect(outcome(await dan.call("set-active-team", { teamId: main }))).toEqual(notFound);
    const theirs = await bob.read("list-user-teams", { userId: ann.userId });
    expect(outcome(theirs)).toEqual([403, "YOU_ARE_NOT_ALLOWED_TO_ACCESS_THIS_ORGANIZATION"]);
    expect((await ann.read("list-teams")).body).toMatchObject([{ name: "acme" }]);
  });
});
