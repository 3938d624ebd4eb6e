/** Reads the caller's membership again under the organization's lock. */

import type { Transaction } from "@latchkey/core/database";
import { type RequestContext, userTable } from "@latchkey/core/plugin";
import { failWith, type OrganizationErrorCode } from "./errors.ts";
import { isGranted, type Membership } from "./guards.ts";
import type { OrganizationSettings } from "./options.ts";
import { grantedToCaller } from "./roles/store.ts";
import { type MemberRow, memberTable, notSuspended, organizationTable } from "./tables.ts";

/**
 * Locks the account of a member who is about to be changed. Call it before `lockMembership`: deleting an account locks
 * it before the memberships and organizations, so the other order would deadlock. One query.
 */
export async function lockAccount(tx: Transaction, member: Pick<MemberRow, "userId"> | null): Promise<void> {
  if (member) await tx.lock(userTable, member.userId);
}

/**
 * Locks the organization and repeats the guard's checks. Members and roles only change under the same lock, so a caller
 * who just lost a permission can't complete the change. Sends two queries, and one more if the organization's roles
 * changed since the guard.
 *
 * @param notFoundCode the error if the organization was deleted. Default: the guard's `denied` code
 * @returns the current membership and its permissions
 * @throws {AuthError} `notFoundCode`, or the guard's `denied` code
 */
export async function lockMembership(
  tx: Transaction,
  context: RequestContext,
  settings: OrganizationSettings,
  { organization, member, required }: Membership,
  notFoundCode: OrganizationErrorCode = required.denied,
): Promise<Membership> {
  const locked = (await tx.lock(organizationTable, organization.id)) ?? failWith(notFoundCode);
  const own =
    (await tx.findOne(memberTable, { where: { id: member.id, ...notSuspended } })) ?? failWith(required.denied);
  const granted = await grantedToCaller(context, settings, locked, own.role, tx);
  if (required.permission && !isGranted(granted, required.permission)) failWith(required.denied);
  return { organization: locked, member: own, granted, required };
}
