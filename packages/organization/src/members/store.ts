/** Members: added, changed and removed under a lock on the organization, so that limits and owners hold whoever races. */

import {
  type ActiveSession,
  bumpUserEpoch,
  presentedToken,
  type RequestContext,
  type RotatedSession,
  recordAudit,
  rotateSession,
  userTable,
} from "@latchkey/core";
import {
  grantedBy,
  joinRoles,
  missingPermissions,
  type Permissions,
  type Roles,
  roleNames,
} from "@latchkey/core/access";
import { randomId } from "@latchkey/core/crypto";
import type { Adapter, Transaction, WhereAll } from "@latchkey/core/database";
import { forgetActive } from "../active.ts";
import { type OrganizationErrorCode, refuse } from "../errors.ts";
import { isOwner, type Membership, refuseStandIn } from "../guards.ts";
import type { OrganizationSettings } from "../options.ts";
import { grantsControl } from "../roles/access.ts";
import { rolesOf } from "../roles/store.ts";
import { invitationTable, type MemberRow, memberTable, type OrganizationRow, organizationTable } from "../tables.ts";
import { joinTeams, leaveTeams } from "../teams/store.ts";
import type { MemberWithUserRow } from "./list.ts";

/** The user's columns that come with a member. */
export const joinUser = {
  user: { table: userTable, on: { id: "userId" }, required: true, columns: ["id", "name", "email", "image"] },
} as const;

/** Who is to become a member. */
export interface NewMember {
  readonly organizationId: string;
  readonly userId: string;
  readonly role: string;
  /** Values of the app's own columns. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Most members of the organization. */
  readonly limit: number;
  /** Teams to join, each with how many it may have. */
  readonly teams: ReadonlyMap<string, number>;
}

/**
 * Adds a member to an organization whose lock is held.
 *
 * @param count how many members there are, where that is known
 * @throws {UniqueViolation} they are a member
 * @throws {AuthError} `ORGANIZATION_MEMBERSHIP_LIMIT_REACHED`, `TEAM_NOT_FOUND`, `TEAM_MEMBER_LIMIT_REACHED`
 */
export async function insertMember(
  tx: Adapter,
  context: RequestContext,
  { organizationId, userId, role, fields, limit, teams }: NewMember,
  count?: number,
): Promise<MemberRow> {
  if (Number.isFinite(limit)) {
    const present = count ?? (await tx.count(memberTable, { where: { organizationId } }));
    if (present >= limit) refuse("ORGANIZATION_MEMBERSHIP_LIMIT_REACHED");
  }
  const [teamId = null] = teams.keys();
  const id = randomId(context.random);
  const member: MemberRow = { ...fields, id, organizationId, userId, role, teamId, createdAt: context.now() };
  await tx.insert(memberTable, member);
  await joinTeams(tx, context, { organizationId, userId }, teams);
  return member;
}

/**
 * Adds a member on the server's word.
 * @param active the session on whose behalf the server does it, if any
 * @throws {AuthError} as `insertMember`, and `ORGANIZATION_NOT_FOUND`, `ROLE_NOT_FOUND`, `NOT_ALLOWED_WHILE_IMPERSONATING`
 */
export function addMember(
  context: RequestContext,
  settings: OrganizationSettings,
  wanted: NewMember,
  active: ActiveSession | null,
): Promise<MemberRow> {
  const { organizationId, userId, role } = wanted;
  const actorId = active?.user.id ?? null;
  return context.db.transaction(async (tx) => {
    const present = (await tx.lock(organizationTable, organizationId)) ?? refuse("ORGANIZATION_NOT_FOUND");
    // Under the lock: a role that nobody has yet could be deleted otherwise.
    const roles = await rolesOf(context, settings, present, tx);
    checkRoles(roles, role);
    if (active && (isOwner(settings, role) || givesControl(roles, role))) refuseStandIn(context, active);
    const member = await insertMember(tx, context, wanted);
    await recordAudit(tx, context, { action: "member.create", actorId, userId, organizationId, data: { role } });
    return member;
  });
}

