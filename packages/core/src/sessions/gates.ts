/** Runs the gates of a sign-in. */

import type { Where, WhereAll } from "../database/adapter.ts";
import type { AuthContext, Gate, RequestContext } from "../kernel/context.ts";
import type { AttemptUser, Challenge, SignInAttempt } from "../kernel/sign-in-attempt.ts";
import type { UserRow } from "../tables/user.ts";

/** Whether the gate has to check the sign-in. */
export function hasToCheck({ whenImpersonating, appliesTo }: Gate, { actorId, user }: SignInAttempt): boolean {
  return (actorId === null || whenImpersonating === true) && (appliesTo?.(user) ?? true);
}

/**
 * Runs the gates until one returns a challenge.
 * @param except a gate to skip
 * @throws {AuthError} the error of a gate that rejects the sign-in
 */
export async function runGates(
  attempt: SignInAttempt,
  context: RequestContext,
  except?: Gate,
): Promise<Challenge | undefined> {
  for (const gate of context.extensions.gates) {
    const runs = gate !== except && hasToCheck(gate, attempt);
    const challenge = runs ? await gate.check(attempt, context) : undefined;
    if (challenge) return challenge;
  }
  return undefined;
}

/**
 * Returns a condition that matches the users whom no gate keeps out right now, or `null` if a gate can decide only from
 * the row itself. Use it in a query instead of {@link isUserBlocked}.
 */
export function whereNotBlocked(context: AuthContext): Where<UserRow> | null {
  let all: readonly WhereAll<UserRow>[] = [{}];
  for (const gate of context.extensions.gates) {
    if (!gate.isBlocked) continue;
    const own = gate.notBlocked?.(context);
    if (!own) return null;
    const alternatives = [own].flat() as readonly WhereAll<UserRow>[];
    // Two conditions on one column can't be merged into one.
    const isDisjoint = alternatives.every((one) =>
      all.every((other) => Object.keys(one).every((name) => !(name in other))),
    );
    if (!isDisjoint) return null;
    all = all.flatMap((one) => alternatives.map((other) => ({ ...one, ...other })));
  }
  return all;
}

/** Whether a gate keeps the user out right now. For credentials that act for a user without a sign-in. */
export function isUserBlocked(context: AuthContext, user: AttemptUser): boolean {
  return context.extensions.gates.some((gate) => gate.isBlocked?.(user, context) === true);
}
