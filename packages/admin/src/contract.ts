/** The calls of the admin plugin: what they take, return, and fail with. */

import type { AuditRow, Call, Session, User } from "@latchkey/core";
import type { Permissions, Roles } from "@latchkey/core/access";
import type {
  CallContract,
  ClientCall,
  CoreModels,
  Models,
  PluginTypes,
  SessionCall,
  SessionQuery,
  SuccessAnswer,
  WithBody,
} from "@latchkey/core/plugin";
import type { OfUserInput, UserCalls, WithAdminCodes } from "./users/contract.ts";

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

/** What `userHasPermission` takes on the server, where it can be asked about anybody. */
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

type UserHasPermissionCode = "USER_NOT_FOUND";

/** The plugin's calls. */
export interface AdminCalls<M extends Models = CoreModels> extends UserCalls<M> {
  /** Returns a user's active sessions, newest first. */
  readonly listUserSessions: SessionCall<
    OfUserInput,
    UserSessions<M["session"]>,
    WithAdminCodes<"YOU_ARE_NOT_ALLOWED_TO_LIST_USERS_SESSIONS">
  >;
  /** Ends a user's session. */
  readonly revokeUserSession: SessionCall<
    RevokeUserSessionInput,
    SuccessAnswer,
    WithAdminCodes<"YOU_ARE_NOT_ALLOWED_TO_REVOKE_USERS_SESSIONS">
  >;
  /** Ends all sessions of a user. */
  readonly revokeUserSessions: SessionCall<
    OfUserInput,
    SuccessAnswer,
    WithAdminCodes<"YOU_ARE_NOT_ALLOWED_TO_REVOKE_USERS_SESSIONS">
  >;
  /** Returns whether the session's user has permissions. On the server also for any user or role. */
  readonly userHasPermission: CallContract<
    UserHasPermissionInput,
    HasPermissionAnswer,
    UserHasPermissionCode,
    Call<WithBody<UserHasPermissionInput>, HasPermissionAnswer, UserHasPermissionCode>,
    // Over HTTP only the caller's own permissions can be asked about.
    ClientCall<HasPermissionInput, HasPermissionAnswer>
  >;
  /** Starts to impersonate a user. */
  readonly impersonateUser: SessionCall<
    OfUserInput,
    Impersonation<M["user"], M["session"]>,
    | WithAdminCodes<"YOU_ARE_NOT_ALLOWED_TO_IMPERSONATE_USERS" | "USER_NOT_FOUND" | "YOU_CANNOT_IMPERSONATE_ADMINS">
    | "FAILED_TO_CREATE_SESSION"
  >;
  /** Stops impersonating a user. */
  readonly stopImpersonating: SessionCall<
    void,
    Impersonation<M["user"], M["session"]>,
    "YOU_ARE_NOT_IMPERSONATING_ANYONE" | "ADMIN_SESSION_LOST"
  >;
  /** Returns a page of the audit log. */
  readonly listAudit: SessionQuery<
    ListAuditQuery | void,
    AuditTrail,
    WithAdminCodes<"YOU_ARE_NOT_ALLOWED_TO_READ_THE_AUDIT_TRAIL">
  >;
}

/** The calls as the client has them. */
export interface AdminClient<C extends AdminCalls<Models>> {
  readonly admin: {
    readonly listUsers: C["listUsers"]["client"];
    readonly getUser: C["getUser"]["client"];
    readonly createUser: C["createUser"]["client"];
    readonly updateUser: C["adminUpdateUser"]["client"];
    readonly removeUser: C["removeUser"]["client"];
    readonly setRole: C["setRole"]["client"];
    readonly banUser: C["banUser"]["client"];
    readonly unbanUser: C["unbanUser"]["client"];
    readonly listUserSessions: C["listUserSessions"]["client"];
    readonly revokeUserSession: C["revokeUserSession"]["client"];
    readonly revokeUserSessions: C["revokeUserSessions"]["client"];
    readonly setUserPassword: C["setUserPassword"]["client"];
    readonly hasPermission: C["userHasPermission"]["client"];
    readonly impersonateUser: C["impersonateUser"]["client"];
    readonly stopImpersonating: C["stopImpersonating"]["client"];
    readonly listAudit: C["listAudit"]["client"];
    /** Returns whether a role grants permissions, as far as the client knows the roles. Use it for what you show. */
    checkRolePermission(asked: RolePermission): boolean;
  };
}

/** What `checkRolePermission` takes. */
export interface RolePermission {
  /** As a user has it: one role, or several separated by commas. */
  readonly role: string | null | undefined;
  readonly permissions: Permissions;
}

/** Options of `adminClient`. */
export interface AdminClientOptions {
  /** The app's own roles, as the server has them. Default: `admin` and `user`. */
  readonly roles?: Roles;
}

interface Administered {
  /** One role, or several separated by commas. `null`: the default role. */
  readonly role: string | null;
  readonly banned: boolean;
  readonly banReason: string | null;
  /** When the ban expires. `null`: never. */
  readonly banExpires: Date | null;
}

interface Acted {
  /** Id of the admin who impersonates the user. `null`: no one does. */
  readonly impersonatedBy: string | null;
}

interface AdminRefusals {
  readonly signIn: "BANNED_USER";
  readonly deleteUser: "YOU_CANNOT_REMOVE_THE_LAST_ADMIN";
}

/** What the plugin adds to the types of an app. */
export interface AdminTypes extends PluginTypes {
  readonly user: Administered;
  readonly session: Acted;
  readonly refusals: AdminRefusals;
  readonly calls: AdminCalls<this["$app"]>;
  readonly client: AdminClient<this["calls"]>;
}
