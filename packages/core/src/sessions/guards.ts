/** Guards that require a session, or require that the user isn't impersonated. */

import { fail, httpErrors } from "../http/errors.ts";
import { requireHeaders } from "../kernel/caller.ts";
import type { AuthContext, RequestContext } from "../kernel/context.ts";
import { defineGuard, type Guard } from "../plugin/guard.ts";
import { type ActiveSession, type CachedSession, latestOwnProof, type SessionRow } from "../tables/session.ts";
import type { UserRow } from "../tables/user.ts";
import { listEnrolledFactors } from "./enrolled-factors.ts";
import { readSession } from "./read.ts";

/** The errors of the session guards. */
export const sessionErrors = {
  UNAUTHORIZED: { status: 401, message: "Unauthorized" },
  SESSION_NOT_FRESH: { status: 403, message: "Session is not fresh" },
} as const;

/** Error codes of every call that needs a fresh session. */
export type SessionErrorCode = keyof typeof sessionErrors;

/**
 * Requires a session, read from the database. For everything that changes state or returns a secret. Adds `session`
 * and `user`.
 */
export const requireSession: Guard<ActiveSession, "UNAUTHORIZED"> = defineGuard({
  name: "requireSession",
  summary: "A user is signed in.",
  errors: { UNAUTHORIZED: httpErrors.UNAUTHORIZED },
  check: (context) => readRequiredSession(context),
});

/** Requires a session, which can come from a cached copy that's as old as the cache allows. For plain reads. */
export const requireCachedSession: Guard<CachedSession, "UNAUTHORIZED"> = defineGuard({
  name: "requireCachedSession",
  summary: "A user is signed in. The session can come from a cache.",
  errors: { UNAUTHORIZED: httpErrors.UNAUTHORIZED },
  async check(context) {
    requireHeaders(context);
    return (await readSession(context, { cache: true, refresh: false })) ?? fail(httpErrors, "UNAUTHORIZED");
  },
});

/** Requires a fresh session. The error's `proof` lists the factors that would make it fresh. */
export const requireFreshSession: Guard<ActiveSession, SessionErrorCode> = defineGuard({
  name: "requireFreshSession",
  summary: "A user is signed in and recently confirmed their identity.",
  errors: sessionErrors,
  async check(context) {
    const active = await readRequiredSession(context);
    if (!isFresh(context, active)) await failNotFresh(context, active);
    return active;
  },
});

/** The errors of `denyImpersonation`. */
export const impersonationErrors = {
  NOT_ALLOWED_WHILE_IMPERSONATING: { status: 403, message: "You can't do this while impersonating a user" },
} as const;

/** Error codes of every call that's rejected while impersonating. */
export type ImpersonationErrorCode = keyof typeof impersonationErrors;

/**
 * Rejects impersonated sessions, for calls that change the user's factors, delete the account, or return its secrets.
 * Lets requests without a session pass, so list it after the guard that requires one.
 */
export const denyImpersonation: Guard<object, ImpersonationErrorCode> = defineGuard({
  name: "denyImpersonation",
  summary: "No admin is impersonating the user.",
  errors: impersonationErrors,
  async check(context) {
    if (context.extensions.impersonatorResolvers.length === 0) return undefined;
    const active = await readSession(context);
    if (active && impersonatorOf(context, active.session) !== null)
      fail(impersonationErrors, "NOT_ALLOWED_WHILE_IMPERSONATING");
    return undefined;
  },
});

/** The errors of `denyGuest`. */
export const guestErrors = {
  GUEST_NOT_ALLOWED: { status: 403, message: "Guest not allowed" },
} as const;

/** Error codes of every call that's rejected for guests. */
export type GuestErrorCode = keyof typeof guestErrors;

/**
 * Rejects guests, for calls that need a user who can sign in again. Lets requests without a session pass, so list it
 * after the guard that requires one.
 */
