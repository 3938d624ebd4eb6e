import { createAccessControl } from "@latchkey/core/access";
import { testPassword } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";
import { said, startAdmin } from "../../test/admin-app.ts";
import { adminAccess, adminStatements, defaultRoles } from "../access.ts";

const { audit: _, ...allButAudit } = adminStatements;
const ac = createAccessControl({ ...adminStatements, organization: ["delete"] });
/** Roles with all permissions except reading the audit log, so a user who can read it ranks above them. */
const roles = {
  ...defaultRoles,
  admin: ac.newRole(ac.statements),
  manager: ac.newRole({ ...allButAudit, organization: ["delete"] }),
  auditor: adminAccess.newRole({ audit: ["list"] }),
};

const calls: readonly (readonly [string, object])[] = [
  ["set-role", { role: "user" }],
  ["set-role", { role: ["auditor", "manager"] }],
  ["ban-user", {}],
  ["unban-user", {}],
  ["remove-user", {}],
  ["remove-user", { solelyOwned: "delete" }],
  ["impersonate-user", {}],
  ["set-user-password", { newPassword: testPassword }],
  ["revoke-user-sessions", {}],
  ["update-user", { data: { name: "Eve" } }],
  ["update-user", { data: { email: "eve@example.com" } }],
  ["update-user", { data: { emailVerified: true } }],
  ["update-user", { data: { role: "user" } }],
  ["update-user", { data: { banned: true } }],
];

describe("ADMIN-17: a user with a permission that the admin lacks", () => {
  test.each(calls)("ADMIN-17: %s %j is rejected, and the error names the missing permissions", async (call, body) => {
    const { person, root } = await startAdmin({ roles, allowImpersonatingAdmins: true });
    const manager = await person("manager", "manager");
    const [auditor, bob] = [await person("auditor", "auditor"), await person("bob")];
    const before = (await root.get(`/admin/get-user?id=${auditor.id}`)).body;
    for (const [userId, missing] of [
      [auditor.id, ["audit:list"]],
      [root.id, ["audit:list", "audit:export"]],
    ]) {
      const reply = await manager.post<{ missingPermissions: string[] }>(`/admin/${call}`, { userId, ...body });
      expect([reply.status, reply.body.missingPermissions]).toEqual([403, missing]);
    }
    expect((await root.get(`/admin/get-user?id=${auditor.id}`)).body).toEqual(before);
    expect((await auditor.get("/get-session")).body).not.toBeNull();
    const own = JSON.stringify(body).includes("auditor") ? { role: "manager" } : body;
    expect(said(await manager.post(`/admin/${call}`, { userId: bob.id, ...own }))).toBe("200");
  });

  test("ADMIN-17: the admin can't end a single session of this user either", async () => {
    const { person } = await startAdmin({ roles });
    const [manager, auditor] = [await person("manager", "manager"), await person("auditor", "auditor")];
    const { body } = await auditor.get<{ session: { token: string } }>("/get-session");
    const reply = await manager.post("/admin/revoke-user-session", { sessionToken: body.session.token });
    expect(said(reply)).toBe("403 YOU_ARE_NOT_ALLOWED_TO_REVOKE_USERS_SESSIONS");
    expect((await auditor.get("/get-session")).body).not.toBeNull();
  });
});
