/** Checks which roles a member can invite users to. */

import type { Adapter } from "@latchkey/core/database";
import type { ActiveSession, RequestContext } from "@latchkey/core/plugin";
import { failWith } from "../errors.ts";
import { denyImpersonator, isOwner, type Membership } from "../guards.ts";
import { canAssignRoles, checkRoles, rolesGrantControl } from "../members/rank.ts";
import type { OrganizationSettings } from "../options.ts";
import { rolesOf } from "../roles/store.ts";

/** The inviter's current membership and permissions. */
export type Inviter = Pick<Membership, "organization" | "member" | "granted">;

/**
 * Checks that the inviter can assign this role, which requires all of its permissions. During an impersonation, roles
 * that make an owner or give control over the organization or its roles can't be offered or accepted.
 *
 * @param active the caller
 * @param db the open transaction, if any
 * @throws {AuthError} `ROLE_NOT_FOUND`, `YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE`,
 * `NOT_ALLOWED_WHILE_IMPERSONATING`
 */
export async function checkInvitedRole(
  context: RequestContext,
  settings: OrganizationSettings,
  active: Pick<ActiveSession, "session">,
  { organization, member, granted }: Inviter,
  role: string,
  db?: Adapter,
): Promise<void> {
  const all = await rolesOf(context, settings, organization, db);
  checkRoles(all, role);
  if (isOwner(settings, role) || rolesGrantControl(all, role)) denyImpersonator(context, active);
  const canAssignOwner = !isOwner(settings, role) || isOwner(settings, member.role);
  if (!canAssignOwner || !canAssignRoles(granted, all, role))
    failWith("YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE");
}
