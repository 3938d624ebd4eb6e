/**
 * Adds and changes members under the organization's lock, so that concurrent requests can't exceed limits or remove the
 * last owner.
 */

import { joinRoles, roleNames } from "@latchkey/core/access";
import { randomId } from "@latchkey/core/crypto";
import type { Adapter, WhereAll } from "@latchkey/core/database";
import {
  type ActiveSession,
  incrementUserEpoch,
  type RequestContext,
  type RotatedSession,
  readFields,
  readSessionToken,
  recordAudit,
  rotateSession,
  userTable,
} from "@latchkey/core/plugin";
import { failWith } from "../errors.ts";
import { denyImpersonator, isOwner, type Membership } from "../guards.ts";
import { lockAccount, lockMembership } from "../lock-membership.ts";
import type { OrganizationSettings } from "../options.ts";
import { rolesOf } from "../roles/store.ts";
import { type MemberRow, memberTable, notSuspended, organizationTable } from "../tables.ts";
import { joinTeams } from "../teams/store.ts";
import { canAssignRoles, checkRoles, requireAllPermissionsOf, rolesGrantControl } from "./rank.ts";

/** Joins the user's columns that are returned with a member. */
export const joinUser = {
  user: { table: userTable, on: { id: "userId" }, required: true, columns: ["id", "name", "email", "image"] },
} as const;

/** The values of a new member. */
export interface NewMember {
  readonly organizationId: string;
  readonly userId: string;
  readonly role: string;
  /** Values of the app's custom columns. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Maximum members of the organization. */
  readonly limit: number;
  /** The teams to join, each with its maximum number of members. */
  readonly teams: ReadonlyMap<string, number>;
}

/** Returns defaults for the member's custom columns, for calls without an input for them. */
export function defaultMemberFields({ settings }: RequestContext): Promise<Readonly<Record<string, unknown>>> {
  const fields = Object.entries(settings.fields.member ?? {});
  return readFields(
    Object.fromEntries(fields.map(([name, field]) => [name, { ...field, input: false }])),
    {},
    "create",
  );
}

/**
 * Adds a member to an organization that's already locked.
 *
 * @param count the current number of members, if known
 * @throws {UniqueViolation} if the user is already a member
 * @throws {AuthError} `ORGANIZATION_MEMBERSHIP_LIMIT_REACHED`, `TEAM_NOT_FOUND`, `TEAM_MEMBER_LIMIT_REACHED`
 */
export async function insertMember(
  tx: Adapter,
  context: RequestContext,
  { organizationId, userId, role, fields, limit, teams }: NewMember,
  count?: number,
): Promise<MemberRow> {
  if (Number.isFinite(limit)) {
    const memberCount = count ?? (await tx.count(memberTable, { where: { organizationId } }));
    if (memberCount >= limit) failWith("ORGANIZATION_MEMBERSHIP_LIMIT_REACHED");
  }
  const [teamId = null] = teams.keys();
  const id = randomId(context.random);
  const member: MemberRow = {
    ...fields,
    id,
    organizationId,
    userId,
    role,
    teamId,
    createdAt: context.now(),
    suspendedAt: null,
  };
  await tx.insert(memberTable, member);
  await joinTeams(tx, context, { organizationId, userId }, teams);
  return member;
}

/**
 * Adds a member on behalf of the server.
 * @param active the session that the server acts for, if any
 * @throws {AuthError} as for `insertMember`, and `ORGANIZATION_NOT_FOUND`, `ROLE_NOT_FOUND`,
 * `NOT_ALLOWED_WHILE_IMPERSONATING`
 */
