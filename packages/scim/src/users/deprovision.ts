/** Ends or restores the access of users that a directory turns off or on. */

import type { Transaction } from "@latchkey/core/database";
import {
  findService,
  getService,
  hasSitePermissions,
  type MemberPlan,
  type RequestContext,
  revokeSessionsAndSignIns,
  runAccessRevokedHooks,
  StaleUserError,
  type UserRow,
  userTable,
} from "@latchkey/core/plugin";
import { rolesFor, syncRoles } from "../groups/roles.ts";
import { type ScimConnectionRow, type ScimUserRow, scimUserTable } from "../tables.ts";
import { scheduleTeams } from "./follow-up.ts";

/** The user that a directory turns on or off. */
export type ScimTarget = Pick<ScimUserRow, "id" | "userId" | "email">;

/**
 * Ends a user's access to the organization, and to everything else if the organization controls the account. Runs in
 * the caller's transaction.
 * @throws {AuthError} `YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER`
 */
export async function deprovision(
  tx: Transaction,
  context: RequestContext,
  connection: ScimConnectionRow,
  { userId, email }: ScimTarget,
): Promise<void> {
  const { provisioning } = getService(context, "organizationAccess");
  const { organizationId, deprovision: mode } = connection;
  const data = { scimConnectionId: connection.id };
  if (userId === null) {
    await provisioning.revokeInvitations(tx, context, { organizationId, email, data });
    return;
  }
  const user = await tx.lock(userTable, userId);
  if (!user) return;
  const target = { organizationId, userId, data };
  if (mode === "remove") await provisioning.remove(tx, context, target);
  else await provisioning.suspend(tx, context, target);
  if (!(await controlsAccount(tx, context, organizationId, user))) return;
  await runAccessRevokedHooks(tx, context, { userId, reason: "deprovisioned", actorId: null });
  await revokeSessionsAndSignIns(context, userId, { db: tx, actorId: null });
}

/**
 * Gives a user access: as a member if they're linked, or else with an invitation. Someone who left the organization
 * also gets an invitation, unless the organization controls their account.
 * @param plan the plan for the user, if they were linked when the request started
 * @throws {AuthError} the same errors as `MemberProvisioning.insert`
 */
export async function provision(
  tx: Transaction,
  context: RequestContext,
  connection: ScimConnectionRow,
  { id, userId, email }: ScimTarget,
  plan: MemberPlan | null,
): Promise<void> {
  const { provisioning, members } = getService(context, "organizationAccess");
  const { organizationId, createdBy, defaultRole } = connection;
  const data = { scimConnectionId: connection.id };
  const invite = () =>
    provisioning.invite(tx, context, { organizationId, email, inviterId: createdBy, role: defaultRole, data });
  if (userId === null) {
    await invite();
    return;
  }
  const user = await tx.lock(userTable, userId);
  const member = await tx.findOne(members, { where: { organizationId, userId } });
  if (member) {
    await provisioning.reinstate(tx, context, { organizationId, userId, data });
    await syncRoles(tx, context, connection, [id]);
    await scheduleTeams(tx, context, id);
    return;
  }
  if (!user || !(await controlsAccount(tx, context, organizationId, user))) {
    // The user is linked when they accept the invitation.
    await tx.update(scimUserTable, { where: { id }, set: { userId: null } });
    await invite();
    return;
  }
  // The user was linked after the request read them. A retry reads them again.
  if (!plan) throw new StaleUserError();
  const role = (await rolesFor(tx, context, connection, id)) ?? defaultRole;
  await provisioning.insert(tx, context, plan, { role, data });
}

/** Whether the organization has verified an email's domain. Sends one query, or none if no plugin verifies domains. */
export async function ownsEmail(
  db: Transaction | RequestContext["db"],
  context: RequestContext,
  organizationId: string,
  email: string,
): Promise<boolean> {
  return (await findService(context, "organizationDomains")?.owns(db, organizationId, email)) ?? false;
}

/**
 * Whether the organization's directory controls an account. It does if the account's email is verified and its domain
 * belongs to the organization. A directory can remove a site admin from the organization, but it never controls a site
 * admin's account. Sends at most one query.
 */
export async function controlsAccount(
  db: Transaction | RequestContext["db"],
  context: RequestContext,
  organizationId: string,
  user: UserRow,
): Promise<boolean> {
  if (!user.emailVerified || isSiteAdmin(context, user)) return false;
  return ownsEmail(db, context, organizationId, user.email);
}

/** Whether a user has site-wide permissions. */
export function isSiteAdmin(context: RequestContext, user: UserRow): boolean {
  return hasSitePermissions(context, user);
}

/** Prepares adding a user to the organization. Call it before the transaction. */
export function planFor(
  context: RequestContext,
  connection: ScimConnectionRow,
  user: UserRow,
): Promise<MemberPlan | null> {
  return getService(context, "organizationAccess").provisioning.prepare(context, connection.organizationId, user);
}
