/** The permissions and built-in roles of organizations. Also runs in browsers, so that client and server agree. */

import {
  type AccessControl,
  authorize,
  createAccessControl,
  grantedPermissions,
  type Permissions,
  type Role,
  type Roles,
  roleNames,
  type Statements,
} from "@latchkey/core/access";

/** The default permissions of an organization. Spread them into custom statements. */
export const defaultStatements = {
  organization: ["update", "delete"],
  member: ["create", "update", "delete"],
  invitation: ["create", "cancel"],
  team: ["create", "update", "delete"],
  // For `@latchkey/api-key`.
  apiKey: ["create", "read", "update", "delete"],
  serviceAccount: ["create", "read", "update", "delete"],
  // For `@latchkey/oauth-provider`.
  oauthClient: ["create", "read", "update", "delete"],
  // For `@latchkey/events`.
  webhook: ["create", "read", "update", "delete"],
  audit: ["read", "export"],
  // For `@latchkey/scim`.
  scim: ["create", "read", "update", "delete"],
  // For `@latchkey/sso`.
  sso: ["create", "read", "update", "delete"],
} as const;

/** The permissions for custom roles, added if `dynamicAccessControl` is enabled. */
export const roleStatements = { ac: ["create", "read", "update", "delete"] } as const;

/**
 * The built-in roles. `owner` has all permissions, including those of `ac`. `admin` has the default ones and can manage
 * custom roles, but can't delete the organization, its identity providers, or its SCIM connections, nor export its
 * audit log. `member` has none, except that it can read custom roles.
 */
export type BuiltInRole = "owner" | "admin" | "member";

/** The options that define roles. Must be the same for the plugin and `createRoleCheck`. */
export interface RoleOptions {
  /** Permissions in addition to the default ones. Custom roles can use them too. */
  readonly ac?: AccessControl;
  /** The app's roles, which are added to the built-in roles or replace them. */
  readonly roles?: Roles;
  /** Whether organizations can create custom roles. Default: false. */
  readonly dynamicAccessControl?: { readonly enabled?: boolean };
}

/** All permissions and roles that the app declares. */
export interface DeclaredRoles {
  readonly statements: Statements;
  readonly roles: Roles;
}

/**
 * Combines the built-in roles with the app's. The built-in owner also gets all permissions of `ac`.
 * @throws {Error} if a role name is empty, contains a comma, or has spaces around it
 */
export function declareRoles({ ac, roles = {}, dynamicAccessControl }: RoleOptions = {}): DeclaredRoles {
  const dynamic = dynamicAccessControl?.enabled ? roleStatements : {};
  const statements: Statements = { ...defaultStatements, ...dynamic, ...ac?.statements };
  for (const name of Object.keys(roles)) {
    if (name.trim() !== name || name === "" || name.includes(",")) {
      throw new Error(`organization.roles: "${name}" isn't a valid role name. Don't use commas or surrounding spaces.`);
    }
  }
  return { statements, roles: { ...builtIn(statements, dynamic), ...roles } };
}

/**
 * Whether these permissions give control over the organization, which means deleting it or changing what roles grant.
 * Such roles can't be assigned during an impersonation.
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
    admin: access.newRole({
      ...defaultStatements,
      ...dynamic,
      organization: ["update"],
      audit: ["read"],
      // An identity provider or a directory can act as any owner with an email in the domain.
      scim: ["read"],
      sso: ["read"],
    }),
    member: access.newRole("ac" in dynamic ? { ac: ["read"] } : {}),
  };
}

/** Input of the function that `createRoleCheck` returns. */
export interface RolePermission {
  /** The member's `role`: one role, or several separated by commas. */
  readonly role: string;
  readonly permissions: Permissions;
}

/**
 * Creates a function that checks whether a role grants all of the given permissions, without sending a request. The
 * server uses the same rules, but only the server knows organizations' custom roles. In a browser, use it to decide
 * what to show.
 *
 * @param options the same as for the plugin
 * @example
 * export const checkRolePermission = createRoleCheck({ ac, roles });
 * checkRolePermission({ role: member.role, permissions: { invitation: ["create"] } });
 */
export function createRoleCheck(options: RoleOptions = {}): (asked: RolePermission) => boolean {
  const { roles } = declareRoles(options);
  return ({ role, permissions }) => authorize(grantedPermissions(roles, roleNames(role)), permissions).success;
}
