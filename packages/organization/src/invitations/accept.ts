/** Accepting an invitation: of any number of racing clicks, one becomes the membership. */

import type { Transaction } from "@latchkey/core/database";
import {
  type ActiveSession,
  changeSession,
  fail,
  httpErrors,
  presentUser,
  type RequestContext,
  readFields,
  recordAudit,
  type UserRow,
  userTable,
  verifyMailbox,
} from "@latchkey/core/plugin";
import { refuse } from "../errors.ts";
import { may } from "../guards.ts";
import { insertMember, type NewMember } from "../members/store.ts";
import type { OrganizationSettings } from "../options.ts";
import { grantsOf } from "../roles/store.ts";
import { type InvitationRow, type MemberRow, memberTable, organizationTable } from "../tables.ts";
import type { InvitationAtHand } from "./find.ts";
import type { Received } from "./guards.ts";
import { checkInvitedRole } from "./roles.ts";
import { endInvitation, requireOwnTeams } from "./store.ts";

/** What came of it. */
export interface Accepted {
  readonly invitation: InvitationRow;
  readonly member: MemberRow;
  readonly active: ActiveSession;
}

/**
 * Makes the caller a member, in a transaction under the organization's lock.
 *
 * @throws {AuthError} `INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION`; `ROLE_NOT_FOUND`,
 *   `YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE`: the role is gone, or the inviter can't invite into it anymore;
 *   `FAILED_TO_RETRIEVE_INVITATION`: somebody was faster; what `insertMember` refuses with
 */
export async function acceptInvitation(
  context: RequestContext,
  settings: OrganizationSettings,
  { session, user, joined, received, proof }: Received,
): Promise<Accepted> {
  const { invitation, organization } = received;
  const wanted = await wantedMember(context, settings, received, user.id);
  const checked = await checkInviter(context, settings, { session }, received, wanted);
  return context.db.transaction(async (tx) => {
    // A link that the server showed to the inviter says nothing about who reads the mailbox. The user is locked before the
    // organization, as everywhere: deleting the account locks them in this order, too.
    const locked = proof === "mailed" ? await lockUser(tx, user) : null;
    const present = await tx.lock(organizationTable, organization.id);
    if (!present) refuse("INVITATION_NOT_FOUND");
    // Roles changed since they were checked: the next try sees the new ones.
    if (present.epoch !== organization.epoch) refuse("FAILED_TO_RETRIEVE_INVITATION");
    const count = await countWithInviter(tx, received);
    // Teams are left without a new epoch, so this is looked at under the lock.
    if (!checked.managesMembers) await requireOwnTeams(tx, invitation.inviterId, [...wanted.teams.keys()]);
    if (!(await endInvitation(tx, context, invitation, "accepted"))) refuse("FAILED_TO_RETRIEVE_INVITATION");
    const member = await insertMember(tx, context, wanted, count);
    const active = await enter(tx, settings, { session, user, joined }, member);
    const verified = locked ? await verifyMailbox(tx, context, locked, invitation.email, active) : user;
    await recordAudit(tx, context, {
      action: "invitation.accept",
      actorId: user.id,
      userId: user.id,
      organizationId: organization.id,
      data: { invitationId: invitation.id, role: member.role },
    });
    return { invitation: { ...invitation, status: "accepted" }, member, active: { ...active, user: verified } };
  });
}

async function wantedMember(
  context: RequestContext,
  settings: OrganizationSettings,
  { invitation, organization }: InvitationAtHand,
  userId: string,
): Promise<NewMember> {
  const { user } = context as RequestContext & ActiveSession;
  const scope = { user: presentUser(context, user), organization };
  const teams = new Map<string, number>();
  const ids = settings.teams ? (invitation.teamId ?? "").split(",").filter(Boolean) : [];
  for (const teamId of ids) teams.set(teamId, await settings.teamMemberLimit({ ...scope, teamId }));
  return {
    organizationId: organization.id,
    userId,
    role: invitation.role ?? "",
    fields: await readFields(serverOnly(context), {}, "create"),
    limit: await settings.memberLimit(scope),
    teams,
  };
}

/** A member's further columns have their defaults here: nobody fills in a form. */
function serverOnly({ settings }: RequestContext): Parameters<typeof readFields>[0] {
  const fields = Object.entries(settings.fields.member ?? {});
  return Object.fromEntries(fields.map(([name, field]) => [name, { ...field, input: false }]));
}

/**
 * The inviter can still invite, and assign this role, as of now.
 * @returns whether the inviter can add members to any team
 */
async function checkInviter(
  context: RequestContext,
  settings: OrganizationSettings,
  active: Pick<ActiveSession, "session">,
  { organization, inviter }: InvitationAtHand,
  { role }: NewMember,
): Promise<{ readonly managesMembers: boolean }> {
  if (!inviter) refuse("INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION");
  const granted = await grantsOf(context, settings, organization, inviter.role);
  if (!may(granted, ["invitation", "create"])) refuse("YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE");
  await checkInvitedRole(context, settings, active, { organization, member: inviter, granted }, role);
  return { managesMembers: may(granted, ["member", "update"]) };
}

/** How many members there are, if the inviter still is one in the role that was checked: one statement for both. */
async function countWithInviter(tx: Transaction, { invitation, inviter }: InvitationAtHand): Promise<number> {
  const { organizationId, inviterId } = invitation;
  const on = { organizationId: "organizationId", userId: { value: inviterId } };
  const join = { inviter: { table: memberTable, on, required: true, where: { role: inviter?.role ?? "" } } } as const;
  const count = await tx.count(memberTable, { where: { organizationId }, join });
  if (count > 0) return count;
  const still = await tx.findOne(memberTable, { where: { organizationId, userId: inviterId }, columns: ["id"] });
  return refuse(still ? "FAILED_TO_RETRIEVE_INVITATION" : "INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION");
}

/** @throws {AuthError} `UNAUTHORIZED`: the account is gone; `FAILED_TO_RETRIEVE_INVITATION`: its address changed */
async function lockUser(tx: Transaction, { id, email }: UserRow): Promise<UserRow> {
  const user = (await tx.lock(userTable, id)) ?? fail(httpErrors, "UNAUTHORIZED");
  return user.email === email ? user : refuse("FAILED_TO_RETRIEVE_INVITATION");
}

function enter(
  tx: Transaction,
  { teams }: OrganizationSettings,
  active: ActiveSession,
  { organizationId, teamId }: MemberRow,
): Promise<ActiveSession> {
  const set = { activeOrganizationId: organizationId, ...(teams ? { activeTeamId: teamId } : {}) };
  return changeSession(tx, active, () => set);
}
