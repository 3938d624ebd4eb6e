/** Removing members and leaving, under a lock on the organization. An owner stays whoever goes. */

import type { Adapter } from "@latchkey/core/database";
import { type ActiveSession, type RequestContext, recordAudit } from "@latchkey/core/plugin";
import { forgetActive } from "../active.ts";
import { refuse } from "../errors.ts";
import { isOwner, refuseStandIn } from "../guards.ts";
import { holdMembership } from "../hold.ts";
import type { OrganizationSettings } from "../options.ts";
import { rolesOf } from "../roles/store.ts";
import { invitationTable, type MemberRow, memberTable, organizationTable } from "../tables.ts";
import { leaveTeams } from "../teams/store.ts";
import type { MemberWithUserRow } from "./list.ts";
import { requireRank } from "./rank.ts";
import { type Actor, joinUser, keepAnOwner } from "./store.ts";

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
  return context.db.transaction(async (tx) => {
    const own = await holdMembership(tx, context, settings, membership, "MEMBER_NOT_FOUND");
    const { organization } = own;
    const member = await findMember(tx, organization.id, who);
    if (!member) refuse("MEMBER_NOT_FOUND");
    const roles = await rolesOf(context, settings, organization, tx);
    requireRank(own, roles, member);
    if (isOwner(settings, member.role)) {
      if (!isOwner(settings, own.member.role)) refuse(own.asked.denied);
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
  return context.db.transaction(async (tx) => {
    if (!(await tx.lock(organizationTable, organization.id))) refuse("MEMBER_NOT_FOUND");
    const member = await findMember(tx, organization.id, { id: own.id });
    if (!member) refuse("MEMBER_NOT_FOUND");
    if (isOwner(settings, member.role)) refuseStandIn(context, active);
    await keepAnOwner(tx, settings, member, "YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER");
    return takeOut(tx, context, settings, member, active);
  });
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
  const cancel = { organizationId, userId, actorId: active.user.id };
  await cancelInvitationsOf(tx, context, action === "member.leave" ? cancel : { ...cancel, email: member.user.email });
  await recordAudit(tx, context, { action, actorId: active.user.id, userId, organizationId, data: { role } });
  return { member, session };
}

/**
 * Cancels the pending invitations that a former member sent, because they can't invite anymore.
 * @param email also those that were sent to this address, so that a removed member can't come back with an old link
 */
async function cancelInvitationsOf(
  tx: Adapter,
  context: RequestContext,
  { organizationId, userId, actorId, email }: Pick<MemberRow, "organizationId" | "userId"> & Canceling,
): Promise<void> {
  const pending = { organizationId, status: "pending" as const };
  const received = email === undefined ? [] : [{ ...pending, email }];
  const where = [{ ...pending, inviterId: userId }, ...received];
  const count = await tx.update(invitationTable, { where, set: { status: "canceled" } });
  if (count === 0) return;
  const data = { reason: email === undefined ? "left" : "removed", count };
  await recordAudit(tx, context, { action: "invitation.cancel", actorId, userId, organizationId, data });
}

interface Canceling {
  readonly actorId: string;
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