export function addMember(
  context: RequestContext,
  settings: OrganizationSettings,
  newMember: NewMember,
  active: ActiveSession | null,
): Promise<MemberRow> {
  const { organizationId, userId, role } = newMember;
  const actorId = active?.user.id ?? null;
  return context.db.transaction(async (tx) => {
    const present = (await tx.lock(organizationTable, organizationId)) ?? failWith("ORGANIZATION_NOT_FOUND");
    // Check under the lock. Otherwise, a role that isn't assigned yet could be deleted in the meantime.
    const roles = await rolesOf(context, settings, present, tx);
    checkRoles(roles, role);
    if (active && (isOwner(settings, role) || rolesGrantControl(roles, role))) denyImpersonator(context, active);
    const member = await insertMember(tx, context, newMember);
    await recordAudit(tx, context, { action: "member.create", actorId, userId, organizationId, data: { role } });
    return member;
  });
}

/**
 * Makes a user an owner on behalf of the server, whether they're a member or not. Other owners stay, and limits don't
 * apply. Ends a suspension.
 *
 * @param active the session that the server acts for, if any
 * @throws {AuthError} `ORGANIZATION_NOT_FOUND`, `USER_NOT_FOUND`, `NOT_ALLOWED_WHILE_IMPERSONATING`
 */
export function makeOwner(
  context: RequestContext,
  { creatorRole }: OrganizationSettings,
  { organizationId, userId }: Pick<MemberRow, "organizationId" | "userId">,
  active: ActiveSession | null,
): Promise<MemberRow> {
  if (active) denyImpersonator(context, active);
  return context.db.transaction(async (tx) => {
    if (!(await tx.lock(userTable, userId))) failWith("USER_NOT_FOUND");
    if (!(await tx.lock(organizationTable, organizationId))) failWith("ORGANIZATION_NOT_FOUND");
    const existing = await tx.findOne(memberTable, { where: { organizationId, userId } });
    const role = joinRoles([...roleNames(existing?.role), creatorRole]);
    const fields = { fields: {}, limit: Number.POSITIVE_INFINITY, teams: new Map<string, number>() };
    const member = existing ?? (await insertMember(tx, context, { organizationId, userId, role, ...fields }));
    if (existing) await tx.update(memberTable, { where: { id: existing.id }, set: { role, ...notSuspended } });
    await incrementUserEpoch(tx, userId);
    await recordAudit(tx, context, {
      action: existing ? "member.role.update" : "member.create",
      actorId: active?.user.id ?? null,
      userId,
      organizationId,
      data: existing ? { from: existing.role, to: role } : { role },
    });
    return { ...member, role, suspendedAt: null };
  });
}

/** The caller who acts on a member. */
export interface Actor {
  readonly active: ActiveSession;
  readonly membership: Membership;
}

/** A member with the new role, and the caller's session if it was their own role. */
export interface RoleChangeResult {
  readonly member: MemberRow;
  readonly session: ActiveSession | null;
  readonly token: string | null;
}

/**
 * Replaces a member's roles. The actor needs every permission of the old and new roles, and only owners can add or
 * remove owners. The caller's own session gets a new token. For other members, cached copies of their sessions end.
 *
 * @throws {AuthError} `MEMBER_NOT_FOUND`, `ROLE_NOT_FOUND`, `YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER`,
 * `YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER`, `NOT_ALLOWED_WHILE_IMPERSONATING`
 */
