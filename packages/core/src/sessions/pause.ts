/**
 * A sign-in that is waiting for one more step: what a challenge gate stores, and the session that is created from it.
 */

import type { AuthContext } from "../kernel/context.ts";
import type { SignInAttempt } from "../kernel/sign-in-attempt.ts";
import type { UserRow } from "../tables/user.ts";
import type { NewSession } from "./create.ts";

/** The state of a sign-in when a gate stopped it. It can be stored as JSON, for example in a token. */
export interface PausedSignIn {
  readonly userId: string;
  /** The user's epoch at that time. If the user's password or factors change, the sign-in can't be resumed. */
  readonly epoch: number;
  readonly method: string;
  readonly proofs: Readonly<Record<string, number>>;
  readonly rememberMe: boolean;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly expiresIn: number | null;
  /** In milliseconds since 1970. Missing in sign-ins that an earlier version paused. */
  readonly startedAt?: number | null;
  /** In milliseconds since 1970. Missing in sign-ins that an earlier version paused. */
  readonly endsAt?: number | null;
  readonly verifiedEmail: string | null;
  readonly accountId: string | null;
  /** See `RequestContext.continuation`. */
  readonly continuation?: string | null;
}

/** Returns what a challenge gate must keep to resume the sign-in later. */
export function pauseSignIn(attempt: SignInAttempt): PausedSignIn {
  const { actorId, user, method, proofs, rememberMe, fields, expiresIn, verifiedEmail, accountId } = attempt;
  const startedAt = attempt.startedAt?.getTime() ?? null;
  const endsAt = attempt.endsAt?.getTime() ?? null;
  // A resumed impersonation would become the user's own session.
  if (actorId !== null) throw new Error("An impersonation can't be paused. Let the sign-in gate pass it or reject it.");
  const { id, epoch } = user as UserRow;
  const state = { userId: id, epoch, method, proofs, rememberMe, fields, expiresIn, verifiedEmail, accountId };
  return { ...state, startedAt, endsAt };
}

/**
 * Returns the session to create once the step is done. All gates run again.
 *
 * @param provenFactors factors that the step proved
 */
export function resumeSignIn(
  context: AuthContext,
  paused: PausedSignIn,
  provenFactors: readonly string[] = [],
): NewSession {
  const { userId, epoch, method, proofs, rememberMe, expiresIn, verifiedEmail, accountId } = paused;
  const { startedAt = null, endsAt = null } = paused;
  return {
    user: { id: userId, epoch },
    method,
    provenFactors,
    earlierProofs: proofs,
    rememberMe,
    fields: restoreDates(context, paused.fields),
    verifiedEmail,
    accountId,
    ...(expiresIn === null ? {} : { expiresIn }),
    ...(startedAt === null ? {} : { startedAt: new Date(startedAt) }),
    ...(endsAt === null ? {} : { endsAt: new Date(endsAt) }),
  };
}

/** JSON has no dates. */
function restoreDates({ db }: AuthContext, fields: PausedSignIn["fields"]): Record<string, unknown> {
  const columns = db.schema.get("session")?.columns ?? {};
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === "string" && columns[name]?.type === "date" ? new Date(value) : value,
    ]),
  );
}
