/** Decides which roles members can assign, and which members they can act on. */

import { grantedPermissions, missingPermissions, type Permissions, type Roles, roleNames } from "@latchkey/core/access";
import { failWith } from "../errors.ts";
import type { Membership } from "../guards.ts";
import { grantsControl } from "../roles/access.ts";
import type { MemberRow } from "../tables.ts";

/** @throws {AuthError} `ROLE_NOT_FOUND` if there's no role, or one of them doesn't exist */
export function checkRoles(roles: Roles, role: string): void {
  const names = roleNames(role);
  if (names.length === 0 || !names.every((name) => Object.hasOwn(roles, name))) failWith("ROLE_NOT_FOUND");
}

/** Whether an actor with these permissions can assign these roles. They need all permissions of the roles. */
export function canAssignRoles(granted: Permissions, roles: Roles, role: string): boolean {
  const required = roleNames(role).map((name) => (Object.hasOwn(roles, name) ? roles[name]?.statements : undefined));
  return required.every((permissions) => missingPermissions(granted, permissions ?? {}).length === 0);
}

/** Whether any of these roles grants control over the organization or its roles. */
export function rolesGrantControl(roles: Roles, role: string): boolean {
  return grantsControl(grantedPermissions(roles, roleNames(role)));
}

/**
 * Requires the actor to have every permission of the member, unless they act on themselves.
 *
 * @param own the actor, as returned by `lockMembership`
 * @param roles the organization's current roles, read under its lock
 * @throws {AuthError} the `denied` code of the actor's guard
 */
export function requireAllPermissionsOf(
  own: Membership,
  roles: Roles,
  member: Pick<MemberRow, "userId" | "role">,
): void {
  const isSelf = member.userId === own.member.userId;
  if (!isSelf && !canAssignRoles(own.granted, roles, member.role)) failWith(own.required.denied);
}
