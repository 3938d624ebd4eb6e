/** The `/admin/stop-impersonating` endpoint, and sign-out during an impersonation. */

import {
  type ActiveSession,
  clearSessionCookies,
  defineEndpoint,
  type EndpointHook,
  type EndpointOf,
  endSession,
  fail,
  findSession,
  presentSession,
  presentUser,
  type RequestContext,
  type RotatedSession,
  readSessionToken,
  requireSession,
  rotateSession,
  sessionErrors,
  syncSessionCookies,
} from "@latchkey/core/plugin";
import { recordAction } from "../actions.ts";
import type { AdminCalls } from "../contract.ts";
import { adminErrors, pickErrors } from "../errors.ts";
import type { AdminSettings } from "../options.ts";
import { impersonationOutput } from "../outputs.ts";
import { type SessionWithImpersonator, sessions } from "../tables.ts";
import { clearAdminSessionCookie, findAdminSession, readAdminSessionToken } from "./admin-session.ts";

/**
 * Stops the impersonation and restores the admin's own session under a new token. If that session has ended, signs the
 * browser out.
 */
export function stopImpersonating(settings: AdminSettings): EndpointOf<AdminCalls["stopImpersonating"]> {
  return defineEndpoint({
    method: "POST",
    path: "/admin/stop-impersonating",
    summary: "Stop impersonating",
    changes: ["session"],
    output: impersonationOutput,
    guards: [requireSession],
    errors: pickErrors("YOU_ARE_NOT_IMPERSONATING_ANYONE", "ADMIN_SESSION_LOST"),
    queryBudget: 4,
    async handle(_, context) {
      const impersonated = context.session as SessionWithImpersonator;
      if (impersonated.impersonatedBy === null) fail(adminErrors, "YOU_ARE_NOT_IMPERSONATING_ANYONE");
      const presented = readSessionToken(context) ?? fail(sessionErrors, "UNAUTHORIZED");
      const adminSession = await findAdminSession(context, impersonated, presented);
      const rotated = await endImpersonation(
        context,
        settings,
        impersonated,
        adminSession,
        presented.source === "cookie",
      );
      clearAdminSessionCookie(context);
      if (!adminSession) {
        clearSessionCookies(context);
        fail(adminErrors, "ADMIN_SESSION_LOST");
      }
      const { active, token } = rotated ?? { active: adminSession };
      syncSessionCookies(context, active, token);
      return { session: presentSession(context, active.session), user: presentUser(context, active.user) };
    },
  });
}

function endImpersonation(
  context: RequestContext,
  settings: AdminSettings,
  impersonated: SessionWithImpersonator,
  adminSession: ActiveSession | null,
  byCookie: boolean,
): Promise<(Partial<RotatedSession> & { readonly active: ActiveSession }) | null> {
  const { id, userId, impersonatedBy: actorId } = impersonated;
  return context.db.transaction(async (tx) => {
    // Only one of several concurrent requests succeeds.
    if (!(await tx.consume(sessions, { where: { id } }))) fail(sessionErrors, "UNAUTHORIZED");
    const entry = { action: "admin.impersonation.stop", actorId, userId, data: { sessionId: id } } as const;
    await recordAction(tx, context, settings, entry);
    return adminSession && byCookie ? rotateSession(tx, context, adminSession) : null;
  });
}

/** Signing out during an impersonation also ends the admin's own session. */
export const signOutAdminSession: EndpointHook = {
  on: ["signOut"],
  async after(_, context) {
    const token = readAdminSessionToken(context);
    if (token === null) return;
    const own = await findSession(context, token);
    if (own) await endSession(context, own.session.token);
    clearAdminSessionCookie(context);
  },
};
