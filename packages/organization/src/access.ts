/** The face of `@latchkey/organization/access`: roles and permissions, the same in browser and server. */

export type { AccessControl, Permissions, Role, Roles, Statements } from "@latchkey/core/access";
export { createAccessControl } from "@latchkey/core/access";
export {
  type BuiltInRole,
  checkRolePermission,
  type DeclaredRoles,
  declareRoles,
  defaultStatements,
  type RoleOptions,
  roleStatements,
} from "./roles/access.ts";
