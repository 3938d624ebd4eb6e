/** Which roles a member can assign, and on which members they can act. */

import { grantedBy, missingPermissions, type Permissions, type Roles, roleNames } from "@latchkey/core/access";
import { refuse } from "../errors.ts";
import type { Membership } from "../guards.ts";
import { grantsControl } from "../roles/access.ts";
import type { MemberRow } from "../tables.ts";

/** @throws {AuthError} `ROLE_NOT_FOUND`: no role, or one that there is none of */
export function checkRoles(roles: Roles, role: string): void {
  const names = roleNames(role);
  if (names.length === 0 || !names.every((name) => Object.hasOwn(roles, name))) refuse("ROLE_NOT_FOUND");
}

/** Whether an actor with these permissions can assign these roles: only those whose permissions the actor has. */
export function mayGive(granted: Permissions, roles: Roles, role: string): boolean {
  const asked = roleNames(role).map((name) => (Object.hasOwn(roles, name) ? roles[name]?.statements : undefined));
  return asked.every((permissions) => missingPermissions(granted, permissions ?? {}).length === 0);
}

/** Whether any of these roles grants control over the organization or over its roles. */
export function givesControl(roles: Roles, role: string): boolean {
  return grantsControl(grantedBy(roles, roleNames(role)));
}

/**
 * The actor needs every permission that the member has. No one needs a rank over themselves.
 *
 * @param own the actor, as `holdMembership` found them
 * @param roles all roles of the organization, as they are under its lock
 * @throws {AuthError} the refusal of the actor's guard
 */
export function requireRank(own: Membership, roles: Roles, member: Pick<MemberRow, "userId" | "role">): void {
  const isSelf = member.userId === own.member.userId;
  if (!isSelf && !mayGive(own.granted, roles, member.role)) refuse(own.asked.denied);
}
