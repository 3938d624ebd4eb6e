import { type UserRow, userTable } from "@latchkey/core/plugin";
import { quickDatabases } from "@latchkey/test-kit/databases";
import { describe, expect, test } from "vitest";
import { outcome, startOrganizations } from "../../test/app.ts";
import { createAccessControl, createRoleCheck, declareRoles, defaultStatements } from "../access.ts";
import { memberTable } from "../tables.ts";

const ac = createAccessControl({ ...defaultStatements, project: ["create", "share"] });

async function start(authOptions: object = {}, more: object = {}) {
  const it = await startOrganizations({ ac, dynamicAccessControl: { enabled: true, ...more } }, authOptions);
  const [ann, bob, eve] = [await it.person("ann"), await it.person("bob"), await it.person("eve")];
  const organizationId = await it.found(ann);
  await it.join(organizationId, bob, "admin");
  await it.join(organizationId, eve);
  return { ...it, ann, bob, eve, organizationId };
}

describe("custom roles", () => {
  test("can be created, listed, read, changed, and deleted", async () => {
    const { ann, eve } = await start();
    const permission = { project: ["create"], member: ["update"] };
    const made = await ann.call("create-role", { role: "editor", permission });
    expect(made.body).toMatchObject({
      success: true,
      statements: permission,
      roleData: { role: "editor", permission },
    });
    expect((await eve.read("list-roles")).body).toMatchObject([{ role: "editor", permission }]);
    expect((await eve.read("get-role", { roleName: "editor" })).body).toMatchObject({ permission });
    const roleId = made.body.roleData.id;
    const data = { permission: { project: ["create", "share"] }, roleName: "lead" };
    expect((await ann.call("update-role", { roleId, data })).body).toMatchObject({
      success: true,
      roleData: { role: "lead", permission: data.permission, updatedAt: expect.any(String) },
    });
    expect(outcome(await ann.read("get-role", { roleName: "editor" }))).toEqual([400, "ROLE_NOT_FOUND"]);
    expect((await ann.call("delete-role", { roleName: "lead" })).body).toEqual({ success: true });
    expect((await ann.read("list-roles")).body).toEqual([]);
  });

  test("grant and lose permissions immediately", async () => {
    const { ann, eve } = await start();
    await ann.call("create-role", { role: "editor", permission: { project: ["create"] } });
    const { members } = (await ann.read("list-members", { filterField: "role", filterValue: "member" })).body;
    const updated = await ann.call("update-member-role", { memberId: members[0].id, role: "member,editor" });
    expect(updated.body.role).toBe("member,editor");
    const may = async (permissions: object) => (await eve.call("has-permission", { permissions })).body.success;
    expect(await may({ project: ["create"], ac: ["read"] })).toBe(true);
    expect(await may({ project: ["share"] })).toBe(false);
    await ann.call("update-role", { roleName: "editor", data: { permission: { project: ["share"] } } });
    expect([await may({ project: ["create"] }), await may({ project: ["share"] })]).toEqual([false, true]);
    const assigned = [400, "ROLE_IS_ASSIGNED_TO_MEMBERS"];
    expect(outcome(await ann.call("delete-role", { roleName: "editor" }))).toEqual(assigned);
    expect(outcome(await ann.call("update-role", { roleName: "editor", data: { roleName: "x" } }))).toEqual(assigned);
  });

  test("ORG-04: members can't create a role with permissions that they lack", async () => {
    const { bob, eve, ann } = await start();
    const made = await bob.call("create-role", { role: "boss", permission: { organization: ["update", "delete"] } });
    expect(made.body).toMatchObject({
      code: "YOU_ARE_NOT_ALLOWED_TO_CREATE_A_ROLE",
      missingPermissions: ["organization:delete"],
    });
    await ann.call("create-role", { role: "sharer", permission: { project: ["share"] } });
    const cut = await bob.call("update-role", { roleName: "sharer", data: { permission: {} } });
    expect(outcome(cut)).toEqual([403, "YOU_ARE_NOT_ALLOWED_TO_UPDATE_A_ROLE"]);
    const plain = await eve.call("create-role", { role: "x", permission: {} });
    expect(outcome(plain)).toEqual([403, "YOU_ARE_NOT_ALLOWED_TO_CREATE_A_ROLE"]);
    const invited = await bob.call("invite-member", { email: "x@example.com", role: "sharer" });
    expect(outcome(invited)).toEqual([403, "YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE"]);
  });

  test("reject invalid input", async () => {
    const { ann } = await start({}, { maximumRolesPerOrganization: 1 });
    const create = async (role: string, permission: object = {}) =>
      outcome(await ann.call("create-role", { role, permission }));
    for (const role of ["owner", "admin", "member"]) {
      expect(await create(role)).toEqual([400, "ROLE_NAME_IS_ALREADY_TAKEN"]);
      const deleted = await ann.call("delete-role", { roleName: role });
      expect(outcome(deleted)).toEqual([400, "CANNOT_DELETE_A_PRE_DEFINED_ROLE"]);
    }
    expect(await create("a,b")).toEqual([400, "VALIDATION_ERROR"]);
    expect(await create("x", { moon: ["land"] })).toEqual([400, "INVALID_RESOURCE"]);
    expect(await create("x", { project: ["burn"] })).toEqual([400, "INVALID_RESOURCE"]);
    expect(await create("x")).toEqual([200, undefined]);
    expect(await create("y")).toEqual([400, "TOO_MANY_ROLES"]);
    const without = await startOrganizations({ dynamicAccessControl: { enabled: true } });
    const eve = await without.person("eve");
    await without.found(eve);
    const missing = await eve.call("create-role", { role: "x", permission: {} });
    expect(outcome(missing)).toEqual([501, "MISSING_AC_INSTANCE"]);
    const off = await startOrganizations({ ac });
    expect((await (await off.person("dan")).read("list-roles")).status).toBe(404);
  });
});

