/** The calls for managing users, with their inputs, responses, and errors. */

import type { Account, User } from "@latchkey/core";
import type {
  CoreModels,
  FilterOperator,
  ImpersonationErrorCode,
  Models,
  PublicCall,
  SessionCall,
  SessionQuery,
  StatusResponse,
  SuccessResponse,
} from "@latchkey/core/plugin";
import type { AdminErrorCode } from "../errors.ts";

/** Input for `/admin/list-users`. */
export interface ListUsersQuery {
  /** At most 100 characters. Case doesn't matter for `email`. */
  readonly searchValue?: string | undefined;
  /**
   * `any` finds the user with this ID, or users whose email or name matches. Without `searchOperator`, a value with an
   * `@` is only compared with the beginning of emails, which is fast. Default: `email`.
   */
  readonly searchField?: "email" | "name" | "any" | undefined;
  /**
   * Default: `contains`, which reads every row unless the adapter has `substringIndexes`. `starts_with` on `email` uses
   * the index. The others read every row.
   */
  readonly searchOperator?: "contains" | "starts_with" | "ends_with" | undefined;
  /** Maximum users per page, at most 500. Default: 100. */
  readonly limit?: number | string | undefined;
  /** Rows to skip. For later pages, `cursor` is faster and isn't affected by users created or deleted in between. */
  readonly offset?: number | string | undefined;
  /** `nextCursor` of the previous page, with the same search, filter, and order. */
  readonly cursor?: string | undefined;
  /**
   * A field that responses include. `lastActiveAt` requires `trackLastActive`. Default: `email` for a `starts_with`
   * search on `email`, otherwise `createdAt`.
   */
  readonly sortBy?: string | undefined;
  /** Default: `asc` with `sortBy` or for a `starts_with` search on `email`, otherwise `desc`. */
  readonly sortDirection?: "asc" | "desc" | undefined;
  /** A field that responses include. Default: `email`. */
  readonly filterField?: string | undefined;
  /** For `in` and `not_in`, separate values with commas. */
  readonly filterValue?: string | number | boolean | readonly string[] | undefined;
  /** Default: `eq`. */
  readonly filterOperator?: FilterOperator | undefined;
  /**
   * Up to 10 additional filters. All of them must match. Each has the form `field:operator:value`, such as
   * `banned:eq:true`.
   */
  readonly filter?: string | readonly string[] | undefined;
}

/** A user in a list. */
export type ListedUser<U = User> = U & {
  /**
   * When the user last signed in or used a session. With the `trackLastActive` option, it's stored with the user, and
   * `sortBy` can be `lastActiveAt`. `null` if the user hasn't been active since the option was turned on. Without the
   * option, it comes from the user's sessions, so it can be up to `session.updateAge` old. `null` if the user has no
   * sessions.
   */
  readonly lastActiveAt: Date | null;
};

/** A page of users. */
export interface UserList<U = User> {
  readonly users: readonly ListedUser<U>[];
  /** Number of matching users. `null` if you pass `cursor`, because users aren't counted again. */
  readonly total: number | null;
  /** The `limit` of the request. */
  readonly limit?: number;
  /** The `offset` of the request. */
  readonly offset?: number;
  /** The cursor of the next page. `null` on the last page. */
  readonly nextCursor: string | null;
}

/** Input for `/admin/get-user`. */
export interface GetUserQuery {
  readonly id: string;
}

/** Input of calls about one user. */
export interface UserIdInput {
  readonly userId: string;
}

/** Response from `/admin/list-user-accounts`. */
export interface UserAccounts {
  readonly accounts: Account[];
}

/** Input for `/admin/unlink-user-account`. */
export interface UnlinkUserAccountInput extends UserIdInput {
  /** The provider, such as `github`. Required, unless `accountId` is the `id` of a listed account. */
  readonly providerId?: string | undefined;
  /** With `providerId`, the user's ID at the provider, if the user has several accounts there. */
  readonly accountId?: string | undefined;
}

