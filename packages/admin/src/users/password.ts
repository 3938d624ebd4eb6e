/** The `/admin/set-user-password` endpoint. */

import {
  checkNewPassword,
  checkNotIdentifier,
  defineEndpoint,
  type EndpointOf,
  fail,
  findUser,
  input,
  notifyPasswordChanged,
  revokeSessionsAndSignIns,
  revokeTokens,
  upsertPassword,
} from "@latchkey/core/plugin";
import { statusResponse } from "@latchkey/core/shapes";
import { recordAction } from "../actions.ts";
import { adminErrors, pickErrors } from "../errors.ts";
import { id } from "../fields.ts";
import { ownAccountErrors, requirePermission, requireRecentProofForSelf } from "../guards.ts";
import type { AdminSettings } from "../options.ts";
import { withLockedUser } from "./change.ts";
import type { UserCalls } from "./contract.ts";

/** Sets a user's password. Ends their sessions, revokes pending links, and notifies them by email. */
export function setUserPassword(settings: AdminSettings): EndpointOf<UserCalls["setUserPassword"]> {
  const errorCode = "YOU_ARE_NOT_ALLOWED_TO_SET_USERS_PASSWORD";
  const required = { user: ["set-password"] };
  return defineEndpoint({
    method: "POST",
    path: "/admin/set-user-password",
    summary: "Set a user's password",
    input: input.object({ userId: id, newPassword: input.password }),
    output: statusResponse,
    stages: ["newPassword"],
    guards: requirePermission(settings, required, errorCode),
    errors: {
      ...pickErrors("USER_NOT_FOUND", "PASSWORD_TOO_SHORT", "PASSWORD_TOO_LONG", "PASSWORD_TOO_OBVIOUS"),
      ...ownAccountErrors,
    },
    queryBudget: 9,
    async handle({ userId, newPassword }, context) {
      await requireRecentProofForSelf(context, userId);
      await checkNewPassword(context, newPassword);
      if (!(await findUser(context.db, userId))) fail(adminErrors, "USER_NOT_FOUND");
      const hash = await context.passwords.hash(newPassword);
      const action = { actor: context.actor, userId, required, errorCode } as const;
      await withLockedUser(context, settings, action, async ({ tx, target }) => {
        checkNotIdentifier(context, newPassword, target);
        await upsertPassword(tx, context, userId, hash, target.emailVerified ? target.email : null);
        await revokeSessionsAndSignIns(context, userId, { db: tx, actorId: context.actor.id });
        await revokeTokens(tx, context, userId);
        await notifyPasswordChanged(tx, context, userId);
        const entry = { action: "admin.user.set-password", actorId: context.actor.id, userId } as const;
        await recordAction(tx, context, settings, entry);
      });
      return { status: true };
    },
  });
}