test("ROLE-07: a role with permissions that the caller lacks can't be deleted, by name or by id", async () => {
  const { ann, bob } = await start();
  const made = await ann.call("create-role", { role: "sharer", permission: { project: ["share"] } });
  await ann.call("create-role", { role: "helper", permission: { member: ["update"] } });
  for (const which of [{ roleName: "sharer" }, { roleId: made.body.roleData.id }]) {
    expect((await bob.call("delete-role", which)).body).toMatchObject({
      code: "YOU_ARE_NOT_ALLOWED_TO_DELETE_A_ROLE",
      missingPermissions: ["project:share"],
    });
  }
  expect((await ann.read("get-role", { roleName: "sharer" })).body.permission).toEqual({ project: ["share"] });
  expect((await bob.call("delete-role", { roleName: "helper" })).body).toEqual({ success: true });
  expect((await ann.call("delete-role", { roleName: "sharer" })).body).toEqual({ success: true });
});

test("ROLE-04: a name must differ from all others in more than case, Unicode form, or invisible characters", async () => {
  const { ann } = await start();
  const create = async (role: string) => outcome(await ann.call("create-role", { role, permission: {} }));
  for (const role of [
    "ed\u200bitor",
    "\u202eeditor",
    "ed\nitor",
    "ed\u0000",
    "edi\ufefftor",
    "a\u2028b",
    "x\u{e0041}",
    // Unicode classifies these as letters, marks, and symbols, but they're invisible.
    "own\u034fer",
    "owner\u3164",
    "owner\ufe0f",
    "\u2800owner",
    "\u115f",
  ]) {
    expect([role, ...(await create(role))]).toEqual([role, 400, "VALIDATION_ERROR"]);
  }
  expect(await create("Stra\u00dfe")).toEqual([200, undefined]);
  const taken = [400, "ROLE_NAME_IS_ALREADY_TAKEN"];
  for (const role of ["Owner", "OWNER", "\uff4fwner", "Admin", "\u212aeeper", "STRASSE", "stra\u00dfe"]) {
    if (role === "\u212aeeper") expect(await create("keeper")).toEqual([200, undefined]);
    expect([role, ...(await create(role))]).toEqual([role, ...taken]);
  }
  const renamed = await ann.call("update-role", { roleName: "keeper", data: { roleName: "MEMBER" } });
  expect(outcome(renamed)).toEqual(taken);
  const recased = await ann.call("update-role", { roleName: "keeper", data: { roleName: "Keeper" } });
  expect(recased.body.roleData).toMatchObject({ role: "Keeper" });
});

