/** Roles and permissions, exported as `@latchkey/organization/access` for servers and browsers. */

export type { AccessControl, Permissions, Role, Roles, Statements } from "@latchkey/core/access";
export { createAccessControl } from "@latchkey/core/access";
export {
  type BuiltInRole,
  createRoleCheck,
  type DeclaredRoles,
  declareRoles,
  defaultStatements,
  type RoleOptions,
  type RolePermission,
  roleStatements,
} from "./roles/access.ts";
