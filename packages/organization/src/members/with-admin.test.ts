/** Tests how an admin deletes a user who is the only owner of organizations. */

import { type AdminOptions, admin } from "@latchkey/admin";
import { adminAccess, adminStatements, defaultRoles } from "@latchkey/admin/access";
import { memoryAdapter } from "@latchkey/core";
import { auditTable } from "@latchkey/core/plugin";
import { plainPasswords, startAuth, testPassword } from "@latchkey/test-kit";
import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { outcome, personOf } from "../../test/app.ts";
import { createAccessControl } from "../access.ts";
import type { OrganizationOptions } from "../options.ts";
import { organization } from "../plugin.ts";
import { invitationTable, memberTable, organizationTable } from "../tables.ts";

async function start(
  database: TestDatabase["database"],
  adminOptions: AdminOptions = {},
  organizationOptions: OrganizationOptions = {},
) {
  const app = await startAuth({
    database,
    emailAndPassword: { enabled: true, password: plainPasswords },
    plugins: [organization(organizationOptions), admin(adminOptions)],
  });
  const person = async (name: string, role = "user") => {
    const email = `${name}@example.com`;
    const { user } = await app.auth.api.createUser({ body: { email, name, password: testPassword, role } });
    const browser = app.browser();
    await browser.signIn(email);
    return personOf(browser, user.id, email);
  };
  const [root, ann, bob] = [await person("root", "admin"), await person("ann"), await person("bob")];
  const found = async (slug: string): Promise<string> =>
    (await ann.call("create", { name: slug.toUpperCase(), slug })).body.id;
  const ids = { first: await found("first"), second: await found("second"), shared: await found("shared") };
  await app.auth.api.addMember({ body: { organizationId: ids.shared, userId: bob.userId, role: "owner" } });
  await app.auth.api.addMember({ body: { organizationId: ids.first, userId: bob.userId, role: "member" } });
  return { app, db: app.auth.$context.db, root, ann, bob, ids, person };
}

