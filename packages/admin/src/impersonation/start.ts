/** `/admin/impersonate-user`. */

import {
  type ActiveSession,
  createSession,
  defineEndpoint,
  type EndpointOf,
  emailPasswordErrors,
  fail,
  type PresentedToken,
  presentedToken,
  presentSession,
  presentUser,
  rotateSession,
  sessionErrors,
} from "@latchkey/core/plugin";
import { recordDeed } from "../actions.ts";
import type { AdminCalls, Impersonation } from "../contract.ts";
import { adminErrors, only } from "../errors.ts";
import { ofUser } from "../fields.ts";
import { requirePermission } from "../guards.ts";
import type { AdminSettings } from "../options.ts";
import { impersonationOutput } from "../outputs.ts";
import { type Change, onUser } from "../users/change.ts";
import { hasAdminRole } from "../users/hold.ts";
import { keepOwnSession } from "./own-session.ts";

/**
 * Begins to act as a user: a session of theirs that says who acts in it, ends by itself, is never extended and is not
 * the user in person. The admin's own session stays, under a new token.
 */
export function impersonateUser(settings: AdminSettings): EndpointOf<AdminCalls["impersonateUser"]> {
  const refusal = "YOU_ARE_NOT_ALLOWED_TO_IMPERSONATE_USERS";
  const needs = { user: ["impersonate"] };
  return defineEndpoint({
    method: "POST",
    path: "/admin/impersonate-user",
    summary: "Act as a user",
    input: ofUser,
    output: impersonationOutput,
    guards: requirePermission(settings, needs, refusal),
    errors: {
      ...only("USER_NOT_FOUND", "YOU_CANNOT_IMPERSONATE_ADMINS"),
      FAILED_TO_CREATE_SESSION: emailPasswordErrors.FAILED_TO_CREATE_SESSION,
    },
    statements: 6,
    async handle({ userId }, context) {
      const { actor, session, user, joined } = context;
      if (userId === actor.id) fail(adminErrors, "YOU_CANNOT_IMPERSONATE_ADMINS");
      const presented = presentedToken(context) ?? fail(sessionErrors, "UNAUTHORIZED");
      const act = { actor, userId, needs, refusal } as const;
      const begun = await onUser(context, settings, act, (on) => begin(on, { session, user, joined }, presented));
      if (begun.ownToken !== null) keepOwnSession(context, begun.ownToken, settings.impersonationSeconds);
      return begun.answer;
    },
  });
}

interface Begun {
  readonly answer: Impersonation;
  /** The admin's own token from now on; `null`: their client keeps its own. */
  readonly ownToken: string | null;
}

async function begin(on: Change, own: ActiveSession, { from }: PresentedToken): Promise<Begun> {
  const { tx, context, settings, target } = on;
  const isAdmin = hasAdminRole(settings, target.role) || settings.adminUserIds.has(target.id);
  if (isAdmin && !settings.allowImpersonatingAdmins) fail(adminErrors, "YOU_CANNOT_IMPERSONATE_ADMINS");
  const actorId = own.user.id;
  const rotated = from === "cookie" ? await rotateSession(tx, context, own) : null;
  const wanted = {
    user: target,
    method: "impersonation",
    proven: [],
    rememberMe: false,
    expiresIn: settings.impersonationSeconds,
    actorId,
    fields: { impersonatedBy: actorId, impersonatorSessionId: own.session.id },
  };
  const created = await createSession(context, wanted, tx);
  // Challenges are only the user's to answer, and are not put here.
  if (created.kind === "challenge") fail(adminErrors, "YOU_ARE_NOT_ALLOWED_TO_IMPERSONATE_USERS");
  const { active, token } = created;
  const data = { sessionId: active.session.id, until: active.session.expiresAt.toISOString() };
  await recordDeed(tx, context, settings, { action: "admin.impersonation.start", actorId, userId: target.id, data });
  const answer = { session: presentSession(context, active.session), user: presentUser(context, active.user) };
  return { answer: from === "bearer" ? { ...answer, token } : answer, ownToken: rotated?.token ?? null };
}
