/** Members: added and changed under a lock on the organization, so that limits and owners hold whoever races. */

import { joinRoles, roleNames } from "@latchkey/core/access";
import { randomId } from "@latchkey/core/crypto";
import type { Adapter, WhereAll } from "@latchkey/core/database";
import {
  type ActiveSession,
  bumpUserEpoch,
  presentedToken,
  type RequestContext,
  type RotatedSession,
  recordAudit,
  rotateSession,
  userTable,
} from "@latchkey/core/plugin";
import { refuse } from "../errors.ts";
import { isOwner, type Membership, refuseStandIn } from "../guards.ts";
import { holdMembership } from "../hold.ts";
import type { OrganizationSettings } from "../options.ts";
import { rolesOf } from "../roles/store.ts";
import { type MemberRow, memberTable, organizationTable } from "../tables.ts";
import { joinTeams } from "../teams/store.ts";
import { checkRoles, givesControl, mayGive, requireRank } from "./rank.ts";

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
  return context.db.transaction(async (tx) => {
    const own = await holdMembership(tx, context, settings, membership, "MEMBER_NOT_FOUND");
    const { organization } = own;
    const roles = await rolesOf(context, settings, organization, tx);
    checkRoles(roles, role);
    const member = await tx.findOne(memberTable, { where: { id: memberId, organizationId: organization.id } });
    if (!member) refuse("MEMBER_NOT_FOUND");
    const [was, becomes] = [isOwner(settings, member.role), isOwner(settings, role)];
    if (was !== becomes || givesControl(roles, role)) refuseStandIn(context, active);
    requireRank(own, roles, member);
    const mayTouch = (!was && !becomes) || isOwner(settings, own.member.role);
    if (!mayTouch || !mayGive(own.granted, roles, role)) refuse(own.asked.denied);
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

/** @throws {AuthError} this code, if nobody else has the role that an organization is never without */
export async function keepAnOwner(
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
    // `contains` ignores case and where the name begins, so rows of other roles come along.
    if (found.some((member) => roleNames(member.role).includes(role))) return true;
    if (found.length < batch) return false;
    last = found.at(-1)?.id ?? "";
  }
}

/**
 * Conditions of which at least one holds for a stored list of roles that names this one. Rows that were moved from another
 * library can have blanks around a name: `member, owner`.
 */
export function amongRoles(role: string): readonly NonNullable<WhereAll<MemberRow>["role"]>[] {
  return [role, ...[`${role},`, `,${role}`, `${role} `, ` ${role}`].map((part) => ({ contains: part }))];
}