/**
 * Makes a user an owner on the server's word, whether they are a member or not. Other owners stay, and no limit counts.
 *
 * @param active the session on whose behalf the server does it, if any
 * @throws {AuthError} `ORGANIZATION_NOT_FOUND`, `USER_NOT_FOUND`, `NOT_ALLOWED_WHILE_IMPERSONATING`
 */
export function makeOwner(
  context: RequestContext,
  { creatorRole }: OrganizationSettings,
  { organizationId, userId }: Pick<MemberRow, "organizationId" | "userId">,
  active: ActiveSession | null,
): Promise<MemberRow> {
  if (active) refuseStandIn(context, active);
  return context.db.transaction(async (tx) => {
    if (!(await tx.lock(userTable, userId))) refuse("USER_NOT_FOUND");
    if (!(await tx.lock(organizationTable, organizationId))) refuse("ORGANIZATION_NOT_FOUND");
    const present = await tx.findOne(memberTable, { where: { organizationId, userId } });
    const role = joinRoles([...roleNames(present?.role), creatorRole]);
    const fields = { fields: {}, limit: Number.POSITIVE_INFINITY, teams: new Map<string, number>() };
    const member = present ?? (await insertMember(tx, context, { organizationId, userId, role, ...fields }));
    if (present) await tx.update(memberTable, { where: { id: present.id }, set: { role } });
    await bumpUserEpoch(tx, userId);
    await recordAudit(tx, context, {
      action: present ? "member.role.update" : "member.create",
      actorId: active?.user.id ?? null,
      userId,
      organizationId,
      data: present ? { from: present.role, to: role } : { role },
    });
    return { ...member, role };
  });
}

/** Who acts on a member. */
export interface Actor {
  readonly active: ActiveSession;
  readonly membership: Membership;
}

/**
 * Removes a member, with their teams and what their sessions know of the organization. The actor needs every permission
 * that the member has. Only owners remove owners, and the last one stays.
 *
 * @param who id of the member, or the address of the user
 * @throws {AuthError} `MEMBER_NOT_FOUND`, `YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER`,
 *   `YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER`, `NOT_ALLOWED_WHILE_IMPERSONATING`
 */
export function removeMember(
  context: RequestContext,
  settings: OrganizationSettings,
  actor: Actor,
  who: { readonly id: string } | { readonly email: string },
): Promise<Removed> {
  const { active, membership } = actor;
  const denied = "YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER";
  return locked(context, membership.organization, async (tx, organization) => {
    const member = await findMember(tx, organization.id, who);
    if (!member) refuse("MEMBER_NOT_FOUND");
    const roles = await rolesOf(context, settings, organization, tx);
    const own = await requireRank(tx, { roles, membership, denied }, member);
    if (isOwner(settings, member.role)) {
      if (!isOwner(settings, own.role)) refuse(denied);
      refuseStandIn(context, active);
      await keepAnOwner(tx, settings, member, "YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER");
    }
    return takeOut(tx, context, settings, member, active);
  });
}

/** Lets the caller go. @throws {AuthError} `MEMBER_NOT_FOUND`, `YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER` */
export function leave(
  context: RequestContext,
  settings: OrganizationSettings,
  { active, membership }: Actor,
): Promise<Removed> {
  const { organization, member: own } = membership;
  return locked(context, organization, async (tx) => {
    const member = await findMember(tx, organization.id, { id: own.id });
    if (!member) refuse("MEMBER_NOT_FOUND");
    if (isOwner(settings, member.role)) refuseStandIn(context, active);
    await keepAnOwner(tx, settings, member, "YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER");
    return takeOut(tx, context, settings, member, active);
  });
}

/** A member with another role, and the caller's session where it was their own. */
export interface RoleChanged {
  readonly member: MemberRow;
  readonly session: ActiveSession | null;
  readonly token: string | null;
}

/**
 * Gives a member other roles. The actor needs every permission that the member has and gets. Only owners add and remove
 * owners. The caller's own session gets a new token; for another member, cached copies of their sessions end.
 *
 * @throws {AuthError} `MEMBER_NOT_FOUND`, `ROLE_NOT_FOUND`, `YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER`,
 *   `YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER`, `NOT_ALLOWED_WHILE_IMPERSONATING`
 */
