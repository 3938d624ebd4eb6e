/** Public exports of `@latchkey/admin`. */

export {
  adminAccess,
  adminRole,
  adminStatements,
  createRoleCheck,
  defaultRoles,
  type RoleCheckOptions,
  type RolePermission,
  userRole,
} from "./access.ts";
export { type AdminAction, type AdminAuditAction, adminAuditActions } from "./audit-actions.ts";
export type {
  AdminCalls,
  AdminCapabilities,
  AdminClient,
  AdminTypes,
  AuditLogPage,
  AuditRecord,
  BanNotice,
  HasPermissionInput,
  HasPermissionResponse,
  ImpersonateUserInput,
  Impersonation,
  ListAuditQuery,
  RevokeUserSessionInput,
  UserHasPermissionInput,
  UserSessions,
} from "./contract.ts";
export { type AdminErrorCode, adminErrors } from "./errors.ts";
export type { AdminOptions } from "./options.ts";
export { type AdminPlugin, admin } from "./plugin.ts";
export type { SessionWithImpersonator, UserWithRole } from "./tables.ts";
export type {
  AdminUpdateUserInput,
  BanUserInput,
  CreateUserInput,
  GetUserQuery,
  ListedUser,
  ListUsersQuery,
  RemoveUserInput,
  SetRoleInput,
  SetUserPasswordInput,
  UnlinkUserAccountInput,
  UserAccounts,
  UserIdInput,
  UserList,
  UserResponse,
} from "./users/contract.ts";
