import { memoryAdapter, type StatementInfo } from "@latchkey/core/database";
import { userTable } from "@latchkey/core/plugin";
import { outboxEmpty } from "@latchkey/test-kit";
import { describe, expect, test } from "vitest";
import { type Body, startOrganizations } from "../test/app.ts";
import { createAccessControl, defaultStatements } from "./access.ts";

const uncounted = ["audit", "outbox"];

/** Counts the queries of each call, to compare with its query budget. */
async function start(options: Parameters<typeof startOrganizations>[0] = {}, withMail = false) {
  const statements: StatementInfo[] = [];
  const database = memoryAdapter({ onStatement: (statement) => void statements.push(statement) });
  // The app sends no email, because its delivery would run while the next call is counted.
  const mail = withMail ? {} : { sendInvitationEmail: undefined };
  const it = await startOrganizations({ ...options, ...mail } as object, { database });
  const { endpoints } = it.app.auth.$context.extensions;
  const counted = async (work: () => Promise<{ status: number; body: Body }>) => {
    statements.length = 0;
    const { status, body } = await work();
    const sent = statements.filter(({ table }) => table !== null && !uncounted.includes(table));
    return { status, body, count: sent.length };
  };
  /** Returns the tables of all queries, including the audit log. */
  const all = async (work: () => Promise<{ status: number }>) => {
    await outboxEmpty(it.app.auth);
    statements.length = 0;
    expect((await work()).status).toBe(200);
    return statements.flatMap(({ table, kind }) => (kind === "transaction" ? [] : [table]));
  };
  return { ...it, endpoints, counted, all };
}

