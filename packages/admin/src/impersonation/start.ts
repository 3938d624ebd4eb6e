/** The `/admin/impersonate-user` endpoint. */

import {
  type ActiveSession,
  createSession,
  defineEndpoint,
  type EndpointOf,
  emailPasswordErrors,
  fail,
  type InputField,
  input,
  presentSession,
  presentUser,
  readSessionToken,
  rotateSession,
  type SessionToken,
  sessionErrors,
} from "@latchkey/core/plugin";
import { recordAction } from "../actions.ts";
import type { AdminCalls, ImpersonateUserInput, Impersonation } from "../contract.ts";
import { adminErrors, pickErrors } from "../errors.ts";
import { id } from "../fields.ts";
import { requirePermission } from "../guards.ts";
import { type AdminSettings, minImpersonationSeconds } from "../options.ts";
import { impersonationOutput } from "../outputs.ts";
import { type UserChange, withLockedUser } from "../users/change.ts";
import { hasAdminRole } from "../users/lock.ts";
import { setAdminSessionCookie } from "./admin-session.ts";

/**
 * Starts an impersonation: a session for the user. It records the admin, expires on its own, and is never extended. It
 * can't be used for actions reserved for the user. The admin's own session stays valid. If it came from a cookie, its
 * token is rotated.
 */
export function impersonateUser(settings: AdminSettings): EndpointOf<AdminCalls["impersonateUser"]> {
  const errorCode = "YOU_ARE_NOT_ALLOWED_TO_IMPERSONATE_USERS";
  const required = { user: ["impersonate"] };
  return defineEndpoint({
    method: "POST",
    path: "/admin/impersonate-user",
    summary: "Impersonate a user",
    changes: ["session"],
    input: impersonationInput(settings),
    output: impersonationOutput,
    guards: requirePermission(settings, required, errorCode),
    errors: {
      ...pickErrors("USER_NOT_FOUND", "YOU_CANNOT_IMPERSONATE_ADMINS"),
      FAILED_TO_CREATE_SESSION: emailPasswordErrors.FAILED_TO_CREATE_SESSION,
    },
    queryBudget: 6,
    async handle({ userId, duration = settings.impersonationSeconds, reason }, context) {
      const { actor, session, user } = context;
      if (userId === actor.id) fail(adminErrors, "YOU_CANNOT_IMPERSONATE_ADMINS");
      const presented = readSessionToken(context) ?? fail(sessionErrors, "UNAUTHORIZED");
      const action = { actor, userId, required, errorCode } as const;
      const started = await withLockedUser(context, settings, action, (on) =>
        startImpersonation(on, { session, user }, presented, { duration, reason }),
      );
      if (started.adminToken !== null) setAdminSessionCookie(context, started.adminToken, duration);
      return started.response;
    },
  });
}

/** The `impersonationSeconds` option is the maximum duration, so an admin can only request a shorter one. */
function impersonationInput({ impersonationSeconds }: AdminSettings): InputField<ImpersonateUserInput> {
  return input.object<ImpersonateUserInput>({
    userId: id,
    duration: input.optional(input.jsonInteger({ min: minImpersonationSeconds, max: impersonationSeconds })),
    reason: input.optional(input.text({ min: 1, max: 500 })),
  });
}

interface StartedImpersonation {
  readonly response: Impersonation;
  /** The admin's new session token. `null` if the client keeps its own. */
  readonly adminToken: string | null;
}

async function startImpersonation(
  change: UserChange,
  adminSession: ActiveSession,
  { source }: SessionToken,
  { duration, reason }: { readonly duration: number; readonly reason: string | undefined },
): Promise<StartedImpersonation> {
  const { tx, context, settings, target } = change;
  const isAdmin = hasAdminRole(settings, target.role) || settings.adminUserIds.has(target.id);
  if (isAdmin && !settings.allowImpersonatingAdmins) fail(adminErrors, "YOU_CANNOT_IMPERSONATE_ADMINS");
  const actorId = adminSession.user.id;
  const rotated = source === "cookie" ? await rotateSession(tx, context, adminSession) : null;
  const signInInput = {
    user: target,
    method: "impersonation",
    provenFactors: [],
    rememberMe: false,
    expiresIn: duration,
    actorId,
    fields: { impersonatedBy: actorId, impersonatorSessionId: adminSession.session.id },
  };
  const created = await createSession(context, signInInput, tx);
  // Only the user can complete a challenge, so an impersonation can't continue here.
  if (created.kind === "challenge") fail(adminErrors, "YOU_ARE_NOT_ALLOWED_TO_IMPERSONATE_USERS");
  const { active, token } = created;
  const until = active.session.expiresAt.toISOString();
  const data = { sessionId: active.session.id, until, ...(reason === undefined ? {} : { reason }) };
  await recordAction(tx, context, settings, { action: "admin.impersonation.start", actorId, userId: target.id, data });
  const response = { session: presentSession(context, active.session), user: presentUser(context, active.user) };
  return { response: source === "bearer" ? { ...response, token } : response, adminToken: rotated?.token ?? null };
}
