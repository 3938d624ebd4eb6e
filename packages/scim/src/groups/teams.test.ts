/** Groups that are mapped to teams. */

import { createAccessControl } from "@latchkey/core/access";
import { auditTable, deliverDueMessages, sessionTable, userTable } from "@latchkey/core/plugin";
import { invitationTable, memberTable, teamMemberTable, teamTable } from "@latchkey/organization";
import { defaultStatements } from "@latchkey/organization/access";
import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { patch, type ScimAppOptions, scimUser, signInAs, startScim } from "../../test/app.ts";

const ac = createAccessControl(defaultStatements);
const roles = {
  it: ac.newRole({ scim: ["create", "read", "update", "delete"] }),
  lead: ac.newRole({ scim: ["read", "update"], member: ["update", "delete"] }),
};
const off = patch({ op: "replace", path: "active", value: false });
const on = patch({ op: "replace", path: "active", value: true });

describe.each(quickDatabases)("on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  /**
   * Bob and Eve come from the directory. Bob is in the group "Engineers". The organization has two teams without
   * members.
   */
  async function start({ organization, ...options }: ScimAppOptions = {}) {
    const it = await startScim({
      ...options,
      auth: { database: opened.database },
      organization: { ac, roles, ...organization, teams: { enabled: true, ...organization?.teams } },
    });
    const { acme, ann, auth, db, organizationId } = it;
    const add = async (name: string): Promise<string> => (await acme.send("POST", "/Users", scimUser(name))).body.id;
    const [bob, eve] = [await add("bob"), await add("eve")];
    const group = async (displayName: string, ...members: readonly string[]): Promise<string> =>
      (await acme.send("POST", "/Groups", { displayName, members: members.map((value) => ({ value })) })).body.id;
    const team = async (name: string): Promise<string> =>
      (await ann.post<any>("/organization/create-team", { name, organizationId })).body.id;
    const [red, blue] = [await team("Red"), await team("Blue")];
    const engineers = await group("Engineers", bob);
    const map = async (caller: typeof ann, body: object) => {
      const reply = await caller.post<any>("/scim/map-group", body);
      return reply.status === 200 ? 200 : [reply.status, reply.body.code];
    };
    const inTeam = async (teamId: string): Promise<string[]> => {
      const rows = await db.findMany(teamMemberTable, { where: { teamId }, limit: 50 });
      const where = { id: { in: rows.map(({ userId }) => userId) } };
      const users = rows.length === 0 ? [] : await db.findMany(userTable, { where, limit: 50 });
      return users.map(({ email }) => email.split("@")[0] ?? "").sort();
    };
    const change = async (groupId: string, operation: object) =>
      (await acme.send("PATCH", `/Groups/${groupId}`, patch(operation))).status;
    const join = (groupId: string, ...ids: readonly string[]) =>
      change(groupId, { op: "add", path: "members", value: ids.map((value) => ({ value })) });
    const leave = (groupId: string, id: string) => change(groupId, { op: "remove", path: `members[value eq "${id}"]` });
    /** Delivers the messages that a request scheduled to run after its response. */
    const settle = () => deliverDueMessages(auth.$context);
    return { ...it, bob, eve, add, group, team, red, blue, engineers, map, inTeam, join, leave, settle };
  }

  test("members of a mapped group are in its team until they leave the group", async () => {
    const it = await start();
    const { acme, ann, bob, db, engineers, eve, red, blue } = it;
    expect(await it.map(ann, { groupId: engineers, teamId: red })).toBe(200);
    expect(await it.inTeam(red)).toEqual(["bob"]);
    expect(await db.findOne(memberTable, { where: { teamId: red } })).toMatchObject({ role: "member" });
    expect(await it.join(engineers, eve)).toBe(200);
    expect(await it.inTeam(red)).toEqual(["bob", "eve"]);
    expect(await it.leave(engineers, bob)).toBe(200);
    expect(await it.inTeam(red)).toEqual(["eve"]);
    await acme.send("PUT", `/Groups/${engineers}`, { displayName: "Engineers", members: [{ value: bob }] });
    expect(await it.inTeam(red)).toEqual(["bob"]);
    // Another mapping of the same group moves its members to the other team.
    expect(await it.map(ann, { groupId: engineers, teamId: blue })).toBe(200);
    expect([await it.inTeam(red), await it.inTeam(blue)]).toEqual([[], ["bob"]]);
    expect((await acme.send("DELETE", `/Groups/${engineers}`)).status).toBe(204);
    expect(await it.inTeam(blue)).toEqual([]);
    expect(await db.count(memberTable, { where: { teamId: blue } })).toBe(0);
  });

  test("a call changes only the fields that it sets, and the group list shows both the role and the team", async () => {
    const it = await start();
    const { acme, ann, auth, db, engineers, red } = it;
    await it.map(ann, { groupId: engineers, role: "admin" });
    await it.map(ann, { groupId: engineers, teamId: red });
    const listed = await auth.api.listScimGroups({ query: { id: acme.id } });
    expect(listed.groups).toMatchObject([{ role: "admin", teamId: red }]);
    await it.map(ann, { groupId: engineers, role: null });
    expect(await it.inTeam(red)).toEqual(["bob"]);
    const [last] = await db.findMany(auditTable, {
      where: { action: "team.member.create" },
      orderBy: [{ column: "createdAt" }],
      limit: 1,
    });
    expect(last).toMatchObject({ actorId: ann.userId, data: { scimConnectionId: acme.id, teamId: red, name: "Red" } });
    const mapped = await db.findMany(auditTable, { where: { action: "scim.group.map" }, limit: 9 });
    expect(mapped.map(({ data }) => data)).toContainEqual(
      expect.objectContaining({ from: "admin", to: "admin", fromTeam: null, toTeam: red }),
    );
  });

  test("someone in two groups mapped to one team stays in it until they've left both, even in two directories", async () => {
    const it = await start();
    const { ann, auth, bob, engineers, group, red } = it;
    const leads = await group("Leads", bob);
    const second = await it.connect(it.organizationId);
    const { id } = (await second.send("POST", "/Users", scimUser("bob"))).body;
    const other = (await second.send("POST", "/Groups", { displayName: "Other", members: [{ value: id }] })).body.id;
    for (const groupId of [engineers, leads, other]) await auth.api.mapScimGroup({ body: { groupId, teamId: red } });
    await it.leave(engineers, bob);
    await it.map(ann, { groupId: leads, teamId: null });
    expect(await it.inTeam(red)).toEqual(["bob"]);
    await second.send("DELETE", `/Groups/${other}`);
    expect(await it.inTeam(red)).toEqual([]);
  });

  test("members who were added manually stay, unless they were in the group", async () => {
    const it = await start();
    const { ann, auth, engineers, organizationId, red } = it;
    for (const email of ["bob@corp.test", "eve@corp.test"]) {
      const { id } = await it.userOf(email);
      await ann.post("/organization/add-team-member", { teamId: red, userId: id, organizationId });
    }
    await auth.api.mapScimGroup({ body: { groupId: engineers, teamId: red } });
    await auth.api.mapScimGroup({ body: { groupId: engineers, teamId: null } });
    expect(await it.inTeam(red)).toEqual(["eve"]);
  });

  test("when a member leaves a team, it's no longer active in their sessions", async () => {
    const it = await start();
    const { auth, bob, db, engineers, organizationId, red } = it;
    await auth.api.mapScimGroup({ body: { groupId: engineers, teamId: red } });
    const browser = await signInAs(it, "bob@corp.test");
    await browser.post("/organization/set-active", { organizationId });
    expect((await browser.post("/organization/set-active-team", { teamId: red })).status).toBe(200);
    await it.leave(engineers, bob);
    const [session] = await db.findMany(sessionTable, { where: { userId: browser.userId }, limit: 1 });
    expect(session).toMatchObject({ activeTeamId: null });
    expect((await browser.get<any>("/get-session")).body.session.activeTeamId).toBeNull();
  });

  test("a full team rejects a mapping and a group's change, and nothing is stored", async () => {
    const it = await start({ organization: { teams: { enabled: true, maximumMembersPerTeam: async () => 1 } } });
    const { acme, ann, auth, bob, engineers, eve, group, red } = it;
    const both = await group("Both", bob, eve);
    expect(await it.map(ann, { groupId: both, teamId: red })).toEqual([403, "TEAM_MEMBER_LIMIT_REACHED"]);
    expect((await auth.api.listScimGroups({ query: { id: acme.id } })).groups.map(({ teamId }) => teamId)).toEqual([
      null,
      null,
    ]);
    expect(await it.map(ann, { groupId: engineers, teamId: red })).toBe(200);
    expect(await it.join(engineers, eve)).toBe(403);
    expect((await acme.send("GET", `/Groups/${engineers}`)).body.members).toHaveLength(1);
    await it.leave(engineers, bob);
    expect(await it.join(engineers, eve)).toBe(200);
    expect(await it.inTeam(red)).toEqual(["eve"]);
  });

  test("a new member is added to their groups' teams, except full ones", async () => {
    const limits = new Map<string, number>();
    const maximumMembersPerTeam = ({ teamId }: { readonly teamId: string }) => limits.get(teamId) ?? 10;
    const it = await start({ organization: { teams: { enabled: true, maximumMembersPerTeam } } });
    const { acme, auth, blue, db, engineers, group, person, red } = it;
    const guest = await person("kim@elsewhere.test");
    const kim = await it.add("kim@elsewhere.test");
    const others = await group("Others", kim);
    await it.join(engineers, kim);
    await auth.api.mapScimGroup({ body: { groupId: engineers, teamId: red } });
    await auth.api.mapScimGroup({ body: { groupId: others, teamId: blue } });
    limits.set(red, 1);
    const invitation = await db.findOne(invitationTable, { where: { email: "kim@elsewhere.test" } });
    const accepted = await guest.post("/organization/accept-invitation", { invitationId: invitation?.id });
    expect(accepted.status).toBe(200);
    await it.settle();
    expect([await it.inTeam(red), await it.inTeam(blue)]).toEqual([["bob"], ["kim"]]);
    expect(
      await db.findOne(auditTable, { where: { action: "team.member.create", userId: guest.userId } }),
    ).toMatchObject({ actorType: "system", data: { scimConnectionId: acme.id } });
  });

  test("a suspended member keeps their teams, and is added to their new groups' teams when reinstated", async () => {
    const it = await start();
    const { acme, auth, blue, bob, engineers, group, red } = it;
    await auth.api.mapScimGroup({ body: { groupId: engineers, teamId: red } });
    await acme.send("PATCH", `/Users/${bob}`, off);
    expect(await it.inTeam(red)).toEqual(["bob"]);
    await it.leave(engineers, bob);
    expect(await it.inTeam(red)).toEqual([]);
    await auth.api.mapScimGroup({ body: { groupId: await group("Others", bob), teamId: blue } });
    expect(await it.inTeam(blue)).toEqual([]);
    await acme.send("PATCH", `/Users/${bob}`, on);
    await it.settle();
    expect(await it.inTeam(blue)).toEqual(["bob"]);
    // When the directory deletes the user, the member is suspended and removed from all groups.
    await acme.send("DELETE", `/Users/${bob}`);
    expect(await it.inTeam(blue)).toEqual([]);
  });

  test("deleting a team unmaps its groups, and other organizations' teams aren't found", async () => {
    const asked: string[] = [];
    const maximumMembersPerTeam = ({ teamId }: { readonly teamId: string }) => asked.push(teamId) + 10;
    const it = await start({ organization: { teams: { enabled: true, maximumMembersPerTeam } } });
    const { acme, ann, auth, engineers, eve, organizationId, person, red } = it;
    await auth.api.mapScimGroup({ body: { groupId: engineers, teamId: red } });
    expect((await ann.post("/organization/remove-team", { teamId: red, organizationId })).status).toBe(200);
    expect((await auth.api.listScimGroups({ query: { id: acme.id } })).groups).toMatchObject([{ teamId: null }]);
    expect(await it.join(engineers, eve)).toBe(200);
    const mia = await person("mia@x.test");
    const foreign = await it.found(mia, "other");
    const created = await mia.post<any>("/organization/create-team", { name: "Theirs", organizationId: foreign });
    for (const teamId of [red, "none", created.body.id]) {
      expect(await it.map(ann, { groupId: engineers, teamId })).toEqual([404, "SCIM_TEAM_NOT_FOUND"]);
    }
    // The app's function for the limit isn't called for them either.
    expect(asked).toEqual([red]);
  });

  test("SCIM-12: only members who can change teams themselves can map groups to teams, or get a token for a directory with such groups", async () => {
    const it = await start();
    const { acme, ann, auth, db, engineers, organizationId, person, red } = it;
    const [kim, leo] = [await person("kim@x.test"), await person("leo@x.test")];
    await auth.api.addMember({ body: { organizationId, userId: kim.userId, role: "it" } });
    await auth.api.addMember({ body: { organizationId, userId: leo.userId, role: "lead" } });
    const rotate = async () => (await kim.post<any>("/scim/rotate-token", { id: acme.id })).body.code ?? 200;
    const denied = [403, "SCIM_TEAM_NOT_ALLOWED"];
    expect(await it.map(kim, { groupId: engineers, teamId: red })).toEqual(denied);
    expect(await it.inTeam(red)).toEqual([]);
    expect(await rotate()).toBe(200);
    expect(await it.map(leo, { groupId: engineers, teamId: red })).toBe(200);
    expect(await rotate()).toBe("SCIM_TEAM_NOT_ALLOWED");
    expect(await it.map(kim, { groupId: engineers, teamId: null })).toEqual(denied);
    // They also can't remove someone who has more permissions from a team.
    const { id: userId } = await it.userOf("bob@corp.test");
    await db.update(memberTable, { where: { userId }, set: { role: "admin" } });
    expect(await it.map(leo, { groupId: engineers, teamId: null })).toEqual([403, "SCIM_ROLE_NOT_ALLOWED"]);
    expect(await it.inTeam(red)).toEqual(["bob"]);
    expect(await it.map(ann, { groupId: engineers, teamId: null })).toBe(200);
  });

  test("after concurrent mappings of a group, its members are only in the team that was stored last", async () => {
    const it = await start();
    const { acme, auth, blue, engineers, red } = it;
    const teams = [red, blue, red, blue, null, red];
    await Promise.all(teams.map((teamId) => auth.api.mapScimGroup({ body: { groupId: engineers, teamId } })));
    const [group] = (await auth.api.listScimGroups({ query: { id: acme.id } })).groups;
    const expected = [red, blue].map((id) => (id === group?.teamId ? ["bob"] : []));
    expect([await it.inTeam(red), await it.inTeam(blue)]).toEqual(expected);
  });

  test("a team that's deleted while its group is being mapped and changed leaves nothing behind", async () => {
    const it = await start();
    const { acme, ann, auth, db, engineers, eve, organizationId, red } = it;
    const settled = await Promise.all([
      it.map(ann, { groupId: engineers, teamId: red }),
      ann.post("/organization/remove-team", { teamId: red, organizationId }).then(({ status }) => status),
      it.join(engineers, eve),
      it.map(ann, { groupId: engineers, teamId: red }),
    ]);
    const [mapped, removed, joined] = settled;
    expect([200, 404]).toContain(Array.isArray(mapped) ? mapped[0] : mapped);
    expect(removed).toBe(200);
    // A 503 asks the directory to try again.
    expect([200, 503]).toContain(joined);
    expect(await db.count(teamTable, { where: { id: red } })).toBe(0);
    expect(await db.count(teamMemberTable, { where: { teamId: red } })).toBe(0);
    expect((await auth.api.listScimGroups({ query: { id: acme.id } })).groups).toMatchObject([{ teamId: null }]);
  });

  test("without teams, no group can be mapped to one", async () => {
    const it = await startScim({ auth: { database: opened.database } });
    const { id } = (await it.acme.send("POST", "/Groups", { displayName: "G" })).body;
    const refused = await it.ann.post<any>("/scim/map-group", { groupId: id, teamId: "some-team" });
    expect([refused.status, refused.body.code]).toEqual([404, "SCIM_TEAM_NOT_FOUND"]);
  });
});
