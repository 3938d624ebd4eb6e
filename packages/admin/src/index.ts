/** The face of `@latchkey/admin`. */

export { adminAccess, adminRole, adminStatements, defaultRoles, userRole } from "./access.ts";
export type { AdminAction } from "./actions.ts";
export type {
  AdminApi,
  AdminCallErrorCode,
  AdminClientCalls,
  AdminClientOptions,
  AdminTypes,
  RolePermission,
} from "./api.ts";
export { type AdminAuditAction, adminAuditActions } from "./audit-actions.ts";
export { type AdminErrorCode, adminErrors } from "./errors.ts";
export type {
  AdminUpdateUserInput,
  AuditRecord,
  AuditTrail,
  BanUserInput,
  CreateUserInput,
  GetUserQuery,
  HasPermissionAnswer,
  HasPermissionInput,
  Impersonation,
  ListAuditQuery,
  ListUsersQuery,
  OfUserInput,
  RemoveUserInput,
  RevokeUserSessionInput,
  SetRoleInput,
  SetUserPasswordInput,
  UserAnswer,
  UserHasPermissionInput,
  UserList,
  UserSessions,
} from "./inputs.ts";
export type { AdminOptions } from "./options.ts";
export { type AdminPlugin, admin } from "./plugin.ts";
export type { SessionWithActor, UserWithRole } from "./tables.ts";
