/** Invites people on behalf of a directory, and revokes these invitations. */

import type { Roles } from "@latchkey/core/access";
import { randomId } from "@latchkey/core/crypto";
import { ForeignKeyViolation, type Transaction } from "@latchkey/core/database";
import {
  enqueueMessage,
  type ProvisionedInvitation,
  type RequestContext,
  type RoleAssignment,
  recordAudit,
  StaleUserError,
  userTable,
} from "@latchkey/core/plugin";
import { failWith } from "../errors.ts";
import { isGranted } from "../guards.ts";
import { checkAssignment } from "../members/assignment.ts";
import { findOwner } from "../members/owners.ts";
import { canAssignRoles } from "../members/rank.ts";
import type { OrganizationSettings } from "../options.ts";
import { permissionsOf, rolesOf } from "../roles/store.ts";
import {
  type InvitationRow,
  invitationTable,
  memberTable,
  notSuspended,
  type OrganizationRow,
  organizationTable,
} from "../tables.ts";
import { invitationMessage } from "./mail.ts";

/** Creates an invitation, unless the person is a member or invited. See `MemberProvisioning.invite`. */
export async function inviteForDirectory(
  tx: Transaction,
  context: RequestContext,
  settings: OrganizationSettings,
  { organizationId, email, inviterId, data = {}, ...assigned }: ProvisionedInvitation & RoleAssignment,
): Promise<string | null> {
  const organization = (await tx.lock(organizationTable, organizationId)) ?? failWith("ORGANIZATION_NOT_FOUND");
  await checkAssignment(tx, context, settings, organization, assigned);
  if (await isKnown(tx, context, organizationId, email)) return null;
  const { role } = assigned;
  const invitation: InvitationRow = {
    id: randomId(context.random),
    organizationId,
    email,
    role,
    status: "pending",
    teamId: null,
    inviterId: await findInviter(tx, context, settings, organization, inviterId, role),
    expiresAt: new Date(context.now().getTime() + settings.invitationExpiresIn * 1000),
    createdAt: context.now(),
    revision: 0,
  };
  await insertInvitation(tx, invitation);
  await recordAudit(tx, context, {
    action: "invitation.create",
    organizationId,
    data: { ...data, email, role, invitationId: invitation.id },
  });
  if (settings.sendInvitation) await enqueueMessage(tx, context, invitationMessage(context, invitation));
  return invitation.id;
}

/**
 * @throws {StaleUserError} if the inviter's account was just deleted. Deleting an account locks only the organizations
 * that it owns
 */
async function insertInvitation(tx: Transaction, invitation: InvitationRow): Promise<void> {
  try {
    await tx.insert(invitationTable, invitation);
  } catch (error) {
    throw error instanceof ForeignKeyViolation ? new StaleUserError() : error;
  }
}

/** Revokes the pending invitations to an email, in a transaction. */
export async function revokeInvitationsTo(
  tx: Transaction,
  context: RequestContext,
  { organizationId, email, data = {} }: Pick<ProvisionedInvitation, "organizationId" | "email" | "data">,
): Promise<number> {
  const where = { organizationId, email, status: "pending" as const };
  const count = await tx.update(invitationTable, { where, set: { status: "canceled" } });
  if (count > 0) {
    await recordAudit(tx, context, { action: "invitation.cancel", organizationId, data: { ...data, email, count } });
  }
  return count;
}

/** Whether a member has this email, or a pending invitation was sent to it. */
async function isKnown(
  tx: Transaction,
  context: RequestContext,
  organizationId: string,
  email: string,
): Promise<boolean> {
  const join = {
    user: { table: userTable, on: { id: "userId" }, required: true, columns: ["id"], where: { email } },
  } as const;
  if (await tx.findOne(memberTable, { where: { organizationId }, columns: ["id"], join })) return true;
  const pending = { organizationId, email, status: "pending" as const, expiresAt: { gt: context.now() } };
  return (await tx.count(invitationTable, { where: pending })) > 0;
}

/** Returns who the invitation is from. Accepting it checks again whether they can invite users with its role. */
async function findInviter(
  tx: Transaction,
  context: RequestContext,
  settings: OrganizationSettings,
  organization: OrganizationRow,
  preferred: string | null,
  role: string,
): Promise<string> {
  const members = { organizationId: organization.id, ...notSuspended };
  if (preferred !== null) {
    const member = await tx.findOne(memberTable, { where: { ...members, userId: preferred } });
    const roles: Roles = await rolesOf(context, settings, organization, tx);
    const granted = member && (await permissionsOf(context, settings, organization, member.role, tx));
    if (granted && isGranted(granted, ["invitation", "create"]) && canAssignRoles(granted, roles, role))
      return preferred;
  }
  return (await findOwner(tx, settings, organization.id)) ?? failWith("ORGANIZATION_NOT_FOUND");
}
