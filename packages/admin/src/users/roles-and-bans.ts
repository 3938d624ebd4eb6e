/** The endpoints `/admin/set-role`, `/admin/ban-user`, and `/admin/unban-user`. */

import { defineEndpoint, type EndpointOf, type InputField, input, presentUser } from "@latchkey/core/plugin";
import { pickErrors } from "../errors.ts";
import { id, roles, userIdInput } from "../fields.ts";
import { requirePermission } from "../guards.ts";
import type { AdminSettings } from "../options.ts";
import { userOutput } from "../outputs.ts";
import { type Ban, ban, changeRole, unban, withLockedUser } from "./change.ts";
import type { BanUserInput, UserCalls } from "./contract.ts";

/** Replaces a user's roles. */
export function setRole(settings: AdminSettings): EndpointOf<UserCalls["setRole"]> {
  const errorCode = "YOU_ARE_NOT_ALLOWED_TO_CHANGE_USERS_ROLE";
  const required = { user: ["set-role"] };
  return defineEndpoint({
    method: "POST",
    path: "/admin/set-role",
    summary: "Set a user's roles",
    input: input.object({ userId: id, role: roles }),
    output: userOutput,
    guards: requirePermission(settings, required, errorCode),
    errors: {
      ...pickErrors("USER_NOT_FOUND", "YOU_ARE_NOT_ALLOWED_TO_SET_NON_EXISTENT_VALUE"),
      ...pickErrors("YOU_CANNOT_CHANGE_YOUR_OWN_ROLE", "YOU_CANNOT_REMOVE_THE_LAST_ADMIN"),
    },
    queryBudget: 5,
    async handle({ userId, role }, context) {
      const action = { actor: context.actor, userId, required, errorCode } as const;
      const user = await withLockedUser(context, settings, action, (change) => changeRole(change, role));
      return { user: presentUser(context, user) };
    },
  });
}

const maxBanSeconds = 315_360_000;
const banInput: InputField<BanUserInput> = input.object({
  userId: id,
  banReason: input.optional(input.text({ max: 500 })),
  banExpiresIn: input.optional(input.jsonInteger({ min: 1, max: maxBanSeconds })),
});

/** Bans a user and ends their sessions. */
export function banUser(settings: AdminSettings): EndpointOf<UserCalls["banUser"]> {
  const errorCode = "YOU_ARE_NOT_ALLOWED_TO_BAN_USERS";
  const required = { user: ["ban"] };
  return defineEndpoint({
    method: "POST",
    path: "/admin/ban-user",
    summary: "Ban a user",
    input: banInput,
    output: userOutput,
    guards: requirePermission(settings, required, errorCode),
    errors: pickErrors("USER_NOT_FOUND", "YOU_CANNOT_BAN_YOURSELF", "YOU_CANNOT_REMOVE_THE_LAST_ADMIN"),
    queryBudget: 9,
    async handle({ userId, banReason, banExpiresIn }, context) {
      const newBanValues = newBan(settings, context.now(), banReason, banExpiresIn);
      const action = { actor: context.actor, userId, required, errorCode } as const;
      const user = await withLockedUser(context, settings, action, (change) => ban(change, newBanValues));
      return { user: presentUser(context, user) };
    },
  });
}

function newBan(settings: AdminSettings, now: Date, reason: string | undefined, seconds: number | undefined): Ban {
  const durationSeconds = seconds ?? settings.banExpiresIn;
  return {
    banReason: reason ?? settings.banReason,
    banExpires: durationSeconds === null ? null : new Date(now.getTime() + durationSeconds * 1000),
  };
}

/** Unbans a user. */
export function unbanUser(settings: AdminSettings): EndpointOf<UserCalls["unbanUser"]> {
  const errorCode = "YOU_ARE_NOT_ALLOWED_TO_BAN_USERS";
  const required = { user: ["ban"] };
  return defineEndpoint({
    method: "POST",
    path: "/admin/unban-user",
    summary: "Unban a user",
    input: userIdInput,
    output: userOutput,
    guards: requirePermission(settings, required, errorCode),
    errors: pickErrors("USER_NOT_FOUND"),
    queryBudget: 5,
    async handle({ userId }, context) {
      const action = { actor: context.actor, userId, required, errorCode } as const;
      const user = await withLockedUser(context, settings, action, unban);
      return { user: presentUser(context, user) };
    },
  });
}
