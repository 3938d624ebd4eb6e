/** Sessions of users: listed and ended. */

import {
  defineEndpoint,
  type EndpointOf,
  input,
  listSessions,
  presentSession,
  revokeEverySession,
  revokeSession,
} from "@latchkey/core/plugin";
import { successAnswer } from "@latchkey/core/shapes";
import { recordDeed } from "../actions.ts";
import type { AdminCalls } from "../contract.ts";
import { ofUser } from "../fields.ts";
import { requirePermission } from "../guards.ts";
import type { AdminSettings } from "../options.ts";
import { userSessionsOutput } from "../outputs.ts";
import { sessions } from "../tables.ts";
import { holdIfThere } from "../users/hold.ts";

/** The live sessions of a user, newest first, 100 at most. */
export function listUserSessions(settings: AdminSettings): EndpointOf<AdminCalls["listUserSessions"]> {
  return defineEndpoint({
    method: "POST",
    path: "/admin/list-user-sessions",
    summary: "A user's live sessions, newest first",
    input: ofUser,
    output: userSessionsOutput,
    guards: requirePermission(settings, { session: ["list"] }, "YOU_ARE_NOT_ALLOWED_TO_LIST_USERS_SESSIONS"),
    statements: 2,
    async handle({ userId }, context) {
      const rows = await listSessions(context, userId);
      return { sessions: rows.map((row) => presentSession(context, row)) };
    },
  });
}

const revoking = {
  needs: { session: ["revoke"] },
  refusal: "YOU_ARE_NOT_ALLOWED_TO_REVOKE_USERS_SESSIONS",
} as const;

/** Ends one session. An unknown handle gets the same answer. */
export function revokeUserSession(settings: AdminSettings): EndpointOf<AdminCalls["revokeUserSession"]> {
  const { needs, refusal } = revoking;
  return defineEndpoint({
    method: "POST",
    path: "/admin/revoke-user-session",
    summary: "End one session of a user",
    input: input.object({ sessionToken: input.text({ min: 1 }) }),
    output: successAnswer,
    guards: requirePermission(settings, needs, refusal),
    statements: 5,
    async handle({ sessionToken }, context) {
      const { actor } = context;
      const actorId = actor.id;
      await context.db.transaction(async (tx) => {
        const session = await tx.findOne(sessions, { where: { token: sessionToken }, columns: ["id", "userId"] });
        const act = session && { actor, userId: session.userId, needs, refusal };
        if (!act || !(await holdIfThere(tx, context, settings, act))) return;
        await revokeSession(context, null, sessionToken, { actorId, db: tx });
        const deed = {
          action: "admin.session.revoke",
          actorId,
          userId: session.userId,
          data: { sessionId: session.id },
        } as const;
        await recordDeed(tx, context, settings, deed);
      });
      return { success: true };
    },
  });
}

/** Ends all sessions of a user, those that are about to be made among them. */
export function revokeUserSessions(settings: AdminSettings): EndpointOf<AdminCalls["revokeUserSessions"]> {
  const { needs, refusal } = revoking;
  return defineEndpoint({
    method: "POST",
    path: "/admin/revoke-user-sessions",
    summary: "End all sessions of a user",
    input: ofUser,
    output: successAnswer,
    guards: requirePermission(settings, needs, refusal),
    statements: 5,
    async handle({ userId }, context) {
      const { actor } = context;
      const actorId = actor.id;
      await context.db.transaction(async (tx) => {
        if (!(await holdIfThere(tx, context, settings, { actor, userId, needs, refusal }))) return;
        await revokeEverySession(context, userId, { actorId, db: tx });
        await recordDeed(tx, context, settings, { action: "admin.session.revoke-all", actorId, userId });
      });
      return { success: true };
    },
  });
}
