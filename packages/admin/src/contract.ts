/** The calls of the admin plugin, with their inputs, responses, and errors. */

import type { AuditRow, Call, Session, User } from "@latchkey/core";
import type { Permissions } from "@latchkey/core/access";
import type {
  CallContract,
  ClientCall,
  CoreModels,
  Models,
  PluginTypes,
  PublicQuery,
  SessionCall,
  SessionQuery,
  SuccessResponse,
  WithBody,
} from "@latchkey/core/plugin";
import type { UserCalls, UserIdInput, WithAdminCodes } from "./users/contract.ts";

/** Input for `/admin/revoke-user-session`. */
export interface RevokeUserSessionInput {
  /** The session handle: `token` of a listed session. */
  readonly sessionToken: string;
}

/** Input for `/admin/has-permission`. */
export interface HasPermissionInput {
  /** Maps each resource to actions. All of them are required. */
  readonly permissions?: Permissions | undefined;
  /** Alias of `permissions`. */
  readonly permission?: Permissions | undefined;
}

/** Input for `userHasPermission` on the server, which can check any user or role. */
export interface UserHasPermissionInput extends HasPermissionInput {
  /** The user to check. Default: the session's user. */
  readonly userId?: string | undefined;
  /** The role to check instead of a user. Can be several, separated by commas. */
  readonly role?: string | undefined;
}

/** Response from `/admin/has-permission`. */
export interface HasPermissionResponse {
  readonly error: null;
  readonly success: boolean;
}

/** Response from `/admin/capabilities`. */
export interface AdminCapabilities {
  /** The caller's own permissions: the actions that they can use, by resource. */
  readonly permissions: Permissions;
  /** Actions that no one can use, because the app disabled their calls with `disabledPaths`. */
  readonly disabled: Permissions;
  /** The roles that users can have, each with its permissions. */
  readonly roles: Readonly<Record<string, Permissions>>;
  /** Role for new users and for users without a role. */
  readonly defaultRole: string;
  /** The roles that count as admin. */
  readonly adminRoles: readonly string[];
  /** Whether searches can match parts of a value. */
  readonly searchByPart: boolean;
  /** Whether lists of users can be sorted by `lastActiveAt`. */
  readonly tracksLastActive: boolean;
  /** Maximum duration of an impersonation, in seconds. */
  readonly impersonationSeconds: number;
  /** Whether admins can be impersonated, too. */
  readonly impersonatesAdmins: boolean;
}

/** Input for `/admin/impersonate-user`. */
export interface ImpersonateUserInput extends UserIdInput {
  /** In seconds, from 60 to `impersonationSeconds` of `/admin/capabilities`. Default: that maximum. */
  readonly duration?: number | undefined;
  /** Stored in the audit log. At most 500 characters. */
  readonly reason?: string | undefined;
}

/** Input for `/admin/list-audit`. */
export interface ListAuditQuery {
  /** The user that the action was about. */
  readonly userId?: string | undefined;
  /** The user who performed the action. */
  readonly actorId?: string | undefined;
  /** The admin who impersonated the actor. */
  readonly onBehalfOf?: string | undefined;
  /** The organization that the action was about. */
  readonly organizationId?: string | undefined;
  /** Only entries from this time on. */
  readonly from?: Date | undefined;
  /** Only entries before this time. */
  readonly to?: Date | undefined;
  /** The action, such as `admin.user.ban`. A value that ends in a dot matches every action with that prefix. */
  readonly action?: string | undefined;
  /** Maximum entries per page, at most 500. Default: 50. */
  readonly limit?: number | string | undefined;
  /** `nextCursor` of the previous page, with the same filters. */
  readonly cursor?: string | undefined;
}

/** An audit log entry. */
export type AuditRecord = AuditRow;

/** A page of the audit log, newest first. */
export interface AuditLogPage {
  readonly records: readonly AuditRecord[];
  /** The users that the entries name, by ID. Deleted users are missing. */
  readonly people: Readonly<Record<string, { readonly name: string; readonly email: string }>>;
  /** The cursor of the next page. `null` on the last page. */
  readonly nextCursor: string | null;
}

/** Response from `/ban-notice`. */
export interface BanNotice {
  readonly banReason: string | null;
  /** When the ban expires. `null` means never. */
  readonly banExpires: Date | null;
}

/** Response from `/admin/list-user-sessions`. */
export interface UserSessions<S = Session> {
  readonly sessions: readonly S[];
}

/** Response when an impersonation starts or stops. */
export interface Impersonation<U = User, S = Session> {
  readonly session: S;
  readonly user: U;
  /** The session's bearer token, for clients that sent one instead of a cookie. */
  readonly token?: string;
}

type UserHasPermissionCode = "USER_NOT_FOUND";

