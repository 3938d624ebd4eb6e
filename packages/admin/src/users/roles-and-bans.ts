/** `/admin/set-role`, `/admin/ban-user` and `/admin/unban-user`. */

import { defineEndpoint, type EndpointOf, type InputField, input, presentUser } from "@latchkey/core/plugin";
import { only } from "../errors.ts";
import { id, ofUser, roles } from "../fields.ts";
import { requirePermission } from "../guards.ts";
import type { AdminSettings } from "../options.ts";
import { userOutput } from "../outputs.ts";
import { type Ban, ban, changeRole, onUser, unban } from "./change.ts";
import type { BanUserInput, UserCalls } from "./contract.ts";

/** Gives a user one role or several in place of those they had. */
export function setRole(settings: AdminSettings): EndpointOf<UserCalls["setRole"]> {
  const refusal = "YOU_ARE_NOT_ALLOWED_TO_CHANGE_USERS_ROLE";
  const needs = { user: ["set-role"] };
  return defineEndpoint({
    method: "POST",
    path: "/admin/set-role",
    summary: "Give a user one role or several",
    input: input.object({ userId: id, role: roles }),
    output: userOutput,
    guards: requirePermission(settings, needs, refusal),
    errors: {
      ...only("USER_NOT_FOUND", "YOU_ARE_NOT_ALLOWED_TO_SET_NON_EXISTENT_VALUE"),
      ...only("YOU_CANNOT_CHANGE_YOUR_OWN_ROLE", "YOU_CANNOT_REMOVE_THE_LAST_ADMIN"),
    },
    statements: 5,
    async handle({ userId, role }, context) {
      const act = { actor: context.actor, userId, needs, refusal } as const;
      const user = await onUser(context, settings, act, (change) => changeRole(change, role));
      return { user: presentUser(context, user) };
    },
  });
}

const tenYears = 315_360_000;
const banInput: InputField<BanUserInput> = input.object({
  userId: id,
  banReason: input.optional(input.text({ max: 500 })),
  banExpiresIn: input.optional(input.wholeNumber({ min: 1, max: tenYears })),
});

/** Keeps a user out, from now on and wherever they are signed in. */
export function banUser(settings: AdminSettings): EndpointOf<UserCalls["banUser"]> {
  const refusal = "YOU_ARE_NOT_ALLOWED_TO_BAN_USERS";
  const needs = { user: ["ban"] };
  return defineEndpoint({
    method: "POST",
    path: "/admin/ban-user",
    summary: "Ban a user",
    input: banInput,
    output: userOutput,
    guards: requirePermission(settings, needs, refusal),
    errors: only("USER_NOT_FOUND", "YOU_CANNOT_BAN_YOURSELF", "YOU_CANNOT_REMOVE_THE_LAST_ADMIN"),
    statements: 7,
    async handle({ userId, banReason, banExpiresIn }, context) {
      const wanted = banOf(settings, context.now(), banReason, banExpiresIn);
      const act = { actor: context.actor, userId, needs, refusal } as const;
      const user = await onUser(context, settings, act, (change) => ban(change, wanted));
      return { user: presentUser(context, user) };
    },
  });
}

function banOf(settings: AdminSettings, now: Date, reason: string | undefined, seconds: number | undefined): Ban {
  const lasts = seconds ?? settings.banExpiresIn;
  return {
    banReason: reason ?? settings.banReason,
    banExpires: lasts === null ? null : new Date(now.getTime() + lasts * 1000),
  };
}

/** Lets a user in again. */
export function unbanUser(settings: AdminSettings): EndpointOf<UserCalls["unbanUser"]> {
  const refusal = "YOU_ARE_NOT_ALLOWED_TO_BAN_USERS";
  const needs = { user: ["ban"] };
  return defineEndpoint({
    method: "POST",
    path: "/admin/unban-user",
    summary: "Lift a ban",
    input: ofUser,
    output: userOutput,
    guards: requirePermission(settings, needs, refusal),
    errors: only("USER_NOT_FOUND"),
    statements: 4,
    async handle({ userId }, context) {
      const act = { actor: context.actor, userId, needs, refusal } as const;
      const user = await onUser(context, settings, act, unban);
      return { user: presentUser(context, user) };
    },
  });
}