describe.each(quickDatabases)("on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  test("ADMIN-14: the error when removing an only owner lists the organizations, and solelyOwned deletes them", async () => {
    const { db, root, ann, ids } = await start(opened.database);
    const refused = await root.post<Record<string, unknown>>("/admin/remove-user", { userId: ann.userId });
    expect(outcome(refused)).toEqual([400, "YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER"]);
    const listed = refused.body.organizations as { id: string }[];
    expect(listed.sort((a, b) => Number(a.id === ids.second) - Number(b.id === ids.second))).toEqual([
      { id: ids.first, name: "FIRST", slug: "first" },
      { id: ids.second, name: "SECOND", slug: "second" },
    ]);
    expect(await db.count(organizationTable, {})).toBe(3);

    const body = { userId: ann.userId, solelyOwned: "delete" };
    expect((await root.post("/admin/remove-user", body)).body).toEqual({ success: true });
    const left = await db.findMany(organizationTable, { limit: 10 });
    expect(left.map(({ id }) => id)).toEqual([ids.shared]);
    expect(await db.count(memberTable, {})).toBe(1);
    const records = await db.findMany(auditTable, { where: { action: "organization.delete" }, limit: 10 });
    expect(records.map(({ actorId, organizationId }) => [actorId, organizationId]).sort()).toEqual(
      [ids.first, ids.second].map((id) => [root.userId, id]).sort(),
    );
    const [removed] = await db.findMany(auditTable, { where: { action: "admin.user.remove" }, limit: 1 });
    expect(removed?.data).toEqual({ solelyOwned: "delete" });
  });

  test("ADMIN-14: an organization that gets another owner during the deletion is kept, and none is left without an owner", async () => {
    const { app, db, root, ann, bob, ids } = await start(opened.database);
    const { id: memberId } = (await db.findOne(memberTable, {
      where: { organizationId: ids.first, userId: bob.userId },
    })) ?? { id: "" };
    const promote = { memberId, role: "owner", organizationId: ids.first };
    const [removed, promoted] = await Promise.all([
      root.post("/admin/remove-user", { userId: ann.userId, solelyOwned: "delete" }),
      ann.call("update-member-role", promote),
    ]);
    expect(removed.status).toBe(200);
    const rows = await db.findMany(organizationTable, { limit: 10 });
    const owners = await db.findMany(memberTable, { where: { role: "owner" }, limit: 10 });
    expect(rows.map(({ id }) => id).sort()).toEqual(owners.map(({ organizationId }) => organizationId).sort());
    if (promoted.status === 200) expect(rows.map(({ id }) => id)).toContain(ids.first);
    expect(app.auth.$context.extensions.removeSolelyOwned).toHaveLength(1);
  });

  test("ADMIN-18: a role with only user:delete can't delete organizations together with a user", async () => {
    const roles = { ...defaultRoles, support: adminAccess.newRole({ user: ["delete"] }) };
    const { db, root, ann, person } = await start(opened.database, { roles });
    const support = await person("support", "support");
    const body = { userId: ann.userId, solelyOwned: "delete" };
    const refused = await support.post("/admin/remove-user", body);
    expect(outcome(refused)).toEqual([403, "YOU_ARE_NOT_ALLOWED_TO_DELETE_ORGANIZATIONS"]);
    expect(await db.count(organizationTable, {})).toBe(3);
    expect((await root.post("/admin/remove-user", body)).status).toBe(200);
  });

  test("ADMIN-18: if the app declares organization:delete, that permission is required", async () => {
    const ac = createAccessControl({ ...adminStatements, organization: ["delete"] });
    const roles = { ...defaultRoles, janitor: ac.newRole({ user: ["delete"], organization: ["delete"] }) };
    const { db, root, ann, person } = await start(opened.database, { ac, roles });
    const janitor = await person("janitor", "janitor");
    const body = { userId: ann.userId, solelyOwned: "delete" };
    const refused = await root.post<Record<string, unknown>>("/admin/remove-user", body);
    expect(refused.body).toMatchObject({
      code: "YOU_ARE_NOT_ALLOWED_TO_DELETE_ORGANIZATIONS",
      missingPermissions: ["organization:delete"],
    });
    expect(await db.count(organizationTable, {})).toBe(3);
    expect((await janitor.post("/admin/remove-user", body)).status).toBe(200);
    expect(await db.count(organizationTable, {})).toBe(1);
  });

  test("ADMIN-18: disableOrganizationDeletion applies here, too", async () => {
    const { db, root, ann, bob } = await start(opened.database, {}, { disableOrganizationDeletion: true });
    const remove = (userId: string) => root.post("/admin/remove-user", { userId, solelyOwned: "delete" });
    const refused = await remove(ann.userId);
    expect(outcome(refused)).toEqual([403, "ORGANIZATION_DELETION_DISABLED"]);
    expect((refused.body as { organizations: object[] }).organizations).toHaveLength(2);
    expect(await db.count(organizationTable, {})).toBe(3);
    // A user who isn't the only owner of any organization can be removed as usual.
    expect((await remove(bob.userId)).status).toBe(200);
  });

  test("INVT-07: a ban revokes the user's invitations, including those in progress", async () => {
    const { app, db, root, ann, bob, ids } = await start(opened.database);
    const invite = (email: string) => ann.call("invite-member", { email, role: "member", organizationId: ids.shared });
    const { id: invitationId } = (await invite(bob.email.replace("bob", "cem"))).body;
    const { user } = await app.auth.api.createUser({
      body: { email: "cem@example.com", name: "Cem", password: testPassword },
    });
    const browser = app.browser();
    await browser.signIn("cem@example.com");
    const cem = personOf(browser, user.id, user.email);
    const rival = (
      await bob.call("invite-member", { email: "dan@example.com", role: "member", organizationId: ids.shared })
    ).body;
    const [banned, ...sent] = await Promise.all([
      root.post("/admin/ban-user", { userId: ann.userId }),
      ...Array.from({ length: 10 }, (_, at) => invite(`x${at}@example.com`)),
    ]);
    expect(banned?.status).toBe(200);
    expect(sent.filter(({ status }) => status >= 500)).toEqual([]);
    const pending = await db.findMany(invitationTable, { where: { status: "pending" }, limit: 50 });
    expect(pending.map(({ email }) => email)).toEqual([rival.email]);
    expect(outcome(await cem.call("accept-invitation", { invitationId }))).toEqual([400, "INVITATION_NOT_FOUND"]);
    const records = await db.findMany(auditTable, { where: { action: "invitation.cancel" }, limit: 5 });
    expect(records).toMatchObject([{ actorId: root.userId, userId: ann.userId, data: { reason: "banned" } }]);
  });

  test("ADMIN-14: the server transfers ownership and deletes organizations, without a member as actor", async () => {
    const { app, db, root, ann, bob, ids } = await start(opened.database);
    const { api } = app.auth;
    const transfer = (organizationId: string, userId: string) =>
      api.transferOwnership.result({ body: { organizationId, userId } });
    expect((await transfer(ids.first, bob.userId)).data).toMatchObject({ role: "member,owner", userId: bob.userId });
    expect((await transfer(ids.second, bob.userId)).data).toMatchObject({ role: "owner" });
    expect((await transfer("nothing", bob.userId)).error?.code).toBe("ORGANIZATION_NOT_FOUND");
    expect((await transfer(ids.first, "unknown")).error?.code).toBe("USER_NOT_FOUND");
    expect((await root.post("/admin/remove-user", { userId: ann.userId })).status).toBe(200);
    const owners = await db.findMany(memberTable, { limit: 10 });
    expect(owners.map(({ userId }) => userId)).toEqual([bob.userId, bob.userId, bob.userId]);

    const removed = await api.removeOrganization({ body: { organizationId: ids.first } });
    expect(removed).toMatchObject({ id: ids.first, slug: "first" });
    const again = await api.removeOrganization.result({ body: { organizationId: ids.first } });
    expect(again.error?.code).toBe("ORGANIZATION_NOT_FOUND");
    for (const path of ["transfer-ownership", "remove"]) {
      const overHttp = await root.post(`/organization/${path}`, { organizationId: ids.second, userId: root.userId });
      expect(overHttp.status).toBe(404);
    }
    expect(await db.count(organizationTable, {})).toBe(2);
  });
});

test("solelyOwned only accepts its two documented values", async () => {
  const { root, ann } = await start(memoryAdapter());
  const { status, body } = await root.post<{ code: string }>("/admin/remove-user", {
    userId: ann.userId,
    solelyOwned: "keep",
  });
  expect([status, body.code]).toEqual([400, "VALIDATION_ERROR"]);
});
