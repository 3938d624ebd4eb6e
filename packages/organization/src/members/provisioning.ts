/** Adds, suspends, and removes members on behalf of directories and identity providers. */

import type { Transaction } from "@latchkey/core/database";
import {
  type AuthContext,
  incrementUserEpoch,
  type MemberPlan,
  type MemberProvisioning,
  type MemberRef,
  type ProvisionedMember,
  presentUser,
  type RequestContext,
  type RoleAssignment,
  type RoleChange,
  recordAudit,
  recordSystemAudit,
  StaleUserError,
  type UserRow,
  userTable,
} from "@latchkey/core/plugin";
import { clearActiveOrganization } from "../active.ts";
import { failWith } from "../errors.ts";
import { isOwner } from "../guards.ts";
import { inviteForDirectory, revokeInvitationsTo } from "../invitations/directory.ts";
import { closeInvitation } from "../invitations/store.ts";
import type { OrganizationSettings } from "../options.ts";
import {
  type InvitationRow,
  invitationTable,
  type MemberRow,
  memberTable,
  notSuspended,
  type OrganizationRow,
  organizationTable,
  teamMemberTable,
  teamTable,
} from "../tables.ts";
import { checkAssignment, isAssignable } from "./assignment.ts";
import { cancelInvitationsOf, clearedSelection, deleteMember } from "./remove.ts";
import { defaultMemberFields, insertMember, requireAnotherOwner } from "./store.ts";

/** Creates the calls of the `organizationAccess` service that add and remove members. */
export function createProvisioning(settings: OrganizationSettings): MemberProvisioning {
  return {
    prepare: (context, organizationId, user) => prepare(context, settings, organizationId, user),
    insert: (tx, context, plan, assigned) => insert(tx, context, settings, plan, assigned),
    changeRole: (tx, context, member, assigned) => changeRole(tx, context, settings, member, assigned),
    assignOnJoin: (tx, context, member, assigned) => assignOnJoin(tx, context, settings, member, assigned),
    changeRoles: (tx, context, organization, changes) => changeRoles(tx, context, settings, organization, changes),
    suspend: (tx, context, member) => suspend(tx, context, settings, member),
    reinstate: (tx, context, member) => reinstate(tx, context, member),
    remove: (tx, context, member) => remove(tx, context, settings, member),
    invite: (tx, context, invitation) => inviteForDirectory(tx, context, settings, invitation),
    revokeInvitations: revokeInvitationsTo,
    isAssignable: (tx, context, organizationId, role) => isAssignable(tx, context, settings, organizationId, role),
  };
}

async function prepare(
  context: RequestContext,
  settings: OrganizationSettings,
  organizationId: string,
  user: UserRow,
): Promise<MemberPlan | null> {
  const organization = await context.db.findOne(organizationTable, { where: { id: organizationId } });
  if (!organization) return null;
  const scope = { user: presentUser(context, user), organization };
  const invitation = await findPending(context.db, context, organizationId, user.email);
  const teams = new Map<string, number>();
  for (const teamId of teamIdsOf(settings, invitation)) {
    teams.set(teamId, await settings.teamMemberLimit({ ...scope, teamId }));
  }
  return { organizationId, user, limit: await settings.memberLimit(scope), teams };
}

async function insert(
  tx: Transaction,
  context: RequestContext,
  settings: OrganizationSettings,
  { organizationId, user, limit, teams }: MemberPlan,
  assigned: RoleAssignment & Pick<ProvisionedMember, "actorId" | "data">,
): Promise<MemberRow> {
  const organization = await lockBoth(tx, { organizationId, userId: user.id });
  if (organization === "no-user") failWith("USER_NOT_FOUND");
  if (!organization) failWith("ORGANIZATION_NOT_FOUND");
  await checkAssignment(tx, context, settings, organization, assigned);
  const { role, actorId = null, data = {} } = assigned;
  const userId = user.id;
  const invitation = await findPending(tx, context, organizationId, user.email);
  const isTaken = invitation !== null && (await closeInvitation(tx, context, invitation, "accepted"));
  const open = isTaken ? await openTeams(tx, settings, invitation, teams) : new Map<string, number>();
  const fields = await defaultMemberFields(context);
  const member = await insertMember(tx, context, { organizationId, userId, role, fields, limit, teams: open });
  const taken = isTaken ? { invitationId: invitation.id } : {};
  await recordAudit(tx, context, {
    action: "member.create",
    actorId,
    userId,
    organizationId,
    data: { ...data, role, ...taken },
  });
  return member;
}

