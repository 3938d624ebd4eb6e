/** The active organization and team of sessions: chosen by who belongs to them, and forgotten when they do no more. */

import { type Adapter, type Table, type Transaction, widen } from "@latchkey/core/database";
import {
  type ActiveSession,
  bumpUserEpoch,
  changeSession,
  type RequestContext,
  sessionTable,
} from "@latchkey/core/plugin";
import { type OrganizationSession, sessionOf } from "./guards.ts";

const sessions: Table<OrganizationSession> = widen<OrganizationSession>(sessionTable);

/** What a session knows of organizations. */
export type Active = Pick<OrganizationSession, "activeOrganizationId" | "activeTeamId">;

/**
 * Makes a choice in the caller's session, while what entitles to it is held: whoever takes that away comes before, and
 * the choice is refused, or after, and finds it in the session.
 *
 * @param hold locks the membership; refuses where it is gone
 * @param choose the new values, from the session as it is
 */
export function chooseActive(
  context: RequestContext,
  active: ActiveSession,
  hold: (tx: Transaction) => Promise<void>,
  choose: (session: OrganizationSession) => Partial<Active>,
): Promise<ActiveSession> {
  return context.db.transaction(async (tx) => {
    await hold(tx);
    return changeSession(tx, active, (session) => choose(session as OrganizationSession));
  });
}

/**
 * Has every session of a user forget what they lost: two statements at most.
 * @param lost the organization or the team, as their sessions name it
 * @returns the caller's session where it was theirs and changed
 */
export async function forgetActive(
  tx: Adapter,
  active: ActiveSession,
  userId: string,
  lost: Partial<Active>,
  cleared: Partial<Active>,
): Promise<ActiveSession | null> {
  const isSelf = userId === active.user.id;
  const knows = Object.entries(lost).every(([name, id]) => sessionOf(active)[name as keyof Active] === id);
  const session = isSelf && knows ? await changeSession(tx, active, () => cleared) : null;
  await tx.update(sessions, { where: { userId, ...lost }, set: { ...cleared, revision: { increment: 1 } } });
  if (!isSelf) await bumpUserEpoch(tx, userId);
  return session;
}
