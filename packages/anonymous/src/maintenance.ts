/** Removes guests who won't come back. */

import { type Adapter, widen } from "@latchkey/core/database";
import { type AuthContext, sessionTable, userTable } from "@latchkey/core/plugin";
import type { UserWithAnonymous } from "./tables.ts";

/** Maximum guests that one run removes. */
const maxRemoved = 1000;
/** Guests per query. */
const batch = 200;

/**
 * Removes up to 1000 guests who are older than this and have no live session, and returns how many were removed. No one
 * can sign in as them again.
 * @param seconds the minimum age
 */
export async function removeInactiveGuests(context: AuthContext, seconds: number): Promise<number> {
  const users = widen<UserWithAnonymous>(userTable);
  const before = new Date(context.now().getTime() - seconds * 1000);
  let removed = 0;
  let after: { readonly createdAt: Date; readonly id: string } | undefined;
  while (removed < maxRemoved) {
    const guests = await context.db.findMany(users, {
      where: { isAnonymous: true, createdAt: { lt: before } },
      orderBy: [{ column: "createdAt" }],
      limit: Math.min(batch, maxRemoved - removed),
      columns: ["id", "createdAt"],
      ...(after ? { after } : {}),
    });
    const last = guests.at(-1);
    if (!last) break;
    after = { id: last.id, createdAt: last.createdAt };
    const live = await findLive(
      context.db,
      guests.map(({ id }) => id),
      context.now(),
    );
    const gone = guests.map(({ id }) => id).filter((id) => !live.has(id));
    // A guest who has signed up since then is no longer anonymous.
    if (gone.length > 0) removed += await context.db.remove(users, { where: { id: { in: gone }, isAnonymous: true } });
  }
  return removed;
}

async function findLive(db: Adapter, userIds: readonly string[], now: Date): Promise<ReadonlySet<string>> {
  const live = new Set<string>();
  let left = userIds;
  // Each round finds at least one more user, because the ones found are left out of the next.
  while (left.length > 0) {
    const sessions = await db.findMany(sessionTable, {
      where: { userId: { in: left }, expiresAt: { gt: now } },
      limit: batch,
      columns: ["userId"],
    });
    for (const { userId } of sessions) live.add(userId);
    if (sessions.length < batch) break;
    left = left.filter((id) => !live.has(id));
  }
  return live;
}
