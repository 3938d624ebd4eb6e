/** Assembles the admin plugin. */

import type { Plugin } from "@latchkey/core";
import { definePlugin } from "@latchkey/core/plugin";
import { actionMessageKind, createActionHandler } from "./actions.ts";
import { adminAuditActions } from "./audit-actions.ts";
import { listAudit } from "./audit-log/list-audit.ts";
import { banNotice, endedSessionCookie, keepEndedSession } from "./ban-notice.ts";
import { banGate, clearedBan } from "./bans.ts";
import type { AdminServer, AdminTypes } from "./contract.ts";
import { adminErrors, pickErrors } from "./errors.ts";
import { missingForAdmin } from "./guards.ts";
import { adminSessionCookie } from "./impersonation/admin-session.ts";
import { impersonateUser } from "./impersonation/start.ts";
import { signOutAdminSession, stopImpersonating } from "./impersonation/stop.ts";
import { type AdminOptions, type AdminSettings, resolveAdmin } from "./options.ts";
import { adminCapabilities } from "./permissions/capabilities.ts";
import { userHasPermission } from "./permissions/has-permission.ts";
import { listUserSessions, revokeUserSession, revokeUserSessions } from "./sessions/endpoints.ts";
import { auditIndexes, type SessionWithImpersonator, sessionColumns, userColumns } from "./tables.ts";
import { listUserAccounts, unlinkUserAccount } from "./users/accounts.ts";
import { activityColumns, trackActivity } from "./users/activity.ts";
import { createUser } from "./users/create.ts";
import { setUserPassword } from "./users/password.ts";
import { getUser, listUsers } from "./users/read.ts";
import { preventLastAdminRemoval, removeUser } from "./users/remove.ts";
import { banUser, setRole, unbanUser } from "./users/roles-and-bans.ts";
import { updateUserEndpoint } from "./users/update.ts";

/** The plugin that `admin` returns. */
export interface AdminPlugin extends Plugin<AdminTypes> {
  readonly id: "admin";
}

/**
 * Adds site-wide roles and user management. Admins can list, create, update, ban, delete, and impersonate users, and
 * revoke their sessions. Every change is recorded in the audit log.
 *
 * @throws {Error} if an option is invalid
 */
export function admin(options: AdminOptions = {}): AdminPlugin {
  const settings = resolveAdmin(options);
  const { trackLastActive: tracked } = settings;
  return definePlugin<AdminPlugin>({
    id: "admin",
    tables: [userColumns, sessionColumns, auditIndexes, ...(tracked === null ? [] : [activityColumns])],
    endpoints: {
      listUsers: listUsers(settings),
      getUser: getUser(settings),
      createUser: createUser(settings),
      adminUpdateUser: updateUserEndpoint(settings),
      removeUser: removeUser(settings),
      setRole: setRole(settings),
      banUser: banUser(settings),
      unbanUser: unbanUser(settings),
      listUserSessions: listUserSessions(settings),
      revokeUserSession: revokeUserSession(settings),
      revokeUserSessions: revokeUserSessions(settings),
      setUserPassword: setUserPassword(settings),
      userHasPermission: userHasPermission(settings),
      adminListUserAccounts: listUserAccounts(settings),
      unlinkUserAccount: unlinkUserAccount(settings),
      adminCapabilities: adminCapabilities(settings),
      impersonateUser: impersonateUser(settings),
      stopImpersonating: stopImpersonating(settings),
      listAudit: listAudit(settings),
      banNotice,
    },
    errors: adminErrors,
    auditActions: adminAuditActions,
    stageErrors: { signIn: pickErrors("BANNED_USER"), deleteUser: pickErrors("YOU_CANNOT_REMOVE_THE_LAST_ADMIN") },
    gates: [banGate(settings)],
    hooks: [signOutAdminSession],
    tableHooks: [preventLastAdminRemoval(settings)],
    cookies: [adminSessionCookie, endedSessionCookie],
    outbox: { [actionMessageKind]: createActionHandler(settings) },
    ...(tracked === null ? {} : trackActivity(tracked)),
    onSessionTokenChange: keepEndedSession,
    impersonatorOf: (session) => (session as SessionWithImpersonator).impersonatedBy ?? null,
    capabilities: (_, isCallable) => ({ plugin: { banNotice: isCallable("banNotice") } satisfies AdminServer }),
    missingAdminPermissions: ({ now }, check) => missingForAdmin(settings, check, now()),
    userInput: (values, moment) => removeAdminFields(values, moment, settings),
    init: ({ settings: { fields } }) => checkFields(settings, Object.keys(fields.user)),
  });
}

type Values = Readonly<Record<string, unknown>>;

/**
 * Removes roles and bans from any sign-up or update, including provider profiles. Only admin endpoints can set them.
 */
function removeAdminFields(values: Values, moment: "create" | "update", settings: AdminSettings): Values {
  const { defaultRole, trackLastActive } = settings;
  const { role: _role, banned: _banned, banReason: _reason, banExpires: _expires, ...others } = values;
  const { lastActiveAt: _lastActiveAt, ...untracked } = others;
  // Without the option, the app can have a field with this name.
  const rest = trackLastActive === null ? others : untracked;
  return moment === "create" ? { ...rest, role: defaultRole, ...clearedBan } : rest;
}

/** @throws {Error} if `writableFields` has a field that the app didn't declare */
function checkFields({ writableFields, trackLastActive }: AdminSettings, known: readonly string[]): void {
  const own = ["role", ...Object.keys(clearedBan), ...(trackLastActive === null ? [] : ["lastActiveAt"])];
  const wrong = writableFields.find((name) => !known.includes(name) || own.includes(name));
  if (wrong !== undefined) {
    throw new Error(
      `admin.writableFields contains "${wrong}", which isn't a field of your app. Declare it in user.additionalFields, or remove it.`,
    );
  }
}
