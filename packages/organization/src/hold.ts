/** The caller's membership, read again under the organization's lock. */

import type { Transaction } from "@latchkey/core/database";
import type { AuthContext } from "@latchkey/core/plugin";
import { type OrganizationErrorCode, refuse } from "./errors.ts";
import { type Membership, may } from "./guards.ts";
import type { OrganizationSettings } from "./options.ts";
import { grantsOf } from "./roles/store.ts";
import { memberTable, organizationTable } from "./tables.ts";

/**
 * Locks the organization and asks again for what the guard asked. Members are demoted and removed, and roles change, under
 * the same lock, so a caller who loses a permission at that moment doesn't complete the change. Two statements, and one
 * more if the organization's roles changed since the guard.
 *
 * @param gone the refusal if the organization is gone; by default that of a member without the permission
 * @returns the membership and its permissions as they are now
 * @throws {AuthError} `gone`, or the guard's refusal
 */
export async function holdMembership(
  tx: Transaction,
  context: AuthContext,
  settings: OrganizationSettings,
  { organization, member, asked }: Membership,
  gone: OrganizationErrorCode = asked.denied,
): Promise<Membership> {
  const present = (await tx.lock(organizationTable, organization.id)) ?? refuse(gone);
  const own = (await tx.findOne(memberTable, { where: { id: member.id } })) ?? refuse(asked.denied);
  const granted = await grantsOf(context, settings, present, own.role, tx);
  if (asked.permission && !may(granted, asked.permission)) refuse(asked.denied);
  return { organization: present, member: own, granted, asked };
}
