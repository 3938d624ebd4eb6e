/** Acme: its people, invitations, teams and roles. */

import type {
  Invitation,
  InvitationDetails,
  MemberPage,
  MemberWithUser,
  OrganizationRole,
  OwnInvitation,
  Team,
} from "@latchkey/organization";
import type { Wire } from "../stand-in.ts";
import { ann, bob, cleo, daysFromNow, long, picture } from "./people.ts";

const id = "o-acme";

export function member(who: typeof ann, role: string): Wire<MemberWithUser> {
  const { id: userId, name, email, image } = who;
  const row = { id: `m-${userId}`, organizationId: id, userId, role, teamId: null, createdAt: daysFromNow(-200) };
  return { ...row, user: { id: userId, name, email, image } };
}

export const members: readonly Wire<MemberWithUser>[] = [
  member(ann, "owner"),
  member({ ...bob, image: picture as unknown as null }, "admin"),
  member(cleo, "member,reviewer"),
];
export const longMembers: readonly Wire<MemberWithUser>[] = [
  ...members,
  member(long, "member,reviewer,publisher,billing-contact"),
];

export function page(rows: readonly Wire<MemberWithUser>[], total: number = rows.length): Wire<MemberPage> {
  return { members: rows, total, nextCursor: total > rows.length ? "next" : null };
}

export function invitation(email: string, changes: Partial<Wire<Invitation>> = {}): Wire<Invitation> {
  const whose = { organizationId: id, teamId: null, inviterId: ann.id, role: "member", status: "pending" as const };
  return { id: `i-${email}`, ...whose, email, createdAt: daysFromNow(-1), expiresAt: daysFromNow(6), ...changes };
}

export const invitations: readonly Wire<Invitation>[] = [
  invitation("dora@example.com"),
  invitation("elias@example.org", { role: "admin" }),
];

export const offer: Wire<InvitationDetails> = {
  ...invitation(bob.email),
  organizationName: "Acme",
  organizationSlug: "acme",
  inviterEmail: ann.email,
};
export const offers: readonly Wire<OwnInvitation>[] = [
  { ...invitation(ann.email), id: "i-1", organizationName: "Northwind Traders" },
  { ...invitation(ann.email), id: "i-2", organizationName: "The Society for Exceptionally Long Organization Names" },
];

const team = (teamId: string, name: string): Wire<Team> => ({
  id: teamId,
  name,
  organizationId: id,
  createdAt: daysFromNow(-100),
  updatedAt: null,
});
export const teams: readonly Wire<Team>[] = [team("t-1", "Design"), team("t-2", "Support and success")];
export const teamMembers = [ann, cleo].map((who) => ({
  id: `tm-${who.id}`,
  teamId: "t-1",
  userId: who.id,
  createdAt: daysFromNow(-50),
}));

const role = (name: string, permission: OrganizationRole["permission"]): Wire<OrganizationRole> => ({
  id: `r-${name}`,
  organizationId: id,
  role: name,
  permission,
  createdAt: daysFromNow(-60),
  updatedAt: null,
});
export const roles: readonly Wire<OrganizationRole>[] = [
  role("reviewer", { invitation: ["create"], team: ["update"] }),
  role("publisher", { project: ["share"] }),
  role("guest", {}),
];

export const acme = { id, name: "Acme", slug: "acme", logo: null, metadata: null, createdAt: daysFromNow(-300) };
export const longName = {
  ...acme,
  name: "The Society for Exceptionally Long Organization Names and Their Many Friends",
  slug: "society-for-exceptionally-long-organization-names",
};

/** What `/organization/get-full-organization` answers. */
export function full(changes: object = {}) {
  const people = { members, membersTotal: members.length, membersNextCursor: null };
  return { ...acme, ...people, invitations, teams, ...changes };
}

export const organizations = [acme, { ...acme, id: "o-2", name: "Northwind Traders", slug: "northwind" }];
