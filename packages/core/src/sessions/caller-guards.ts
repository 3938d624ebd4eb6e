/** Guards for calls that a user makes over HTTP and that the app's own code makes without a session. */

import { httpErrors } from "../http/errors.ts";
import { defineGuard, type Guard } from "../plugin/guard.ts";
import type { ActiveSession } from "../tables/session.ts";
import {
  denyImpersonation,
  type ImpersonationErrorCode,
  impersonationErrors,
  requireFreshSession,
  requireSession,
  type SessionErrorCode,
  sessionErrors,
} from "./guards.ts";

/** The caller of an endpoint. */
export interface CallerSession {
  /** `null` if it's the app itself. */
  readonly caller: ActiveSession | null;
}

/** A caller who changes something for an organization. */
export interface ActingCaller extends CallerSession {
  /** Id of the caller's setup link, if the caller doesn't have an account. In that case, `caller` is `null`. */
  readonly setupLinkId?: string | undefined;
}

/** Returns the actor for the audit log: the user, or the setup link. */
export function auditActor({ caller, setupLinkId }: ActingCaller): {
  readonly actorId: string | null;
  readonly data: Readonly<Record<string, unknown>>;
} {
  return { actorId: caller?.user.id ?? null, data: setupLinkId === undefined ? {} : { setupLinkId } };
}

/** Requires a session, or a call by the app itself. */
export const requireCaller: Guard<CallerSession, "UNAUTHORIZED"> = defineGuard({
  name: "requireCaller",
  summary: "A user is signed in, or the call comes from the server.",
  errors: { UNAUTHORIZED: httpErrors.UNAUTHORIZED },
  async check(context, input) {
    if (context.isServerCall) return { caller: null };
    return { caller: (await requireSession.check(context, input)) ?? null };
  },
});

/**
 * Requires a fresh session, or a call by the app itself. For downloads, so that a stolen old session can't be used to
 * get them.
 */
export const requireFreshCaller: Guard<CallerSession, SessionErrorCode> = defineGuard({
  name: "requireFreshCaller",
  summary: "A user is signed in and recently confirmed their identity, or the call comes from the server.",
  errors: sessionErrors,
  async check(context, input) {
    if (context.isServerCall) return { caller: null };
    return { caller: (await requireFreshSession.check(context, input)) ?? null };
  },
});

/**
 * Requires a fresh session that isn't impersonated, or a call by the app itself. For changes that outlast the session,
 * such as a webhook or an identity provider: a stolen old session or an impersonator must not be able to make them.
 */
export const requireManagingCaller: Guard<CallerSession, SessionErrorCode | ImpersonationErrorCode> = defineGuard({
  name: "requireManagingCaller",
  summary: "A user who isn't being impersonated recently confirmed their identity, or the call comes from the server.",
  errors: { ...sessionErrors, ...impersonationErrors },
  async check(context, input) {
    if (context.isServerCall) return { caller: null };
    await requireSession.check(context, input);
    await denyImpersonation.check(context, input);
    return { caller: (await requireFreshSession.check(context, input)) ?? null };
  },
});
