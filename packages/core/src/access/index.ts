/** Public exports of `@latchkey/core/access`. Small enough for browsers. */

export {
  type AccessControl,
  type Authorization,
  authorize,
  createAccessControl,
  grantedPermissions,
  joinRoles,
  missingPermissions,
  type Permissions,
  permissionNames,
  type Role,
  type Roles,
  roleNames,
  type Statements,
  sharedPermissions,
} from "./access-control.ts";