test("ROLE-03: a role in use can't be deleted if a migrated row has spaces around its name", async () => {
  const { ann, eve, app } = await start();
  await ann.call("create-role", { role: "editor", permission: {} });
  const { db } = app.auth.$context;
  for (const role of ["member, editor", "editor , member", " editor", "member, editor, admin", "editor "]) {
    await db.update(memberTable, { where: { userId: eve.userId }, set: { role } });
    const deleted = await ann.call("delete-role", { roleName: "editor" });
    expect([role, ...outcome(deleted)]).toEqual([role, 400, "ROLE_IS_ASSIGNED_TO_MEMBERS"]);
  }
  await db.update(memberTable, { where: { userId: eve.userId }, set: { role: "co-editor, coeditor,editors" } });
  expect((await ann.call("delete-role", { roleName: "editor" })).status).toBe(200);
});

test("ROLE-03: a role in use can't be deleted, no matter how many members have similar roles", async () => {
  const { ann, bob, app, organizationId } = await start();
  await ann.call("create-role", { role: "editor", permission: {} });
  const { db } = app.auth.$context;
  // Rows from an earlier version or another library, with names that differ in case.
  for (let at = 0; at < 150; at++) {
    const user = {
      ...(await db.findOne(userTable, { where: { id: bob.userId } })),
      id: `u${at}`,
      email: `u${at}@x.test`,
    };
    await db.insert(userTable, user as UserRow);
    const createdAt = app.clock.now();
    const id = `0${String(at).padStart(3, "0")}`;
    await db.insert(memberTable, {
      id,
      organizationId,
      userId: `u${at}`,
      role: "member,Editor",
      teamId: null,
      createdAt,
    });
  }
  const { members } = (await ann.read("list-members", { search: "eve" })).body;
  await ann.call("update-member-role", { memberId: members[0].id, role: "member,editor" });
  await db.update(memberTable, { where: { id: members[0].id }, set: { id: "zzz" } as never }).catch(() => 0);
  const assigned = [400, "ROLE_IS_ASSIGNED_TO_MEMBERS"];
  expect(outcome(await ann.call("delete-role", { roleName: "editor" }))).toEqual(assigned);
  expect(outcome(await ann.call("update-role", { roleName: "editor", data: { roleName: "x" } }))).toEqual(assigned);
});

describe.each(quickDatabases)("custom roles on $name", ({ open }) => {
  test("ROLE-03: when a deletion races with 20 assignments, no member is left with a deleted role", async () => {
    const { database, close } = await open();
    const { ann, app, organizationId, person, join } = await start({ database });
    await ann.call("create-role", { role: "editor", permission: {} });
    const ids: string[] = [];
    for (let at = 0; at < 20; at++) ids.push((await join(organizationId, await person(`p${at}`))).id);
    const [deleted, ...updated] = await Promise.all([
      ann.call("delete-role", { roleName: "editor" }),
      ...ids.map((memberId) => ann.call("update-member-role", { memberId, role: "editor", organizationId })),
    ]);
    const holders = await app.auth.$context.db.count(memberTable, { where: { organizationId, role: "editor" } });
    const done = updated.filter(({ status }) => status === 200).length;
    expect(holders).toBe(done);
    expect(deleted?.status).toBe(done === 0 ? 200 : 400);
    await close();
  });

  test("a role's name is created only once, even with many concurrent requests", async () => {
    const { database, close } = await open();
    const { ann } = await start({ database });
    const create = () => ann.call("create-role", { role: "editor", permission: {} });
    const outcomes = await Promise.all(Array.from({ length: 20 }, async () => outcome(await create())));
    expect(outcomes.filter(([status]) => status === 200)).toHaveLength(1);
    expect(outcomes.filter(([, code]) => code === "ROLE_NAME_IS_ALREADY_TAKEN")).toHaveLength(19);
    await close();
  });
});

test("the client's and the server's checks have the same result for each role and action", async () => {
  const options = { ac, roles: { editor: ac.newRole({ project: ["create"] }) } };
  const { statements, roles } = declareRoles(options);
  const checkRolePermission = createRoleCheck(options);
  const { person, found, join } = await startOrganizations(options);
  const ann = await person("ann");
  const organizationId = await found(ann);
  for (const role of [...Object.keys(roles), "member,editor"]) {
    const one = await person(role.replace(",", "-").concat("-1"));
    await join(organizationId, one, role);
    for (const [resource, actions] of Object.entries(statements)) {
      for (const action of actions) {
        const permissions = { [resource]: [action] };
        const { body } = await one.call("has-permission", { permissions });
        expect([role, resource, action, checkRolePermission({ role, permissions })]).toEqual([
          role,
          resource,
          action,
          body.success,
        ]);
      }
    }
  }
});
