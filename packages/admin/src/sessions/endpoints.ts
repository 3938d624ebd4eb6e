/** Sessions of users: listed and ended. */

import {
  defineUntypedEndpoint,
  type Endpoint,
  listSessions,
  presentSession,
  revokeEverySession,
  revokeSession,
  type SuccessAnswer,
} from "@latchkey/core";
import { successAnswer } from "@latchkey/core/shapes";
import * as z from "zod";
import { recordDeed } from "../actions.ts";
import { ofUser, text } from "../fields.ts";
import { requirePermission } from "../guards.ts";
import type { OfUserInput, RevokeUserSessionInput, UserSessions } from "../inputs.ts";
import type { AdminSettings } from "../options.ts";
import { userSessionsOutput } from "../outputs.ts";
import { sessions } from "../tables.ts";
import { holdIfThere } from "../users/hold.ts";

/** The live sessions of a user, newest first, 100 at most. */
export function listUserSessions(settings: AdminSettings): Endpoint<OfUserInput, UserSessions> {
  return defineUntypedEndpoint({
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

const revokeInput: z.ZodType<RevokeUserSessionInput> = z.object({ sessionToken: text(255, 1) });

/** Ends one session. An unknown handle gets the same answer. */
export function revokeUserSession(settings: AdminSettings): Endpoint<RevokeUserSessionInput, SuccessAnswer> {
  const { needs, refusal } = revoking;
  return defineUntypedEndpoint({
    method: "POST",
    path: "/admin/revoke-user-session",
    summary: "End one session of a user",
    input: revokeInput,
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
export function revokeUserSessions(settings: AdminSettings): Endpoint<OfUserInput, SuccessAnswer> {
  const { needs, refusal } = revoking;
  return defineUntypedEndpoint({
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