export function changeRole(
  context: RequestContext,
  settings: OrganizationSettings,
  { active, membership }: Actor,
  { memberId, role }: { readonly memberId: string; readonly role: string },
): Promise<RoleChanged> {
  const denied = "YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER";
  return locked(context, membership.organization, async (tx, organization) => {
    const roles = await rolesOf(context, settings, organization, tx);
    checkRoles(roles, role);
    const member = await tx.findOne(memberTable, { where: { id: memberId, organizationId: organization.id } });
    if (!member) refuse("MEMBER_NOT_FOUND");
    const [was, becomes] = [isOwner(settings, member.role), isOwner(settings, role)];
    if (was !== becomes || givesControl(roles, role)) refuseStandIn(context, active);
    const own = await requireRank(tx, { roles, membership, denied }, member);
    const mayTouch = (!was && !becomes) || isOwner(settings, own.role);
    if (!mayTouch || !mayGive(own.granted, roles, role)) refuse(denied);
    if (was && !becomes) await keepAnOwner(tx, settings, member, "YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER");
    // Their account may end just now, which waits for no organization that they do not own.
    if ((await tx.update(memberTable, { where: { id: member.id }, set: { role } })) === 0) refuse("MEMBER_NOT_FOUND");
    await recordAudit(tx, context, {
      action: "member.role.update",
      actorId: active.user.id,
      userId: member.userId,
      organizationId: organization.id,
      data: { from: member.role, to: role },
    });
    const { session, token } = await afterRoleChange(tx, context, active, member);
    return { member: { ...member, role }, session, token };
  });
}

async function afterRoleChange(
  tx: Adapter,
  context: RequestContext,
  active: ActiveSession,
  member: MemberRow,
): Promise<{ readonly session: ActiveSession | null; readonly token: string | null }> {
  if (member.userId !== active.user.id) {
    await bumpUserEpoch(tx, member.userId);
    return { session: null, token: null };
  }
  // A client without cookies could not learn of a new token: the answer is a member.
  if (presentedToken(context)?.from !== "cookie") return { session: null, token: null };
  const rotated: RotatedSession = await rotateSession(tx, context, active);
  return { session: rotated.active, token: rotated.token };
}

/** @throws {AuthError} `ROLE_NOT_FOUND`: no role, or one that there is none of */
export function checkRoles(roles: Roles, role: string): void {
  const names = roleNames(role);
  if (names.length === 0 || !names.every((name) => Object.hasOwn(roles, name))) refuse("ROLE_NOT_FOUND");
}

/** Whether an actor with these permissions can assign these roles: only those whose permissions the actor has. */
export function mayGive(granted: Permissions, roles: Roles, role: string): boolean {
  const asked = roleNames(role).map((name) => (Object.hasOwn(roles, name) ? roles[name]?.statements : undefined));
  return asked.every((permissions) => missingPermissions(granted, permissions ?? {}).length === 0);
}

/** Whether any of these roles grants control over the organization or over its roles. */
export function givesControl(roles: Roles, role: string): boolean {
  return grantsControl(grantedBy(roles, roleNames(role)));
}

/** How an actor's rank is looked at. */
export interface RankRules {
  /** All roles of the organization, as they are under its lock. */
  readonly roles: Roles;
  /** The actor, as the guard found them. */
  readonly membership: Membership;
  readonly denied: OrganizationErrorCode;
}

/**
 * The actor still has every permission that the member has, under the organization's lock. Nobody needs a rank over
 * themselves.
 * @returns the actor's role and permissions as they are now
 * @throws {AuthError} `denied`
 */
export async function requireRank(
  tx: Adapter,
  { roles, membership, denied }: RankRules,
  member: Pick<MemberRow, "userId" | "role">,
): Promise<{ readonly role: string; readonly granted: Permissions }> {
  const { id } = membership.member;
  const own = await tx.findOne(memberTable, { where: { id }, columns: ["id", "role"] });
  const granted = grantedBy(roles, roleNames(own?.role));
  const isSelf = member.userId === membership.member.userId;
  if (!own || (!isSelf && !mayGive(granted, roles, member.role))) refuse(denied);
  return { role: own.role, granted };
}

