/** `/admin/set-user-password`. */

import {
  announcePasswordChange,
  checkNewPassword,
  checkNotOwnName,
  defineEndpoint,
  type EndpointOf,
  fail,
  findUser,
  input,
  putPassword,
  revokeEverySession,
  withdrawTokens,
} from "@latchkey/core/plugin";
import { statusAnswer } from "@latchkey/core/shapes";
import { recordDeed } from "../actions.ts";
import { adminErrors, only } from "../errors.ts";
import { id } from "../fields.ts";
import { ownErrors, proveOneself, requirePermission } from "../guards.ts";
import type { AdminSettings } from "../options.ts";
import { onUser } from "./change.ts";
import type { UserCalls } from "./contract.ts";

/** Sets a user's password. Their sessions end, pending links go, and a mail tells them. */
export function setUserPassword(settings: AdminSettings): EndpointOf<UserCalls["setUserPassword"]> {
  const refusal = "YOU_ARE_NOT_ALLOWED_TO_SET_USERS_PASSWORD";
  const needs = { user: ["set-password"] };
  return defineEndpoint({
    method: "POST",
    path: "/admin/set-user-password",
    summary: "Set a user's password",
    input: input.object({ userId: id, newPassword: input.password }),
    output: statusAnswer,
    moments: ["newPassword"],
    guards: requirePermission(settings, needs, refusal),
    errors: {
      ...only("USER_NOT_FOUND", "PASSWORD_TOO_SHORT", "PASSWORD_TOO_LONG", "PASSWORD_TOO_OBVIOUS"),
      ...ownErrors,
    },
    statements: 9,
    async handle({ userId, newPassword }, context) {
      proveOneself(context, userId);
      await checkNewPassword(context, newPassword);
      if (!(await findUser(context.db, userId))) fail(adminErrors, "USER_NOT_FOUND");
      const hash = await context.passwords.hash(newPassword);
      const act = { actor: context.actor, userId, needs, refusal } as const;
      await onUser(context, settings, act, async ({ tx, target }) => {
        checkNotOwnName(context, newPassword, target);
        await putPassword(tx, context, userId, hash, target.emailVerified ? target.email : null);
        await revokeEverySession(context, userId, { db: tx, actorId: context.actor.id });
        await withdrawTokens(tx, userId);
        await announcePasswordChange(tx, context, userId);
        const deed = { action: "admin.user.set-password", actorId: context.actor.id, userId } as const;
        await recordDeed(tx, context, settings, deed);
      });
      return { status: true };
    },
  });
}