export async function changeRole(
  context: RequestContext,
  settings: OrganizationSettings,
  { active, membership }: Actor,
  { memberId, role }: { readonly memberId: string; readonly role: string },
): Promise<RoleChangeResult> {
  const where = { id: memberId, organizationId: membership.organization.id };
  const known = await context.db.findOne(memberTable, { where, columns: ["id", "userId"] });
  return context.db.transaction(async (tx) => {
    await lockAccount(tx, known);
    const actorMembership = await lockMembership(tx, context, settings, membership, "MEMBER_NOT_FOUND");
    const { organization } = actorMembership;
    const roles = await rolesOf(context, settings, organization, tx);
    checkRoles(roles, role);
    const member = await tx.findOne(memberTable, { where });
    if (!member) failWith("MEMBER_NOT_FOUND");
    const [wasOwner, willBeOwner] = [isOwner(settings, member.role), isOwner(settings, role)];
    if (wasOwner !== willBeOwner || rolesGrantControl(roles, role)) denyImpersonator(context, active);
    requireAllPermissionsOf(actorMembership, roles, member);
    const canChangeOwnership = (!wasOwner && !willBeOwner) || isOwner(settings, actorMembership.member.role);
    if (!canChangeOwnership || !canAssignRoles(actorMembership.granted, roles, role))
      failWith(actorMembership.required.denied);
    if (wasOwner && !willBeOwner)
      await requireAnotherOwner(tx, settings, member, "YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER");
    // The account could be deleted at the same time. Deleting it locks only the organizations that the user owns.
    if ((await tx.update(memberTable, { where: { id: member.id }, set: { role } })) === 0) failWith("MEMBER_NOT_FOUND");
    await recordAudit(tx, context, {
      action: "member.role.update",
      actorId: active.user.id,
      userId: member.userId,
      organizationId: organization.id,
      data: { from: member.role, to: role },
    });
    const { session, token } = await refreshSessions(tx, context, active, member);
    return { member: { ...member, role }, session, token };
  });
}

async function refreshSessions(
  tx: Adapter,
  context: RequestContext,
  active: ActiveSession,
  member: MemberRow,
): Promise<{ readonly session: ActiveSession | null; readonly token: string | null }> {
  if (member.userId !== active.user.id) {
    await incrementUserEpoch(tx, member.userId);
    return { session: null, token: null };
  }
  // The response is a member, so a client without cookies couldn't learn a new token.
  if (readSessionToken(context)?.source !== "cookie") return { session: null, token: null };
  const rotated: RotatedSession = await rotateSession(tx, context, active);
  return { session: rotated.active, token: rotated.token };
}

/** @throws {AuthError} this code if the member is the organization's last owner */
export async function requireAnotherOwner(
  tx: Adapter,
  settings: OrganizationSettings,
  { organizationId, userId, role }: MemberRow,
  code: "YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER" | "YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER",
): Promise<void> {
  if (isOwner(settings, role) && !(await hasOtherOwner(tx, settings, organizationId, [userId]))) failWith(code);
}

/** Whether an organization, which must be locked, has an owner other than these users who isn't suspended. */
export async function hasOtherOwner(
  tx: Adapter,
  settings: OrganizationSettings,
  organizationId: string,
  userIds: readonly string[],
): Promise<boolean> {
  return hasMemberWithRole(tx, { organizationId, userId: { notIn: userIds }, ...notSuspended }, settings.creatorRole);
}

/** Members per query. */
const batchSize = 100;

/** Whether any of these members has a role. Reads in batches, because the conditions also match similar role names. */
export async function hasMemberWithRole(tx: Adapter, members: WhereAll<MemberRow>, role: string): Promise<boolean> {
  let last = "";
  for (;;) {
    const further = { ...members, id: { gt: last } };
    const found = await tx.findMany(memberTable, {
      where: roleConditions(role).map((one) => ({ ...further, role: one })),
      columns: ["id", "role"],
      orderBy: [{ column: "id" }],
      limit: batchSize,
    });
    // `contains` ignores case and word boundaries, so it can match rows with other roles.
    if (found.some((member) => roleNames(member.role).includes(role))) return true;
    if (found.length < batchSize) return false;
    last = found.at(-1)?.id ?? "";
  }
}

/**
 * Returns conditions of which at least one matches any stored list that contains this role. Lists imported from another
 * library can have spaces around names, such as `member, owner`.
 */
export function roleConditions(role: string): readonly NonNullable<WhereAll<MemberRow>["role"]>[] {
  return [role, ...[`${role},`, `,${role}`, `${role} `, ` ${role}`].map((part) => ({ contains: part }))];
}