export const denyGuest: Guard<object, GuestErrorCode> = defineGuard({
  name: "denyGuest",
  summary: "The user isn't a guest.",
  errors: guestErrors,
  async check(context) {
    if (context.extensions.guestChecks.length === 0) return undefined;
    const active = await readSession(context);
    if (active) checkNotGuest(context, active.user);
    return undefined;
  },
});

/** @throws {AuthError} `GUEST_NOT_ALLOWED` if the user is a guest */
export function checkNotGuest(context: AuthContext, user: UserRow): void {
  if (isGuest(context, user)) fail(guestErrors, "GUEST_NOT_ALLOWED");
}

/** Whether the user is a guest, according to plugins. */
export function isGuest({ extensions }: AuthContext, user: UserRow): boolean {
  return extensions.guestChecks.some((check) => check(user));
}

/** Returns the impersonator's id, according to plugins, or `null` if the session isn't impersonated. */
export function impersonatorOf({ extensions }: AuthContext, session: SessionRow): string | null {
  for (const resolve of extensions.impersonatorResolvers) {
    const impersonatorId = resolve(session);
    if (impersonatorId !== null) return impersonatorId;
  }
  return null;
}

/** Returns the impersonator of the session that this request has loaded, if any. */
export function impersonatorOfRequest(context: RequestContext): string | null {
  const { loadedSession } = context;
  if (!loadedSession?.active || loadedSession.status === "replaced") return null;
  return impersonatorOf(context, loadedSession.active.session);
}

/**
 * Whether the session's last sign-in, proof, or extension is within the fresh age. With `freshBy: "proof"`, extensions
 * don't count. A fresh age of 0 makes every session fresh.
 */
export function isFresh(context: RequestContext, { session }: ActiveSession): boolean {
  const { freshAge, freshBy } = context.settings.session;
  if (freshAge === 0) return true;
  const proven = latestOwnProof(session.proofs);
  // Impersonated sessions and device sessions start out as not fresh, because the user proved nothing in them.
  const nothingProven = session.proofs !== null && proven === 0;
  const since = freshBy === "proof" || nothingProven ? proven : session.updatedAt.getTime();
  return context.now().getTime() - since < freshAge * 1000;
}

/**
 * Whether a factor was proven within the fresh age. Stricter than {@link isFresh}, because extending a session also
 * makes it fresh. For actions that would give the account to anyone who has the session.
 */
export function hasRecentProof(context: RequestContext, { session }: ActiveSession): boolean {
  const { freshAge } = context.settings.session;
  return freshAge === 0 || context.now().getTime() - latestOwnProof(session.proofs) < freshAge * 1000;
}

/** @throws {AuthError} `SESSION_NOT_FRESH` without a recent proof */
export async function checkRecentProof(context: RequestContext, active: ActiveSession): Promise<void> {
  if (!hasRecentProof(context, active)) await failNotFresh(context, active);
}

/** @throws {AuthError} `SESSION_NOT_FRESH`, with the factors that would make the session fresh again */
export async function failNotFresh(context: RequestContext, active: ActiveSession): Promise<never> {
  return fail(sessionErrors, "SESSION_NOT_FRESH", { details: { proof: await requiredProofs(context, active) } });
}

/**
 * Returns the factors that would make the session fresh again, for the error: those that the user has, not only those
 * that this session once proved. One query, plus the plugins' queries.
 */
export async function requiredProofs(context: RequestContext, active: ActiveSession): Promise<readonly string[]> {
  const enrolled = await listEnrolledFactors(context, active);
  return enrolled.length > 0 ? enrolled : ["password"];
}

/** Returns the session from the database. @throws {AuthError} `UNAUTHORIZED` without one */
export async function readRequiredSession(context: RequestContext): Promise<ActiveSession> {
  requireHeaders(context);
  return (await readSession(context)) ?? fail(httpErrors, "UNAUTHORIZED");
}
