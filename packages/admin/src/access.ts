/** Site-wide permissions and default roles. Exported as `@latchkey/admin/access`, for servers and browsers. */

import { type AccessControl, createAccessControl, type Role } from "@latchkey/core/access";

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
  audit: ["list"],
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
