/** Stores when each user was last active, so that lists can be sorted by it. Only with the `trackLastActive` option. */

import type { Plugin } from "@latchkey/core";
import type { TableExtension } from "@latchkey/core/database";
import { type SessionWithImpersonator, type UserWithRole, users } from "../tables.ts";

/**
 * The column is hidden, because only admins see it. Updates run no hooks, because apps don't need them for every visit.
 */
export const activityColumns: TableExtension = {
  extends: "user",
  columns: { lastActiveAt: { type: "date", nullable: true, returned: false, runsHooks: false } },
  indexes: [["lastActiveAt", "id"]],
};

/**
 * Stores when users are active. Impersonations don't count.
 * @param seconds minimum time between two updates for a user. Session reads in between send no additional query.
 */
export function trackActivity(seconds: number): Required<Pick<Plugin, "onSessionCreated" | "onSessionRead">> {
  return {
    async onSessionCreated(tx, { attempt, session }, context) {
      if (attempt.actorId !== null) return;
      await tx.update(users, { where: { id: session.userId }, set: { lastActiveAt: context.now() } });
    },
    async onSessionRead({ session, user }, context) {
      if ((session as SessionWithImpersonator).impersonatedBy !== null) return;
      const { id, lastActiveAt = null } = user as UserWithRole;
      const now = context.now();
      if (lastActiveAt !== null && now.getTime() - lastActiveAt.getTime() < seconds * 1000) return;
      // Changes nothing if another request has updated the row since it was read.
      await context.db.update(users, { where: { id, lastActiveAt }, set: { lastActiveAt: now } });
    },
  };
}
