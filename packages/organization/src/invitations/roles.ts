/** Into which roles somebody may invite. */

import type { Adapter } from "@latchkey/core/database";
import type { ActiveSession, RequestContext } from "@latchkey/core/plugin";
import { refuse } from "../errors.ts";
import { isOwner, type Membership, refuseStandIn } from "../guards.ts";
import { checkRoles, givesControl, mayGive } from "../members/rank.ts";
import type { OrganizationSettings } from "../options.ts";
import { rolesOf } from "../roles/store.ts";

/** Who invites, and what their roles grant as of now. */
export type Inviter = Pick<Membership, "organization" | "member" | "granted">;

/**
 * An invitation takes all permissions of its role. While an admin impersonates a member, no role is offered or accepted
 * that is an owner's, or that gives control over the organization or its roles.
 *
 * @param active the caller
 * @param db the open transaction, where there is one
 * @throws {AuthError} `ROLE_NOT_FOUND`, `YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE`,
 *   `NOT_ALLOWED_WHILE_IMPERSONATING`
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
  if (isOwner(settings, role) || givesControl(all, role)) refuseStandIn(context, active);
  const mayMakeOwner = !isOwner(settings, role) || isOwner(settings, member.role);
  if (!mayMakeOwner || !mayGive(granted, all, role)) refuse("YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE");
}
