/** Site-wide permissions and the roles made of them, as `@latchkey/admin/access`: for server and browser alike. */

import { type AccessControl, createAccessControl, type Role } from "@latchkey/core/access";

/** What an administration can do: spread it into the statements of an access control of your own. */
export const adminStatements = {
  user: ["create", "list", "get", "update", "set-role", "set-email", "set-password", "ban", "impersonate", "delete"],
  session: ["list", "revoke", "delete"],
  audit: ["list"],
} as const;

/** The access control that the plugin has unless the app gives one. */
export const adminAccess: AccessControl<typeof adminStatements> = createAccessControl(adminStatements);

/** May do everything. */
export const adminRole: Role<typeof adminStatements> = adminAccess.newRole(adminStatements);

/** May do nothing here. */
export const userRole: Role<typeof adminStatements> = adminAccess.newRole({});

/** The roles that the plugin has unless the app gives some. */
export const defaultRoles: {
  readonly admin: Role<typeof adminStatements>;
  readonly user: Role<typeof adminStatements>;
} = { admin: adminRole, user: userRole };
