/** Members can't do more with a directory than they can do themselves. */

import { createAccessControl } from "@latchkey/core/access";
import { memberTable } from "@latchkey/organization";
import { defaultStatements } from "@latchkey/organization/access";
import { interleaved, quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { scimUser, startScim } from "../../test/app.ts";
import { scimGroupTable } from "../index.ts";

const ac = createAccessControl(defaultStatements);
const roles = {
  it: ac.newRole({ scim: ["create", "read", "update", "delete"], team: ["create"] }),
  lead: ac.newRole({ team: ["create"] }),
};

describe.each(quickDatabases)("on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  /** Kim has a role that manages SCIM but not members. Bob and Eve come from the directory, which has two groups. */
  async function start() {
    const it = await startScim({ auth: { database: opened.database }, organization: { ac, roles } });
    const { acme, auth, db, organizationId } = it;
    const kim = await it.person("kim@x.test");
    await auth.api.addMember({ body: { organizationId, userId: kim.userId, role: "it" } });
    const add = async (name: string): Promise<string> => (await acme.send("POST", "/Users", scimUser(name))).body.id;
    const [bob, eve] = [await add("bob"), await add("eve")];
    const group = async (displayName: string, members: readonly string[]): Promise<string> =>
      (await acme.send("POST", "/Groups", { displayName, members: members.map((value) => ({ value })) })).body.id;
    const roleOf = async (email: string): Promise<string | undefined> => {
      const user = await it.userOf(email);
      return (await db.findOne(memberTable, { where: { organizationId, userId: user.id } }))?.role;
    };
    const assign = async (email: string, to: string) => {
      const { id } = await it.userOf(email);
      await db.update(memberTable, { where: { organizationId, userId: id }, set: { role: to } });
    };
    return { ...it, kim, bob, eve, group, roleOf, assign };
  }

  test("SCIM-12: a member can't get a token for a directory that assigns roles above their own", async () => {
    const it = await start();
    const { acme, ann, kim } = it;
    const rotate = async (caller: typeof ann) => {
      const { status, body } = await caller.post<any>("/scim/rotate-token", { id: acme.id });
      return status === 200 ? 200 : body.code;
    };
    expect(await rotate(kim)).toBe(200);
    const groupId = await it.group("Admins", [it.bob]);
    await it.auth.api.mapScimGroup({ body: { groupId, role: "admin" } });
    expect([await rotate(kim), await rotate(ann)]).toEqual(["SCIM_ROLE_NOT_ALLOWED", 200]);
    await ann.post("/scim/map-group", { groupId, role: null });
    expect(await rotate(kim)).toBe(200);
    await ann.post("/scim/update-connection", { id: acme.id, defaultRole: "admin" });
    expect(await rotate(kim)).toBe("SCIM_ROLE_NOT_ALLOWED");
    const lowered = await kim.post<any>("/scim/update-connection", { id: acme.id, defaultRole: "member" });
    expect(lowered.body.code).toBe("SCIM_ROLE_NOT_ALLOWED");
    // A deleted role gives no permissions.
    await ann.post("/scim/update-connection", { id: acme.id, defaultRole: "member" });
    await it.db.update(scimGroupTable, { where: { id: groupId }, set: { role: "gone" } });
    expect(await rotate(ann)).toBe(200);
    expect((await ann.post("/scim/map-group", { groupId, role: "member" })).status).toBe(200);
  });

  test("SCIM-12: a caller can't remove roles from members above them by mapping a group", async () => {
    const it = await start();
    const { ann, auth, bob, eve, kim } = it;
    const admins = await it.group("Admins", [bob]);
    const leads = await it.group("Leads", [bob, eve]);
    await auth.api.mapScimGroup({ body: { groupId: admins, role: "admin" } });
    expect(await it.roleOf("bob@corp.test")).toBe("admin");
    // The directory gives this role, but not to Eve, so a sync by an owner would take it from her.
    await it.assign("eve@corp.test", "admin");
    const refused = await kim.post<any>("/scim/map-group", { groupId: leads, role: "lead" });
    expect([refused.status, refused.body.code]).toEqual([403, "SCIM_ROLE_NOT_ALLOWED"]);
    expect([await it.roleOf("bob@corp.test"), await it.roleOf("eve@corp.test")]).toEqual(["admin", "admin"]);
    expect((await kim.post("/scim/map-group", { groupId: admins, role: null })).status).toBe(403);
    await it.assign("eve@corp.test", "member");
    expect((await kim.post("/scim/map-group", { groupId: leads, role: "lead" })).status).toBe(200);
    expect([await it.roleOf("bob@corp.test"), await it.roleOf("eve@corp.test")]).toEqual(["admin,lead", "lead"]);
    expect((await ann.post("/scim/map-group", { groupId: admins, role: null })).status).toBe(200);
    expect(await it.roleOf("bob@corp.test")).toBe("lead");
  });

  test("SCIM-12: a directory doesn't remove roles that no group is mapped to, because they were assigned manually", async () => {
    const it = await start();
    const { acme, bob, eve, kim } = it;
    await it.assign("eve@corp.test", "admin");
    const leads = await it.group("Leads", [bob, eve]);
    expect((await kim.post("/scim/map-group", { groupId: leads, role: "lead" })).status).toBe(200);
    expect([await it.roleOf("bob@corp.test"), await it.roleOf("eve@corp.test")]).toEqual(["lead", "admin,lead"]);
    await acme.send("PUT", `/Groups/${leads}`, { displayName: "Leads", members: [] });
    expect([await it.roleOf("bob@corp.test"), await it.roleOf("eve@corp.test")]).toEqual(["member", "admin"]);
    await acme.send("DELETE", `/Groups/${leads}`);
    expect([await it.roleOf("bob@corp.test"), await it.roleOf("eve@corp.test")]).toEqual(["member", "admin"]);
  });

  test("SCIM-12: a caller can't end the membership of someone above them by deleting a directory", async () => {
    const it = await start();
    const { acme, ann, kim } = it;
    await it.assign("bob@corp.test", "admin");
    const body = { id: acme.id, members: "deprovision" };
    const refused = await kim.post<any>("/scim/delete-connection", body);
    expect([refused.status, refused.body.code]).toEqual([403, "SCIM_ROLE_NOT_ALLOWED"]);
    const { id } = await it.userOf("bob@corp.test");
    expect(await it.db.findOne(memberTable, { where: { userId: id } })).toMatchObject({ suspendedAt: null });
    expect((await ann.post("/scim/delete-connection", body)).status).toBe(200);
    expect(await it.db.findOne(memberTable, { where: { userId: id } })).not.toMatchObject({ suspendedAt: null });
  });

  test("SCIM-12: a member can't assign a role with a permission that their own role loses during the call", async () => {
    const { database, beforeNextTransaction } = interleaved(opened.database);
    const dynamicAccessControl = { enabled: true };
    const it = await startScim({ auth: { database }, organization: { ac, dynamicAccessControl } });
    const { acme, ann, auth, organizationId } = it;
    // Members have this permission.
    const usual = { ac: ["read"], scim: ["create", "read", "update", "delete"] };
    const setPermission = async (role: string, permission: object) => {
      const updated = await ann.post("/organization/update-role", { roleName: role, data: { permission } });
      expect([role, updated.status]).toEqual([role, 200]);
    };
    await ann.post("/organization/set-active", { organizationId });
    for (const role of ["keeper", "lead"]) {
      const created = await ann.post("/organization/create-role", { role, permission: { team: ["create"] } });
      expect(created.status).toBe(200);
    }
    const kim = await it.person("kim@x.test");
    await auth.api.addMember({ body: { organizationId, userId: kim.userId, role: "keeper" } });
    await kim.post("/organization/set-active", { organizationId });
    const groupId = (await acme.send("POST", "/Groups", { displayName: "Leads" })).body.id;
    const calls = [
      ["/scim/create-connection", { name: "Other", defaultRole: "lead" }],
      ["/scim/update-connection", { id: acme.id, defaultRole: "lead" }],
      ["/scim/map-group", { groupId, role: "lead" }],
    ] as const;
    for (const [path, body] of calls) {
      await setPermission("keeper", { ...usual, team: ["create"] });
      beforeNextTransaction(() => setPermission("keeper", usual));
      const refused = await kim.post<any>(path, body);
      expect([path, refused.status, refused.body.code]).toEqual([path, 403, "SCIM_ROLE_NOT_ALLOWED"]);
      await setPermission("keeper", { ...usual, team: ["create"] });
      expect([path, (await kim.post(path, body)).status]).toEqual([path, 200]);
    }
  });
});
