/** The administration, put together. */

import type { Plugin } from "@latchkey/core";
import { definePlugin } from "@latchkey/core/plugin";
import { actionDeliverer, actionKind } from "./actions.ts";
import { banGate, noBan } from "./bans.ts";
import type { AdminTypes } from "./contract.ts";
import { adminErrors, only } from "./errors.ts";
import { impersonateUser } from "./impersonation/start.ts";
import { signOutAltogether, stopImpersonating } from "./impersonation/stop.ts";
import { type AdminOptions, type AdminSettings, resolveAdmin } from "./options.ts";
import { userHasPermission } from "./permissions/has-permission.ts";
import { listUserSessions, revokeUserSession, revokeUserSessions } from "./sessions/endpoints.ts";
import { auditIndexes, type SessionWithActor, sessionColumns, userColumns } from "./tables.ts";
import { listAudit } from "./trail/list-audit.ts";
import { createUser } from "./users/create.ts";
import { setUserPassword } from "./users/password.ts";
import { getUser, listUsers } from "./users/read.ts";
import { lastAdminStays, removeUser } from "./users/remove.ts";
import { banUser, setRole, unbanUser } from "./users/roles-and-bans.ts";
import { updateUserEndpoint } from "./users/update.ts";

/** The plugin, as `admin` makes it. */
export interface AdminPlugin extends Plugin<AdminTypes> {
  readonly id: "admin";
}

/**
 * Site-wide roles, and what admins do with them: users listed, made, changed, banned and removed, their sessions ended,
 * somebody acted as. All of it is recorded.
 *
 * @throws {Error} an option that makes no sense
 */
export function admin(options: AdminOptions = {}): AdminPlugin {
  const settings = resolveAdmin(options);
  return definePlugin<AdminPlugin>({
    id: "admin",
    tables: [userColumns, sessionColumns, auditIndexes],
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
      impersonateUser: impersonateUser(settings),
      stopImpersonating: stopImpersonating(settings),
      listAudit: listAudit(settings),
    },
    errors: adminErrors,
    refusals: { signIn: only("BANNED_USER"), deleteUser: only("YOU_CANNOT_REMOVE_THE_LAST_ADMIN") },
    gates: [banGate(settings)],
    hooks: [signOutAltogether],
    tableHooks: [lastAdminStays(settings)],
    outbox: { [actionKind]: actionDeliverer(settings) },
    actorOf: (session) => (session as unknown as SessionWithActor).impersonatedBy ?? null,
    userInput: (values, moment) => withoutRole(values, moment, settings),
    init: ({ settings: { fields } }) => checkFields(settings, Object.keys(fields.user)),
  });
}

type Values = Readonly<Record<string, unknown>>;

/** Whatever signs somebody up or updates them, a provider's profile too: roles and bans come from here alone. */
function withoutRole(values: Values, moment: "create" | "update", { defaultRole }: AdminSettings): Values {
  const { role: _role, banned: _banned, banReason: _reason, banExpires: _expires, ...rest } = values;
  return moment === "create" ? { ...rest, role: defaultRole, ...noBan } : rest;
}

/** @throws {Error} a field that there is not */
function checkFields({ writableFields }: AdminSettings, known: readonly string[]): void {
  const wrong = writableFields.find((name) => !known.includes(name) || name in noBan || name === "role");
  if (wrong !== undefined) {
    throw new Error(
      `admin.writableFields names "${wrong}", which is no field of the app's: declare it, or leave it out.`,
    );
  }
}
