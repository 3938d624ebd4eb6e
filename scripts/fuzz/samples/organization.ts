/** Valid requests to organizations, teams, invitations, and roles. */

import { type Body, sendValid, type World } from "../world.ts";
import { adam, ann, eve, get, type MakeSample, olga, post, type Samples } from "./sample.ts";

const inAcme = ({ ids }: World) => ({ organizationId: ids.acme });
const fresh = (world: World): string => `o${world.number}x${world.next()}`;

/** Sent by olga, in a new organization. */
const inNewOne =
  (body: (organizationId: string, world: World) => object | Promise<object>): MakeSample =>
  async (world) => {
    const { olga } = world.people;
    const slug = fresh(world);
    const made = await sendValid(olga, "/organization/create", {
      name: slug,
      slug,
      keepCurrentActiveOrganization: true,
    });
    return { browser: olga.browser, person: olga, body: await body(String(made.id), world) };
  };

/** Sent by a new user with an invitation to `acme`. */
const invited =
  (bodyOf: (invitationId: string) => object): MakeSample =>
  async (world) => {
    const person = await world.newcomer();
    const { id } = await invite(world, person.email);
    return { browser: person.browser, person, body: bodyOf(String(id)) };
  };

function invite(world: World, email: string): Promise<Body> {
  return sendValid(world.people.olga, "/organization/invite-member", { email, role: "member", ...inAcme(world) });
}

/** Adds a new user to `acme`. */
async function newMember(world: World, teamId?: string): Promise<{ memberId: string; userId: string; email: string }> {
  const { id: userId, email } = await world.newcomer();
  const body = { userId, role: "member", ...inAcme(world), ...(teamId ? { teamId } : {}) };
  const member = (await world.app.call("addMember", { body })) as Body;
  return { memberId: String(member.id), userId, email };
}

async function newRole(world: World): Promise<string> {
  const role = fresh(world);
  await sendValid(world.people.olga, "/organization/create-role", {
    role,
    permission: { project: ["create"] },
    ...inAcme(world),
  });
  return role;
}

const byOlga =
  (body: (world: World) => Promise<object>): MakeSample =>
  async (world) => ({ browser: world.people.olga.browser, person: world.people.olga, body: await body(world) });

export const organizationSamples: Samples = {
  createOrganization: [
    post(eve, (world) => ({ name: "Mine", slug: fresh(world), logo: "https://img.test/l.png", metadata: { a: "b" } })),
  ],
  checkOrganizationSlug: [post(eve, (world) => ({ slug: fresh(world) }))],
  isOrganizationSlugAvailable: [post(eve, (world) => ({ slug: fresh(world) }))],
  updateOrganization: [
    post(olga, (world) => ({ ...inAcme(world), data: { name: "Acme 2", metadata: { plan: "pro" } } })),
  ],
  deleteOrganization: [inNewOne((organizationId) => ({ organizationId }))],
  listOrganizations: [get(ann)],
  listUserOrganizations: [get(adam, ({ ids }) => ({ userId: String(ids.ann) }))],
  adminListOrganizations: [get(adam, () => ({ search: "a", limit: "2", sortDirection: "asc" })), get(adam)],
  adminGetOrganization: [get(adam, inAcme)],
  listOrganizationMembers: [get(adam, (world) => ({ ...inAcme(world), search: "a", limit: "2" }))],
  setActiveOrganization: [post(ann, inAcme), post(olga, () => ({ organizationId: null }))],
  getOrganization: [get(ann, inAcme)],
  getFullOrganization: [get(ann, (world) => ({ ...inAcme(world), membersLimit: "5" }))],
  hasPermission: [post(ann, (world) => ({ ...inAcme(world), permissions: { member: ["create"] } }))],
  getActiveMember: [get(ann)],
  getActiveMemberRole: [get(ann, inAcme)],
  listMemberships: [get(ann)],
  listMembers: [
    get(ann, (world) => ({ ...inAcme(world), limit: "5", offset: "0", sortBy: "createdAt", sortDirection: "asc" })),
    get(olga, (world) => ({
      ...inAcme(world),
      search: "a",
      filterField: "role",
      filterValue: "member",
      filterOperator: "eq",
    })),
  ],
  removeMember: [byOlga(async (world) => ({ ...inAcme(world), memberIdOrEmail: (await newMember(world)).memberId }))],
  updateMemberRole: [
    byOlga(async (world) => ({
      ...inAcme(world),
      memberId: (await newMember(world)).memberId,
      role: ["member", "helper"],
    })),
  ],
  leaveOrganization: [
    async (world) => {
      const person = await world.newcomer();
      await world.app.call("addMember", { body: { userId: person.id, role: "member", ...inAcme(world) } });
      return { browser: person.browser, person, body: inAcme(world) };
    },
  ],
  createInvitation: [
    post(olga, (world) => ({
      ...inAcme(world),
      email: `${fresh(world)}@example.com`,
      role: "member",
      resend: true,
      teamId: world.ids.team,
    })),
  ],
  acceptInvitation: [invited((invitationId) => ({ invitationId }))],
  rejectInvitation: [invited((invitationId) => ({ invitationId }))],
  cancelInvitation: [
    byOlga(async (world) => ({ invitationId: (await invite(world, `${fresh(world)}@example.com`)).id })),
  ],
  getInvitation: [get(eve, ({ ids }) => ({ id: String(ids.invitation) }))],
  listInvitations: [get(olga, inAcme)],
  listUserInvitations: [get(eve)],
  createTeam: [post(olga, (world) => ({ ...inAcme(world), name: fresh(world) }))],
  listOrganizationTeams: [get(ann, inAcme)],
  updateTeam: [post(olga, (world) => ({ ...inAcme(world), teamId: world.ids.team, data: { name: "Two" } }))],
  removeTeam: [
    byOlga(async (world) => {
      const { olga } = world.people;
      const team = await sendValid(olga, "/organization/create-team", { name: fresh(world), ...inAcme(world) });
      return { ...inAcme(world), teamId: team.id };
    }),
  ],
  setActiveTeam: [post(ann, () => ({ teamId: null }))],
  listUserTeams: [get(ann, inAcme)],
  listTeamMembers: [get(olga, (world) => ({ ...inAcme(world), teamId: String(world.ids.team) }))],
  addTeamMember: [
    byOlga(async (world) => ({ ...inAcme(world), teamId: world.ids.team, userId: (await newMember(world)).userId })),
  ],
  removeTeamMember: [
    byOlga(async (world) => {
      const { userId } = await newMember(world, world.ids.team);
      return { ...inAcme(world), teamId: world.ids.team, userId };
    }),
  ],
  createOrgRole: [
    post(olga, (world) => ({ ...inAcme(world), role: fresh(world), permission: { project: ["create", "share"] } })),
  ],
  updateOrgRole: [
    byOlga(async (world) => ({
      ...inAcme(world),
      roleName: await newRole(world),
      data: { roleName: fresh(world), permission: { project: ["share"] } },
    })),
  ],
  deleteOrgRole: [byOlga(async (world) => ({ ...inAcme(world), roleName: await newRole(world) }))],
  listOrgRoles: [get(olga, inAcme)],
  getOrgRole: [get(olga, (world) => ({ ...inAcme(world), roleName: "helper" }))],
};
