/** What the calls take and answer. */

import type { AuditRow, FilterOperator, Session, User } from "@latchkey/core";
import type { Permissions } from "@latchkey/core/access";

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

/** What `/admin/revoke-user-session` takes. */
export interface RevokeUserSessionInput {
  /** The handle: `token` of a listed session. */
  readonly sessionToken: string;
}

/** What `/admin/has-permission` takes. */
export interface HasPermissionInput {
  /** Resource → actions; all of them are asked for. */
  readonly permissions?: Permissions | undefined;
  /** An older name of `permissions`. */
  readonly permission?: Permissions | undefined;
}

/** What `userHasPermission` takes in `auth.api`. With a visitor's headers, `userId` and `role` are ignored. */
export interface UserHasPermissionInput extends HasPermissionInput {
  /** Whose permissions. Default: the session's user. */
  readonly userId?: string | undefined;
  /** Or those of a role, or of several separated by commas. */
  readonly role?: string | undefined;
}

/** What it answers. */
export interface HasPermissionAnswer {
  readonly error: null;
  readonly success: boolean;
}

/** What `/admin/list-audit` takes. */
export interface ListAuditQuery {
  /** To whom it was done. */
  readonly userId?: string | undefined;
  /** Who did it. */
  readonly actorId?: string | undefined;
  /** Who really did it, where somebody acted as the actor. */
  readonly onBehalfOf?: string | undefined;
  /** What was done: `admin.user.ban`. One that ends in a dot stands for all that begin so. */
  readonly action?: string | undefined;
  /** Default: 50; at most 500. */
  readonly limit?: number | string | undefined;
  /** `nextCursor` of the page before, with the same filters. */
  readonly cursor?: string | undefined;
}

/** A record of the audit trail. */
export type AuditRecord = AuditRow;

/** A page of the audit trail, newest first. */
export interface AuditTrail {
  readonly records: readonly AuditRecord[];
  /** By id: the users whom the records name, unless they were deleted. */
  readonly people: Readonly<Record<string, { readonly name: string; readonly email: string }>>;
  /** Asks for the next page; `null` on the last one. */
  readonly nextCursor: string | null;
}

/** A user, as most calls answer. */
export interface UserAnswer<U = User> {
  readonly user: U;
}

/** What `/admin/list-user-sessions` answers. */
export interface UserSessions<S = Session> {
  readonly sessions: readonly S[];
}

/** What beginning and ending an impersonation answer. */
export interface Impersonation<U = User, S = Session> {
  readonly session: S;
  readonly user: U;
  /** The bearer secret of the session, for a client that sent one in place of a cookie. */
  readonly token?: string;
}