describe("each call stays within its query budget", () => {
  test.each([{ teams: { enabled: false } }, { teams: { enabled: true } }])("%j", async (options) => {
    const { endpoints, counted, person, found, join } = await start(options);
    const [ann, bob, eve] = [await person("ann"), await person("bob"), await person("eve")];
    await found(bob, "other");
    const seen: [string, number, number][] = [];
    const run = async (id: string, work: () => Promise<{ status: number; body: Body }>): Promise<Body> => {
      const { status, body, count } = await counted(work);
      if (status !== 200) throw new Error(`${id}: ${JSON.stringify(body)}`);
      const budget = endpoints[id]?.queryBudget ?? -1;
      seen.push([id, count, budget]);
      return body;
    };
    const { id: organizationId } = await run("createOrganization", () => ann.call("create", { name: "A", slug: "a" }));
    await run("checkOrganizationSlug", () => ann.call("check-slug", { slug: "free" }));
    await run("isOrganizationSlugAvailable", () => ann.call("is-slug-available", { slug: "free" }));
    await run("updateOrganization", () => ann.call("update", { data: { name: "B" } }));
    await run("listOrganizations", () => ann.read("list"));
    await run("listMemberships", () => ann.read("list-memberships"));
    await run("setActiveOrganization", () => ann.call("set-active", { organizationId: null }));
    await run("setActiveOrganization", () => ann.call("set-active", { organizationId }));
    await run("getOrganization", () => ann.read("get-organization"));
    await run("getFullOrganization", () => ann.read("get-full-organization"));
    await run("getFullOrganization", () => ann.read("get-full-organization", { organizationId }));
    await run("hasPermission", () => ann.call("has-permission", { permissions: { member: ["create"] } }));
    const member = await join(organizationId, bob);
    await run("getActiveMember", () => ann.read("get-active-member"));
    await run("getActiveMemberRole", () => ann.read("get-active-member-role", { userId: bob.userId }));
    await run("listMembers", () => ann.read("list-members", { organizationId, limit: "1" }));
    await run("updateMemberRole", () => ann.call("update-member-role", { memberId: member.id, role: "owner" }));
    const teamId = options.teams.enabled ? (await ann.read("list-teams")).body[0].id : undefined;
    const invite = { email: "eve@example.com", role: "member", ...(teamId ? { teamId } : {}) };
    const { id: invitationId } = await run("createInvitation", () => ann.call("invite-member", invite));
    await run("createInvitation", () => ann.call("invite-member", { ...invite, resend: true }));
    await run("createInvitationLink", () => ann.call("invitation-link", { invitationId }));
    await run("getInvitation", () => eve.read("get-invitation", { id: invitationId }));
    await run("listInvitations", () => ann.read("list-invitations"));
    await run("listUserInvitations", () => eve.read("list-user-invitations"));
    await run("acceptInvitation", () => eve.call("accept-invitation", { invitationId }));
    const second = (await ann.call("invite-member", { email: "x@example.com", role: "member" })).body.id;
    await run("cancelInvitation", () => ann.call("cancel-invitation", { invitationId: second }));
    await run("removeMember", () => ann.call("remove-member", { memberIdOrEmail: "bob@example.com" }));
    await run("leaveOrganization", () => eve.call("leave", { organizationId }));
    const third = (await ann.call("invite-member", { email: "eve@example.com", role: "member" })).body.id;
    await run("rejectInvitation", () => eve.call("reject-invitation", { invitationId: third }));
    if (teamId) {
      await run("listMembers", () => ann.read("list-members", { organizationId, limit: "1", teamId }));
      await join(organizationId, bob);
      const team = await run("createTeam", () => ann.call("create-team", { name: "T" }));
      await run("listOrganizationTeams", () => ann.read("list-teams"));
      await run("updateTeam", () => ann.call("update-team", { teamId: team.id, data: { name: "U" } }));
      await run("addTeamMember", () => ann.call("add-team-member", { teamId, userId: bob.userId }));
      await run("listTeamMembers", () => ann.read("list-team-members", { teamId }));
      await run("listUserTeams", () => ann.read("list-user-teams"));
      await run("setActiveTeam", () => ann.call("set-active-team", { teamId: null }));
      await run("setActiveTeam", () => ann.call("set-active-team", { teamId }));
      await run("removeTeamMember", () => ann.call("remove-team-member", { teamId, userId: bob.userId }));
      await run("removeTeam", () => ann.call("remove-team", { teamId: team.id }));
    }
    await run("deleteOrganization", () => ann.call("delete", { organizationId }));
    expect(seen.filter(([, count, budget]) => count > budget)).toEqual([]);
    // A budget that's never nearly reached is too high.
    const longest = new Map(seen.map(([id, , budget]) => [id, budget]));
    for (const [id, count] of seen)
      longest.set(id, Math.min(longest.get(id) ?? 0, (endpoints[id]?.queryBudget ?? 0) - count));
    const loose = [...longest].filter(([, left]) => left > 3).map(([id]) => id);
    expect(loose).toEqual([]);
    const budgets = Object.fromEntries(seen.map(([id, , budget]) => [id, budget]));
    expect(budgets).toMatchObject({ listOrganizations: 2, listMembers: teamId ? 4 : 3, hasPermission: 1 });
    expect(budgets.getFullOrganization).toBe(teamId ? 5 : 4);
    expect(budgets.acceptInvitation).toBe(teamId ? 9 : 7);
  });

  test.each([{ teams: { enabled: false } }, { teams: { enabled: true } }])(
    "inviting takes 9 queries with the audit log: %j",
    async (options) => {
      const { all, person, found } = await start(options);
      const ann = await person("ann");
      await found(ann);
      const tables = await all(() => ann.call("invite-member", { email: "eve@example.com", role: "member" }));
      expect(tables.filter((table) => table === "audit")).toHaveLength(1);
      expect(tables.length, tables.join()).toBe(9);
    },
  );

  test("inviting to a team by email takes 9 queries with the audit log, and two more if the team has a limit", async () => {
    const counts: number[] = [];
    for (const maximumMembersPerTeam of [undefined, 5]) {
      const teams = { enabled: true, ...(maximumMembersPerTeam ? { maximumMembersPerTeam } : {}) };
      const { all, person, found } = await start({ teams }, true);
      const ann = await person("ann");
      await found(ann);
      const teamId = (await ann.read("list-teams")).body[0].id;
      const invite = { email: "eve@example.com", role: "member", teamId };
      const tables = await all(() => ann.call("invite-member", invite));
      // The queries after the insert into the outbox belong to the delivery, which happens after the response.
      counts.push(tables.indexOf("outbox"));
    }
    expect(counts).toEqual([9, 11]);
  });

  test("accepting with the emailed link, which verifies the email", async () => {
    const { app, box, endpoints, counted, person, found } = await start({}, true);
    const [ann, eve] = [await person("ann"), await person("eve")];
    await found(ann);
    const counts: number[] = [];
    for (const emailVerified of [true, false]) {
      await app.auth.$context.db.update(userTable, { where: { id: eve.userId }, set: { emailVerified } });
      await ann.call("invite-member", { email: eve.email, role: "member" });
      await outboxEmpty(app.auth);
      const invitationId = box.mails.at(-1)?.token ?? "";
      const { status, count } = await counted(() => eve.call("accept-invitation", { invitationId }));
      expect(status).toBe(200);
      counts.push(count);
      await ann.call("remove-member", { memberIdOrEmail: eve.email });
    }
    expect([counts, endpoints.acceptInvitation?.queryBudget]).toEqual([[10, 12], 12]);
  });

  test("calls about custom roles", async () => {
    const ac = createAccessControl({ ...defaultStatements, project: ["create"] });
    const { endpoints, counted, person, found } = await start({ ac, dynamicAccessControl: { enabled: true } });
    const ann = await person("ann");
    await found(ann);
    const cost = async (id: string, work: () => Promise<{ status: number; body: Body }>): Promise<void> => {
      const { status, count } = await counted(work);
      expect([id, status]).toEqual([id, 200]);
      expect(count, id).toBeLessThanOrEqual(endpoints[id]?.queryBudget ?? -1);
    };
    const permission = { project: ["create"] };
    await cost("createOrgRole", () => ann.call("create-role", { role: "editor", permission }));
    await cost("listOrgRoles", () => ann.read("list-roles"));
    await cost("getOrgRole", () => ann.read("get-role", { roleName: "editor" }));
    await cost("updateOrgRole", () => ann.call("update-role", { roleName: "editor", data: { permission: {} } }));
    await cost("deleteOrgRole", () => ann.call("delete-role", { roleName: "editor" }));
  });

  test("a custom role's permission takes no more queries once the role is known", async () => {
    const ac = createAccessControl({ ...defaultStatements, project: ["create"] });
    const { counted, person, found, join } = await start({ ac, dynamicAccessControl: { enabled: true } });
    const [ann, bob] = [await person("ann"), await person("bob")];
    const organizationId = await found(ann);
    await ann.call("create-role", { role: "editor", permission: { project: ["create"] } });
    await join(organizationId, bob, "editor");
    const ask = () => counted(() => bob.call("has-permission", { permissions: { project: ["create"] } }));
    await ask();
    expect(await ask()).toMatchObject({ count: 1, body: { success: true } });
    await ann.call("update-role", { roleName: "editor", data: { permission: {} } });
    expect(await ask()).toMatchObject({ count: 2, body: { success: false } });
    expect(await ask()).toMatchObject({ count: 1, body: { success: false } });
  });
});
