import { beforeEach, describe, expect, test } from "vitest";
import { type OrganizationApp, outcome, type Person, startOrganizations } from "../../test/app.ts";
import { memberTable } from "../tables.ts";

describe("members", () => {
  let it: OrganizationApp;
  let organizationId: string;
  let [ann, bob, eve]: Person[] = [];
  const members = async (): Promise<Record<string, { id: string; role: string }>> => {
    const { body } = await (ann as Person).read("list-members", { organizationId });
    return Object.fromEntries(body.members.map((member: Person & { user: Person }) => [member.user.email, member]));
  };
  const idOf = async (name: string): Promise<string> => (await members())[`${name}@example.com`]?.id ?? "";
  const people = () => ({ ann: ann as Person, bob: bob as Person, eve: eve as Person });

  beforeEach(async () => {
    it = await startOrganizations();
    [ann, bob, eve] = await Promise.all(["ann", "bob", "eve"].map(it.person));
    organizationId = await it.found(ann as Person);
    await it.join(organizationId, bob as Person, "admin");
    await it.join(organizationId, eve as Person);
  });

  test("can only be added by the server", async () => {
    const dan = await it.person("dan");
    const body = { userId: dan.userId, role: "admin,member", organizationId };
    expect((await dan.call("add-member", body)).status).toBe(404);
    const { api } = it.app.auth;
    expect(await api.addMember({ body })).toMatchObject({ role: "admin,member", teamId: null });
    const refused = async (change: object) =>
      (await api.addMember.result({ body: { ...body, ...change } })).error?.code;
    expect(await refused({})).toBe("USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION");
    expect(await refused({ role: "boss" })).toBe("ROLE_NOT_FOUND");
    expect(await refused({ organizationId: "nothing" })).toBe("ORGANIZATION_NOT_FOUND");
    expect(await refused({ userId: "unknown" })).toBe("USER_NOT_FOUND");
    expect(await refused({ teamId: "t" })).toBe("TEAM_NOT_FOUND");
  });

  test("can read their own membership and role", async () => {
    const { bob, eve } = people();
    expect((await bob.read("get-active-member")).body).toMatchObject({
      role: "admin",
      user: { email: "bob@example.com", name: "bob" },
    });
    expect((await eve.read("get-active-member-role")).body).toEqual({ role: "member" });
    expect((await eve.read("get-active-member-role", { userId: bob.userId })).body).toEqual({ role: "admin" });
    await eve.call("set-active", { organizationId: null });
    expect(outcome(await eve.read("get-active-member"))).toEqual([400, "NO_ACTIVE_ORGANIZATION"]);
    const dan = await it.person("dan");
    expect(outcome(await dan.read("get-active-member-role", { organizationId }))).toEqual([
      403,
      "YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION",
    ]);
  });

  test("can list their roles in all of their organizations, but not in other users' organizations or those that suspended them", async () => {
    const { ann, bob, eve } = people();
    // Organizations are listed in the order of their creation.
    it.app.clock.advance(1);
    const other = await it.found(bob, "other");
    const rolesOf = async (person: Person) => (await person.read("list-memberships")).body;
    expect(await rolesOf(bob)).toEqual([
      { organizationId, role: "admin" },
      { organizationId: other, role: "owner" },
    ]);
    expect(await rolesOf(ann)).toEqual([{ organizationId, role: "owner" }]);
    const listed = (await bob.read("list")).body as { id: string; role?: string }[];
    expect(listed.map(({ id }) => id)).toEqual([organizationId, other]);
    expect(listed.every((one) => !("role" in one))).toBe(true);
    const { db } = it.app.auth.$context;
    await db.update(memberTable, { where: { organizationId, userId: eve.userId }, set: { suspendedAt: new Date() } });
    expect(await rolesOf(eve)).toEqual([]);
    expect(await rolesOf(await it.person("dan"))).toEqual([]);
    expect((await it.app.browser().get("/organization/list-memberships")).status).toBe(401);
  });

  test("are removed by id or email, lose the organization immediately, and can return", async () => {
    const { bob, eve } = people();
    const memberIdOrEmail = "EVE@example.com";
    expect((await bob.call("remove-member", { memberIdOrEmail })).body.member).toMatchObject({
      userId: eve.userId,
      user: { email: "eve@example.com" },
    });
    expect((await eve.get("/get-session")).body).toMatchObject({ session: { activeOrganizationId: null } });
    expect(outcome(await eve.read("list-members", { organizationId }))[0]).toBe(403);
    expect(outcome(await bob.call("remove-member", { memberIdOrEmail }))).toEqual([400, "MEMBER_NOT_FOUND"]);
    await it.join(organizationId, eve, "admin");
    expect((await bob.call("remove-member", { memberIdOrEmail: await idOf("eve") })).status).toBe(200);
  });

  test("can leave, and are then no longer members", async () => {
    const { eve } = people();
    expect((await eve.call("leave", { organizationId })).body).toMatchObject({ user: { email: "eve@example.com" } });
    expect((await eve.get("/get-session")).body).toMatchObject({ session: { activeOrganizationId: null } });
    expect(outcome(await eve.call("leave", { organizationId }))).toEqual([400, "MEMBER_NOT_FOUND"]);
    expect(outcome(await eve.call("leave", { organizationId: "nothing" }))).toEqual([400, "MEMBER_NOT_FOUND"]);
  });

  test("ORG-04: only owners add owners, and members only grant permissions that they have", async () => {
    const { ann, bob } = people();
    const [own, other] = [await idOf("bob"), await idOf("eve")];
    const update = (memberId: string, role: unknown) => bob.call("update-member-role", { memberId, role });
    for (const role of ["owner", "admin,owner", ["member", "owner"], " owner", ",owner"]) {
      for (const memberId of [own, other]) {
        const refused = outcome(await update(memberId, role));
        expect(refused).toEqual([403, "YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER"]);
      }
      const invited = await bob.call("invite-member", { email: "x@example.com", role });
      expect(outcome(invited)).toEqual([403, "YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE"]);
    }
    expect((await update(other, ["admin", "member"])).body).toMatchObject({ role: "admin,member" });
    expect((await ann.call("update-member-role", { memberId: other, role: "owner" })).body.role).toBe("owner");
  });

  test("ORG-05 ORG-06: each role in a list is checked", async () => {
    const { ann } = people();
    const memberId = await idOf("eve");
    const update = (role: unknown) => ann.call("update-member-role", { memberId, role });
    for (const role of ["OWNER", "boss", "member,boss", "__proto__", "constructor", ["toString"], ",", " "]) {
      expect(outcome(await update(role))).toEqual([400, "ROLE_NOT_FOUND"]);
    }
    for (const role of ["", [], Array(1000).fill("member"), 1, null, { a: "b" }, "x".repeat(300)]) {
      expect(outcome(await update(role))).toEqual([400, "VALIDATION_ERROR"]);
    }
    expect((await update("member, owner ,member")).body.role).toBe("member,owner");
  });

  test("ORG-08: an admin can neither remove nor demote an owner", async () => {
    const { bob } = people();
    const owner = await idOf("ann");
    const demoted = await bob.call("update-member-role", { memberId: owner, role: "member" });
    expect(outcome(demoted)).toEqual([403, "YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER"]);
    const removed = await bob.call("remove-member", { memberIdOrEmail: owner });
    expect(outcome(removed)).toEqual([403, "YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER"]);
  });

  test("ORG-07: the last owner can't be removed or demoted in any way", async () => {
    const { ann, bob } = people();
    const memberId = await idOf("ann");
    const only = "YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER";
    expect(outcome(await ann.call("leave", { organizationId }))).toEqual([400, only]);
    expect(outcome(await ann.call("remove-member", { memberIdOrEmail: memberId }))).toEqual([400, only]);
    const demoted = await ann.call("update-member-role", { memberId, role: "member" });
    expect(outcome(demoted)).toEqual([400, "YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER"]);
    const { db } = it.app.auth.$context;
    const removal = db.remove({ name: "user", columns: {} }, { where: { id: ann.userId } });
    await expect(removal).rejects.toMatchObject({ code: only });

    await ann.call("update-member-role", { memberId: await idOf("bob"), role: "admin,owner" });
    expect((await ann.call("update-member-role", { memberId, role: "member" })).body.role).toBe("member");
    expect(outcome(await bob.call("leave", { organizationId }))).toEqual([400, only]);
    expect(await db.remove({ name: "user", columns: {} }, { where: { id: ann.userId } })).toBe(1);
  });

  test("members who change their own role get a new token, and changing another member's role ends cached copies of their sessions", async () => {
    const { ann, bob } = people();
    await ann.call("update-member-role", { memberId: await idOf("bob"), role: "owner" });
    const epochs = await it.app.auth.$context.db.findMany({ name: "user", columns: {} }, { limit: 9 });
    expect(epochs).toContainEqual(expect.objectContaining({ id: bob.userId, epoch: 1 }));
    const before = ann.cookies.get([...ann.cookies.keys()][0] ?? "");
    await ann.call("update-member-role", { memberId: await idOf("ann"), role: "admin" });
    expect(ann.cookies.get([...ann.cookies.keys()][0] ?? "")).not.toBe(before);
    expect((await ann.read("get-active-member-role")).body).toEqual({ role: "admin" });
  });

  test("if only names are visible, emails are neither shown nor searched", async () => {
    const app = await startOrganizations({ memberVisibility: "names" });
    const [owner, guest] = [await app.person("ann"), await app.person("bob")];
    const id = await app.found(owner);
    await app.join(id, guest);
    await owner.call("invite-member", { email: "eve@example.com", role: "member" });
    const seen = (await guest.read("list-members")).body.members.map(({ user }: { user: Person }) => user.email);
    expect(new Set(seen)).toEqual(new Set([null, "bob@example.com"]));
    expect((await guest.read("list-members", { search: "example.com" })).body.total).toBe(0);
    expect((await guest.read("list-members", { search: "AN" })).body.total).toBe(1);
    expect((await guest.read("list-members", { sortBy: "email" })).status).toBe(400);
    expect((await guest.read("list-invitations")).body).toEqual([]);
    expect((await guest.read("get-full-organization")).body).toMatchObject({ invitations: [] });
    expect((await owner.read("list-members", { search: "example.com" })).body.total).toBe(2);
  });
});

