/** What can be done in an organization, and the roles it starts with. Runs in browsers too, so that both sides agree. */

import {
  type AccessControl,
  authorize,
  createAccessControl,
  grantedBy,
  type Permissions,
  type Role,
  type Roles,
  roleNames,
  type Statements,
} from "@latchkey/core/access";

/** The resources of an organization and what can be done with each. Spread them into statements of your own. */
export const defaultStatements = {
  organization: ["update", "delete"],
  member: ["create", "update", "delete"],
  invitation: ["create", "cancel"],
  team: ["create", "update", "delete"],
} as const;

/** What roles made at run time add: who may make, read, change and delete them. */
export const roleStatements = { ac: ["create", "read", "update", "delete"] } as const;

/** The built-in roles by name. `owner` may do everything, `admin` all but deleting the organization, `member` nothing. */
export type BuiltInRole = "owner" | "admin" | "member";

/** What decides which roles there are; the same for the plugin and for its client half. */
export interface RoleOptions {
  /** Resources and actions beyond the built-in ones. Roles made at run time are made of these, too. */
  readonly ac?: AccessControl;
  /** Roles of your own, and others in place of the built-in ones. */
  readonly roles?: Roles;
  /** Roles that organizations make for themselves, at run time. Default: off. */
  readonly dynamicAccessControl?: { readonly enabled?: boolean };
}

/** All resources with their actions, and all roles that the app declares. */
export interface DeclaredRoles {
  readonly statements: Statements;
  readonly roles: Roles;
}

/**
 * Puts built-in and own roles together. The built-in owner also has whatever `ac` adds.
 * @throws {Error} a name with a comma: it separates the roles of one member
 */
export function declareRoles({ ac, roles = {}, dynamicAccessControl }: RoleOptions = {}): DeclaredRoles {
  const dynamic = dynamicAccessControl?.enabled ? roleStatements : {};
  const statements: Statements = { ...defaultStatements, ...dynamic, ...ac?.statements };
  for (const name of Object.keys(roles)) {
    if (name.trim() !== name || name === "" || name.includes(",")) {
      throw new Error(`organization.roles: "${name}" is no name of a role: no comma, no blank around it.`);
    }
  }
  return { statements, roles: { ...builtIn(statements, dynamic), ...roles } };
}

/**
 * Whether these permissions give control over the organization: deleting it, or changing what roles grant. Such roles
 * aren't assigned while an admin impersonates a member.
 */
export function grantsControl(granted: Permissions): boolean {
  const control: readonly [string, string][] = [
    ["organization", "delete"],
    ["ac", "create"],
    ["ac", "update"],
    ["ac", "delete"],
  ];
  return control.some(([resource, action]) => authorize(granted, { [resource]: [action] }).success);
}

function builtIn(statements: Statements, dynamic: Statements): Readonly<Record<BuiltInRole, Role>> {
  const access = createAccessControl(statements);
  return {
    owner: access.newRole(statements),
    admin: access.newRole({ ...defaultStatements, ...dynamic, organization: ["update"] }),
    member: access.newRole("ac" in dynamic ? { ac: ["read"] } : {}),
  };
}

/**
 * Whether a role, or any of several separated by commas, grants all of these permissions. What the server asks too;
 * roles made at run time are known to the server alone.
 */
export function checkRolePermission(
  roles: Roles,
  { role, permissions }: { readonly role: string; readonly permissions: Permissions },
): boolean {
  return authorize(grantedBy(roles, roleNames(role)), permissions).success;
}
