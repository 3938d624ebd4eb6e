/** Tests calls by members who lose permissions between the guard and the transaction. */

import { interleaved, quickDatabases, type TestDatabase } from "@latchkey/test-kit/databases";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { outcome, startOrganizations } from "../test/app.ts";
import { createAccessControl, defaultStatements } from "./access.ts";
import {
  invitationTable,
  memberTable,
  organizationRoleTable,
  organizationTable,
  teamMemberTable,
  teamTable,
} from "./tables.ts";

const ac = createAccessControl({ ...defaultStatements, project: ["create"] });

async function start(database: TestDatabase["database"]) {
  const { database: wrapped, beforeNextTransaction } = interleaved(database);
  const options = { ac, teams: { enabled: true }, dynamicAccessControl: { enabled: true } };
  const it = await startOrganizations(options, { database: wrapped });
  const [ann, bob, eve] = [await it.person("ann"), await it.person("bob"), await it.person("eve")];
  const organizationId = await it.found(ann);
  const eveId: string = (await it.join(organizationId, eve)).id;
  const teamId: string = (await ann.call("create-team", { name: "T" })).body.id;
  const otherId: string = (await ann.call("create-team", { name: "U" })).body.id;
  await ann.call("add-team-member", { teamId, userId: eve.userId });
  for (const role of ["editor", "plain"]) await ann.call("create-role", { role, permission: {} });
  const invitationId: string = (await ann.call("invite-member", { email: "x@example.com", role: "member" })).body.id;
  const { db } = it.app.auth.$context;
  /** Returns the data that rejected calls must not change. */
  const stored = async () => {
    const organizations = await db.findMany(organizationTable, { limit: 10 });
    const members = await db.findMany(memberTable, { where: { userId: { ne: bob.userId } }, limit: 10 });
    const others = [invitationTable, teamTable, teamMemberTable, organizationRoleTable] as const;
    const rows = await Promise.all(others.map((table) => db.findMany(table as typeof teamTable, { limit: 50 })));
    return JSON.stringify([organizations, members, ...rows].map((list) => list.map((row) => [row.id, row]).sort()));
  };
  const calls: readonly (readonly [path: string, body: object, denied: string])[] = [
    ["create-role", { role: "x", permission: { project: ["create"] } }, "YOU_ARE_NOT_ALLOWED_TO_CREATE_A_ROLE"],
    ["update-role", { roleName: "editor", data: { roleName: "y" } }, "YOU_ARE_NOT_ALLOWED_TO_UPDATE_A_ROLE"],
    ["delete-role", { roleName: "editor" }, "YOU_ARE_NOT_ALLOWED_TO_DELETE_A_ROLE"],
    ["create-team", { name: "V" }, "YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS_IN_THIS_ORGANIZATION"],
    ["update-team", { teamId, data: { name: "W" } }, "YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM"],
    ["remove-team", { teamId }, "YOU_ARE_NOT_ALLOWED_TO_DELETE_TEAMS_IN_THIS_ORGANIZATION"],
    ["add-team-member", { teamId: otherId, userId: eve.userId }, "YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_TEAM_MEMBER"],
    ["remove-team-member", { teamId, userId: eve.userId }, "YOU_ARE_NOT_ALLOWED_TO_REMOVE_A_TEAM_MEMBER"],
    ["update", { data: { name: "Changed" } }, "YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION"],
    ["delete", {}, "YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION"],
    ["cancel-invitation", { invitationId }, "YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION"],
    [
      "invite-member",
      { email: "y@example.com", role: "member" },
      "YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION",
    ],
    ["update-member-role", { memberId: eveId, role: "plain" }, "YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER"],
    ["remove-member", { memberIdOrEmail: eveId }, "YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER"],
  ];
  return { ...it, ann, bob, eve, organizationId, teamId, stored, calls, beforeNextTransaction };
}

describe.each(quickDatabases)("on $name", ({ open }) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened.close());

  test("ROLE-06: a member who is demoted or removed during a call can't complete a change", async () => {
    const { ann, bob, join, organizationId, stored, calls, beforeNextTransaction } = await start(opened.database);
    for (const [path, body, denied] of calls) {
      const { id: memberId } = await join(organizationId, bob, "owner");
      const losses = [
        () => ann.call("update-member-role", { memberId, role: "member", organizationId }),
        () => ann.call("remove-member", { memberIdOrEmail: memberId, organizationId }),
      ];
      for (const lose of losses) {
        const before = await stored();
        let lost = 0;
        beforeNextTransaction(async () => {
          lost = (await lose()).status;
        });
        const reply = await bob.call(path, { organizationId, ...body });
        expect([path, lost, ...outcome(reply)]).toEqual([path, 200, 403, denied]);
        expect(await stored()).toBe(before);
        await ann.call("update-member-role", { memberId, role: "owner", organizationId });
      }
    }
  }, 60_000);

  test("ROLE-06: a member whose role loses the permission during a call can't complete a change", async () => {
    const { ann, bob, join, organizationId, teamId, stored, beforeNextTransaction } = await start(opened.database);
    const full = { team: ["update"], invitation: ["create"], project: ["create"], ac: ["create", "read"] };
    await ann.call("create-role", { role: "keeper", permission: full });
    await join(organizationId, bob, "keeper");
    const cases: readonly (readonly [string, object, object])[] = [
      ["update-team", { teamId, data: { name: "W" } }, { ...full, team: [] }],
      ["create-role", { role: "x", permission: { project: ["create"] } }, { ...full, project: [] }],
      ["invite-member", { email: "y@example.com", role: "keeper" }, { invitation: [] }],
    ];
    for (const [path, body, permission] of cases) {
      await ann.call("update-role", { roleName: "keeper", data: { permission: full } });
      let before = "";
      beforeNextTransaction(async () => {
        await ann.call("update-role", { roleName: "keeper", data: { permission } });
        before = await stored();
      });
      expect([path, (await bob.call(path, { organizationId, ...body })).status]).toEqual([path, 403]);
      expect(await stored()).toBe(before);
    }
  });
});
