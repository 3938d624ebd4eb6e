/** `/admin/update-user`. */

import type { Permissions } from "@latchkey/core/access";
import { UniqueViolation } from "@latchkey/core/database";
import {
  acceptImage,
  defineEndpoint,
  type EndpointOf,
  fail,
  findUser,
  input,
  isTaken,
  parseImage,
  presentUser,
  type RequestContext,
  readUserInput,
  showSession,
  withUser,
} from "@latchkey/core/plugin";
import { model } from "@latchkey/core/shapes";
import { adminErrors, only } from "../errors.ts";
import { id } from "../fields.ts";
import { demand, ownErrors, proveOneself, requirePermission } from "../guards.ts";
import type { AdminSettings } from "../options.ts";
import type { UserWithRole } from "../tables.ts";
import {
  ban,
  type Change,
  changeBan,
  changeEmail,
  changeRole,
  changeVerification,
  onUser,
  record,
  unban,
  update,
} from "./change.ts";
import type { UserCalls } from "./contract.ts";
import { type AdminUserData, readAdminData } from "./data.ts";

/** Changes a user. What has an endpoint of its own is done as there, with its permission and its refusals. */
export function updateUserEndpoint(settings: AdminSettings): EndpointOf<UserCalls["adminUpdateUser"]> {
  return defineEndpoint({
    method: "POST",
    path: "/admin/update-user",
    summary: "Change a user",
    input: input.object({ userId: id, data: input.openObject({}) }),
    output: model("user"),
    moments: ["updateUser"],
    guards: requirePermission(settings, { user: ["update"] }, "YOU_ARE_NOT_ALLOWED_TO_UPDATE_USERS"),
    errors: {
      ...only("USER_NOT_FOUND", "NO_DATA_TO_UPDATE", "PASSWORD_CANNOT_BE_UPDATED_VIA_UPDATE_USER", "INVALID_EMAIL"),
      ...only("USER_ALREADY_EXISTS", "FIELD_NOT_ALLOWED", "YOU_ARE_NOT_ALLOWED_TO_SET_USERS_EMAIL"),
      ...only("YOU_ARE_NOT_ALLOWED_TO_CHANGE_USERS_ROLE", "YOU_ARE_NOT_ALLOWED_TO_SET_NON_EXISTENT_VALUE"),
      ...only("YOU_CANNOT_CHANGE_YOUR_OWN_ROLE", "YOU_CANNOT_REMOVE_THE_LAST_ADMIN"),
      ...only("YOU_ARE_NOT_ALLOWED_TO_BAN_USERS", "YOU_CANNOT_BAN_YOURSELF"),
      ...ownErrors,
    },
    statements: 17,
    async handle({ userId, data }, context) {
      const given = await readAdminData(data);
      const plain = await plainFields(context, settings, userId, given);
      const needs = permissionsFor(given);
      for (const [action, refusal] of ownRefusals) {
        if (needs.includes(action)) demand(context.actor.rights, { user: [action] }, refusal);
      }
      if (needs.includes("set-email")) proveOneself(context, userId);
      if (needs.length === 0 && Object.keys(plain).length === 0) fail(adminErrors, "NO_DATA_TO_UPDATE");
      const wanted: Permissions = { user: ["update", ...needs] };
      const act = {
        actor: context.actor,
        userId,
        needs: wanted,
        refusal: "YOU_ARE_NOT_ALLOWED_TO_UPDATE_USERS",
      } as const;
      const changed = await guarded(context, () => onUser(context, settings, act, (on) => apply(on, given, plain)));
      const { session, user, joined } = context;
      // Their own cookies tell it at once, as after any change of oneself.
      if (userId === user.id) showSession(context, withUser({ session, user, joined }, changed));
      return presentUser(context, changed);
    },
  });
}

const ownRefusals = [
  ["set-email", "YOU_ARE_NOT_ALLOWED_TO_SET_USERS_EMAIL"],
  ["set-role", "YOU_ARE_NOT_ALLOWED_TO_CHANGE_USERS_ROLE"],
  ["ban", "YOU_ARE_NOT_ALLOWED_TO_BAN_USERS"],
] as const;

function permissionsFor({ email, emailVerified, role, banned, banReason, banExpires }: AdminUserData): string[] {
  const given = (...values: readonly unknown[]): boolean => values.some((value) => value !== undefined);
  return [
    ...(given(email, emailVerified) ? ["set-email"] : []),
    ...(given(role) ? ["set-role"] : []),
    ...(given(banned, banReason, banExpires) ? ["ban"] : []),
  ];
}

/** Name, image, and the fields of plugins and of the app, as plugins agree to them. */
async function plainFields(
  context: RequestContext,
  { writableFields: further }: AdminSettings,
  userId: string,
  { name, image: given, rest }: AdminUserData,
): Promise<Record<string, unknown>> {
  const image = acceptImage("data.image", given, await storedImage(context, userId, given));
  const core = { ...(name === undefined ? {} : { name }), ...(image === undefined ? {} : { image }) };
  // Plugins get the row as it is, because some of its fields must fit each other.
  const user = Object.keys(rest).length > 0 ? await findUser(context.db, userId) : null;
  return readUserInput(context, rest, "update", { core, further, user });
}

/** The present image, where it's needed: only an unchanged one may be something else than a web address. */
async function storedImage({ db }: RequestContext, id: string, given: AdminUserData["image"]): Promise<string | null> {
  if (!given || parseImage(given) !== null) return null;
  return (await findUser(db, id))?.image ?? null;
}

async function apply(change: Change, given: AdminUserData, plain: Record<string, unknown>): Promise<UserWithRole> {
  let user = change.target;
  const on = (): Change => ({ ...change, target: user });
  const fields = Object.keys(plain);
  if (fields.length > 0) {
    user = await update(on(), plain);
    await record(change, "admin.user.update", { fields });
  }
  if (given.email !== undefined) user = await changeEmail(on(), given.email, given.emailVerified ?? false);
  if (given.emailVerified !== undefined && given.emailVerified !== user.emailVerified) {
    user = await changeVerification(on(), given.emailVerified);
  }
  if (given.role !== undefined) user = await changeRole(on(), given.role);
  return applyBan(on(), given);
}

async function applyBan(change: Change, { banned, banReason, banExpires }: AdminUserData): Promise<UserWithRole> {
  const { target, settings } = change;
  if (banned === false) return unban(change);
  if (banned) return ban(change, { banReason: banReason ?? settings.banReason, banExpires: banExpires ?? null });
  if (banReason === undefined && banExpires === undefined) return target;
  // Reason and end of a ban that there is.
  if (!target.banned) fail(adminErrors, "NO_DATA_TO_UPDATE");
  const set = {
    ...(banReason === undefined ? {} : { banReason: banReason ?? settings.banReason }),
    ...(banExpires === undefined ? {} : { banExpires }),
  };
  return changeBan(change, set);
}

/** A value that is taken is caught outside of the transaction, which it spoiled. */
async function guarded<T>(context: RequestContext, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UniqueViolation) || isTaken(context, error)) throw error;
    fail(adminErrors, "USER_ALREADY_EXISTS", { cause: error });
  }
}
