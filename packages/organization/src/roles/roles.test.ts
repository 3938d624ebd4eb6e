import { quickDatabases } from "@latchkey/test-kit/databases";
import { describe, expect, test } from "vitest";
import { outcome, startOrganizations } from "../../test/app.ts";
import { checkRolePermission, createAccessControl, declareRoles, defaultStatements } from "../access.ts";

const ac = createAccessControl({ ...defaultStatements, project: ["create", "share"] });

async function start(authOptions: object = {}, more: object = {}) {
  const it = await startOrganizations({ ac, dynamicAccessControl: { enabled: true, ...more } }, authOptions);
  const [ann, bob, eve] = [await it.person("ann"), await it.person("bob"), await it.person("eve")];
  const organizationId = await it.found(ann);
  await it.join(organizationId, bob, "admin");
  await it.join(organizationId, eve);
  return { ...it, ann, bob, eve, organizationId };
}

describe("roles made at run time", () => {
  test("are made, listed, read, changed and deleted", async () => {
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

  test("grant at once what they say, and stop at once", async () => {
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

  test("ORG-04: nobody makes one of more than they have", async () => {
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

  test("refuse what makes no sense", async () => {
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

describe.each(quickDatabases)("roles made at run time on $name", ({ open }) => {
  test("one name is taken once, however many ask at once", async () => {
    const { database, close } = await open();
    const { ann } = await start({ database });
    const create = () => ann.call("create-role", { role: "editor", permission: {} });
    const outcomes = await Promise.all(Array.from({ length: 20 }, async () => outcome(await create())));
    expect(outcomes.filter(([status]) => status === 200)).toHaveLength(1);
    expect(outcomes.filter(([, code]) => code === "ROLE_NAME_IS_ALREADY_TAKEN")).toHaveLength(19);
    await close();
  });
});

test("the client's check and the server's agree, role by role and action by action", async () => {
  const options = { ac, roles: { editor: ac.newRole({ project: ["create"] }) } };
  const { statements, roles } = declareRoles(options);
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
        expect([role, resource, action, checkRolePermission(roles, { role, permissions })]).toEqual([
          role,
          resource,
          action,
          body.success,
        ]);
      }
    }
  }
});
