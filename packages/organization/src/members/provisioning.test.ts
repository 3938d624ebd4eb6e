/** Tests how directories and identity providers add, suspend, and remove members. */

import { auditTable, sessionTable, userTable } from "@latchkey/core/plugin";
import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { outcome, type Person } from "../../test/app.ts";
import { startProvisioning } from "../../test/provisioning.ts";
import { invitationTable, memberTable, organizationTable, teamMemberTable } from "../tables.ts";

type App = Awaited<ReturnType<typeof startProvisioning>>;

async function found(owner: Person, slug = "acme"): Promise<string> {
  return (await owner.call("create", { name: slug, slug })).body.id;
}

const audited = async ({ db }: App, action: string) =>
  (await db.findMany(auditTable, { where: { action }, limit: 20 })).map(({ userId, data }) => [userId, data]);

describe.each(quickDatabases)("on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());
  const start = (options: Parameters<typeof startProvisioning>[0] = {}) =>
    startProvisioning(options, { database: opened.database });

  test("adding a member accepts their pending invitation with its teams, runs hooks, and is recorded in the audit log", async () => {
    const created: unknown[] = [];
    const hooks = {
      member: { create: { inTransaction: ({ rows }: { rows: readonly object[] }) => created.push(...rows) } },
    };
    const it = await start({ teams: { enabled: true, maximumMembersPerTeam: 1 }, hooks: hooks as never });
    const [ann, bob] = [await it.person("ann"), await it.person("bob")];
    const organizationId = await found(ann);
    const { id: teamId } = (await ann.call("create-team", { name: "Open" })).body;
    const { id: fullId } = (await ann.call("create-team", { name: "Full" })).body;
    await ann.call("add-team-member", { teamId: fullId, userId: ann.userId });
    const invited = await ann.call("invite-member", { email: bob.email, role: "admin", teamId });
    await it.db.update(invitationTable, {
      where: { id: invited.body.id },
      set: { teamId: `${teamId},${fullId},gone` },
    });
    created.length = 0;

    expect(await it.insert(organizationId, bob.userId)).toMatchObject({ role: "member", teamId, suspendedAt: null });
    expect(created).toMatchObject([{ userId: bob.userId, role: "member" }]);
    expect(await it.db.findOne(invitationTable, { where: { id: invited.body.id } })).toMatchObject({
      status: "accepted",
    });
    expect(await it.db.count(teamMemberTable, { where: { userId: bob.userId } })).toBe(1);
    expect(await audited(it, "member.create")).toEqual([
      [bob.userId, { by: "test", role: "member", invitationId: invited.body.id }],
    ]);
    expect(await it.insert(organizationId, bob.userId)).toBe("USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION");
  });

  test("a new member can't exceed the limit, or get a role that's unknown or grants control", async () => {
    const it = await start({ membershipLimit: 2 });
    const [ann, bob, eve] = [await it.person("ann"), await it.person("bob"), await it.person("eve")];
    const organizationId = await found(ann);
    expect(await it.insert(organizationId, bob.userId, "boss")).toBe("ROLE_NOT_FOUND");
    for (const role of ["owner", "member,owner"]) {
      expect(await it.insert(organizationId, bob.userId, role)).toBe(
        "YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE",
      );
    }
    await it.insert(organizationId, bob.userId, "admin");
    expect(await it.insert(organizationId, eve.userId)).toBe("ORGANIZATION_MEMBERSHIP_LIMIT_REACHED");
    expect(await it.insert("unknown", eve.userId)).toBe("NO_PLAN");
    await it.suspend(organizationId, bob.userId);
    expect(await it.insert(organizationId, eve.userId)).toBe("ORGANIZATION_MEMBERSHIP_LIMIT_REACHED");
  });

  test("roles of many members change together, or not at all if one member's role has changed in the meantime", async () => {
    const it = await start();
    const [ann, bob, eve] = [await it.person("ann"), await it.person("bob"), await it.person("eve")];
    const organizationId = await found(ann);
    for (const { userId } of [bob, eve]) await it.insert(organizationId, userId);
    const change = (userId: string, from: string, to: string) => ({ userId, from, to });
    const roles = async () =>
      (await it.db.findMany(memberTable, { orderBy: [{ column: "createdAt" }], limit: 5 })).map(({ role }) => role);
    const epochs = async () => {
      const users = await it.db.findMany(userTable, { where: { id: { in: [bob.userId, eve.userId] } }, limit: 5 });
      return users.reduce((sum, { epoch }) => sum + epoch, 0);
    };
    const before = await epochs();
    const both = [change(bob.userId, "member", "admin"), change(eve.userId, "member", "admin")];
    expect(await it.changeRoles(organizationId, both)).toBeNull();
    expect((await roles()).sort()).toEqual(["admin", "admin", "owner"]);
    expect(await epochs()).toBe(before + 2);
    expect(await audited(it, "member.role.update")).toHaveLength(2);

    const stale = [change(bob.userId, "admin", "member"), change(eve.userId, "member", "admin")];
    expect(await it.changeRoles(organizationId, stale)).toBe("SERVICE_UNAVAILABLE");
    expect(await it.changeRoles(organizationId, [change(ann.userId, "owner", "member")])).toBe(
      "YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE",
    );
    expect(await it.changeRoles(organizationId, [change("none", "member", "admin")])).toBe("SERVICE_UNAVAILABLE");
    expect((await roles()).sort()).toEqual(["admin", "admin", "owner"]);
    expect(await epochs()).toBe(before + 2);
  });

  test("a suspended member has no access until they're reinstated", async () => {
    const it = await start({ teams: { enabled: true } });
    const [ann, bob] = [await it.person("ann"), await it.person("bob")];
    const organizationId = await found(ann);
    await it.insert(organizationId, bob.userId, "admin");
    await bob.call("set-active", { organizationId });
    const sent = (await bob.call("invite-member", { email: "eve@example.com", role: "member" })).body.id;
    const { epoch } = (await it.db.findOne(userTable, { where: { id: bob.userId } })) ?? {};

    expect(await it.suspend(organizationId, bob.userId)).toBe(true);
    expect(await it.suspend(organizationId, bob.userId)).toBe(false);
    expect(await it.db.findOne(sessionTable, { where: { userId: bob.userId } })).toMatchObject({
      activeOrganizationId: null,
      activeTeamId: null,
    });
    expect((await it.db.findOne(userTable, { where: { id: bob.userId } }))?.epoch).toBe((epoch ?? 0) + 1);
    expect(await it.db.findOne(invitationTable, { where: { id: sent } })).toMatchObject({ status: "canceled" });
    const denied = "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION";
    expect(outcome(await bob.call("set-active", { organizationId }))).toEqual([403, denied]);
    expect(outcome(await bob.call("set-active", { organizationSlug: "acme" }))).toEqual([403, denied]);
    expect((await bob.read("list-members", { organizationId })).status).toBe(403);
    const invited = await bob.call("invite-member", { organizationId, email: "x@example.com", role: "member" });
    expect(invited.body.code).toBe("MEMBER_NOT_FOUND");
    expect((await bob.call("has-permission", { organizationId, permissions: {} })).status).toBe(403);
    expect((await bob.read("list")).body).toEqual([]);
    const { members } = (await ann.read("list-members", { organizationId })).body;
    const suspended = members.map((one: any) => [one.userId, one.suspendedAt !== null]);
    expect(Object.fromEntries(suspended)).toEqual({ [ann.userId]: false, [bob.userId]: true });
    expect(await audited(it, "member.suspend")).toEqual([[bob.userId, {}]]);

    expect(await it.reinstate(organizationId, bob.userId)).toBe(true);
    expect(await it.reinstate(organizationId, bob.userId)).toBe(false);
    expect((await bob.call("set-active", { organizationId })).status).toBe(200);
    expect((await bob.call("invite-member", { email: "eve@example.com", role: "member" })).status).toBe(200);
    expect(await audited(it, "member.reinstate")).toEqual([[bob.userId, {}]]);
  });

  test("an invitation of a suspended member can't be accepted", async () => {
    const it = await start({ requireEmailVerificationOnInvitation: false });
    const [ann, bob, eve] = [await it.person("ann"), await it.person("bob"), await it.person("eve")];
    const organizationId = await found(ann);
    await it.insert(organizationId, bob.userId, "admin");
    const { id } = (await bob.call("invite-member", { organizationId, email: eve.email, role: "member" })).body;
    await it.suspend(organizationId, bob.userId);
    // Simulates another instance that stored it while the member was being suspended.
    await it.db.update(invitationTable, { where: { id }, set: { status: "pending" } });
    const accepted = await eve.call("accept-invitation", { invitationId: id });
    expect(accepted.body.code).toBe("INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION");
  });

  test("the last owner who isn't suspended can't be suspended, removed, or demoted", async () => {
    const it = await start();
    const [ann, bob] = [await it.person("ann"), await it.person("bob")];
    const organizationId = await found(ann);
    const only = "YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER";
    expect(await it.suspend(organizationId, ann.userId)).toBe(only);
    expect(await it.remove(organizationId, ann.userId)).toBe(only);
    expect(await it.changeRole(organizationId, ann.userId, "admin")).toBe(
      "YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER",
    );
    await it.insert(organizationId, bob.userId);
    expect(await it.changeRole(organizationId, bob.userId, "owner")).toBe(
      "YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE",
    );
    expect(await it.changeRole(organizationId, bob.userId, "owner", true)).toMatchObject({ role: "owner" });
    expect(await it.suspend(organizationId, bob.userId)).toBe(true);
    for (const call of [it.suspend, it.remove]) expect(await call(organizationId, ann.userId)).toBe(only);
    expect(outcome(await ann.call("leave", { organizationId }))).toEqual([400, only]);
    expect(await it.remove(organizationId, bob.userId)).toBe(true);
    expect(await it.remove(organizationId, bob.userId)).toBe(false);
  });

  test("a new role takes effect immediately, and a removed member loses access to the organization", async () => {
    const it = await start();
    const [ann, bob] = [await it.person("ann"), await it.person("bob")];
    const organizationId = await found(ann);
    await it.insert(organizationId, bob.userId, "admin");
    await bob.call("set-active", { organizationId });
    await it.changeRole(organizationId, bob.userId, "member");
    expect((await bob.call("invite-member", { email: "x@example.com", role: "member" })).status).toBe(403);
    expect(await audited(it, "member.role.update")).toEqual([[bob.userId, { from: "admin", to: "member" }]]);
    expect(await it.remove(organizationId, bob.userId)).toBe(true);
    expect((await bob.read("list-members", { organizationId })).status).toBe(403);
    expect(await it.db.findOne(sessionTable, { where: { userId: bob.userId } })).toMatchObject({
      activeOrganizationId: null,
    });
    expect(await audited(it, "member.delete")).toEqual([[bob.userId, { role: "member" }]]);
    expect(await it.changeRole(organizationId, bob.userId, "member")).toBe("MEMBER_NOT_FOUND");
  });

  test("concurrent inserts add a member once, and don't exceed the limit", async () => {
    const it = await start({ membershipLimit: 4 });
    const ann = await it.person("ann");
    const organizationId = await found(ann);
    const people = await Promise.all(Array.from({ length: 6 }, (_, at) => it.person(`p${at}`)));
    const results = await Promise.all(
      people.flatMap(({ userId }) => [userId, userId]).map((id) => it.insert(organizationId, id)),
    );
    expect(results.filter((one) => typeof one === "object")).toHaveLength(3);
    expect(await it.db.count(memberTable, { where: { organizationId } })).toBe(4);
  });

  test("if two owners are suspended or removed at the same time, one remains", async () => {
    const it = await start();
    for (let round = 0; round < 4; round++) {
      const [ann, bob] = [await it.person(`ann${round}`), await it.person(`bob${round}`)];
      const organizationId = await found(ann, `org-${round}`);
      await it.insert(organizationId, bob.userId);
      await it.changeRole(organizationId, bob.userId, "owner", true);
      const other = round % 2 === 0 ? it.suspend : it.remove;
      await Promise.all([it.suspend(organizationId, ann.userId), other(organizationId, bob.userId)]);
      expect(await it.db.count(memberTable, { where: { organizationId, role: "owner", suspendedAt: null } })).toBe(1);
    }
    expect(await it.db.count(organizationTable, {})).toBe(4);
  });

  test("a member who's suspended while they switch to the organization doesn't have it active afterward", async () => {
    const it = await start();
    const ann = await it.person("ann");
    const organizationId = await found(ann);
    for (let round = 0; round < 6; round++) {
      const bob = await it.person(`bob${round}`);
      await it.insert(organizationId, bob.userId);
      await Promise.all([bob.call("set-active", { organizationId }), it.suspend(organizationId, bob.userId)]);
      const session = await it.db.findOne(sessionTable, { where: { userId: bob.userId } });
      expect(session).toMatchObject({ activeOrganizationId: null });
    }
  });
});
