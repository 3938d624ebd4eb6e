/** Removes members and lets them leave, under the organization's lock. The last owner has to stay. */

import type { Adapter } from "@latchkey/core/database";
import { type ActiveSession, type RequestContext, recordAudit } from "@latchkey/core/plugin";
import { type ActiveSelection, clearActive } from "../active.ts";
import { failWith } from "../errors.ts";
import { denyImpersonator, isOwner } from "../guards.ts";
import { lockAccount, lockMembership } from "../lock-membership.ts";
import type { OrganizationSettings } from "../options.ts";
import { rolesOf } from "../roles/store.ts";
import { invitationTable, type MemberRow, memberTable, organizationTable } from "../tables.ts";
import { leaveTeams } from "../teams/store.ts";
import type { MemberWithUserRow } from "./list.ts";
import { requireAllPermissionsOf } from "./rank.ts";
import { type Actor, joinUser, requireAnotherOwner } from "./store.ts";

/**
 * Removes a member, their team memberships, and the organization from their sessions. The actor needs every permission
 * that the member has. Only owners can remove owners, and the last owner can't be removed.
 *
 * @param who the member's id, or the user's email
 * @throws {AuthError} `MEMBER_NOT_FOUND`, `YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER`,
 * `YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER`, `NOT_ALLOWED_WHILE_IMPERSONATING`
 */
export async function removeMember(
  context: RequestContext,
  settings: OrganizationSettings,
  actor: Actor,
  who: { readonly id: string } | { readonly email: string },
): Promise<RemovalResult> {
  const { active, membership } = actor;
  const known = await findMember(context.db, membership.organization.id, who);
  return context.db.transaction(async (tx) => {
    await lockAccount(tx, known);
    const actorMembership = await lockMembership(tx, context, settings, membership, "MEMBER_NOT_FOUND");
    const { organization } = actorMembership;
    const member = await findMember(tx, organization.id, who);
    if (!member) failWith("MEMBER_NOT_FOUND");
    const roles = await rolesOf(context, settings, organization, tx);
    requireAllPermissionsOf(actorMembership, roles, member);
    if (isOwner(settings, member.role)) {
      if (!isOwner(settings, actorMembership.member.role)) failWith(actorMembership.required.denied);
      denyImpersonator(context, active);
      await requireAnotherOwner(tx, settings, member, "YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER");
    }
    return removeMembership(tx, context, settings, member, active);
  });
}

/**
 * Ends the caller's membership.
 * @throws {AuthError} `MEMBER_NOT_FOUND`, `YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER`,
 * `NOT_ALLOWED_WHILE_IMPERSONATING`
 */
export function leave(
  context: RequestContext,
  settings: OrganizationSettings,
  { active, membership }: Actor,
): Promise<RemovalResult> {
  const { organization, member: own } = membership;
  return context.db.transaction(async (tx) => {
    await lockAccount(tx, own);
    if (!(await tx.lock(organizationTable, organization.id))) failWith("MEMBER_NOT_FOUND");
    const member = await findMember(tx, organization.id, { id: own.id });
    if (!member) failWith("MEMBER_NOT_FOUND");
    if (isOwner(settings, member.role)) denyImpersonator(context, active);
    await requireAnotherOwner(tx, settings, member, "YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER");
    return removeMembership(tx, context, settings, member, active);
  });
}

/** The removed member, and the caller's session if it changed. */
export interface RemovalResult {
  readonly member: MemberWithUserRow;
  readonly session: ActiveSession | null;
}

async function removeMembership(
  tx: Adapter,
  context: RequestContext,
  settings: OrganizationSettings,
  member: MemberWithUserRow,
  active: ActiveSession,
): Promise<RemovalResult> {
  const { organizationId, userId, role } = member;
  await deleteMember(tx, settings, member);
  const cleared = clearedSelection(settings);
  const session = await clearActive(tx, active, userId, { activeOrganizationId: organizationId }, cleared);
  const action = userId === active.user.id ? "member.leave" : "member.delete";
  const cancel = { organizationId, userId, actorId: active.user.id };
  await cancelInvitationsOf(tx, context, action === "member.leave" ? cancel : { ...cancel, email: member.user.email });
  await recordAudit(tx, context, { action, actorId: active.user.id, userId, organizationId, data: { role } });
  return { member, session };
}

/** Deletes a member's row and team memberships. */
export async function deleteMember(
  tx: Adapter,
  { teamsEnabled }: OrganizationSettings,
  { id, organizationId, userId }: MemberRow,
): Promise<void> {
  await tx.remove(memberTable, { where: { id } });
  if (teamsEnabled) await leaveTeams(tx, organizationId, userId);
}

/** Returns the column values for sessions that lose their active organization. */
export function clearedSelection({ teamsEnabled }: OrganizationSettings): Partial<ActiveSelection> {
  return { activeOrganizationId: null, ...(teamsEnabled ? { activeTeamId: null } : {}) };
}

/**
 * Cancels the pending invitations that a former member sent, because they can no longer invite users.
 * @param email also cancels those sent to this email, so that a removed member can't return with an old link
 */
export async function cancelInvitationsOf(
  tx: Adapter,
  context: RequestContext,
  { organizationId, userId, actorId, email }: Pick<MemberRow, "organizationId" | "userId"> & InvitationCancellation,
): Promise<void> {
  const pending = { organizationId, status: "pending" as const };
  const received = email === undefined ? [] : [{ ...pending, email }];
  const where = [{ ...pending, inviterId: userId }, ...received];
  const count = await tx.update(invitationTable, { where, set: { status: "canceled" } });
  if (count === 0) return;
  const data = { reason: email === undefined ? "left" : "removed", count };
  await recordAudit(tx, context, { action: "invitation.cancel", actorId, userId, organizationId, data });
}

interface InvitationCancellation {
  readonly actorId: string | null;
  readonly email?: string;
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
