/** Guards that ask for a session. */

import { fail, httpErrors } from "../http/errors.ts";
import type { RequestContext } from "../plugin/context.ts";
import { defineGuard, type Guard } from "../plugin/guard.ts";
import { readSession } from "./read.ts";
import type { ActiveSession } from "./table.ts";

/** What the session guards can refuse. */
export const sessionErrors = {
  UNAUTHORIZED: { status: 401, message: "Unauthorized" },
  SESSION_NOT_FRESH: { status: 403, message: "Session is not fresh" },
} as const;

/**
 * Somebody is signed in, says the database. For everything that changes state or shows a secret.
 * Adds `session`, `user` and `joined`.
 */
export const requireSession: Guard<ActiveSession> = defineGuard({
  name: "requireSession",
  errors: { UNAUTHORIZED: httpErrors.UNAUTHORIZED },
  check: (context) => signedIn(context, false),
});

/** Somebody is signed in; the cookie cache may say so, up to its age after the fact. For plain reads. */
export const requireCachedSession: Guard<ActiveSession> = defineGuard({
  name: "requireCachedSession",
  errors: { UNAUTHORIZED: httpErrors.UNAUTHORIZED },
  check: (context) => signedIn(context, true),
});

/** Somebody is signed in, and proved it not long ago. A refusal names in `proof` what would satisfy it. */
export const requireFreshSession: Guard<ActiveSession> = defineGuard({
  name: "requireFreshSession",
  errors: sessionErrors,
  async check(context) {
    const active = await signedIn(context, false);
    if (!isFresh(context, active)) {
      fail(sessionErrors, "SESSION_NOT_FRESH", {
        details: { proof: Object.keys(active.session.proofs ?? { password: 0 }) },
      });
    }
    return active;
  },
});

/** Whether the session's last proof is within the fresh age. A fresh age of 0 makes every session fresh. */
export function isFresh(context: RequestContext, { session }: ActiveSession): boolean {
  const { freshAge, freshBy } = context.settings.session;
  if (freshAge === 0) return true;
  const proven = Math.max(0, ...Object.values(session.proofs ?? {}));
  const since = freshBy === "proof" ? proven : session.updatedAt.getTime();
  return context.now().getTime() - since < freshAge * 1000;
}

async function signedIn(context: RequestContext, cache: boolean): Promise<ActiveSession> {
  return (await readSession(context, { cache, refresh: false })) ?? fail(httpErrors, "UNAUTHORIZED");
}
