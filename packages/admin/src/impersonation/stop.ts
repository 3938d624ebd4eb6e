/** `/admin/stop-impersonating`, and signing out while somebody acts as a user. */

import {
  type ActiveSession,
  clearSessionCookies,
  defineEndpoint,
  type EndpointHook,
  type EndpointOf,
  endSession,
  fail,
  findSession,
  presentedToken,
  presentSession,
  presentUser,
  type RequestContext,
  type RotatedSession,
  requireSession,
  rotateSession,
  sessionErrors,
  showSession,
} from "@latchkey/core/plugin";
import { recordDeed } from "../actions.ts";
import type { AdminCalls } from "../contract.ts";
import { adminErrors, only } from "../errors.ts";
import type { AdminSettings } from "../options.ts";
import { impersonationOutput } from "../outputs.ts";
import { type SessionWithActor, sessions } from "../tables.ts";
import { forgetOwnSession, keptToken, ownSession } from "./own-session.ts";

/**
 * Ends acting as a user, and goes back to the admin's own session, under a new token. Where that one is over, everybody
 * is signed out.
 */
export function stopImpersonating(settings: AdminSettings): EndpointOf<AdminCalls["stopImpersonating"]> {
  return defineEndpoint({
    method: "POST",
    path: "/admin/stop-impersonating",
    summary: "End acting as a user",
    output: impersonationOutput,
    guards: [requireSession],
    errors: only("YOU_ARE_NOT_IMPERSONATING_ANYONE", "ADMIN_SESSION_LOST"),
    statements: 4,
    async handle(_, context) {
      const acting = context.session as SessionWithActor;
      if (acting.impersonatedBy === null) fail(adminErrors, "YOU_ARE_NOT_IMPERSONATING_ANYONE");
      const presented = presentedToken(context) ?? fail(sessionErrors, "UNAUTHORIZED");
      const own = await ownSession(context, acting, presented);
      const back = await end(context, settings, acting, own, presented.from === "cookie");
      forgetOwnSession(context);
      if (!own) {
        clearSessionCookies(context);
        fail(adminErrors, "ADMIN_SESSION_LOST");
      }
      const { active, token } = back ?? { active: own };
      showSession(context, active, token);
      return { session: presentSession(context, active.session), user: presentUser(context, active.user) };
    },
  });
}

function end(
  context: RequestContext,
  settings: AdminSettings,
  acting: SessionWithActor,
  own: ActiveSession | null,
  byCookie: boolean,
): Promise<(Partial<RotatedSession> & { readonly active: ActiveSession }) | null> {
  const { id, userId, impersonatedBy: actorId } = acting;
  return context.db.transaction(async (tx) => {
    // Of two who end it at once, one does.
    if (!(await tx.take(sessions, { where: { id } }))) fail(sessionErrors, "UNAUTHORIZED");
    const deed = { action: "admin.impersonation.stop", actorId, userId, data: { sessionId: id } } as const;
    await recordDeed(tx, context, settings, deed);
    return own && byCookie ? rotateSession(tx, context, own) : null;
  });
}

/** Whoever signs out while they act as a user is signed out altogether: their own session ends, too. */
export const signOutAltogether: EndpointHook = {
  on: ["signOut"],
  async after(_, context) {
    const token = keptToken(context);
    if (token === null) return;
    const own = await findSession(context, token);
    if (own) await endSession(context, own.session.token);
    forgetOwnSession(context);
  },
};
