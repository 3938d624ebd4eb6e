/** The calls about users: what they take, return, and fail with. */

import type { User } from "@latchkey/core";
import type {
  CoreModels,
  FilterOperator,
  InPersonErrorCode,
  Models,
  PublicCall,
  SessionCall,
  SessionQuery,
  StatusAnswer,
  SuccessAnswer,
} from "@latchkey/core/plugin";
import type { AdminErrorCode } from "../errors.ts";

/** What `/admin/list-users` takes. */
export interface ListUsersQuery {
  /** Up to 100 characters; for `email` in either case. */
  readonly searchValue?: string | undefined;
  /** Default: `email`. */
  readonly searchField?: "email" | "name" | undefined;
  /** Default: `contains`. By the beginning of an email the index answers; the others read every row. */
  readonly searchOperator?: "contains" | "starts_with" | "ends_with" | undefined;
  /** Default: 100; at most 500. */
  readonly limit?: number | string | undefined;
  /** Rows to leave out. Far on, `cursor` is cheaper and does not slip when users come and go. */
  readonly offset?: number | string | undefined;
  /** `nextCursor` of the page before, with the same search, filter and order. */
  readonly cursor?: string | undefined;
  /** A field that answers show. Default: `createdAt`; `email` where the beginning of one is searched for. */
  readonly sortBy?: string | undefined;
  /** Default: `desc`; `asc` with `sortBy`, and where the beginning of an email is searched for. */
  readonly sortDirection?: "asc" | "desc" | undefined;
  /** A field that answers show. */
  readonly filterField?: string | undefined;
  /** Of `in` and `not_in`: several, separated by commas. */
  readonly filterValue?: string | number | boolean | readonly string[] | undefined;
  /** Default: `eq`. */
  readonly filterOperator?: FilterOperator | undefined;
}

/** A page of users. */
export interface UserList<U = User> {
  readonly users: readonly U[];
  /** How many match; `null` on a page by `cursor`, where it is not counted again. */
  readonly total: number | null;
  /** As it was asked for. */
  readonly limit?: number;
  /** As it was asked for. */
  readonly offset?: number;
  /** Asks for the next page; `null` on the last one. */
  readonly nextCursor: string | null;
}

/** What `/admin/get-user` takes. */
export interface GetUserQuery {
  readonly id: string;
}

/** Which user is meant. */
export interface OfUserInput {
  readonly userId: string;
}

/** What `/admin/remove-user` takes. */
export interface RemoveUserInput {
  readonly userId: string;
  /**
   * What happens to organizations that have no other owner. `refuse`: the user isn't removed, and the error lists them.
   * `delete`: they're deleted with the user, which takes the permission `organization: delete` if the app declares it, and
   * an admin role otherwise. Default: `refuse`.
   */
  readonly solelyOwned?: "refuse" | "delete" | undefined;
}

/** What `/admin/create-user` takes. */
export interface CreateUserInput {
  readonly email: string;
  readonly name: string;
  /** Without one the user signs in another way, or asks for a new password. */
  readonly password?: string | undefined;
  /** Default: the default role. Another one needs the permission to set roles. */
  readonly role?: string | readonly string[] | undefined;
  /** `image`, `emailVerified`, and fields of plugins and of the app. */
  readonly data?: Readonly<Record<string, unknown>> | undefined;
}

/** What `/admin/update-user` takes. */
export interface AdminUpdateUserInput extends OfUserInput {
  /**
   * `name`, `image`, `email`, `emailVerified`, `role`, `banned`, `banReason`, `banExpires`, and fields of plugins and of
   * the app. What has a permission of its own needs it here, too.
   */
  readonly data: Readonly<Record<string, unknown>>;
}

/** What `/admin/set-role` takes. */
export interface SetRoleInput extends OfUserInput {
  readonly role: string | readonly string[];
}

/** What `/admin/ban-user` takes. */
export interface BanUserInput extends OfUserInput {
  /** At most 500 characters. */
  readonly banReason?: string | undefined;
  /** In seconds. Default: as the app says, else until it is lifted. */
  readonly banExpiresIn?: number | undefined;
}

/** What `/admin/set-user-password` takes. */
export interface SetUserPasswordInput extends OfUserInput {
  readonly newPassword: string;
}

/** A user, as most calls answer. */
export interface UserAnswer<U = User> {
  readonly user: U;
}

/** The codes of a call that needs an admin, and `Own`. */
export type WithAdminCodes<Own extends AdminErrorCode = never> = InPersonErrorCode | "BANNED_USER" | Own;

type RoleCode = "YOU_ARE_NOT_ALLOWED_TO_CHANGE_USERS_ROLE" | "YOU_ARE_NOT_ALLOWED_TO_SET_NON_EXISTENT_VALUE";

type PasswordCode = "PASSWORD_TOO_SHORT" | "PASSWORD_TOO_LONG" | "PASSWORD_TOO_OBVIOUS";

type LastAdminCode = "YOU_CANNOT_REMOVE_THE_LAST_ADMIN";

type SetRoleCode = RoleCode | LastAdminCode | "YOU_CANNOT_CHANGE_YOUR_OWN_ROLE";

type BanCode = LastAdminCode | "YOU_ARE_NOT_ALLOWED_TO_BAN_USERS" | "YOU_CANNOT_BAN_YOURSELF";

/** The calls about users. */
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
  /** Creates a user. A call on the server without `headers` is the app's own and needs no permission. */
  readonly createUser: PublicCall<
    CreateUserInput,
    UserAnswer<M["user"]>,
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
  >;
  /** Deletes a user and everything that belongs to the user. Audit records stay. */
  readonly removeUser: SessionCall<
    RemoveUserInput,
    SuccessAnswer,
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
  readonly setRole: SessionCall<SetRoleInput, UserAnswer<M["user"]>, WithAdminCodes<SetRoleCode | "USER_NOT_FOUND">>;
  /** Bans a user and ends the user's sessions. */
  readonly banUser: SessionCall<BanUserInput, UserAnswer<M["user"]>, WithAdminCodes<BanCode | "USER_NOT_FOUND">>;
  /** Lifts a user's ban. */
  readonly unbanUser: SessionCall<
    OfUserInput,
    UserAnswer<M["user"]>,
    WithAdminCodes<"YOU_ARE_NOT_ALLOWED_TO_BAN_USERS" | "USER_NOT_FOUND">
  >;
  /** Sets a user's password and ends the user's sessions. */
  readonly setUserPassword: SessionCall<
    SetUserPasswordInput,
    StatusAnswer,
    | WithAdminCodes<"YOU_ARE_NOT_ALLOWED_TO_SET_USERS_PASSWORD" | "USER_NOT_FOUND" | PasswordCode>
    | "SESSION_NOT_FRESH"
    | M["codes"]["newPassword"]
  >;
}
