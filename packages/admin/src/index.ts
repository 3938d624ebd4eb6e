/** The face of `@latchkey/admin`. */

export { adminAccess, adminRole, adminStatements, defaultRoles, userRole } from "./access.ts";
export type { AdminAction } from "./actions.ts";
export { type AdminAuditAction, adminAuditActions } from "./audit-actions.ts";
export type {
  AdminCalls,
  AdminClient,
  AdminClientOptions,
  AdminTypes,
  AuditRecord,
  AuditTrail,
  HasPermissionAnswer,
  HasPermissionInput,
  Impersonation,
  ListAuditQuery,
  RevokeUserSessionInput,
  RolePermission,
  UserHasPermissionInput,
  UserSessions,
} from "./contract.ts";
export { type AdminErrorCode, adminErrors } from "./errors.ts";
export type { AdminOptions } from "./options.ts";
export { type AdminPlugin, admin } from "./plugin.ts";
export type { SessionWithActor, UserWithRole } from "./tables.ts";
export type {
  AdminUpdateUserInput,
  BanUserInput,
  CreateUserInput,
  GetUserQuery,
  ListUsersQuery,
  OfUserInput,
  RemoveUserInput,
  SetRoleInput,
  SetUserPasswordInput,
  UserAnswer,
  UserList,
} from "./users/contract.ts";
