/** Accepts invitations. Only one of several concurrent requests creates the membership. */

import type { Transaction } from "@latchkey/core/database";
import {
  type ActiveSession,
  changeSession,
  fail,
  httpErrors,
  presentUser,
  type RequestContext,
  recordAudit,
  type UserRow,
  userTable,
  verifyMailbox,
} from "@latchkey/core/plugin";
import { failWith } from "../errors.ts";
import { isGranted } from "../guards.ts";
import { defaultMemberFields, insertMember, type NewMember } from "../members/store.ts";
import type { OrganizationSettings } from "../options.ts";
import { permissionsOf } from "../roles/store.ts";
import { type InvitationRow, type MemberRow, memberTable, notSuspended, organizationTable } from "../tables.ts";
import type { LoadedInvitation } from "./find.ts";
import type { WithReceivedInvitation } from "./guards.ts";
import { checkInvitedRole } from "./roles.ts";
import { closeInvitation, requireOwnTeams } from "./store.ts";

/** The result of accepting an invitation. */
export interface AcceptResult {
  readonly invitation: InvitationRow;
  readonly member: MemberRow;
  readonly active: ActiveSession;
}

/**
 * Makes the caller a member, in a transaction under the organization's lock.
 *
 * @throws {AuthError} - `INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION` - `ROLE_NOT_FOUND` or
 * `YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE` if the role was deleted or the inviter can no longer assign it -
 * `FAILED_TO_RETRIEVE_INVITATION` if another request came first or something relevant changed meanwhile
 * - any error of `insertMember`
 */
export async function acceptInvitation(
  context: RequestContext,
  settings: OrganizationSettings,
  { session, user, received, proof }: WithReceivedInvitation,
): Promise<AcceptResult> {
  const { invitation, organization } = received;
  const newMember = await toNewMember(context, settings, received, user.id);
  const checked = await checkInviter(context, settings, { session }, received, newMember);
  return context.db.transaction(async (tx) => {
    // Only an emailed link verifies the email. A link shown to the inviter doesn't. Lock the user before the
    // organization, in the same order as account deletion, to prevent deadlocks.
    const locked = proof === "mailed" ? await lockUser(tx, user) : null;
    const current = await tx.lock(organizationTable, organization.id);
    if (!current) failWith("INVITATION_NOT_FOUND");
    // The roles changed after they were checked. A retry sees the new ones.
    if (current.epoch !== organization.epoch) failWith("FAILED_TO_RETRIEVE_INVITATION");
    const count = await countMembersWithInviter(tx, received);
    // Leaving a team doesn't change the epoch, so check this under the lock.
    if (!checked.managesMembers) await requireOwnTeams(tx, invitation.inviterId, [...newMember.teams.keys()]);
    if (!(await closeInvitation(tx, context, invitation, "accepted"))) failWith("FAILED_TO_RETRIEVE_INVITATION");
    // Do this before adding the member, so that hooks of new members see whether the email is verified.
    const caller = { session, user };
    const verified = locked ? await verifyMailbox(tx, context, locked, invitation.email, caller) : user;
    const member = await insertMember(tx, context, newMember, count);
    const active = await activateOrganization(tx, settings, caller, member);
    await recordAudit(tx, context, {
      action: "invitation.accept",
      actorId: user.id,
      userId: user.id,
      organizationId: organization.id,
      data: { invitationId: invitation.id, email: invitation.email, role: member.role },
    });
    return { invitation: { ...invitation, status: "accepted" }, member, active: { ...active, user: verified } };
  });
}

async function toNewMember(
  context: RequestContext,
  settings: OrganizationSettings,
  { invitation, organization }: LoadedInvitation,
  userId: string,
): Promise<NewMember> {
  const { user } = context as RequestContext & ActiveSession;
  const scope = { user: presentUser(context, user), organization };
  const teams = new Map<string, number>();
  const ids = settings.teamsEnabled ? (invitation.teamId ?? "").split(",").filter(Boolean) : [];
  for (const teamId of ids) teams.set(teamId, await settings.teamMemberLimit({ ...scope, teamId }));
  return {
    organizationId: organization.id,
    userId,
    role: invitation.role ?? "",
    fields: await defaultMemberFields(context),
    limit: await settings.memberLimit(scope),
    teams,
  };
}

/**
 * Checks that the inviter can still invite users and assign this role.
 * @returns whether the inviter can add members to any team
 */
async function checkInviter(
  context: RequestContext,
  settings: OrganizationSettings,
  active: Pick<ActiveSession, "session">,
  { organization, inviter }: LoadedInvitation,
  { role }: NewMember,
): Promise<{ readonly managesMembers: boolean }> {
  if (!inviter) failWith("INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION");
  const granted = await permissionsOf(context, settings, organization, inviter.role);
  if (!isGranted(granted, ["invitation", "create"])) failWith("YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE");
  await checkInvitedRole(context, settings, active, { organization, member: inviter, granted }, role);
  return { managesMembers: isGranted(granted, ["member", "update"]) };
}

/** Counts the members, and checks in the same query that the inviter still has the role that was checked. */
async function countMembersWithInviter(tx: Transaction, { invitation, inviter }: LoadedInvitation): Promise<number> {
  const { organizationId, inviterId } = invitation;
  const on = { organizationId: "organizationId", userId: { value: inviterId } };
  const join = {
    inviter: { table: memberTable, on, required: true, where: { role: inviter?.role ?? "", ...notSuspended } },
  } as const;
  const count = await tx.count(memberTable, { where: { organizationId }, join });
  if (count > 0) return count;
  const where = { organizationId, userId: inviterId, ...notSuspended };
  const membership = await tx.findOne(memberTable, { where, columns: ["id"] });
  return failWith(membership ? "FAILED_TO_RETRIEVE_INVITATION" : "INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION");
}

/**
 * @throws {AuthError} `UNAUTHORIZED` if the account was deleted, `FAILED_TO_RETRIEVE_INVITATION` if its email changed
 */
async function lockUser(tx: Transaction, { id, email }: UserRow): Promise<UserRow> {
  const user = (await tx.lock(userTable, id)) ?? fail(httpErrors, "UNAUTHORIZED");
  return user.email === email ? user : failWith("FAILED_TO_RETRIEVE_INVITATION");
}

function activateOrganization(
  tx: Transaction,
  { teamsEnabled }: OrganizationSettings,
  active: ActiveSession,
  { organizationId, teamId }: MemberRow,
): Promise<ActiveSession> {
  const set = { activeOrganizationId: organizationId, ...(teamsEnabled ? { activeTeamId: teamId } : {}) };
  return changeSession(tx, active, () => set);
}