/** The plugin's calls. */
export interface AdminCalls<M extends Models = CoreModels> extends UserCalls<M> {
  /** Returns a user's active sessions, newest first. */
  readonly listUserSessions: SessionCall<
    UserIdInput,
    UserSessions<M["session"]>,
    WithAdminCodes<"YOU_ARE_NOT_ALLOWED_TO_LIST_USERS_SESSIONS">
  >;
  /** Ends a user's session. */
  readonly revokeUserSession: SessionCall<
    RevokeUserSessionInput,
    SuccessResponse,
    WithAdminCodes<"YOU_ARE_NOT_ALLOWED_TO_REVOKE_USERS_SESSIONS">
  >;
  /** Ends all sessions of a user. */
  readonly revokeUserSessions: SessionCall<
    UserIdInput,
    SuccessResponse,
    WithAdminCodes<"YOU_ARE_NOT_ALLOWED_TO_REVOKE_USERS_SESSIONS">
  >;
  /** Returns whether the session's user has the given permissions. On the server, it can check any user or role. */
  readonly userHasPermission: CallContract<
    UserHasPermissionInput,
    HasPermissionResponse,
    UserHasPermissionCode,
    Call<WithBody<UserHasPermissionInput>, HasPermissionResponse, UserHasPermissionCode>,
    // Over HTTP, callers can only check their own permissions.
    ClientCall<HasPermissionInput, HasPermissionResponse>
  >;
  /** Returns what the caller can do as an admin, and the app's roles and limits. */
  readonly adminCapabilities: SessionQuery<void, AdminCapabilities, WithAdminCodes<"YOU_ARE_NOT_AN_ADMIN">>;
  /** Starts impersonating a user. */
  readonly impersonateUser: SessionCall<
    ImpersonateUserInput,
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
    AuditLogPage,
    WithAdminCodes<"YOU_ARE_NOT_ALLOWED_TO_READ_THE_AUDIT_TRAIL">
  >;
  /**
   * Returns the ban that ended the browser's session in the last 30 days. `null` if it ended for another reason, or if
   * the ban is over.
   */
  readonly banNotice: PublicQuery<void, BanNotice | null>;
}

/** The calls as they appear on the client. */
export interface AdminClient<C extends AdminCalls<Models>> {
  readonly banNotice: C["banNotice"]["client"];
  readonly admin: LatchkeyAdminClient & {
    readonly listUsers: C["listUsers"]["client"];
    readonly getUser: C["getUser"]["client"];
    readonly createUser: C["createUser"]["client"];
    readonly updateUser: C["adminUpdateUser"]["client"];
    readonly removeUser: C["removeUser"]["client"];
    readonly setRole: C["setRole"]["client"];
    readonly banUser: C["banUser"]["client"];
    readonly unbanUser: C["unbanUser"]["client"];
    readonly capabilities: C["adminCapabilities"]["client"];
    readonly listUserAccounts: C["adminListUserAccounts"]["client"];
    readonly unlinkUserAccount: C["unlinkUserAccount"]["client"];
    readonly listUserSessions: C["listUserSessions"]["client"];
    readonly revokeUserSession: C["revokeUserSession"]["client"];
    readonly revokeUserSessions: C["revokeUserSessions"]["client"];
    readonly setUserPassword: C["setUserPassword"]["client"];
    readonly hasPermission: C["userHasPermission"]["client"];
    readonly impersonateUser: C["impersonateUser"]["client"];
    readonly stopImpersonating: C["stopImpersonating"]["client"];
    readonly listAudit: C["listAudit"]["client"];
  };
}

interface AdminUserFields {
  /** One role, or several separated by commas. `null` means the default role. */
  readonly role: string | null;
  readonly banned: boolean;
  readonly banReason: string | null;
  /** When the ban expires. `null` means never. */
  readonly banExpires: Date | null;
}

interface AdminSessionFields {
  /** ID of the admin who impersonates the user. `null` if the session isn't an impersonation. */
  readonly impersonatedBy: string | null;
}

interface AdminStageErrors {
  readonly signIn: "BANNED_USER";
  readonly deleteUser: "YOU_CANNOT_REMOVE_THE_LAST_ADMIN";
}

/** What the plugin adds to an app's types. */
export interface AdminTypes extends PluginTypes {
  readonly user: AdminUserFields;
  readonly session: AdminSessionFields;
  readonly stageCodes: AdminStageErrors;
  readonly calls: AdminCalls<this["$app"]>;
  readonly client: AdminClient<this["calls"]>;
}

/** The plugin's part of `GET /capabilities`. Roles and limits are in `GET /admin/capabilities`, for admins only. */
export interface AdminServer {
  /** Whether a browser can read the ban that ended its session. */
  readonly banNotice: boolean;
}

declare global {
  interface LatchkeyCapabilities {
    readonly admin?: AdminServer;
  }
}