/** Input for `/admin/remove-user`. */
export interface RemoveUserInput {
  readonly userId: string;
  /**
   * What to do with organizations that don't have another owner. Default: `refuse`.
   *
   * - `refuse`: the user isn't removed, and the error lists the organizations.
   * - `delete`: they're deleted with the user. This needs the `organization: delete` permission if the app declares it,
   *   and an admin role otherwise.
   */
  readonly solelyOwned?: "refuse" | "delete" | undefined;
}

/** Input for `/admin/create-user`. */
export interface CreateUserInput {
  readonly email: string;
  readonly name: string;
  /** Without a password, the user signs in another way or resets the password. */
  readonly password?: string | undefined;
  /** A role other than the default requires permission to set roles. Default: the default role. */
  readonly role?: string | readonly string[] | undefined;
  /** `image`, `emailVerified`, and fields of plugins and the app. */
  readonly data?: Readonly<Record<string, unknown>> | undefined;
}

/** Input for `/admin/update-user`. */
export interface AdminUpdateUserInput extends UserIdInput {
  /**
   * `name`, `image`, `email`, `emailVerified`, `role`, `banned`, `banReason`, `banExpires`, and fields of plugins and
   * the app. Fields with their own permission, such as `role`, need it here too.
   */
  readonly data: Readonly<Record<string, unknown>>;
}

/** Input for `/admin/set-role`. */
export interface SetRoleInput extends UserIdInput {
  readonly role: string | readonly string[];
}

/** Input for `/admin/ban-user`. */
export interface BanUserInput extends UserIdInput {
  /** At most 500 characters. */
  readonly banReason?: string | undefined;
  /** In seconds: 1 to 315360000. Default: the `defaultBanExpiresIn` option, or permanent. */
  readonly banExpiresIn?: number | undefined;
}

/** Input for `/admin/set-user-password`. */
export interface SetUserPasswordInput extends UserIdInput {
  readonly newPassword: string;
}

/** Response of most calls about a user. */
export interface UserResponse<U = User> {
  readonly user: U;
}

/** The error codes of a call that requires an admin, plus `Own`. */
export type WithAdminCodes<Own extends AdminErrorCode = never> = ImpersonationErrorCode | "BANNED_USER" | Own;

type RoleCode = "YOU_ARE_NOT_ALLOWED_TO_CHANGE_USERS_ROLE" | "YOU_ARE_NOT_ALLOWED_TO_SET_NON_EXISTENT_VALUE";

type PasswordCode = "PASSWORD_TOO_SHORT" | "PASSWORD_TOO_LONG" | "PASSWORD_TOO_OBVIOUS";

type LastAdminCode = "YOU_CANNOT_REMOVE_THE_LAST_ADMIN";

type SetRoleCode = RoleCode | LastAdminCode | "YOU_CANNOT_CHANGE_YOUR_OWN_ROLE";

type BanCode = LastAdminCode | "YOU_ARE_NOT_ALLOWED_TO_BAN_USERS" | "YOU_CANNOT_BAN_YOURSELF";