describe("the app's own roles", () => {
  test("grant their permissions, and are assigned by members who have all of them", async () => {
    const { createAccessControl, defaultStatements } = await import("../access.ts");
    const ac = createAccessControl({ ...defaultStatements, project: ["create", "share"] });
    const roles = {
      editor: ac.newRole({ project: ["create"], member: ["update"] }),
      lead: ac.newRole({ project: ["create", "share"], member: ["update"] }),
    };
    const { person, found, join } = await startOrganizations({ ac, roles });
    const [ann, bob, eve] = [await person("ann"), await person("bob"), await person("eve")];
    const id = await found(ann);
    await join(id, bob, "editor");
    const { id: memberId } = await join(id, eve);
    const asks = async (who: Person, permissions: object) =>
      (await who.call("has-permission", { permissions })).body.success;
    expect(await asks(bob, { project: ["create"] })).toBe(true);
    expect(await asks(bob, { project: ["create", "share"] })).toBe(false);
    expect(await asks(ann, { project: ["share"], organization: ["delete"] })).toBe(true);
    expect((await bob.call("has-permission", { permission: { project: ["create"] } })).body.success).toBe(true);
    const refused = await bob.call("update-member-role", { memberId, role: "lead" });
    expect(outcome(refused)).toEqual([403, "YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER"]);
    expect((await bob.call("update-member-role", { memberId, role: "editor" })).status).toBe(200);
  });
});
