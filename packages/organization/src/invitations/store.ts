/** Invitations: made, renewed and ended. One open invitation for each address, under a lock on the organization. */

import { randomId } from "@latchkey/core/crypto";
import type { Adapter } from "@latchkey/core/database";
import {
  type ActiveSession,
  putMessage,
  type RequestContext,
  type RightsLoss,
  recordAudit,
  userTable,
} from "@latchkey/core/plugin";
import { refuse } from "../errors.ts";
import { type Membership, may } from "../guards.ts";
import { holdMembership } from "../hold.ts";
import { mayGive } from "../members/rank.ts";
import type { OrganizationSettings } from "../options.ts";
import { rolesOf } from "../roles/store.ts";
import { type InvitationRow, invitationTable, memberTable, teamMemberTable, teamTable } from "../tables.ts";
import { checkRoom } from "../teams/store.ts";
import { invitationMessage } from "./mail.ts";
import { checkInvitedRole } from "./roles.ts";

/** What an invitation is made of. */
export interface NewInvitation {
  /** The inviter, as the guard found them. */
  readonly active: ActiveSession;
  readonly membership: Membership;
  readonly email: string;
  readonly role: string;
  /** Teams to join, each with how many members it may have. */
  readonly teams: ReadonlyMap<string, number>;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Send the open one again instead of refusing. */
  readonly resend: boolean;
  /** Most open invitations. */
  readonly limit: number;
}

/**
 * Opens an invitation, or renews the open one where that is wanted.
 *
 * @throws {AuthError} `USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION`, `USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION`,
 *   `INVITATION_LIMIT_REACHED`, `TEAM_NOT_FOUND`, `YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_TEAM_MEMBER`,
 *   `TEAM_MEMBER_LIMIT_REACHED`, `ORGANIZATION_NOT_FOUND`; `YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION`: the
 *   inviter lost rights meanwhile; what `checkInvitedRole` refuses with
 */
export function openInvitation(
  context: RequestContext,
  settings: OrganizationSettings,
  wanted: NewInvitation,
): Promise<InvitationRow> {
  const { active, membership, email, resend } = wanted;
  const { user: inviter } = active;
  const organizationId = membership.organization.id;
  return context.db.transaction(async (tx) => {
    // A ban changes the epoch. If it comes first, the invitation is refused. If it comes later, it cancels the invitation.
    const present = await tx.lock(userTable, inviter.id);
    if (present?.epoch !== inviter.epoch) refuse("YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION");
    // The same goes for a removal, which waits for the organization's lock. A later demotion is looked at on acceptance.
    const own = await holdMembership(tx, context, settings, membership, "ORGANIZATION_NOT_FOUND");
    await checkInvitedRole(context, settings, active, own, wanted.role, tx);
    if (await isMember(tx, organizationId, email)) refuse("USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION");
    const open = { organizationId, status: "pending" as const, expiresAt: { gt: context.now() } };
    const [pending] = await tx.findMany(invitationTable, { where: { ...open, email }, limit: 1 });
    if (pending && !resend && !settings.cancelsOnReInvite) refuse("USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION");
    const invitation =
      pending && resend
        ? await renew(tx, context, settings, { ...wanted, membership: own }, pending)
        : await insert(tx, context, settings, { ...wanted, membership: own }, pending ?? null);
    await recordAudit(tx, context, {
      action: pending && resend ? "invitation.resend" : "invitation.create",
      actorId: inviter.id,
      organizationId,
      data: { email, role: invitation.role, invitationId: invitation.id },
    });
    if (settings.send) await putMessage(tx, context, invitationMessage(context, invitation));
    return invitation;
  });
}

/** Revokes what a banned user has sent, in the transaction of the ban. */
export async function revokeSentBy(
  tx: Adapter,
  context: RequestContext,
  { userId, reason, actorId }: RightsLoss,
): Promise<void> {
  if (reason !== "banned") return;
  const where = { inviterId: userId, status: "pending" as const };
  const count = await tx.update(invitationTable, { where, set: { status: "canceled" } });
  if (count === 0) return;
  await recordAudit(tx, context, { action: "invitation.cancel", actorId, userId, data: { reason, count } });
}