async function changeRole(
  tx: Transaction,
  context: RequestContext,
  settings: OrganizationSettings,
  target: ProvisionedMember,
  assigned: RoleAssignment,
): Promise<MemberRow> {
  const { organizationId, userId, actorId = null, data = {} } = target;
  const organization = await lockBoth(tx, target);
  if (!organization || organization === "no-user") failWith("MEMBER_NOT_FOUND");
  await checkAssignment(tx, context, settings, organization, assigned);
  const member = (await findMember(tx, target)) ?? failWith("MEMBER_NOT_FOUND");
  const { role } = assigned;
  if (member.role === role) return member;
  if (!isOwner(settings, role)) {
    await requireAnotherOwner(tx, settings, member, "YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER");
  }
  await tx.update(memberTable, { where: { id: member.id }, set: { role } });
  await incrementUserEpoch(tx, userId);
  await recordAudit(tx, context, {
    action: "member.role.update",
    actorId,
    userId,
    organizationId,
    data: { ...data, from: member.role, to: role },
  });
  return { ...member, role };
}

async function assignOnJoin(
  tx: Transaction,
  context: AuthContext,
  settings: OrganizationSettings,
  { id, organizationId, userId, role: from }: MemberRef,
  assigned: RoleAssignment & Pick<ProvisionedMember, "data">,
): Promise<void> {
  const organization = (await tx.lock(organizationTable, organizationId)) ?? failWith("ORGANIZATION_NOT_FOUND");
  await checkAssignment(tx, context, settings, organization, assigned);
  const { role: to, data = {} } = assigned;
  await tx.update(memberTable, { where: { id }, set: { role: to } });
  const entry = { action: "member.role.update", userId, organizationId };
  await recordSystemAudit(tx, context, { ...entry, data: { ...data, from, to } });
}

/** Members per query. */
const batchSize = 500;

async function changeRoles(
  tx: Transaction,
  context: RequestContext,
  settings: OrganizationSettings,
  { organizationId, actorId = null, data = {} }: Omit<ProvisionedMember, "userId">,
  changes: readonly RoleChange[],
): Promise<void> {
  // Lock users in a fixed order, and before the organization, so that concurrent changes wait for each other.
  const byUser = new Map([...changes].sort((one, other) => (one.userId < other.userId ? -1 : 1)).map(withUserId));
  for (const userId of byUser.keys()) await incrementUserEpoch(tx, userId);
  const organization = (await tx.lock(organizationTable, organizationId)) ?? failWith("ORGANIZATION_NOT_FOUND");
  for (const role of new Set(changes.flatMap(({ from, to }) => [from, to]))) {
    await checkAssignment(tx, context, settings, organization, { role });
  }
  const userIds = [...byUser.keys()];
  for (let at = 0; at < userIds.length; at += batchSize) {
    const part = userIds.slice(at, at + batchSize);
    const where = { organizationId, userId: { in: part } };
    const members = await tx.findMany(memberTable, { where, limit: batchSize });
    const isSame = members.every(({ userId, role }) => byUser.get(userId)?.from === role);
    if (members.length < part.length || !isSame) throw new StaleUserError();
    for (const to of new Set(part.map((userId) => byUser.get(userId)?.to ?? ""))) {
      const same = part.filter((userId) => byUser.get(userId)?.to === to);
      await tx.update(memberTable, { where: { organizationId, userId: { in: same } }, set: { role: to } });
    }
  }
  for (const [userId, { from, to }] of byUser) {
    const entry = { action: "member.role.update", actorId, userId, organizationId };
    await recordAudit(tx, context, { ...entry, data: { ...data, from, to } });
  }
}

function withUserId(change: RoleChange): readonly [string, RoleChange] {
  return [change.userId, change];
}

async function suspend(
  tx: Transaction,
  context: RequestContext,
  settings: OrganizationSettings,
  target: ProvisionedMember,
): Promise<boolean> {
  const { organizationId, userId, actorId = null, data = {} } = target;
  if (isGone(await lockBoth(tx, target))) return false;
  const member = await findMember(tx, target);
  if (!member || member.suspendedAt !== null) return false;
  await requireAnotherOwner(tx, settings, member, "YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER");
  await tx.update(memberTable, { where: { id: member.id }, set: { suspendedAt: context.now() } });
  await endAccess(tx, context, settings, target);
  await recordAudit(tx, context, { action: "member.suspend", actorId, userId, organizationId, data });
  return true;
}