/** The calls for managing users. */
export interface UserCalls<M extends Models = CoreModels> {
  /** Returns a page of users. */
  readonly listUsers: SessionQuery<
    ListUsersQuery | void,
    UserList<M["user"]>,
    WithAdminCodes<"YOU_ARE_NOT_ALLOWED_TO_LIST_USERS">
  >;
  /** Returns a user. */
  readonly getUser: SessionQuery<
    GetUserQuery,
    M["user"],
    WithAdminCodes<"YOU_ARE_NOT_ALLOWED_TO_GET_USER" | "USER_NOT_FOUND">
  >;
  /** Creates a user. On the server, a call without `headers` comes from the app itself and needs no permission. */
  readonly createUser: PublicCall<
    CreateUserInput,
    UserResponse<M["user"]>,
    | WithAdminCodes<
        | "YOU_ARE_NOT_ALLOWED_TO_CREATE_USERS"
        | "YOU_ARE_NOT_ALLOWED_TO_SET_USERS_EMAIL"
        | "USER_ALREADY_EXISTS"
        | "INVALID_EMAIL"
        | "FIELD_NOT_ALLOWED"
        | PasswordCode
        | RoleCode
      >
    | "FAILED_TO_CREATE_USER"
    | M["codes"]["signUp"]
    | M["codes"]["newPassword"]
  >;
  /** Updates a user. */
  readonly adminUpdateUser: SessionCall<
    AdminUpdateUserInput,
    M["user"],
    | WithAdminCodes<
        | "YOU_ARE_NOT_ALLOWED_TO_UPDATE_USERS"
        | "YOU_ARE_NOT_ALLOWED_TO_SET_USERS_EMAIL"
        | "USER_NOT_FOUND"
        | "NO_DATA_TO_UPDATE"
        | "PASSWORD_CANNOT_BE_UPDATED_VIA_UPDATE_USER"
        | "INVALID_EMAIL"
        | "USER_ALREADY_EXISTS"
        | "FIELD_NOT_ALLOWED"
        | SetRoleCode
        | BanCode
      >
    | "SESSION_NOT_FRESH"
    | M["codes"]["updateUser"]
    | M["codes"]["changeEmail"]
  >;
  /** Deletes a user and everything that belongs to the user. Audit records are kept. */
  readonly removeUser: SessionCall<
    RemoveUserInput,
    SuccessResponse,
    | WithAdminCodes<
        | "YOU_ARE_NOT_ALLOWED_TO_DELETE_USERS"
        | "YOU_ARE_NOT_ALLOWED_TO_DELETE_ORGANIZATIONS"
        | "USER_NOT_FOUND"
        | "YOU_CANNOT_REMOVE_YOURSELF"
        | LastAdminCode
      >
    | M["codes"]["deleteUser"]
  >;
  /** Replaces a user's roles. */
  readonly setRole: SessionCall<SetRoleInput, UserResponse<M["user"]>, WithAdminCodes<SetRoleCode | "USER_NOT_FOUND">>;
  /** Bans a user and ends the user's sessions. */
  readonly banUser: SessionCall<BanUserInput, UserResponse<M["user"]>, WithAdminCodes<BanCode | "USER_NOT_FOUND">>;
  /** Unbans a user. */
  readonly unbanUser: SessionCall<
    UserIdInput,
    UserResponse<M["user"]>,
    WithAdminCodes<"YOU_ARE_NOT_ALLOWED_TO_BAN_USERS" | "USER_NOT_FOUND">
  >;
  /** Returns a user's sign-in methods. */
  readonly adminListUserAccounts: SessionQuery<
    UserIdInput,
    UserAccounts,
    WithAdminCodes<"YOU_ARE_NOT_ALLOWED_TO_LIST_USERS_ACCOUNTS">
  >;
  /** Unlinks one of a user's sign-in methods, except the last one. */
  readonly unlinkUserAccount: SessionCall<
    UnlinkUserAccountInput,
    SuccessResponse,
    | WithAdminCodes<
        | "YOU_ARE_NOT_ALLOWED_TO_UNLINK_USERS_ACCOUNTS"
        | "USER_NOT_FOUND"
        | "ACCOUNT_NOT_FOUND"
        | "CANNOT_REMOVE_LAST_SIGN_IN_METHOD"
      >
    | "SESSION_NOT_FRESH"
  >;
  /** Sets a user's password and ends the user's sessions. */
  readonly setUserPassword: SessionCall<
    SetUserPasswordInput,
    StatusResponse,
    | WithAdminCodes<"YOU_ARE_NOT_ALLOWED_TO_SET_USERS_PASSWORD" | "USER_NOT_FOUND" | PasswordCode>
    | "SESSION_NOT_FRESH"
    | M["codes"]["newPassword"]
  >;
}
