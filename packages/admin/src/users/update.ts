/** The `/admin/update-user` endpoint. */

import type { Permissions } from "@latchkey/core/access";
import { UniqueViolation } from "@latchkey/core/database";
import {
  defineEndpoint,
  type EndpointOf,
  fail,
  findUser,
  hasConflictError,
  input,
  parseImageURL,
  presentUser,
  type RequestContext,
  readUserInput,
  syncSessionCookies,
  validateImage,
  withUser,
} from "@latchkey/core/plugin";
import { model } from "@latchkey/core/shapes";
import { adminErrors, pickErrors } from "../errors.ts";
import { id } from "../fields.ts";
import { ownAccountErrors, requirePermission, requirePermissions, requireRecentProofForSelf } from "../guards.ts";
import type { AdminSettings } from "../options.ts";
import type { UserWithRole } from "../tables.ts";
import {
  ban,
  changeBan,
  changeEmail,
  changeEmailVerified,
  changeRole,
  recordChange,
  type UserChange,
  unban,
  updateTarget,
  withLockedUser,
} from "./change.ts";
import type { UserCalls } from "./contract.ts";
import { type AdminUserData, readAdminData } from "./data.ts";

/** Updates a user. Changes that have their own endpoint need the same permissions and fail with the same errors. */
export function updateUserEndpoint(settings: AdminSettings): EndpointOf<UserCalls["adminUpdateUser"]> {
  return defineEndpoint({
    method: "POST",
    path: "/admin/update-user",
    summary: "Update a user",
    input: input.object({ userId: id, data: input.openObject({}) }),
    output: model("user"),
    stages: ["updateUser", "changeEmail"],
    guards: requirePermission(settings, { user: ["update"] }, "YOU_ARE_NOT_ALLOWED_TO_UPDATE_USERS"),
    errors: {
      ...pickErrors(
        "USER_NOT_FOUND",
        "NO_DATA_TO_UPDATE",
        "PASSWORD_CANNOT_BE_UPDATED_VIA_UPDATE_USER",
        "INVALID_EMAIL",
      ),
      ...pickErrors("USER_ALREADY_EXISTS", "FIELD_NOT_ALLOWED", "YOU_ARE_NOT_ALLOWED_TO_SET_USERS_EMAIL"),
      ...pickErrors("YOU_ARE_NOT_ALLOWED_TO_CHANGE_USERS_ROLE", "YOU_ARE_NOT_ALLOWED_TO_SET_NON_EXISTENT_VALUE"),
      ...pickErrors("YOU_CANNOT_CHANGE_YOUR_OWN_ROLE", "YOU_CANNOT_REMOVE_THE_LAST_ADMIN"),
      ...pickErrors("YOU_ARE_NOT_ALLOWED_TO_BAN_USERS", "YOU_CANNOT_BAN_YOURSELF"),
      ...ownAccountErrors,
    },
    queryBudget: 19,
    async handle({ userId, data }, context) {
      const changes = await readAdminData(data);
      const fields = await readProfileFields(context, settings, userId, changes);
      const actions = requiredActions(changes);
      for (const [action, errorCode] of deniedErrorCodes) {
        if (actions.includes(action)) requirePermissions(context.actor.granted, { user: [action] }, errorCode);
      }
      if (actions.includes("set-email")) await requireRecentProofForSelf(context, userId);
      if (actions.length === 0 && Object.keys(fields).length === 0) fail(adminErrors, "NO_DATA_TO_UPDATE");
      const required: Permissions = { user: ["update", ...actions] };
      const action = {
        actor: context.actor,
        userId,
        required,
        errorCode: "YOU_ARE_NOT_ALLOWED_TO_UPDATE_USERS",
      } as const;
      const changed = await withConflictError(context, () =>
        withLockedUser(context, settings, action, (on) => applyChanges(on, changes, fields)),
      );
      const { session, user } = context;
      // If admins updated their own user, refresh their cookies immediately.
      if (userId === user.id) syncSessionCookies(context, withUser({ session, user }, changed));
      return presentUser(context, changed);
    },
  });
}

