/** Endpoints to list and revoke a user's sessions. */

import {
  defineEndpoint,
  type EndpointOf,
  input,
  listSessions,
  presentSession,
  revokeSession,
  revokeSessionsAndSignIns,
} from "@latchkey/core/plugin";
import { successResponse } from "@latchkey/core/shapes";
import { recordAction } from "../actions.ts";
import type { AdminCalls } from "../contract.ts";
import { userIdInput } from "../fields.ts";
import { requirePermission } from "../guards.ts";
import type { AdminSettings } from "../options.ts";
import { userSessionsOutput } from "../outputs.ts";
import { sessions } from "../tables.ts";
import { tryLockActorAndTarget } from "../users/lock.ts";

/** Lists a user's active sessions, newest first, at most 100. */
export function listUserSessions(settings: AdminSettings): EndpointOf<AdminCalls["listUserSessions"]> {
  return defineEndpoint({
    method: "POST",
    path: "/admin/list-user-sessions",
    summary: "List a user's active sessions",
    input: userIdInput,
    output: userSessionsOutput,
    guards: requirePermission(settings, { session: ["list"] }, "YOU_ARE_NOT_ALLOWED_TO_LIST_USERS_SESSIONS"),
    queryBudget: 2,
    async handle({ userId }, context) {
      const rows = await listSessions(context, userId);
      return { sessions: rows.map((row) => presentSession(context, row)) };
    },
  });
}

const revokeAccess = {
  required: { session: ["revoke"] },
  errorCode: "YOU_ARE_NOT_ALLOWED_TO_REVOKE_USERS_SESSIONS",
} as const;

/** Revokes a session. The response is the same for an unknown handle. */
export function revokeUserSession(settings: AdminSettings): EndpointOf<AdminCalls["revokeUserSession"]> {
  const { required, errorCode } = revokeAccess;
  return defineEndpoint({
    method: "POST",
    path: "/admin/revoke-user-session",
    summary: "Revoke a user's session",
    input: input.object({ sessionToken: input.text({ min: 1 }) }),
    output: successResponse,
    guards: requirePermission(settings, required, errorCode),
    queryBudget: 5,
    async handle({ sessionToken }, context) {
      const { actor } = context;
      const actorId = actor.id;
      await context.db.transaction(async (tx) => {
        const session = await tx.findOne(sessions, { where: { token: sessionToken }, columns: ["id", "userId"] });
        const action = session && { actor, userId: session.userId, required, errorCode };
        if (!action || !(await tryLockActorAndTarget(tx, context, settings, action))) return;
        await revokeSession(context, null, sessionToken, { actorId, db: tx });
        const entry = {
          action: "admin.session.revoke",
          actorId,
          userId: session.userId,
          data: { sessionId: session.id },
        } as const;
        await recordAction(tx, context, settings, entry);
      });
      return { success: true };
    },
  });
}

/** Revokes all sessions of a user, and unfinished sign-ins. */
export function revokeUserSessions(settings: AdminSettings): EndpointOf<AdminCalls["revokeUserSessions"]> {
  const { required, errorCode } = revokeAccess;
  return defineEndpoint({
    method: "POST",
    path: "/admin/revoke-user-sessions",
    summary: "Revoke all of a user's sessions",
    input: userIdInput,
    output: successResponse,
    guards: requirePermission(settings, required, errorCode),
    queryBudget: 5,
    async handle({ userId }, context) {
      const { actor } = context;
      const actorId = actor.id;
      await context.db.transaction(async (tx) => {
        if (!(await tryLockActorAndTarget(tx, context, settings, { actor, userId, required, errorCode }))) return;
        await revokeSessionsAndSignIns(context, userId, { actorId, db: tx });
        await recordAction(tx, context, settings, { action: "admin.session.revoke-all", actorId, userId });
      });
      return { success: true };
    },
  });
}
