/** Permission tests generated from the guards' declarations, so that new calls can't be forgotten. */

import { authorize, grantedPermissions } from "@latchkey/core/access";
import type { Endpoint } from "@latchkey/core/plugin";
import { beforeEach, describe, expect, test } from "vitest";
import { type OrganizationApp, outcome, type Person, startOrganizations } from "../test/app.ts";
import { createAccessControl, declareRoles, defaultStatements } from "./access.ts";
import type { GuardSpec } from "./guards.ts";
import { organization } from "./plugin.ts";

const ac = createAccessControl({ ...defaultStatements, project: ["create"] });
const options = { ac, teams: { enabled: true }, dynamicAccessControl: { enabled: true } };
const { roles } = declareRoles(options);
// The app sends email, so there's no `createInvitationLink`, which only works for an invitation's inviter (see
// links.test.ts).
const { endpoints = {} } = organization({ ...options, sendInvitationEmail: () => {} });

/** The ids that calls about an organization need. */
interface Things {
  readonly organizationId: string;
  readonly memberId: string;
  readonly userId: string;
  readonly teamId: string;
  readonly spareTeamId: string;
  readonly invitationId: string;
  readonly roleId: string;
}

type Input = (things: Things) => Record<string, unknown>;

/** The input of each call that needs more than `organizationId`. */
const inputs: Readonly<Record<string, Input>> = {
  updateOrganization: () => ({ data: { name: "Other" } }),
  hasPermission: () => ({ permissions: { member: ["create"] } }),
  removeMember: ({ memberId }) => ({ memberIdOrEmail: memberId }),
  updateMemberRole: ({ memberId }) => ({ memberId, role: "member" }),
  createInvitation: () => ({ email: "new@example.com", role: "member" }),
  cancelInvitation: ({ invitationId }) => ({ invitationId }),
  createTeam: () => ({ name: "New" }),
  updateTeam: ({ spareTeamId }) => ({ teamId: spareTeamId, data: { name: "New" } }),
  removeTeam: ({ spareTeamId }) => ({ teamId: spareTeamId }),
  listTeamMembers: ({ teamId }) => ({ teamId }),
  addTeamMember: ({ teamId, userId }) => ({ teamId, userId }),
  removeTeamMember: ({ teamId, userId }) => ({ teamId, userId }),
  createOrgRole: () => ({ role: "other", permission: {} }),
  updateOrgRole: ({ roleId }) => ({ roleId, data: { permission: {} } }),
  deleteOrgRole: ({ roleId }) => ({ roleId }),
  getOrgRole: ({ roleId }) => ({ roleId }),
};

/** Calls that always use the active organization. */
const activeOnly = ["getActiveMember", "setActiveTeam"];

function asksOf(endpoint: Endpoint): GuardSpec | undefined {
  return endpoint.guards.map((guard) => (guard as { readonly spec?: GuardSpec }).spec).find(Boolean);
}

async function things(it: OrganizationApp, owner: Person, slug: string): Promise<Things> {
  const organizationId = await it.found(owner, slug);
  const [team] = (await owner.read("list-teams")).body;
  const guest = await it.person(`guest-${slug}`);
  const { id: memberId } = await it.join(organizationId, guest);
  await owner.call("add-team-member", { teamId: team.id, userId: guest.userId });
  const { id: spareTeamId } = (await owner.call("create-team", { name: "Spare" })).body;
  const invited = await owner.call("invite-member", { email: `invited-${slug}@example.com`, role: "member" });
  const { roleData } = (await owner.call("create-role", { role: "spare", permission: {} })).body;
  return {
    organizationId,
    memberId,
    userId: guest.userId,
    teamId: team.id,
    spareTeamId,
    invitationId: invited.body.id,
    roleId: roleData.id,
  };
}

function send(person: Pick<Person, "send" | "get" | "post">, endpoint: Endpoint, input: Record<string, unknown>) {
  if (endpoint.method !== "GET") return person.post<Record<string, unknown>>(endpoint.path, input);
  return person.get<Record<string, unknown>>(
    `${endpoint.path}?${new URLSearchParams(input as Record<string, string>)}`,
  );
}

const guarded = Object.entries(endpoints).filter(
  ([, endpoint]) => asksOf(endpoint)?.role !== "recipient" && asksOf(endpoint),
);

