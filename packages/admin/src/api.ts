/** The types that the plugin adds to an app and to its client. */

import type {
  Call,
  ClientCall,
  InPersonErrorCode,
  OptionalClientCall,
  PluginTypes,
  SessionCallOptions,
  SessionErrorCode,
  StatusAnswer,
  SuccessAnswer,
  WithBody,
  WithSessionBody,
  WithSessionQuery,
} from "@latchkey/core";
import type { Permissions, Roles } from "@latchkey/core/access";
import type { AdminErrorCode } from "./errors.ts";
import type {
  AdminUpdateUserInput,
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

/** What any call of the administration can be refused for, and its own codes. */
export type AdminCallErrorCode<Own extends AdminErrorCode = never> =
  | Extract<SessionErrorCode, "UNAUTHORIZED">
  | InPersonErrorCode
  | "BANNED_USER"
  | Own;

/** Admins change their own email or password, and proved nothing lately. */
type OwnAccountCode = Extract<SessionErrorCode, "SESSION_NOT_FRESH">;
type ListUsersCode = AdminCallErrorCode<"YOU_ARE_NOT_ALLOWED_TO_LIST_USERS">;
type GetUserCode = AdminCallErrorCode<"YOU_ARE_NOT_ALLOWED_TO_GET_USER" | "USER_NOT_FOUND">;
type CreateUserCode = AdminCallErrorCode<
  | "YOU_ARE_NOT_ALLOWED_TO_CREATE_USERS"
  | "YOU_ARE_NOT_ALLOWED_TO_SET_USERS_EMAIL"
  | "USER_ALREADY_EXISTS"
  | "INVALID_EMAIL"
  | "FIELD_NOT_ALLOWED"
  | "PASSWORD_TOO_SHORT"
  | "PASSWORD_TOO_LONG"
  | "PASSWORD_TOO_OBVIOUS"
  | RoleCode
>;
type RoleCode = "YOU_ARE_NOT_ALLOWED_TO_CHANGE_USERS_ROLE" | "YOU_ARE_NOT_ALLOWED_TO_SET_NON_EXISTENT_VALUE";
type SetRoleCode = AdminCallErrorCode<
  RoleCode | "USER_NOT_FOUND" | "YOU_CANNOT_CHANGE_YOUR_OWN_ROLE" | "YOU_CANNOT_REMOVE_THE_LAST_ADMIN"
>;
type BanCode = AdminCallErrorCode<
  "YOU_ARE_NOT_ALLOWED_TO_BAN_USERS" | "USER_NOT_FOUND" | "YOU_CANNOT_BAN_YOURSELF" | "YOU_CANNOT_REMOVE_THE_LAST_ADMIN"
>;
type UnbanCode = AdminCallErrorCode<"YOU_ARE_NOT_ALLOWED_TO_BAN_USERS" | "USER_NOT_FOUND">;
type UpdateUserCode =
  | OwnAccountCode
  | SetRoleCode
  | BanCode
  | AdminCallErrorCode<
      | "YOU_ARE_NOT_ALLOWED_TO_UPDATE_USERS"
      | "YOU_ARE_NOT_ALLOWED_TO_SET_USERS_EMAIL"
      | "NO_DATA_TO_UPDATE"
      | "PASSWORD_CANNOT_BE_UPDATED_VIA_UPDATE_USER"
      | "INVALID_EMAIL"
      | "USER_ALREADY_EXISTS"
      | "FIELD_NOT_ALLOWED"
    >;
type RemoveUserCode = AdminCallErrorCode<
  | "YOU_ARE_NOT_ALLOWED_TO_DELETE_USERS"
  | "USER_NOT_FOUND"
  | "YOU_CANNOT_REMOVE_YOURSELF"
  | "YOU_CANNOT_REMOVE_THE_LAST_ADMIN"
>;
type ListSessionsCode = AdminCallErrorCode<"YOU_ARE_NOT_ALLOWED_TO_LIST_USERS_SESSIONS">;
type RevokeCode = AdminCallErrorCode<"YOU_ARE_NOT_ALLOWED_TO_REVOKE_USERS_SESSIONS">;
type SetPasswordCode =
  | OwnAccountCode
  | AdminCallErrorCode<
      | "YOU_ARE_NOT_ALLOWED_TO_SET_USERS_PASSWORD"
      | "USER_NOT_FOUND"
      | "PASSWORD_TOO_SHORT"
      | "PASSWORD_TOO_LONG"
      | "PASSWORD_TOO_OBVIOUS"
    >;
type ImpersonateCode = AdminCallErrorCode<
  "YOU_ARE_NOT_ALLOWED_TO_IMPERSONATE_USERS" | "USER_NOT_FOUND" | "YOU_CANNOT_IMPERSONATE_ADMINS"
>;
type StopCode = "UNAUTHORIZED" | "YOU_ARE_NOT_IMPERSONATING_ANYONE" | "ADMIN_SESSION_LOST";
type ListAuditCode = AdminCallErrorCode<"YOU_ARE_NOT_ALLOWED_TO_READ_THE_AUDIT_TRAIL">;

/** As `auth.api` has it. */
export interface AdminApi<U, S> {
  /** A page of users. */
  readonly listUsers: Call<WithSessionQuery<ListUsersQuery>, UserList<U>, ListUsersCode>;
  /** One user. */
  readonly getUser: Call<SessionCallOptions & { readonly query: GetUserQuery }, U, GetUserCode>;
  /** Makes a user. Without anybody's `headers` it is the app itself that does. */
  readonly createUser: Call<WithBody<CreateUserInput>, UserAnswer<U>, CreateUserCode>;
  /** Changes a user. */
  readonly adminUpdateUser: Call<WithSessionBody<AdminUpdateUserInput>, U, UpdateUserCode>;
  /** Removes a user with everything that is theirs. */
  readonly removeUser: Call<WithSessionBody<RemoveUserInput>, SuccessAnswer, RemoveUserCode>;
  /** Gives a user one role or several. */
  readonly setRole: Call<WithSessionBody<SetRoleInput>, UserAnswer<U>, SetRoleCode>;
  /** Keeps a user out. */
  readonly banUser: Call<WithSessionBody<BanUserInput>, UserAnswer<U>, BanCode>;
  /** Lets a user in again. */
  readonly unbanUser: Call<WithSessionBody<OfUserInput>, UserAnswer<U>, UnbanCode>;
  /** A user's live sessions. */
  readonly listUserSessions: Call<WithSessionBody<OfUserInput>, UserSessions<S>, ListSessionsCode>;
  /** Ends one session of a user. */
  readonly revokeUserSession: Call<WithSessionBody<RevokeUserSessionInput>, SuccessAnswer, RevokeCode>;
  /** Ends all sessions of a user. */
  readonly revokeUserSessions: Call<WithSessionBody<OfUserInput>, SuccessAnswer, RevokeCode>;
  /** Sets a user's password. */
  readonly setUserPassword: Call<WithSessionBody<SetUserPasswordInput>, StatusAnswer, SetPasswordCode>;
  /** Whether the session's user, a user or a role may do something. */
  readonly userHasPermission: Call<
    WithBody<UserHasPermissionInput>,
    HasPermissionAnswer,
    "UNAUTHORIZED" | "USER_NOT_FOUND"
  >;
  /** Begins to act as a user. */
  readonly impersonateUser: Call<WithSessionBody<OfUserInput>, Impersonation<U, S>, ImpersonateCode>;
  /** Ends acting as a user. */
  readonly stopImpersonating: Call<SessionCallOptions, Impersonation<U, S>, StopCode>;
  /** The audit trail. */
  readonly listAudit: Call<WithSessionQuery<ListAuditQuery>, AuditTrail, ListAuditCode>;
}

/** As the client has it. */
export interface AdminClientCalls<U, S> {
  readonly admin: {
    readonly listUsers: OptionalClientCall<{ readonly query?: ListUsersQuery }, UserList<U>, ListUsersCode>;
    readonly getUser: ClientCall<{ readonly query: GetUserQuery }, U, GetUserCode>;
    readonly createUser: ClientCall<CreateUserInput, UserAnswer<U>, CreateUserCode>;
    readonly updateUser: ClientCall<AdminUpdateUserInput, U, UpdateUserCode>;
    readonly removeUser: ClientCall<RemoveUserInput, SuccessAnswer, RemoveUserCode>;
    readonly setRole: ClientCall<SetRoleInput, UserAnswer<U>, SetRoleCode>;
    readonly banUser: ClientCall<BanUserInput, UserAnswer<U>, BanCode>;
    readonly unbanUser: ClientCall<OfUserInput, UserAnswer<U>, UnbanCode>;
    readonly listUserSessions: ClientCall<OfUserInput, UserSessions<S>, ListSessionsCode>;
    readonly revokeUserSession: ClientCall<RevokeUserSessionInput, SuccessAnswer, RevokeCode>;
    readonly revokeUserSessions: ClientCall<OfUserInput, SuccessAnswer, RevokeCode>;
    readonly setUserPassword: ClientCall<SetUserPasswordInput, StatusAnswer, SetPasswordCode>;
    readonly hasPermission: ClientCall<HasPermissionInput, HasPermissionAnswer, "UNAUTHORIZED">;
    readonly impersonateUser: ClientCall<OfUserInput, Impersonation<U, S>, ImpersonateCode>;
    readonly stopImpersonating: OptionalClientCall<unknown, Impersonation<U, S>, StopCode>;
    readonly listAudit: OptionalClientCall<{ readonly query?: ListAuditQuery }, AuditTrail, ListAuditCode>;
    /** Whether a role grants something, as far as the client knows the roles: for what is shown, not for what is done. */
    checkRolePermission(asked: RolePermission): boolean;
  };
}

/** What `checkRolePermission` takes. */
export interface RolePermission {
  /** As a user has it: one role, or several separated by commas. */
  readonly role: string | null | undefined;
  readonly permissions: Permissions;
}

/** What the client half can be told. */
export interface AdminClientOptions {
  /** The app's own roles, as the server has them. Default: `admin` and `user`. */
  readonly roles?: Roles;
}

interface Administered {
  /** One role, or several separated by commas. `null`: the default role. */
  readonly role: string | null;
  readonly banned: boolean;
  readonly banReason: string | null;
  /** When the ban lifts itself. */
  readonly banExpires: Date | null;
}

interface Acted {
  /** Id of the admin who acts as the user; `null`: nobody does. */
  readonly impersonatedBy: string | null;
}

/** What the plugin adds to the types of an app. */
export interface AdminTypes extends PluginTypes {
  readonly user: Administered;
  readonly session: Acted;
  readonly refusal: "BANNED_USER";
  readonly api: AdminApi<this["$user"], this["$session"]>;
  readonly client: AdminClientCalls<this["$user"], this["$session"]>;
}