async function isMember(tx: Adapter, organizationId: string, email: string): Promise<boolean> {
  const join = {
    user: { table: userTable, on: { id: "userId" }, required: true, columns: ["id"], where: { email } },
  } as const;
  return (await tx.findOne(memberTable, { where: { organizationId }, columns: ["id"], join })) !== null;
}

async function renew(
  tx: Adapter,
  context: RequestContext,
  settings: OrganizationSettings,
  { role, active, membership }: NewInvitation,
  present: InvitationRow,
): Promise<InvitationRow> {
  // The open invitation may be for another role than the one asked for.
  if (present.role !== null && present.role !== role) {
    await checkInvitedRole(context, settings, active, membership, present.role, tx);
  }
  const expiresAt = expiry(context, settings);
  await tx.update(invitationTable, { where: { id: present.id }, set: { expiresAt } });
  return { ...present, expiresAt };
}

async function insert(
  tx: Adapter,
  context: RequestContext,
  settings: OrganizationSettings,
  { active, membership, email, role, teams, fields, limit }: NewInvitation,
  replaced: InvitationRow | null,
): Promise<InvitationRow> {
  const organizationId = membership.organization.id;
  const inviterId = active.user.id;
  if (replaced) {
    // Replacing cancels, so it takes what revoking takes: all permissions of the role that the other inviter offered.
    const roles = await rolesOf(context, settings, membership.organization, tx);
    if (replaced.inviterId !== inviterId && !mayGive(membership.granted, roles, replaced.role ?? "")) {
      refuse("YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE");
    }
    await tx.update(invitationTable, { where: { id: replaced.id }, set: { status: "canceled" } });
  }
  if (Number.isFinite(limit)) {
    const open = { organizationId, status: "pending" as const, expiresAt: { gt: context.now() } };
    if ((await tx.count(invitationTable, { where: open })) >= limit) refuse("INVITATION_LIMIT_REACHED");
  }
  await checkTeams(tx, organizationId, teams);
  // Who can add members to any team also invites into any. The others invite into teams that they are in.
  if (!may(membership.granted, ["member", "update"])) await requireOwnTeams(tx, inviterId, [...teams.keys()]);
  const invitation: InvitationRow = {
    ...fields,
    id: randomId(context.random),
    organizationId,
    email,
    role,
    status: "pending",
    teamId: teams.size === 0 ? null : [...teams.keys()].join(","),
    inviterId,
    expiresAt: expiry(context, settings),
    createdAt: context.now(),
    revision: 0,
  };
  await tx.insert(invitationTable, invitation);
  return invitation;
}

/** Whether the teams are there and have room. Looked at again when the invitation is accepted. */
async function checkTeams(tx: Adapter, organizationId: string, teams: ReadonlyMap<string, number>): Promise<void> {
  const ids = [...teams.keys()];
  if (ids.length === 0) return;
  if ((await tx.count(teamTable, { where: { organizationId, id: { in: ids } } })) < ids.length)
    refuse("TEAM_NOT_FOUND");
  for (const [teamId, most] of teams) await checkRoom(tx, teamId, most);
}

/** @throws {AuthError} `YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_TEAM_MEMBER`: the inviter isn't in one of these teams */
export async function requireOwnTeams(db: Adapter, userId: string, teamIds: readonly string[]): Promise<void> {
  if (teamIds.length === 0) return;
  const own = await db.count(teamMemberTable, { where: { userId, teamId: { in: teamIds } } });
  if (own < teamIds.length) refuse("YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_TEAM_MEMBER");
}

function expiry(context: RequestContext, { invitationExpiresIn }: OrganizationSettings): Date {
  return new Date(context.now().getTime() + invitationExpiresIn * 1000);
}

/**
 * Ends an open invitation. Of racing callers one does, whichever way it ends.
 * @returns whether this one did
 */
export async function endInvitation(
  tx: Adapter,
  { now }: RequestContext,
  { id, email, revision }: InvitationRow,
  status: "accepted" | "rejected",
): Promise<boolean> {
  const where = { id, email, revision, status: "pending" as const, expiresAt: { gt: now() } };
  return (await tx.update(invitationTable, { where, set: { status } })) > 0;
}
