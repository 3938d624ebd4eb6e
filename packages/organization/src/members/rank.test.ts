/** Tests that changing a member requires every permission that the member has. */

import { quickDatabases } from "@latchkey/test-kit/databases";
import { describe, expect, test } from "vitest";
import { outcome, type Person, startOrganizations } from "../../test/app.ts";
import { createAccessControl, defaultStatements } from "../access.ts";

const ac = createAccessControl({ ...defaultStatements, ledger: ["close"] });
const roles = { treasurer: ac.newRole({ ...defaultStatements, organization: ["update"], ledger: ["close"] }) };

async function start(authOptions: object = {}) {
  const it = await startOrganizations({ ac, roles, teams: { enabled: true } }, authOptions);
  const [ann, tom, bob, eve] = [
    await it.person("ann"),
    await it.person("tom"),
    await it.person("bob"),
    await it.person("eve"),
  ];
  const organizationId = await it.found(ann);
  const members = {
    tom: (await it.join(organizationId, tom, "treasurer")).id as string,
    bob: (await it.join(organizationId, bob, "admin")).id as string,
    eve: (await it.join(organizationId, eve, "member")).id as string,
  };
  return { ...it, ann, tom, bob, eve, organizationId, members };
}

const rank = (by: Person, memberId: string, role: string) => by.call("update-member-role", { memberId, role });

describe.each(quickDatabases)("on $name", ({ open }) => {
  test("ROLE-01: a member can't be demoted or removed by another member who lacks their permissions", async () => {
    const { database, close } = await open();
    const { ann, tom, bob, members } = await start({ database });
    expect(outcome(await rank(bob, members.tom, "member"))).toEqual([403, "YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER"]);
    for (const memberIdOrEmail of [members.tom, tom.email]) {
      const removed = await bob.call("remove-member", { memberIdOrEmail });
      expect(outcome(removed)).toEqual([403, "YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER"]);
    }
    const [team] = (await ann.read("list-teams")).body;
    await ann.call("add-team-member", { teamId: team.id, userId: tom.userId });
    const out = await bob.call("remove-team-member", { teamId: team.id, userId: tom.userId });
    expect(outcome(out)).toEqual([403, "YOU_ARE_NOT_ALLOWED_TO_REMOVE_A_TEAM_MEMBER"]);
    const invited = (await tom.call("invite-member", { email: "x@example.com", role: "treasurer" })).body.id;
    const canceled = await bob.call("cancel-invitation", { invitationId: invited });
    expect(outcome(canceled)).toEqual([403, "YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION"]);
    // It works the other way around, and between members with the same role.
    expect((await tom.call("remove-team-member", { teamId: team.id, userId: tom.userId })).status).toBe(200);
    expect((await rank(tom, members.bob, "member")).status).toBe(200);
    expect((await rank(ann, members.tom, "admin")).status).toBe(200);
    expect((await rank(ann, members.bob, "admin")).status).toBe(200);
    expect((await rank(bob, members.tom, "member")).status).toBe(200);
    expect((await bob.call("remove-member", { memberIdOrEmail: members.tom })).status).toBe(200);
    await close();
  });

  test("ROLE-01: when two admins demote each other concurrently, one remains an admin", async () => {
    const { database, close } = await open();
    const { ann, tom, bob, members } = await start({ database });
    await rank(ann, members.tom, "admin");
    for (let round = 0; round < 5; round++) {
      const replies = await Promise.all([rank(tom, members.bob, "member"), rank(bob, members.tom, "member")]);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 403]);
      await rank(ann, members.tom, "admin");
      await rank(ann, members.bob, "admin");
    }
    await close();
  });
});

test("ROLE-08: inviting again doesn't replace an invitation above the caller", async () => {
  const it = await startOrganizations({ ac, roles, cancelPendingInvitationsOnReInvite: true });
  const [ann, bob] = [await it.person("ann"), await it.person("bob")];
  await it.join(await it.found(ann), bob, "admin");
  const invite = (by: Person, role: string) => by.call("invite-member", { email: "x@example.com", role });
  const statuses = async () =>
    (await ann.read("list-invitations")).body.map(({ status }: { status: string }) => status).sort();
  for (const [above, expected] of [
    ["owner", ["pending"]],
    ["treasurer", ["canceled", "pending"]],
  ] as const) {
    expect((await invite(ann, above)).status).toBe(200);
    expect(outcome(await invite(bob, "member"))).toEqual([403, "YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE"]);
    expect(await statuses()).toEqual(expected);
  }
  // Members can replace invitations to roles that they can assign, including their own.
  expect((await invite(ann, "admin")).status).toBe(200);
  expect((await invite(bob, "member")).status).toBe(200);
  expect((await invite(bob, "admin")).status).toBe(200);
  expect(await statuses()).toEqual([...Array(4).fill("canceled"), "pending"]);
});

test("ROLE-01: members change and leave their own roles as before", async () => {
  const { bob, eve, members, organizationId } = await start();
  expect((await rank(bob, members.bob, "member")).status).toBe(200);
  expect((await eve.call("leave", { organizationId })).status).toBe(200);
});
