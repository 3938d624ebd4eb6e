/** Guards that ask for a session. */

import { fail, httpErrors } from "../http/errors.ts";
import { requireHeaders } from "../plugin/caller.ts";
import type { RequestContext } from "../plugin/context.ts";
import { defineGuard, type Guard } from "../plugin/guard.ts";
import { actorOf } from "./acting.ts";
import { readSession } from "./read.ts";
import { type ActiveSession, factorsIn } from "./table.ts";

/** What the session guards can refuse. */
export const sessionErrors = {
  UNAUTHORIZED: { status: 401, message: "Unauthorized" },
  SESSION_NOT_FRESH: { status: 403, message: "Session is not fresh" },
} as const;

/** What any call that needs a session can refuse. */
export type SessionErrorCode = keyof typeof sessionErrors;

/**
 * Somebody is signed in, says the database. For everything that changes state or shows a secret.
 * Adds `session`, `user` and `joined`.
 */
export const requireSession: Guard<ActiveSession, "UNAUTHORIZED"> = defineGuard({
  name: "requireSession",
  summary: "Somebody is signed in.",
  errors: { UNAUTHORIZED: httpErrors.UNAUTHORIZED },
  check: (context) => signedIn(context, false),
});

/** Somebody is signed in; the cookie cache may say so, up to its age after the fact. For plain reads. */
export const requireCachedSession: Guard<Pick<ActiveSession, "session" | "user">, "UNAUTHORIZED"> = defineGuard({
  name: "requireCachedSession",
  summary: "Somebody is signed in, or was a moment ago.",
  errors: { UNAUTHORIZED: httpErrors.UNAUTHORIZED },
  check: (context) => signedIn(context, true),
});

/** Somebody is signed in, and proved it not long ago. A refusal names in `proof` what would satisfy it. */
export const requireFreshSession: Guard<ActiveSession, SessionErrorCode> = defineGuard({
  name: "requireFreshSession",
  summary: "Somebody is signed in and proved it not long ago.",
  errors: sessionErrors,
  async check(context) {
    const active = await signedIn(context, false);
    if (!isFresh(context, active)) {
      fail(sessionErrors, "SESSION_NOT_FRESH", {
        details: { proof: proofsWanted(active) },
      });
    }
    return active;
  },
});

/** What is left to the person alone can refuse. */
export const inPersonErrors = {
  NOT_ALLOWED_WHILE_IMPERSONATING: { status: 403, message: "You cannot do this while acting as somebody else" },
} as const;

/** What any call that only the person themselves can make can refuse. */
export type InPersonErrorCode = keyof typeof inPersonErrors;

/**
 * Nobody acts as the user: for what changes how they prove themselves, takes the account away, or shows its secrets.
 * Lets pass who has no session; put it behind the guard that asks for one.
 */
export const requireInPerson: Guard<object, InPersonErrorCode> = defineGuard({
  name: "requireInPerson",
  summary: "Nobody acts as the user.",
  errors: inPersonErrors,
  async check(context) {
    if (context.extensions.actors.length === 0) return undefined;
    const active = await readSession(context, { cache: false, refresh: false });
    if (active && actorOf(context, active.session) !== null) fail(inPersonErrors, "NOT_ALLOWED_WHILE_IMPERSONATING");
    return undefined;
  },
});

/** Whether the session's last proof is within the fresh age. A fresh age of 0 makes every session fresh. */
export function isFresh(context: RequestContext, { session }: ActiveSession): boolean {
  const { freshAge, freshBy } = context.settings.session;
  if (freshAge === 0) return true;
  const proven = Math.max(0, ...Object.values(session.proofs ?? {}));
  // Where somebody acts as the user nothing was proven by the user, however new the session is.
  const nothingProven = session.proofs !== null && proven === 0;
  const since = freshBy === "proof" || nothingProven ? proven : session.updatedAt.getTime();
  return context.now().getTime() - since < freshAge * 1000;
}

/**
 * Whether a factor was proven within the fresh age: stricter than fresh, which being used also renews. For what would
 * hand the account to whoever holds the session.
 */
export function isProven(context: RequestContext, { session }: ActiveSession): boolean {
  const { freshAge } = context.settings.session;
  const proven = Math.max(0, ...Object.values(session.proofs ?? {}));
  return freshAge === 0 || context.now().getTime() - proven < freshAge * 1000;
}

/** Factors that would make the session fresh again, as a refusal names them. */
export function proofsWanted({ session }: ActiveSession): readonly string[] {
  const proven = factorsIn(session.proofs);
  return proven.length > 0 ? proven : ["password"];
}

async function signedIn(context: RequestContext, cache: boolean): Promise<ActiveSession> {
  requireHeaders(context);
  return (await readSession(context, { cache, refresh: false })) ?? fail(httpErrors, "UNAUTHORIZED");
}
