/** Creates, extends, and ends invitations. The organization's lock ensures one pending invitation per email. */

import { randomId } from "@latchkey/core/crypto";
import type { Adapter } from "@latchkey/core/database";
import {
  type AccessRevocation,
  type ActiveSession,
  enqueueMessage,
  type RequestContext,
  recordAudit,
  userTable,
} from "@latchkey/core/plugin";
import { failWith } from "../errors.ts";
import { isGranted, type Membership } from "../guards.ts";
import { lockMembership } from "../lock-membership.ts";
import { canAssignRoles } from "../members/rank.ts";
import type { OrganizationSettings } from "../options.ts";
import { rolesOf } from "../roles/store.ts";
import { type InvitationRow, invitationTable, memberTable, teamMemberTable, teamTable } from "../tables.ts";
import { checkTeamCapacity } from "../teams/store.ts";
import { invitationMessage } from "./mail.ts";
import { checkInvitedRole } from "./roles.ts";

/** The values of a new invitation. */
export interface NewInvitation {
  /** The inviter, as loaded by the guard. */
  readonly active: ActiveSession;
  readonly membership: Membership;
  readonly email: string;
  readonly role: string;
  /** The teams to join, each with its maximum number of members. */
  readonly teams: ReadonlyMap<string, number>;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Whether to resend a pending invitation instead of failing. */
  readonly resend: boolean;
  /** Maximum number of pending invitations. */
  readonly limit: number;
}

/**
 * Creates an invitation, or extends the pending one if `resend` is set.
 *
 * @throws {AuthError}
 * - `USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION`, `USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION`
 * - `INVITATION_LIMIT_REACHED`, `TEAM_NOT_FOUND`, `TEAM_MEMBER_LIMIT_REACHED`, `ORGANIZATION_NOT_FOUND`
 * - `YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_TEAM_MEMBER` if the inviter can't add members to one of the teams
 * - `YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION` if the inviter lost permissions meanwhile
 * - any error of `checkInvitedRole`
 */
export function createOrResendInvitation(
  context: RequestContext,
  settings: OrganizationSettings,
  newInvitation: NewInvitation,
): Promise<InvitationRow> {
  const { active, membership, email, resend } = newInvitation;
  const { user: inviter } = active;
  const organizationId = membership.organization.id;
  return context.db.transaction(async (tx) => {
    // A ban changes the epoch. If it comes first, this call fails. If it comes later, it cancels the invitation.
    const present = await tx.lock(userTable, inviter.id);
    if (present?.epoch !== inviter.epoch) failWith("YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION");
    // The same goes for a removal, which waits for the organization's lock. Later demotions are checked on acceptance.
    const own = await lockMembership(tx, context, settings, membership, "ORGANIZATION_NOT_FOUND");
    await checkInvitedRole(context, settings, active, own, newInvitation.role, tx);
    if (await isMember(tx, organizationId, email)) failWith("USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION");
    const open = { organizationId, status: "pending" as const, expiresAt: { gt: context.now() } };
    const [pending] = await tx.findMany(invitationTable, { where: { ...open, email }, limit: 1 });
    if (pending && !resend && !settings.cancelPendingOnReInvite)
      failWith("USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION");
    const invitation =
      pending && resend
        ? await resendInvitation(tx, context, settings, { ...newInvitation, membership: own }, pending)
        : await insertInvitation(tx, context, settings, { ...newInvitation, membership: own }, pending ?? null);
    await recordAudit(tx, context, {
      action: pending && resend ? "invitation.resend" : "invitation.create",
      actorId: inviter.id,
      organizationId,
      data: { email, role: invitation.role, invitationId: invitation.id },
    });
    if (settings.sendInvitation) await enqueueMessage(tx, context, invitationMessage(context, invitation));
    return invitation;
  });
}

