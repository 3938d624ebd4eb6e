/** Site-wide permissions and default roles. Exported as `@latchkey/admin/access`, for servers and browsers. */

import {
  type AccessControl,
  authorize,
  createAccessControl,
  grantedPermissions,
  type Permissions,
  type Role,
  type Roles,
  roleNames,
} from "@latchkey/core/access";

/** The admin plugin's permissions. Spread them into the statements of a custom access control. */
export const adminStatements = {
  user: [
    "create",
    "list",
    "get",
    "update",
    "set-role",
    "set-email",
    "set-password",
    "unlink-account",
    "reset-two-factor",
    "ban",
    "impersonate",
    "delete",
  ],
  session: ["list", "revoke", "delete"],
  /** `export` is for the events plugin. */
  audit: ["list", "export"],
  /** For the organization plugin. `get` includes listing an organization's members. */
  organization: ["list", "get"],
  /** For the OAuth provider. `revoke` withdraws the access that users have granted to clients. */
  oauthClient: ["list", "update", "revoke"],
  /** For the OAuth provider: the APIs that clients can get tokens for. */
  oauthResource: ["create", "read", "update", "delete"],
  /** For the events plugin: webhooks of the site and of all organizations. */
  webhook: ["create", "read", "update", "delete"],
  /** For the SSO plugin: providers of all organizations. */
  sso: ["create", "read", "update", "delete"],
  /** For the SCIM plugin: directories of all organizations. */
  scim: ["create", "read", "update", "delete"],
} as const;

/** The default access control. */
export const adminAccess: AccessControl<typeof adminStatements> = createAccessControl(adminStatements);

/** A role with all permissions of the admin plugin. */
export const adminRole: Role<typeof adminStatements> = adminAccess.newRole(adminStatements);

/** A role with no permissions of the admin plugin. */
export const userRole: Role<typeof adminStatements> = adminAccess.newRole({});

/** The default roles. */
export const defaultRoles: {
  readonly admin: Role<typeof adminStatements>;
  readonly user: Role<typeof adminStatements>;
} = { admin: adminRole, user: userRole };

/** Input of the function that `createRoleCheck` returns. */
export interface RolePermission {
  /** The user's `role`: one role, or several separated by commas. */
  readonly role: string | null | undefined;
  readonly permissions: Permissions;
}

/** Options for `createRoleCheck`. */
export interface RoleCheckOptions {
  /** The app's custom roles. Use the same as on the server. Default: `admin` and `user`. */
  readonly roles?: Roles;
  /** The role of users who don't have one. Use the same as on the server. Default: `user`. */
  readonly defaultRole?: string;
}

/**
 * Creates a function that checks whether a role grants all of the given permissions, without sending a request. The
 * server uses the same rules. In a browser, use it only to decide what to show.
 *
 * @example
 * export const checkRolePermission = createRoleCheck({ roles });
 * checkRolePermission({ role: user.role, permissions: { user: ["ban"] } });
 */
export function createRoleCheck({
  roles = defaultRoles,
  defaultRole = "user",
}: RoleCheckOptions = {}): (asked: RolePermission) => boolean {
  return ({ role, permissions }) => {
    const names = roleNames(role);
    return authorize(grantedPermissions(roles, names.length > 0 ? names : [defaultRole]), permissions).success;
  };
}