const deniedErrorCodes = [
  ["set-email", "YOU_ARE_NOT_ALLOWED_TO_SET_USERS_EMAIL"],
  ["set-role", "YOU_ARE_NOT_ALLOWED_TO_CHANGE_USERS_ROLE"],
  ["ban", "YOU_ARE_NOT_ALLOWED_TO_BAN_USERS"],
] as const;

function requiredActions({ email, emailVerified, role, banned, banReason, banExpires }: AdminUserData): string[] {
  const given = (...values: readonly unknown[]): boolean => values.some((value) => value !== undefined);
  return [
    ...(given(email, emailVerified) ? ["set-email"] : []),
    ...(given(role) ? ["set-role"] : []),
    ...(given(banned, banReason, banExpires) ? ["ban"] : []),
  ];
}

/** Returns the name, the image, and the fields of plugins and the app, after the plugins have checked them. */
async function readProfileFields(
  context: RequestContext,
  { writableFields }: AdminSettings,
  userId: string,
  { name, image: given, rest }: AdminUserData,
): Promise<Record<string, unknown>> {
  const image = validateImage("data.image", given, await storedImage(context, userId, given));
  const core = { ...(name === undefined ? {} : { name }), ...(image === undefined ? {} : { image }) };
  // Plugins get the current row, because some of its fields depend on each other.
  const user = Object.keys(rest).length > 0 ? await findUser(context.db, userId) : null;
  return readUserInput(context, rest, "update", { core, alsoAllowed: writableFields, user });
}

/** Returns the stored image if it's needed. Only an unchanged image can be something other than a web URL. */
async function storedImage({ db }: RequestContext, id: string, given: AdminUserData["image"]): Promise<string | null> {
  if (!given || parseImageURL(given) !== null) return null;
  return (await findUser(db, id))?.image ?? null;
}

async function applyChanges(
  change: UserChange,
  given: AdminUserData,
  fields: Record<string, unknown>,
): Promise<UserWithRole> {
  let user = change.target;
  const current = (): UserChange => ({ ...change, target: user });
  const names = Object.keys(fields);
  if (names.length > 0) {
    user = await updateTarget(current(), fields);
    await recordChange(change, "admin.user.update", { fields: names });
  }
  if (given.email !== undefined) user = await changeEmail(current(), given.email, given.emailVerified ?? false);
  if (given.emailVerified !== undefined && given.emailVerified !== user.emailVerified) {
    user = await changeEmailVerified(current(), given.emailVerified);
  }
  if (given.role !== undefined) user = await changeRole(current(), given.role);
  return applyBan(current(), given);
}

async function applyBan(change: UserChange, { banned, banReason, banExpires }: AdminUserData): Promise<UserWithRole> {
  const { target, settings } = change;
  if (banned === false) return unban(change);
  if (banned) return ban(change, { banReason: banReason ?? settings.banReason, banExpires: banExpires ?? null });
  if (banReason === undefined && banExpires === undefined) return target;
  // Changes the reason or the expiry of an existing ban.
  if (!target.banned) fail(adminErrors, "NO_DATA_TO_UPDATE");
  const set = {
    ...(banReason === undefined ? {} : { banReason: banReason ?? settings.banReason }),
    ...(banExpires === undefined ? {} : { banExpires }),
  };
  return changeBan(change, set);
}

/** Maps unique violations to `USER_ALREADY_EXISTS` outside the transaction, because the violation aborts it. */
async function withConflictError<T>(context: RequestContext, callback: () => Promise<T>): Promise<T> {
  try {
    return await callback();
  } catch (error) {
    if (!(error instanceof UniqueViolation) || hasConflictError(context, error)) throw error;
    fail(adminErrors, "USER_ALREADY_EXISTS", { cause: error });
  }
}