/** Cancels the pending invitations that a banned user sent, in the transaction of the ban. */
export async function revokeInvitationsOfBannedUser(
  tx: Adapter,
  context: RequestContext,
  { userId, reason, actorId }: AccessRevocation,
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

async function resendInvitation(
  tx: Adapter,
  context: RequestContext,
  settings: OrganizationSettings,
  { role, active, membership }: NewInvitation,
  pending: InvitationRow,
): Promise<InvitationRow> {
  // The pending invitation can have a different role than the request.
  if (pending.role !== null && pending.role !== role) {
    await checkInvitedRole(context, settings, active, membership, pending.role, tx);
  }
  const expiresAt = newExpiry(context, settings);
  await tx.update(invitationTable, { where: { id: pending.id }, set: { expiresAt } });
  return { ...pending, expiresAt };
}

async function insertInvitation(
  tx: Adapter,
  context: RequestContext,
  settings: OrganizationSettings,
  { active, membership, email, role, teams, fields, limit }: NewInvitation,
  pending: InvitationRow | null,
): Promise<InvitationRow> {
  const organizationId = membership.organization.id;
  const inviterId = active.user.id;
  if (pending) {
    // Replacing cancels the pending invitation, so it requires the same as revoking: all permissions of that
    // invitation's role.
    const roles = await rolesOf(context, settings, membership.organization, tx);
    if (pending.inviterId !== inviterId && !canAssignRoles(membership.granted, roles, pending.role ?? "")) {
      failWith("YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE");
    }
    await tx.update(invitationTable, { where: { id: pending.id }, set: { status: "canceled" } });
  }
  if (Number.isFinite(limit)) {
    const open = { organizationId, status: "pending" as const, expiresAt: { gt: context.now() } };
    if ((await tx.count(invitationTable, { where: open })) >= limit) failWith("INVITATION_LIMIT_REACHED");
  }
  const onlyTeam = isGranted(membership.granted, ["member", "update"]) ? unlimitedTeam(teams) : null;
  if (onlyTeam === null) {
    await checkTeams(tx, organizationId, teams);
    // Members who can add members to any team can invite to any. Others can only invite to their own teams.
    if (!isGranted(membership.granted, ["member", "update"])) await requireOwnTeams(tx, inviterId, [...teams.keys()]);
  }
  const invitation: InvitationRow = {
    ...fields,
    id: randomId(context.random),
    organizationId,
    email,
    role,
    status: "pending",
    teamId: teams.size === 0 ? null : [...teams.keys()].join(","),
    inviterId,
    expiresAt: newExpiry(context, settings),
    createdAt: context.now(),
    revision: 0,
  };
  if (onlyTeam === null) await tx.insert(invitationTable, invitation);
  else {
    const exists = { table: teamTable, where: { id: onlyTeam, organizationId } };
    if (!(await tx.insertIf(invitationTable, invitation, { exists }))) failWith("TEAM_NOT_FOUND");
  }
  return invitation;
}

/** Returns the id of the only team, if it has no limit. The insert checks that it exists, which saves a query. */
function unlimitedTeam(teams: ReadonlyMap<string, number>): string | null {
  const [[id, limit] = ["", 0], ...others] = teams;
  return others.length === 0 && limit === Number.POSITIVE_INFINITY ? id : null;
}

/** Checks that the teams exist and have room. Checked again when the invitation is accepted. */
async function checkTeams(tx: Adapter, organizationId: string, teams: ReadonlyMap<string, number>): Promise<void> {
  const ids = [...teams.keys()];
  if (ids.length === 0) return;
  if ((await tx.count(teamTable, { where: { organizationId, id: { in: ids } } })) < ids.length)
    failWith("TEAM_NOT_FOUND");
  for (const [teamId, most] of teams) await checkTeamCapacity(tx, teamId, most);
}

/** @throws {AuthError} `YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_TEAM_MEMBER` if the inviter isn't in all of these teams */
export async function requireOwnTeams(db: Adapter, userId: string, teamIds: readonly string[]): Promise<void> {
  if (teamIds.length === 0) return;
  const own = await db.count(teamMemberTable, { where: { userId, teamId: { in: teamIds } } });
  if (own < teamIds.length) failWith("YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_TEAM_MEMBER");
}

function newExpiry(context: RequestContext, { invitationExpiresIn }: OrganizationSettings): Date {
  return new Date(context.now().getTime() + invitationExpiresIn * 1000);
}

/**
 * Ends a pending invitation. Only one of several concurrent calls succeeds, whether it accepts or rejects.
 * @returns whether this call ended it
 */
export async function closeInvitation(
  tx: Adapter,
  { now }: RequestContext,
  { id, email, revision }: InvitationRow,
  status: "accepted" | "rejected",
): Promise<boolean> {
  const where = { id, email, revision, status: "pending" as const, expiresAt: { gt: now() } };
  return (await tx.update(invitationTable, { where, set: { status } })) > 0;
}