/** A member that is gone, and the caller's session where it changed. */
export interface Removed {
  readonly member: MemberWithUserRow;
  readonly session: ActiveSession | null;
}

async function takeOut(
  tx: Adapter,
  context: RequestContext,
  { teams }: OrganizationSettings,
  member: MemberWithUserRow,
  active: ActiveSession,
): Promise<Removed> {
  const { organizationId, userId, role } = member;
  await tx.remove(memberTable, { where: { id: member.id } });
  if (teams) await leaveTeams(tx, organizationId, userId);
  const cleared = { activeOrganizationId: null, ...(teams ? { activeTeamId: null } : {}) };
  const session = await forgetActive(tx, active, userId, { activeOrganizationId: organizationId }, cleared);
  const action = userId === active.user.id ? "member.leave" : "member.delete";
  if (action === "member.delete") await withdrawInvitations(tx, organizationId, member.user.email);
  await recordAudit(tx, context, { action, actorId: active.user.id, userId, organizationId, data: { role } });
  return { member, session };
}

/** Who was sent away does not come back by a link that they had left over, of before they were made a member. */
async function withdrawInvitations(tx: Adapter, organizationId: string, email: string): Promise<void> {
  const where = { organizationId, email, status: "pending" as const };
  await tx.update(invitationTable, { where, set: { status: "canceled" } });
}

/** @throws {AuthError} this code, if nobody else has the role that an organization is never without */
async function keepAnOwner(
  tx: Adapter,
  settings: OrganizationSettings,
  { organizationId, userId, role }: MemberRow,
  code: "YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER" | "YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER",
): Promise<void> {
  if (isOwner(settings, role) && !(await hasOtherOwner(tx, settings, organizationId, [userId]))) refuse(code);
}

/** Whether an organization, whose lock is held, has an owner besides these users. */
export async function hasOtherOwner(
  tx: Adapter,
  settings: OrganizationSettings,
  organizationId: string,
  userIds: readonly string[],
): Promise<boolean> {
  return hasMemberWith(tx, { organizationId, userId: { notIn: userIds } }, settings.creatorRole);
}

/** Members that are read at a time. */
const batch = 100;

/** Whether any of these members has a role, however many have one that looks like it. */
export async function hasMemberWith(tx: Adapter, members: WhereAll<MemberRow>, role: string): Promise<boolean> {
  let last = "";
  for (;;) {
    const further = { ...members, id: { gt: last } };
    const found = await tx.findMany(memberTable, {
      where: amongRoles(role).map((one) => ({ ...further, role: one })),
      columns: ["id", "role"],
      orderBy: [{ column: "id" }],
      limit: batch,
    });
    // `contains` ignores case, so rows of other roles come along.
    if (found.some((member) => roleNames(member.role).includes(role))) return true;
    if (found.length < batch) return false;
    last = found.at(-1)?.id ?? "";
  }
}

/** The forms of a stored list of roles that names this one: conditions, any of which may hold. */
export function amongRoles(role: string): readonly NonNullable<WhereAll<MemberRow>["role"]>[] {
  return [role, { startsWith: `${role},` }, { endsWith: `,${role}` }, { contains: `,${role},` }];
}

function findMember(
  tx: Adapter,
  organizationId: string,
  who: { readonly id: string } | { readonly email: string },
): Promise<MemberWithUserRow | null> {
  if ("id" in who) return tx.findOne(memberTable, { where: { id: who.id, organizationId }, join: joinUser });
  const join = { user: { ...joinUser.user, where: { email: who.email } } } as const;
  return tx.findOne(memberTable, { where: { organizationId }, join });
}

/** Works under the organization's lock. @throws {AuthError} `MEMBER_NOT_FOUND`: it is gone, and its members with it */
function locked<T>(
  context: RequestContext,
  { id }: OrganizationRow,
  work: (tx: Transaction, present: OrganizationRow) => Promise<T>,
): Promise<T> {
  return context.db.transaction(async (tx) => {
    const present = await tx.lock(organizationTable, id);
    return work(tx, present ?? refuse("MEMBER_NOT_FOUND"));
  });
}
