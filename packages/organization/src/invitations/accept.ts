/** Accepting an invitation: of any number of racing clicks, one becomes the membership. */

import {
  type ActiveSession,
  announceVerified,
  changeSession,
  presentUser,
  type RequestContext,
  readFields,
  recordAudit,
  updateUser,
} from "@latchkey/core";
import type { Transaction } from "@latchkey/core/database";
import { refuse } from "../errors.ts";
import { insertMember, type NewMember } from "../members/store.ts";
import type { OrganizationSettings } from "../options.ts";
import { grantsOf } from "../roles/store.ts";
import { type InvitationRow, type MemberRow, memberTable, organizationTable } from "../tables.ts";
import type { InvitationAtHand } from "./find.ts";
import type { Received } from "./guards.ts";
import { checkInvitedRole } from "./roles.ts";
import { endInvitation } from "./store.ts";

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
 *   `YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE`: the role is gone, or above what the inviter may do by now;
 *   `FAILED_TO_RETRIEVE_INVITATION`: somebody was faster; what `insertMember` refuses with
 */
export async function acceptInvitation(
  context: RequestContext,
  settings: OrganizationSettings,
  { session, user, joined, received, isProven }: Received,
): Promise<Accepted> {
  const { invitation, organization } = received;
  const wanted = await wantedMember(context, settings, received, user.id);
  await checkInviter(context, settings, received, wanted.role);
  return context.db.transaction(async (tx) => {
    const present = await tx.lock(organizationTable, organization.id);
    if (!present) refuse("INVITATION_NOT_FOUND");
    // Roles changed since they were checked: the next try sees the new ones.
    if (present.epoch !== organization.epoch) refuse("FAILED_TO_RETRIEVE_INVITATION");
    const count = await countWithInviter(tx, received);
    if (!(await endInvitation(tx, context, invitation, "accepted"))) refuse("FAILED_TO_RETRIEVE_INVITATION");
    const member = await insertMember(tx, context, wanted, count);
    const active = await enter(tx, context, settings, { session, user, joined }, member, isProven);
    await recordAudit(tx, context, {
      action: "invitation.accept",
      actorId: user.id,
      userId: user.id,
      organizationId: organization.id,
      data: { invitationId: invitation.id, role: member.role },
    });
    return { invitation: { ...invitation, status: "accepted" }, member, active };
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

/** What the inviter may give is asked as of now, not as of then. */
async function checkInviter(
  context: RequestContext,
  settings: OrganizationSettings,
  { organization, inviter }: InvitationAtHand,
  role: string,
): Promise<void> {
  if (!inviter) refuse("INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION");
  const granted = await grantsOf(context, settings, organization, inviter.role);
  await checkInvitedRole(context, settings, { organization, role: inviter.role, granted }, role);
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

async function enter(
  tx: Transaction,
  context: RequestContext,
  { teams }: OrganizationSettings,
  active: ActiveSession,
  { organizationId, teamId }: MemberRow,
  isProven: boolean,
): Promise<ActiveSession> {
  const set = { activeOrganizationId: organizationId, ...(teams ? { activeTeamId: teamId } : {}) };
  const entered = await changeSession(tx, active, () => set);
  const { user } = active;
  if (!isProven || user.emailVerified) return entered;
  const proven = { emailVerified: true, provenEmail: null, provenAt: user.provenAt ?? context.now() };
  const changed = await updateUser(tx, context, user, proven, { expected: { email: user.email } });
  if (!changed) return refuse("FAILED_TO_RETRIEVE_INVITATION");
  const { id, email } = user;
  await recordAudit(tx, context, { action: "user.email.verify", actorId: id, userId: id, data: { email } });
  await announceVerified(tx, context, id);
  return { ...entered, user: changed };
}