test("every HTTP call declares its permission, except calls only about the caller and calls for site admins", () => {
  const open = Object.entries(endpoints).filter(([, endpoint]) => !endpoint.serverOnly && !asksOf(endpoint));
  expect(open.map(([id]) => id).sort()).toEqual([
    // `requireAdmin` guards the calls for site admins.
    "adminGetOrganization",
    "adminListOrganizations",
    "checkOrganizationSlug",
    "createOrganization",
    "getInvitation",
    "isOrganizationSlugAvailable",
    "listMemberships",
    "listOrganizationMembers",
    "listOrganizations",
    "listUserInvitations",
    "listUserOrganizations",
  ]);
  expect(guarded.length).toBeGreaterThan(25);
});

describe.each(guarded)("%s", (id, endpoint) => {
  const asks = asksOf(endpoint) as GuardSpec;
  let it: OrganizationApp;
  let owner: Person;
  let here: Things;
  const inputOf = (there: Things, organizationId: string): Record<string, unknown> => ({
    ...inputs[id]?.(there),
    ...(activeOnly.includes(id) ? {} : { organizationId }),
  });

  beforeEach(async () => {
    it = await startOrganizations(options);
    owner = await it.person("owner");
    here = await things(it, owner, "here");
  });

  test("ORG-01: nothing works without a session", async () => {
    const refused = await send(it.app.browser(), endpoint, inputOf(here, here.organizationId));
    expect(outcome(refused)).toEqual([401, "UNAUTHORIZED"]);
  });

  test.each(["member", "admin", "owner"])(
    "ORG-28: a role allows what it grants, and nothing else: %s",
    async (role) => {
      const person = await it.person(`as-${role}`);
      await it.join(here.organizationId, person, role);
      const granted = grantedPermissions(roles, [role]);
      const allowed =
        asks.permission === null || authorize(granted, { [asks.permission[0]]: [asks.permission[1]] }).success;
      const { status, body } = await send(person, endpoint, inputOf(here, here.organizationId));
      // Only a team's members can list its members, and these users aren't in any team.
      const expected = id === "listTeamMembers" ? [400, "USER_IS_NOT_A_MEMBER_OF_THE_TEAM"] : [200, undefined];
      expect([status, body?.code]).toEqual(allowed ? expected : [403, asks.denied]);
    },
  );

  test("ORG-01 ORG-02 ORG-03 ENUM-11: another organization's members can do nothing, and get the same response as for a missing one", async () => {
    const stranger = await it.person("stranger");
    const there = await things(it, stranger, "there");
    const before = await it.app.auth.$context.db.findMany({ name: "member", columns: {} }, { limit: 99 });
    if (!activeOnly.includes(id)) {
      const foreign = await send(stranger, endpoint, inputOf(here, here.organizationId));
      const absent = await send(stranger, endpoint, inputOf({ ...here, invitationId: "no" }, "no"));
      expect(foreign.body).toEqual(absent.body);
      expect([foreign.status, foreign.body.code]).toEqual([absent.status, asks.notMember]);
    }
    // Uses the caller's own organization, with this organization's ids in all other fields.
    const mixed = await send(stranger, endpoint, inputOf(here, there.organizationId));
    const nothing = { memberId: "no", teamId: "no", spareTeamId: "no", invitationId: "no", roleId: "no" };
    const unknown = await send(
      stranger,
      endpoint,
      inputOf({ ...there, ...nothing, userId: here.userId }, there.organizationId),
    );
    if (inputs[id] && mixed.status !== 200) expect(mixed.body).toEqual(unknown.body);
    const after = await it.app.auth.$context.db.findMany({ name: "member", columns: {} }, { limit: 99 });
    const ours = (rows: readonly object[]) =>
      rows.filter((row) => (row as Things).organizationId === here.organizationId);
    expect(ours(after)).toEqual(ours(before));
    expect((await owner.read("get-organization")).body).toMatchObject({ name: "here" });
    expect((await owner.read("list-teams")).body).toHaveLength(2);
    expect((await owner.read("list-roles")).body).toMatchObject([{ role: "spare" }]);
    expect((await owner.read("list-invitations")).body).toMatchObject([{ status: "pending" }]);
  });
});
