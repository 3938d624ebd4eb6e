/** Tests that an invitation only works while its inviter has the permissions. */

import { auditTable } from "@latchkey/core/plugin";
import { interleaved, quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { outcome, startOrganizations } from "../../test/app.ts";
import { createAccessControl, defaultStatements } from "../access.ts";
import { invitationTable, memberTable } from "../tables.ts";

const ac = createAccessControl({ ...defaultStatements, project: ["create"] });
const roles = { host: ac.newRole({ invitation: ["create"] }), guest: ac.newRole({}) };

async function start(database: TestDatabase["database"]) {
  const { database: wrapped, beforeNextTransaction } = interleaved(database);
  const options = { ac, roles, teams: { enabled: true }, dynamicAccessControl: { enabled: true } };
  const it = await startOrganizations(options, { database: wrapped });
  const [ann, bob, eve] = [await it.person("ann"), await it.person("bob"), await it.person("eve")];
  const organizationId = await it.found(ann);
  const { db } = it.app.auth.$context;
  const invite = async (person: typeof ann, email: string, more: object = {}): Promise<string> =>
    (await person.call("invite-member", { email, role: "guest", organizationId, ...more })).body.id;
  const statusOf = async (id: string) => (await db.findOne(invitationTable, { where: { id } }))?.status;
  return { ...it, ann, bob, eve, organizationId, db, invite, statusOf, beforeNextTransaction };
}

describe.each(quickDatabases)("on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  test("INVT-08: when a member leaves or is removed, their invitations are canceled, and no others", async () => {
    const { ann, bob, eve, join, organizationId, db, invite, statusOf } = await start(opened.database);
    const elsewhere = (await bob.call("create", { name: "B", slug: "other" })).body.id;
    const other = await invite(bob, "z@example.com", { organizationId: elsewhere, role: "member" });
    const byAnn = await invite(ann, "a@example.com");
    for (const [way, reason] of [
      ["remove-member", "removed"],
      ["leave", "left"],
    ] as const) {
      await join(organizationId, bob, "admin");
      const sent = await invite(bob, eve.email);
      const gone =
        way === "leave"
          ? await bob.call("leave", { organizationId })
          : await ann.call("remove-member", { memberIdOrEmail: bob.email, organizationId });
      expect([way, gone.status, await statusOf(sent)]).toEqual([way, 200, "canceled"]);
      const accepted = await eve.call("accept-invitation", { invitationId: sent });
      expect(outcome(accepted)).toEqual([400, "INVITATION_NOT_FOUND"]);
      // A new membership doesn't restore it.
      await join(organizationId, bob, "admin");
      expect((await eve.call("accept-invitation", { invitationId: sent })).status).toBe(400);
      await ann.call("remove-member", { memberIdOrEmail: bob.email, organizationId });
      const rows = await db.findMany(auditTable, { where: { action: "invitation.cancel" }, limit: 9 });
      expect(rows.filter(({ data }) => JSON.stringify(data).includes(`"${reason}"`))).toMatchObject([
        { userId: bob.userId, organizationId, data: { count: 1 } },
      ]);
    }
    expect([await statusOf(other), await statusOf(byAnn)]).toEqual(["pending", "pending"]);
  });

  test("INVT-08: a member who leaves while inviting leaves no invitation", async () => {
    const { bob, join, organizationId, db, beforeNextTransaction } = await start(opened.database);
    await join(organizationId, bob, "admin");
    beforeNextTransaction(() => bob.call("leave", { organizationId }));
    const late = await bob.call("invite-member", { email: "y@example.com", role: "guest", organizationId });
    expect(outcome(late)).toEqual([403, "YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION"]);
    for (let round = 0; round < 3; round++) {
      await join(organizationId, bob, "admin");
      const replies = await Promise.all([
        ...Array.from({ length: 5 }, (_, at) =>
          bob.call("invite-member", { email: `r${round}-${at}@example.com`, role: "guest", organizationId }),
        ),
        bob.call("leave", { organizationId }),
      ]);
      expect(replies.filter(({ status }) => status >= 500)).toEqual([]);
      expect(replies.at(-1)?.status).toBe(200);
      expect(await db.count(invitationTable, { where: { organizationId, status: "pending" } })).toBe(0);
    }
  });

  test("INVT-09: an invitation can't be accepted if its inviter can no longer invite, regardless of its role", async () => {
    const { ann, bob, eve, join, organizationId, db, invite } = await start(opened.database);
    const { id: memberId } = await join(organizationId, bob, "host");
    const invitationId = await invite(bob, eve.email);
    const rank = (role: string) => ann.call("update-member-role", { memberId, role, organizationId });
    const refusal = [403, "YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE"];
    await rank("guest");
    expect(outcome(await eve.call("accept-invitation", { invitationId }))).toEqual(refusal);
    await ann.call("create-role", { role: "greeter", permission: { invitation: ["create"] } });
    await rank("greeter");
    await ann.call("update-role", { roleName: "greeter", data: { permission: { project: ["create"] } } });
    expect(outcome(await eve.call("accept-invitation", { invitationId }))).toEqual(refusal);
    expect(await db.count(memberTable, { where: { organizationId } })).toBe(2);
    await rank("host");
    expect((await eve.call("accept-invitation", { invitationId })).status).toBe(200);
  });

  test("ROLE-05: a team invitation can't be accepted after its inviter has left the team", async () => {
    const { ann, bob, eve, join, organizationId, db, invite, beforeNextTransaction } = await start(opened.database);
    await join(organizationId, bob, "host");
    const teamId: string = (await ann.call("create-team", { name: "T", organizationId })).body.id;
    await ann.call("add-team-member", { teamId, userId: bob.userId, organizationId });
    const invitationId = await invite(bob, eve.email, { teamId });
    beforeNextTransaction(() => ann.call("remove-team-member", { teamId, userId: bob.userId, organizationId }));
    const accepted = await eve.call("accept-invitation", { invitationId });
    expect(outcome(accepted)).toEqual([403, "YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_TEAM_MEMBER"]);
    expect(await db.count(memberTable, { where: { organizationId } })).toBe(2);
  });
});
