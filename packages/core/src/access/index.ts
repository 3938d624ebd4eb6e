/** The face of `@latchkey/core/access`: small enough for a browser, the same on both sides. */

export {
  type AccessControl,
  type Authorization,
  authorize,
  createAccessControl,
  grantedBy,
  joinRoles,
  missingPermissions,
  type Permissions,
  type Role,
  type Roles,
  roleNames,
  type Statements,
} from "./access-control.ts";
