/** The active organization and team of sessions. Members choose them, and lose them when their membership ends. */

import { type Adapter, type Table, type Transaction, widen } from "@latchkey/core/database";
import {
  type ActiveSession,
  changeSession,
  incrementUserEpoch,
  type RequestContext,
  sessionTable,
} from "@latchkey/core/plugin";
import { type OrganizationSession, organizationSession } from "./guards.ts";

const sessions: Table<OrganizationSession> = widen<OrganizationSession>(sessionTable);

/** The client's stores that show the active organization. Nearly every change in an organization affects them. */
export const activeStores = ["activeOrganization", "activeMember", "activeMemberRole"] as const;

/** A session's active organization and team. */
export type ActiveSelection = Pick<OrganizationSession, "activeOrganizationId" | "activeTeamId">;

/**
 * Changes the active organization or team of the caller's session while the membership is locked. A concurrent removal
 * either comes first, and this call fails, or comes after, and clears the selection again.
 *
 * @param lock locks the membership, and throws if it no longer exists
 * @param select returns the new values, given the current session
 */
export function setActive(
  context: RequestContext,
  active: ActiveSession,
  lock: (tx: Transaction) => Promise<void>,
  select: (session: OrganizationSession) => Partial<ActiveSelection>,
): Promise<ActiveSession> {
  return context.db.transaction(async (tx) => {
    await lock(tx);
    return changeSession(tx, active, (session) => select(session as OrganizationSession));
  });
}

/**
 * Clears a lost organization or team from all sessions of a user. Sends at most two queries.
 * @param lost the organization or team, as in the session's columns
 * @returns the caller's session if it was changed
 */
export async function clearActive(
  tx: Adapter,
  active: ActiveSession,
  userId: string,
  lost: Partial<ActiveSelection>,
  cleared: Partial<ActiveSelection>,
): Promise<ActiveSession | null> {
  const isSelf = userId === active.user.id;
  const isCurrent = Object.entries(lost).every(
    ([name, id]) => organizationSession(active)[name as keyof ActiveSelection] === id,
  );
  const session = isSelf && isCurrent ? await changeSession(tx, active, () => cleared) : null;
  await clearSessions(tx, userId, lost, cleared);
  if (!isSelf) await incrementUserEpoch(tx, userId);
  return session;
}

/** Clears a lost organization from all sessions of a user who isn't the caller. Two queries. */
export async function clearActiveOrganization(
  tx: Adapter,
  { organizationId, userId }: { readonly organizationId: string; readonly userId: string },
  cleared: Partial<ActiveSelection>,
): Promise<void> {
  await clearSessions(tx, userId, { activeOrganizationId: organizationId }, cleared);
  await incrementUserEpoch(tx, userId);
}

/** Clears a lost team from all sessions of these users. The caller must also increment their epochs. One query. */
export async function clearActiveTeam(tx: Adapter, teamId: string, userIds: readonly string[]): Promise<void> {
  await clearSessions(tx, { in: userIds }, { activeTeamId: teamId }, { activeTeamId: null });
}

async function clearSessions(
  tx: Adapter,
  userId: string | { readonly in: readonly string[] },
  lost: Partial<ActiveSelection>,
  cleared: Partial<ActiveSelection>,
): Promise<void> {
  await tx.update(sessions, { where: { userId, ...lost }, set: { ...cleared, revision: { increment: 1 } } });
}