async function reinstate(tx: Transaction, context: RequestContext, target: ProvisionedMember): Promise<boolean> {
  const { organizationId, userId, actorId = null, data = {} } = target;
  if (isGone(await lockBoth(tx, target))) return false;
  const member = await findMember(tx, target);
  if (!member || member.suspendedAt === null) return false;
  await tx.update(memberTable, { where: { id: member.id }, set: notSuspended });
  await incrementUserEpoch(tx, userId);
  await recordAudit(tx, context, { action: "member.reinstate", actorId, userId, organizationId, data });
  return true;
}

async function remove(
  tx: Transaction,
  context: RequestContext,
  settings: OrganizationSettings,
  target: ProvisionedMember,
): Promise<boolean> {
  const { organizationId, userId, actorId = null, data = {} } = target;
  if (isGone(await lockBoth(tx, target))) return false;
  const member = await findMember(tx, target);
  if (!member) return false;
  // A suspended owner can be removed, because there had to be another owner when they were suspended.
  if (member.suspendedAt === null) {
    await requireAnotherOwner(tx, settings, member, "YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER");
  }
  await deleteMember(tx, settings, member);
  await endAccess(tx, context, settings, target);
  const { role } = member;
  await recordAudit(tx, context, { action: "member.delete", actorId, userId, organizationId, data: { ...data, role } });
  return true;
}

/** Clears the organization from the user's sessions, and revokes the invitations that they sent or received. */
async function endAccess(
  tx: Transaction,
  context: RequestContext,
  settings: OrganizationSettings,
  { organizationId, userId, actorId = null }: ProvisionedMember,
): Promise<void> {
  await clearActiveOrganization(tx, { organizationId, userId }, clearedSelection(settings));
  const user = await tx.findOne(userTable, { where: { id: userId }, columns: ["id", "email"] });
  const received = user ? { email: user.email } : {};
  await cancelInvitationsOf(tx, context, { organizationId, userId, actorId, ...received });
}

/** Locks the user before the organization, in the same order as account deletion, to prevent deadlocks. */
async function lockBoth(
  tx: Transaction,
  { organizationId, userId }: Pick<ProvisionedMember, "organizationId" | "userId">,
): Promise<OrganizationRow | "no-user" | null> {
  if (!(await tx.lock(userTable, userId))) return "no-user";
  return tx.lock(organizationTable, organizationId);
}

function isGone(locked: OrganizationRow | "no-user" | null): boolean {
  return locked === null || locked === "no-user";
}

function findMember(
  tx: Transaction,
  { organizationId, userId }: Pick<ProvisionedMember, "organizationId" | "userId">,
): Promise<MemberRow | null> {
  return tx.findOne(memberTable, { where: { organizationId, userId } });
}

async function findPending(
  db: Transaction | RequestContext["db"],
  context: RequestContext,
  organizationId: string,
  email: string,
): Promise<InvitationRow | null> {
  const where = { organizationId, email, status: "pending" as const, expiresAt: { gt: context.now() } };
  const [pending = null] = await db.findMany(invitationTable, { where, limit: 1 });
  return pending;
}

function teamIdsOf({ teamsEnabled }: OrganizationSettings, invitation: InvitationRow | null): readonly string[] {
  return teamsEnabled ? (invitation?.teamId ?? "").split(",").filter(Boolean) : [];
}

/** Returns the invitation's teams that still exist and have room. A full team must not keep a member out. */
async function openTeams(
  tx: Transaction,
  settings: OrganizationSettings,
  invitation: InvitationRow,
  planned: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, number>> {
  const { organizationId } = invitation;
  const open = new Map<string, number>();
  for (const id of teamIdsOf(settings, invitation)) {
    const limit = planned.get(id);
    // The invitation changed since the limits were read, so this team's limit isn't known.
    if (limit === undefined) continue;
    if ((await tx.count(teamTable, { where: { id, organizationId } })) === 0) continue;
    if ((await tx.count(teamMemberTable, { where: { teamId: id } })) < limit) open.set(id, limit);
  }
  return open;
}
