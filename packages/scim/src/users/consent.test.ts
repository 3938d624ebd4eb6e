/** A directory grants nothing to users with an unverified email, and doesn't bring back users who left. */

import { deliverDueMessages, userTable } from "@latchkey/core/plugin";
import { invitationTable, memberTable, teamMemberTable } from "@latchkey/organization";
import { quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { patch, scimUser, startScim } from "../../test/app.ts";
import { scimUserTable } from "../index.ts";

const off = patch({ op: "replace", path: "active", value: false });
const on = patch({ op: "replace", path: "active", value: true });

describe.each(quickDatabases)("on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  test("SCIM-02: someone who accepts an invitation with an unverified email gets their groups' role and team only when they verify it", async () => {
    const organization = { requireEmailVerificationOnInvitation: false, teams: { enabled: true } };
    const it = await startScim({ auth: { database: opened.database }, organization });
    const { acme, ann, auth, db, organizationId } = it;
    const email = "kim@elsewhere.test";
    const { id } = (await acme.send("POST", "/Users", scimUser(email))).body;
    const groupId = (await acme.send("POST", "/Groups", { displayName: "Admins", members: [{ value: id }] })).body.id;
    const team = (await ann.post<any>("/organization/create-team", { name: "Red", organizationId })).body;
    await auth.api.mapScimGroup({ body: { groupId, role: "admin", teamId: team.id } });
    // Anyone can sign up with an email that isn't theirs.
    const stranger = it.app.browser();
    const { user } = (await stranger.signUp(email)).body;
    const invitation = await db.findOne(invitationTable, { where: { email } });
    const accepted = await stranger.post("/organization/accept-invitation", { invitationId: invitation?.id });
    expect(accepted.status).toBe(200);
    const access = async () => {
      await deliverDueMessages(auth.$context);
      const member = await db.findOne(memberTable, { where: { userId: user.id } });
      return [member?.role, await db.count(teamMemberTable, { where: { userId: user.id, teamId: team.id } })];
    };
    expect(await access()).toEqual(["member", 0]);
    // A later change in the directory doesn't grant it either.
    await acme.send("PUT", `/Groups/${groupId}`, { displayName: "Admins", members: [] });
    await acme.send("PUT", `/Groups/${groupId}`, { displayName: "Admins", members: [{ value: id }] });
    await auth.api.mapScimGroup({ body: { groupId, role: "admin", teamId: team.id } });
    expect(await access()).toEqual(["member", 0]);
    // The directory can still end the membership.
    await acme.send("PATCH", `/Users/${id}`, off);
    expect((await db.findOne(memberTable, { where: { userId: user.id } }))?.suspendedAt).not.toBeNull();
    await acme.send("PATCH", `/Users/${id}`, on);
    expect(await access()).toEqual(["member", 0]);
    await db.update(userTable, { where: { id: user.id }, set: { emailVerified: true } });
    expect(await access()).toEqual(["admin", 1]);
  });

  test("the link in an invitation email verifies the email, so a user who joins with it immediately gets their groups' role", async () => {
    const links = new Map<string, string>();
    const sendInvitationEmail = ({ email, id }: { readonly email: string; readonly id: string }) => {
      links.set(email, id);
    };
    const it = await startScim({ auth: { database: opened.database }, organization: { sendInvitationEmail } });
    const { acme, auth, db } = it;
    const email = "kim@elsewhere.test";
    const { id } = (await acme.send("POST", "/Users", scimUser(email))).body;
    const groupId = (await acme.send("POST", "/Groups", { displayName: "Admins", members: [{ value: id }] })).body.id;
    await auth.api.mapScimGroup({ body: { groupId, role: "admin" } });
    await deliverDueMessages(auth.$context);
    const kim = it.app.browser();
    const { user } = (await kim.signUp(email)).body;
    const accepted = await kim.post("/organization/accept-invitation", { invitationId: links.get(email) });
    expect(accepted.status).toBe(200);
    expect((await db.findOne(memberTable, { where: { userId: user.id } }))?.role).toBe("admin");
  });

  test("SCIM-02: a directory can't re-add someone who left, unless the organization owns their email's domain", async () => {
    const it = await startScim({ auth: { database: opened.database } });
    const { acme, db, organizationId, person, owned } = it;
    const email = "kim@elsewhere.test";
    const kim = await person(email);
    const { id } = (await acme.send("POST", "/Users", scimUser(email))).body;
    const accept = async (): Promise<number> => {
      const invitation = await db.findOne(invitationTable, { where: { email, status: "pending" } });
      return (await kim.post("/organization/accept-invitation", { invitationId: invitation?.id ?? "" })).status;
    };
    const isMember = async () => (await db.count(memberTable, { where: { userId: kim.userId, organizationId } })) > 0;
    expect([await accept(), await isMember()]).toEqual([200, true]);
    expect((await kim.post("/organization/leave", { organizationId })).status).toBe(200);
    await acme.send("PATCH", `/Users/${id}`, off);
    await acme.send("PATCH", `/Users/${id}`, on);
    await acme.send("PUT", `/Users/${id}`, scimUser(email, { title: "CEO" }));
    expect(await isMember()).toBe(false);
    expect((await db.findOne(scimUserTable, { where: { id } }))?.userId).toBeNull();
    expect([await accept(), await isMember()]).toEqual([200, true]);
    expect((await db.findOne(scimUserTable, { where: { id } }))?.userId).toBe(kim.userId);
    await kim.post("/organization/leave", { organizationId });
    owned.set("elsewhere.test", organizationId);
    await acme.send("PATCH", `/Users/${id}`, off);
    await acme.send("PATCH", `/Users/${id}`, on);
    expect(await isMember()).toBe(true);
  });
});
