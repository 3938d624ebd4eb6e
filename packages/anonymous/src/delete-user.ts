/** The endpoint `/delete-anonymous-user`. */

import { widen } from "@latchkey/core/database";
import {
  clearSessionCookies,
  defineEndpoint,
  denyImpersonation,
  type EndpointOf,
  fail,
  recordAudit,
  requireSession,
  userTable,
} from "@latchkey/core/plugin";
import { successResponse } from "@latchkey/core/shapes";
import type { AnonymousCalls } from "./contract.ts";
import { anonymousErrors } from "./errors.ts";
import type { AnonymousSettings } from "./options.ts";
import type { UserWithAnonymous } from "./tables.ts";

/** Deletes the guest who calls. The condition on the row keeps a user who has just signed up. */
export function deleteAnonymousUser(settings: AnonymousSettings): EndpointOf<AnonymousCalls["deleteAnonymousUser"]> {
  const { DELETE_ANONYMOUS_USER_DISABLED, USER_IS_NOT_ANONYMOUS } = anonymousErrors;
  return defineEndpoint({
    method: "POST",
    path: "/delete-anonymous-user",
    summary: "Delete the guest",
    changes: ["session"],
    output: successResponse,
    guards: [requireSession, denyImpersonation],
    errors: { DELETE_ANONYMOUS_USER_DISABLED, USER_IS_NOT_ANONYMOUS },
    queryBudget: 3,
    async handle(_, context) {
      if (!settings.canDelete) fail(anonymousErrors, "DELETE_ANONYMOUS_USER_DISABLED");
      const { id } = context.user;
      await context.db.transaction(async (tx) => {
        const where = { id, isAnonymous: true };
        const removed = await tx.remove(widen<UserWithAnonymous>(userTable), { where });
        if (removed === 0) fail(anonymousErrors, "USER_IS_NOT_ANONYMOUS");
        await recordAudit(tx, context, { action: "user.delete", actorId: id, userId: id });
      });
      clearSessionCookies(context);
      return { success: true };
    },
  });
}
